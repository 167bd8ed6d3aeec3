"""The bots that come with the games: by level, and two that look at nothing but their legal moves."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from typing import Any, Protocol, TypeAlias, cast

import msgspec

from elfer.bots import plain
from elfer.bots.reaction import reaction
from elfer.bots.search import Estimate, same_luck
from elfer.bots.simple import greedy, random
from elfer.bots.why import best_first
from elfer.core.chance import Chance, given_seed, seed_for
from elfer.core.game import AnyGame, Event, Move, Seat, State, part_of_game
from elfer.core.refusals import BadInput, whole_number
from elfer.how import how
from elfer.match import AnyMatch, Match

SIMPLE = {"random": random, "greedy": greedy}
"""Bots that look at nothing but their legal moves."""
LEVELS = ("easy", "medium", "hard", "expert")
BOTS = (*SIMPLE, *LEVELS)

Call: TypeAlias = Callable[[str, AnyGame, State, Seat, Chance], Move | None]
"""A move that play does not wait for, or none: by level, game, state and seat."""


def levels_offline(game: str, seats: int) -> tuple[str, ...]:
    """The levels that are offered where bots think in plain Python, as they do without a network."""
    known = how(game)
    return LEVELS if known and seats in known.expert_offline else LEVELS[:-1]


class Strategy(Protocol):
    """How a game is played at each level: the module `bot` in the game's folder.

    The state it is handed is one that the seat cannot tell from the true one. Some also have `call`, a `Call`
    for moves that play does not wait for, `notices`, the same for where a clock runs, `warm_up()`, which
    prepares what a first decision would have to wait for, and `Many`, which plays many rounds compiled.
    """

    def choose(self, level: str, game: AnyGame, state: State, seat: Seat, rng: Chance, /) -> Move: ...

    def estimate(self, game: AnyGame, state: State, seat: Seat, rng: Chance, /) -> tuple[Estimate, ...]: ...


def strategy(game: AnyGame) -> Strategy:
    """How this game is played; loaded when it is first needed. A game without its own is searched plainly."""
    return strategy_of(type(game))


@cache
def strategy_of(kind: type[AnyGame]) -> Strategy:
    """How the games of this class are played."""
    return cast(Strategy, part_of_game(kind, "bot") or plain)


class Observation(msgspec.Struct, frozen=True, dict=True):
    """All that a bot is handed: the rules, its seat, an imagined state, and chance of its own."""

    game: AnyGame
    state: State
    """A state that the seat cannot tell from the true one, which is nowhere in here."""
    seat: Seat
    chance: tuple[int, int, int]
    seats: int = 0
    history: tuple[Event, ...] = ()
    """Everything that has happened, as the seat saw it; for bots that ask for it."""

    @cached_property
    def view(self) -> Any:
        """All that the seat may know."""
        return self.game.view(self.state, self.seat)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Every legal move of the seat."""
        return self.game.moves(self.state, self.seat)

    @cached_property
    def rng(self) -> Chance:
        """Chance of the bot's own: with the same seed the same numbers."""
        return Chance(*self.chance)

    def imagine(self, seed: int) -> AnyMatch:
        """A match that goes on from a random state which the seat cannot tell from the true one."""
        state = self.game.imagine(self.state, self.seat, Chance(seed_for(given_seed(seed), "imagine")))
        return Match(self.game, state, self.seats, 1, None)


def check_match(match: object) -> None:
    """Refuse what is no match."""
    if not isinstance(match, Match):
        raise BadInput("match_type", found=type(match).__name__)


def seat_of(match: AnyMatch, seat: Seat) -> Seat:
    """The seat a bot is asked about, as an `int`; refuses what is no match or no whole number."""
    check_match(match)
    return whole_number("seat", seat)


class Bot:
    """A player by name. The same seed makes the same choices in the same match."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.seed = seed
        self._own_seed = seed_for(seed, "bot")  # the match may have been dealt from the same seed

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    def with_seed(self, seed: int) -> Bot:
        """The same player with another seed."""
        return Bot(self.name, seed)

    def choose(self, match: AnyMatch, seat: Seat) -> Move:
        """A legal move for this seat."""
        seat = seat_of(match, seat)
        moves = match.moves(seat)
        if not moves:
            raise BadInput("bot_cannot_act", seat=seat)
        if self.name in SIMPLE:
            return SIMPLE[self.name](moves, self._chance(match, seat))
        return moves[0] if len(moves) == 1 else self.decide(self.observe(match, seat))

    def calls(self, match: AnyMatch, seat: Seat) -> Move | None:
        """A move that this seat makes though play does not wait for it, or none."""
        seat = seat_of(match, seat)
        if self.name in SIMPLE or seat not in match.actors or seat in match.awaited:
            return None
        return self.decide_call(self.observe(match, seat))

    def evaluate(self, match: AnyMatch, seat: Seat) -> tuple[Estimate, ...]:
        """Each legal move with its estimated chance to win and expected points, the best first."""
        return self.weigh(self.observe(match, seat))

    def observe(self, match: AnyMatch, seat: Seat) -> Observation:
        """What is handed over: an imagined state, never the true one."""
        seat = seat_of(match, seat)
        if seat not in match.actors:
            raise BadInput("bot_cannot_act", seat=seat)
        rng = self._chance(match, seat)
        return Observation(match.game, match.imagine(seat, rng), seat, rng.mark(), match.seats)

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
        luck = same_luck(seen.game, seen.state, seen.seat)
        found = strategy(seen.game).estimate(seen.game, seen.state, seen.seat, luck)
        return best_first(found)

    def _chance(self, match: AnyMatch, seat: Seat) -> Chance:
        return Chance(self._own_seed, (match.steps << 3) + seat)
