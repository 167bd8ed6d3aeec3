"""The built-in bots: four levels, and two simple ones that look at their legal moves only."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from elfer.bots.search import Estimate, same_luck
from elfer.bots.simple import greedy, random
from elfer.bots.strategies import Call, strategy
from elfer.bots.why import best_first
from elfer.core.chance import Chance, given_seed, seed_for
from elfer.core.game import AnyGame, Event, Move, Seat, State
from elfer.core.refusals import BadInput, whole_number
from elfer.game_card import card_of
from elfer.match import AnyMatch, Match

SIMPLE = {"random": random, "greedy": greedy}
LEVELS = ("easy", "medium", "hard", "expert")
BOTS = (*SIMPLE, *LEVELS)
REACTIONS_MS = {"easy": (900, 300), "medium": (700, 200), "hard": (500, 120), "expert": (350, 80)}
"""Mean and standard deviation of the reaction time by level."""
QUICKEST_MS = 180
"""A person's shortest reaction time."""


def levels_offline(game: str, seats: int) -> tuple[str, ...]:
    """The levels offered where bots run in plain Python."""
    known = card_of(game)
    return LEVELS if known and seats in known.expert_offline else LEVELS[:-1]


class Observation(msgspec.Struct, frozen=True, dict=True):
    """Everything a bot gets: the rules, its seat, an imagined state, and its own random numbers."""

    game: AnyGame
    state: State
    """Imagined: the seat cannot tell it from the true state, which is not in here."""
    seat: Seat
    chance: tuple[int, int, int]
    seats: int = 0
    history: tuple[Event, ...] = ()
    """All events as the seat saw them; filled for bots of one's own."""

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
        """The bot's own random numbers: the same seed gives the same ones."""
        return Chance(*self.chance)

    def imagine(self, seed: int) -> AnyMatch:
        """A match from a random state that the seat cannot tell from the true one."""
        state = self.game.imagine(self.state, self.seat, Chance(seed_for(given_seed(seed), "imagine")))
        return Match(self.game, state, self.seats, 1, None)


def check_match(match: object) -> None:
    """Refuse what is no match."""
    if not isinstance(match, Match):
        raise BadInput("match_type", found=type(match).__name__)


def seat_of(match: AnyMatch, seat: Seat) -> Seat:
    """The seat as an `int`; refuses what is no match or no whole number."""
    check_match(match)
    return whole_number("seat", seat)


class Bot:
    """A player of a level. The same seed makes the same choices in the same match."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.seed = seed
        self._own_seed = seed_for(seed, "bot")  # the match may have been dealt from the same seed

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    def with_seed(self, seed: int) -> Bot:
        """The same player with another seed."""
        return type(self)(self.name, seed)

    def choose(self, match: AnyMatch, seat: Seat) -> Move:
        """A legal move for this seat."""
        seat, moves = self._moves(match, seat)
        return moves[0] if len(moves) == 1 else self.decide(self.observe(match, seat))

    def calls(self, match: AnyMatch, seat: Seat) -> Move | None:
        """A move of this seat that play does not wait for, or none."""
        seat = seat_of(match, seat)
        if seat not in match.actors or seat in match.awaited:
            return None
        return self.decide_call(self.observe(match, seat))

    def evaluate(self, match: AnyMatch, seat: Seat) -> tuple[Estimate, ...]:
        """Each legal move with its estimated chance to win and expected points, the best first."""
        return self.weigh(self.observe(match, seat))

    def observe(self, match: AnyMatch, seat: Seat) -> Observation:
        """What the bot gets to decide on: an imagined state, never the true one."""
        seat = seat_of(match, seat)
        if seat not in match.actors:
            raise BadInput("bot_cannot_act", seat=seat)
        rng = self._chance(match, seat)
        return Observation(match.game, match.imagine(seat, rng), seat, rng.mark(), match.seats)

    def decide(self, seen: Observation) -> Move:
        """The move for an observation."""
        return strategy(seen.game).choose(self.name, seen.game, seen.state, seen.seat, Chance(*seen.chance))

    def decide_call(self, seen: Observation) -> Move | None:
        """The call or doubt for an observation, or none."""
        call: Call | None = getattr(strategy(seen.game), "call", None)
        return call and call(self.name, seen.game, seen.state, seen.seat, Chance(*seen.chance))

    def react(self, seen: Observation) -> tuple[int, Move] | None:
        """The call or doubt where a clock runs, with its delay in ms, or none.

        A game of reaction has `notices`; in other games a seat that play waits for decides in turn.
        """
        game, state, seat = seen.game, seen.state, seen.seat
        own = strategy(game)
        optional = None if seat in game.awaited(state) else getattr(own, "call", None)
        notices: Call | None = getattr(own, "notices", optional)
        if notices is None:
            return None
        rng = Chance(*seen.chance)
        move = notices(self.name, game, state, seat, rng)
        return (reaction(self.name, rng), move) if move else None

    def weigh(self, seen: Observation) -> tuple[Estimate, ...]:
        """The estimates of `evaluate` for an observation."""
        luck = same_luck(seen.game, seen.state, seen.seat)
        return best_first(strategy(seen.game).estimate(seen.game, seen.state, seen.seat, luck))

    def _moves(self, match: AnyMatch, seat: Seat) -> tuple[Seat, tuple[Move, ...]]:
        """The seat with its legal moves; refuses a seat without any."""
        seat = seat_of(match, seat)
        moves = match.moves(seat)
        if not moves:
            raise BadInput("bot_cannot_act", seat=seat)
        return seat, moves

    def _chance(self, match: AnyMatch, seat: Seat) -> Chance:
        return Chance(self._own_seed, (match.steps << 3) + seat)


class SimpleBot(Bot):
    """`random` or `greedy`: looks at its legal moves only, and never calls."""

    def choose(self, match: AnyMatch, seat: Seat) -> Move:
        seat, moves = self._moves(match, seat)
        return SIMPLE[self.name](match.game, moves, self._chance(match, seat))

    def calls(self, match: AnyMatch, seat: Seat) -> None:
        seat_of(match, seat)

    def decide(self, seen: Observation) -> Move:
        return SIMPLE[self.name](seen.game, seen.game.moves(seen.state, seen.seat), Chance(*seen.chance))

    def decide_call(self, seen: Observation) -> None:
        return None

    def react(self, seen: Observation) -> None:
        return None


def reaction(level: str, rng: Chance) -> int:
    """A random reaction time in ms: skewed, so that long ones are more common than short ones."""
    mean, deviation = REACTIONS_MS[level]
    late = sum(rng.below(1001) for _ in range(4)) / 1000  # 0 to 4, mostly around 2
    skewed = (late**2 - 13 / 3) / 2.4  # mean 0, deviation 1
    return max(QUICKEST_MS, round(mean + deviation * skewed))
