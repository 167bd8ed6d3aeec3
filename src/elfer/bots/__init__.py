"""Who decides when no person does."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache
from typing import Protocol, TypeAlias, cast

import msgspec

from elfer.bots import plain
from elfer.bots.reaction import reaction
from elfer.bots.search import Estimate
from elfer.bots.simple import greedy, random
from elfer.core.chance import Chance, fresh_seed, seed_for
from elfer.core.game import AnyGame, Move, Seat, State, package_of, part_of_game
from elfer.core.refusals import BadInput
from elfer.games import registry
from elfer.match import AnyMatch

__all__ = ["BOTS", "LEVELS", "Bot", "Estimate", "Observation", "bot", "warm_up"]

SIMPLE = {"random": random, "greedy": greedy}
"""Bots that look at nothing but their legal moves."""
LEVELS = ("easy", "medium", "hard", "expert")
BOTS = (*SIMPLE, *LEVELS)

Call: TypeAlias = Callable[[str, AnyGame, State, Seat, Chance], Move | None]
"""A move that play does not wait for, or none: by level, game, state and seat."""


class Strategy(Protocol):
    """How a game is played at each level: the module `bot` in the game's folder.

    The state it is handed is one that the seat cannot tell from the true one. Some also have `call`, a `Call`
    for moves that play does not wait for, `notices`, the same for where a clock runs, and `warm_up()`, which
    prepares what a first decision would have to wait for.
    """

    def choose(self, level: str, game: AnyGame, state: State, seat: Seat, rng: Chance, /) -> Move: ...

    def estimate(self, game: AnyGame, state: State, seat: Seat, rng: Chance, /) -> tuple[Estimate, ...]: ...


def strategy(game: AnyGame) -> Strategy:
    """How this game is played; loaded when it is first needed. A game without its own is searched plainly."""
    return _strategy(type(game))


@cache
def _strategy(kind: type[AnyGame]) -> Strategy:
    return cast(Strategy, part_of_game(kind, "bot") or plain)


class Observation(msgspec.Struct, frozen=True):
    """All that a bot is handed: the rules, its seat, an imagined state, and chance of its own."""

    game: AnyGame
    state: State
    seat: Seat
    chance: tuple[int, int, int]


class Bot:
    """A player by name. The same seed makes the same choices in the same match."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.seed = seed
        self._own_seed = seed_for(seed, "bot")  # the match may have been dealt from the same seed

    def choose(self, match: AnyMatch, seat: Seat) -> Move:
        """A legal move for this seat."""
        moves = match.moves(seat)
        if not moves:
            raise BadInput("bot_cannot_act", seat=seat)
        if self.name in SIMPLE:
            return SIMPLE[self.name](moves, self._chance(match, seat))
        return moves[0] if len(moves) == 1 else self.decide(self.observe(match, seat))

    def calls(self, match: AnyMatch, seat: Seat) -> Move | None:
        """A move that this seat makes though play does not wait for it, or none."""
        if self.name in SIMPLE or seat not in match.actors or seat in match.awaited:
            return None
        return self.decide_call(self.observe(match, seat))

    def evaluate(self, match: AnyMatch, seat: Seat) -> tuple[Estimate, ...]:
        """Each legal move with its estimated chance to win and expected points, the best first."""
        return self.weigh(self.observe(match, seat))

    def observe(self, match: AnyMatch, seat: Seat) -> Observation:
        """What is handed over: an imagined state, never the true one."""
        if seat not in match.actors:
            raise BadInput("bot_cannot_act", seat=seat)
        rng = self._chance(match, seat)
        return Observation(match.game, match.imagine(seat, rng), seat, rng.mark())

    def decide(self, seen: Observation) -> Move:
        """The move of this bot, from what it is handed."""
        rng = Chance(*seen.chance)
        if self.name in SIMPLE:
            return SIMPLE[self.name](seen.game.moves(seen.state, seen.seat), rng)
        return strategy(seen.game).choose(self.name, seen.game, seen.state, seen.seat, rng)

    def decide_call(self, seen: Observation) -> Move | None:
        """What this bot calls or doubts, from what it is handed, or nothing."""
        if self.name in SIMPLE:
            return None
        call: Call | None = getattr(strategy(seen.game), "call", None)
        return call and call(self.name, seen.game, seen.state, seen.seat, Chance(*seen.chance))

    def react(self, seen: Observation) -> tuple[int, Move] | None:
        """What this bot calls or doubts where a clock runs, and after how many ms, or nothing.

        A game of reaction says what a bot `notices`; in others whoever is to move decides in turn.
        """
        game, state, seat = seen.game, seen.state, seen.seat
        own = strategy(game)
        unasked = None if seat in game.awaited(state) else getattr(own, "call", None)
        notices: Call | None = getattr(own, "notices", unasked)
        if self.name in SIMPLE or notices is None:
            return None
        rng = Chance(*seen.chance)
        move = notices(self.name, game, state, seat, rng)
        return (reaction(self.name, rng), move) if move else None

    def weigh(self, seen: Observation) -> tuple[Estimate, ...]:
        """Each legal move as `evaluate` has it, from what the bot is handed."""
        found = strategy(seen.game).estimate(seen.game, seen.state, seen.seat, Chance(*seen.chance))
        return tuple(sorted(found, key=lambda move: (-move.win, -move.points)))

    def _chance(self, match: AnyMatch, seat: Seat) -> Chance:
        return Chance(self._own_seed, (match.steps << 3) + seat)


def bot(name: str, seed: int | None = None) -> Bot:
    """The bot of this name."""
    if name not in BOTS:
        raise BadInput("unknown_bot", bot=name, bots=BOTS)
    return Bot(name, fresh_seed() if seed is None else seed)


def warm_up() -> None:
    """Let every game prepare what its bots' first decision would have to wait for."""
    folders = {package_of(kind): kind for kind in registry().values()}
    for kind in folders.values():
        try:
            if prepare := getattr(_strategy(kind), "warm_up", None):
                prepare()
        except Exception as error:  # whatever is wrong with one package must not cost the others their bots
            warnings.warn(f"the bots of {kind.id} are not prepared: {error}", RuntimeWarning, stacklevel=2)
