"""The course of a game from its first card on, as a tree has it: chance deals, then one seat acts at a time.

This is a game as OpenSpiel knows games, without a word of OpenSpiel. A course can be copied at any point,
told to each seat, and imagined anew from what a seat knows.
"""

from __future__ import annotations

from copy import copy
from functools import cache, lru_cache
from hashlib import blake2b
from typing import Any, Self

from msgspec.structs import replace

from elfer.core.chance import Chance, seed_for
from elfer.core.encoding import to_json
from elfer.core.game import TABLE, AnyGame, Move, Result, Seat, State
from elfer.core.refusals import BadInput, IllegalMove
from elfer.envs.dealing import Deals, Dealt
from elfer.envs.encoding import Encoding
from elfer.envs.fields import Floats
from elfer.envs.turns import Turns
from elfer.match import AnyMatch, Match, Step

TRIALS = 8
"""How many random games show how long a game can be expected to last."""
TIMES = 3
"""How many times as long as the longest of these a game may be; then it is broken off."""
HIDDEN: Move = "?"
"""The move of another seat of which not everything is shown."""
ROW = ("seat", "action", "told")
"""What is written down of a past move: who played it, the action if all of it was shown, and a number that
stands for everything the seat was told of it."""


class Table:
    """A game with its options at a table of some size, and what is known of all its courses."""

    def __init__(self, game: AnyGame, seats: int, most: int = 0) -> None:
        self.game, self.seats = game, seats
        self.code = Encoding(game, seats)
        self.deals = Deals(game, seats)
        self.first = self.deals.after(())
        """The first choice of chance, or the deal where there is none; a tree asks for it again and again."""
        self.most = most or self.code.longest or TIMES * longest(game, seats)
        """After this number of answers, or moves, a game is broken off, and nobody has won."""

    def __reduce__(self) -> tuple[Any, ...]:
        return table, (self.game, self.seats, self.most)


@cache
def table(game: AnyGame, seats: int, most: int = 0) -> Table:
    """The table of this game, made once."""
    return Table(game, seats, most)


def longest(game: AnyGame, seats: int) -> int:
    """How many answers, or moves, the longest of a few random games takes."""
    most = 0
    for seed in range(TRIALS):
        rng = Chance(seed_for(seed, "answers"))
        turns = Turns(Match(game, game.deal(seats, Chance(seed)), seats, 1, None))
        answers = 0
        while turns.seat is not None:
            turns.act(turns.moves[rng.below(len(turns.moves))])
            answers += 1
        most = max(most, answers, turns.match.steps)
    return most


class Course:
    """One game: the deal as far as it has come, then the match."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.made: tuple[int, ...] = ()
        """What chance has chosen in the deal."""
        self.start: State | None = None
        """The state when everything was dealt."""
        self.outcomes = 0
        """How many outcomes the choice has that chance makes now; none once everything is dealt."""
        self.turns: Asking | None = None
        """The match, once it is dealt."""
        self.opening: dict[Seat | None, str] = {}
        """What each seat, or a spectator, saw when everything was dealt, as far as somebody has asked."""
        self.answers = self.moves = 0
        """How many answers were given, and how many moves played by seats and table."""
        self._take(table.first)

    @property
    def match(self) -> AnyMatch:
        assert self.turns is not None, "the deal is not over"
        return self.turns.match

    @property
    def over(self) -> bool:
        """Whether the round has ended, or was broken off."""
        longer = max(self.answers, self.moves)
        return self.turns is not None and (self.turns.seat is None or longer >= self.table.most)

    @property
    def result(self) -> Result | None:
        """How the round ended; nothing if it was broken off, or goes on."""
        return self.turns.match.result if self.turns else None

    def choose(self, outcome: int) -> None:
        """Chance chooses."""
        if not 0 <= outcome < self.outcomes:
            raise BadInput("outcome", outcome=outcome, high=self.outcomes - 1)
        self.made = (*self.made, outcome)
        self._take(self.table.deals.after(self.made))

    def _take(self, found: Dealt | int) -> None:
        table = self.table
        if isinstance(found, Dealt):
            self.begin(Match(table.game, found.state, table.seats, 1, found.seed))
        else:
            self.outcomes = found

    def begin(self, match: AnyMatch) -> None:
        """The match begins, at whatever point it is."""
        self.start, self.outcomes = match.state, 0
        self.turns, self.moves = Asking(match), match.steps

    def answer(self, action: int) -> None:
        """The seat that is asked plays, or waits."""
        assert self.turns is not None, "the deal is not over"
        if self.over:
            raise IllegalMove("match_over")
        before = self.match.steps
        self.turns.act(self.table.code.action(action))
        self.answers += 1
        self.moves += self.match.steps - before

    def __deepcopy__(self, memo: object) -> Self:
        copied = object.__new__(type(self))
        copied.__dict__ |= self.__dict__ | {"turns": copy(self.turns), "opening": self.opening.copy()}
        return copied

    # What a seat knows.

    def told(self, seat: Seat | None) -> str:
        """All that a seat, or a spectator, was ever told: the deal, each move, the table now; a line each."""
        steps = (told(step, seat) for step in self.match.history)
        return "\n".join((self._opened(seat), *steps, to_json(self.match.view(seat))))

    def _opened(self, seat: Seat | None) -> str:
        if seat not in self.opening:
            self.opening[seat] = to_json(self.table.game.view(self.start, seat))
        return self.opening[seat]

    def past(self, seat: Seat, out: Floats) -> None:
        """Write the past moves as a seat was told them, the first one first: a row for each."""
        table = self.table
        rows = [_row(table, step, seat) for step in self.match.history[: len(out)]]
        if rows:
            out[: len(rows)] = rows

    def imagined(self, seat: Seat, rng: Chance) -> Course:
        """A random course that this seat cannot tell from this one; nothing it does not know is left."""
        match, course = self.match, copy(self)
        steps = tuple(shown(step, seat) for step in match.history)
        state = match.imagine(seat, rng)
        assert self.turns is not None
        course.turns = self.turns.at(Imagined(match.game, state, match.seats, steps))
        course.opening = dict.fromkeys((*range(match.seats), None), self._opened(None))
        course.opening[seat] = self._opened(seat)
        course.made, course.start = (), state
        return course


class Asking(Turns):
    """Turns that can be taken up in another match at the same point."""

    def at(self, match: AnyMatch) -> Self:
        other = copy(self)
        other.match = match
        other._ask()
        return other


class Imagined(Match[Any, Any]):
    """A match that goes on from an imagined state, with the past of the true one as one seat saw it."""

    def __init__(self, game: AnyGame, state: State, seats: int, before: tuple[Step, ...]) -> None:
        super().__init__(game, state, seats, 1, None)
        self._steps = list(before)


def shown(step: Step, seat: Seat | None) -> Step:
    """A step with what a seat, or a spectator, saw of it."""
    events = tuple(event.seen_by(seat) for event in step.events)
    known = seat == step.seat or events == step.events
    return replace(step, move=step.move if known else HIDDEN, events=events)


@lru_cache(1 << 16)
def told(step: Step, seat: Seat | None) -> str:
    """A step as a seat is told it."""
    seen = shown(step, seat)
    return to_json((seen.seat, seen.move, seen.events))


def _number(told: str) -> float:
    """A number from 0 to 1 that stands for a text: another one has hardly ever the same."""
    return int.from_bytes(blake2b(told.encode(), digest_size=3).digest(), "big") / (1 << 24)


@lru_cache(1 << 16)
def _row(table: Table, step: Step, seat: Seat) -> tuple[float, float, float]:
    move = shown(step, seat).move
    action = 0.0 if step.seat == TABLE or move == HIDDEN else 1 + table.code.ids[move]
    return (step.seat + 2) / (table.seats + 1), action / len(table.code.actions), _number(told(step, seat))
