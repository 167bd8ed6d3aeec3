"""Who decides when no person does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from elfer.bots.calls import doubt, snap, stopp
from elfer.bots.simple import greedy, random
from elfer.chance import Chance, fresh_seed
from elfer.core import BadInput, Move, Seat
from elfer.match import Match


class Choice(Protocol):
    """A way to choose among legal moves."""

    def __call__(self, moves: Sequence[Move], rng: Chance, /) -> Move: ...


BOTS: dict[str, Choice] = {"random": random, "greedy": greedy}


class Call(Protocol):
    """Whether to call or doubt: found from a state that the seat cannot tell from the true one."""

    def __call__(self, game: Any, state: Any, seat: Seat, rng: Chance, /) -> Move | None: ...


CALLS: dict[str, Call] = {"connect": stopp, "cheat": doubt, "snap": snap}
"""By game, where calls and doubts are part of it."""


class Bot:
    """A player by name. The same seed makes the same choices in the same match."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.seed = seed

    def choose(self, match: Match, seat: Seat) -> Move:
        """A legal move for this seat. What looks further is given an imagined state, never the true one."""
        moves = match.moves(seat)
        if not moves:
            raise BadInput("bot_cannot_act", seat=seat)
        call = self._call(match, seat)
        return call if call in moves else BOTS[self.name](moves, self._rng(match, seat))

    def calls(self, match: Match, seat: Seat) -> Move | None:
        """A move that this seat makes though play does not wait for it, or none."""
        return self._call(match, seat) if seat in match.actors and seat not in match.awaited else None

    def _call(self, match: Match, seat: Seat) -> Move | None:
        if self.name == "random" or match.game.id not in CALLS:
            return None
        rng = self._rng(match, seat)
        return CALLS[match.game.id](match.game, match.imagine(seat, rng), seat, rng)

    def _rng(self, match: Match, seat: Seat) -> Chance:
        return Chance(self.seed, (match.steps << 3) + seat)


def bot(name: str, seed: int | None = None) -> Bot:
    """The bot of this name."""
    if name not in BOTS:
        raise BadInput("unknown_bot", bot=name, bots=tuple(BOTS))
    return Bot(name, fresh_seed() if seed is None else seed)
