"""Who decides when no person does."""

from __future__ import annotations

from typing import Any, Protocol

from elfer.bots.calls import doubt, snap, stopp
from elfer.bots.simple import greedy, random
from elfer.chance import Chance, fresh_seed
from elfer.core import BadInput, Game, Move, Seat, State
from elfer.match import Match


class Decide(Protocol):
    """A way to play: a legal move, found from a state that the seat cannot tell from the true one."""

    def __call__(self, game: Game[Any], state: State, seat: Seat, rng: Chance, /) -> Move: ...


BOTS: dict[str, Decide] = {"random": random, "greedy": greedy}


class Call(Protocol):
    """Whether to act though play does not wait for it, found in the same way."""

    def __call__(self, game: Any, state: Any, seat: Seat, rng: Chance, /) -> Move | None: ...


CALLS: dict[str, Call] = {"connect": stopp, "cheat": doubt, "snap": snap}
"""By game, where calls and doubts are part of it."""


class Bot:
    """A player by name. The same seed makes the same choices in the same match."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.seed = seed

    def choose(self, match: Match, seat: Seat) -> Move:
        """A legal move for this seat; what decides it is an imagined state, never the true one."""
        if seat not in match.actors:
            raise BadInput("bot_cannot_act", seat=seat)
        rng = self._rng(match, seat)
        imagined = match.imagine(seat, rng)
        if self.name != "random" and match.game.id in CALLS:
            call = CALLS[match.game.id](match.game, imagined, seat, rng)
            if call in match.moves(seat):
                return call
        return BOTS[self.name](match.game, imagined, seat, rng)

    def calls(self, match: Match, seat: Seat) -> Move | None:
        """A move that this seat makes though play does not wait for it, or none."""
        if match.game.id not in CALLS or seat not in match.actors or seat in match.awaited:
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
