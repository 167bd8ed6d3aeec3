"""The match: actors, moves, views, records, undo."""

from __future__ import annotations

from copy import deepcopy
from operator import attrgetter
from typing import Any, Generic, Self, TypeAlias, TypeVar

from elfer.core.chance import Chance, seed_for
from elfer.core.game import TABLE, Event, Game, Move, Result, Seat, State, View
from elfer.core.options import given
from elfer.core.refusals import BadInput, IllegalMove, misspelled, whole_number
from elfer.core.texts import Words
from elfer.match.steps import DEAL, STOP, Foreseen, RoundDealt, Snapshot, Step
from elfer.pictures import draw, written
from elfer.positions import Position, format_position
from elfer.records import UNFINISHED, Comments, Tags, check_tags_and_comments, format_record

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


def _read_only(name: str) -> Any:
    """A public attribute that cannot be set."""
    return property(attrgetter(name))


class Match(Generic[S, V]):
    """A match in play, or over. Moves change it by `play`, or by `foresee`, then `take`. GEN-6"""

    game: Game[S, V] = _read_only("_game")
    """The game of this round; `first` may differ from round to round. GEN-5"""
    state: S = _read_only("_state")
    seats: int = _read_only("_seats")
    rounds: int = _read_only("_rounds")
    seed: int | None = _read_only("_seed")
    results: tuple[Result, ...] = _read_only("_results")
    """The results of the rounds played to the end."""
    round: int = _read_only("_round")
    """The number of this round, counted from 0."""
    actors: tuple[Seat, ...] = _read_only("_actors")
    """The seats that may act; between rounds the table; none once the match is over."""
    stopped: bool = _read_only("_stopped")
    """Whether the match was broken off; finished rounds count."""

    def __init__(self, game: Game[S, V], state: S, seats: int, rounds: int, seed: int | None) -> None:
        self._game, self._state = game, state
        self._seats, self._rounds, self._seed = seats, rounds, seed
        self._results: tuple[Result, ...] = ()
        self._round = 0
        self._actors = game.actors(state)
        self._opening = (game, state)
        self._steps: list[Step] = []
        self._asked: Seat | None = None
        self._legal: tuple[Move, ...] = ()
        """The legal moves of `_asked`, the seat asked for last; cached until the next move."""
        self._between = False
        """Whether a round is over and the table has yet to deal the next."""
        self._stopped = False
        self.tags: Tags = {}
        """Further tags of the record: any JSON value by any name."""
        self.comments: Comments = {}
        """Comments of the record, by the number of moves before each."""
        self._snapshots: list[Snapshot] = []
        """The match after 0, 1, 2 … moves, as far as it was ever rewound."""
        self._seen: dict[Seat | None, tuple[int, list[Event]]] = {}
        """Events as each seat sees them, and the number of steps they cover."""
        self._settle()

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The actors that play waits for; others may act but need not."""
        return self.actors if self._between or not self.actors else self.game.awaited(self.state)

    def moves(self, seat: Seat) -> tuple[Move, ...]:
        """Every legal move of a seat."""
        if type(seat) is not int:  # True and 1.0 are equal to 1
            seat = self._seat(seat)
        if seat is self._asked:
            return self._legal
        if seat in self._actors:
            moves = (DEAL,) if self._between else self._game.moves(self._state, seat)
            self._asked, self._legal = seat, moves
            return moves
        self._seat(seat)
        return ()

    @property
    def due(self) -> int | None:
        """Milliseconds that a clock should wait before it plays the table's move."""
        return None if self._between or self.over else self.game.due(self.state)

    def play(self, seat: Seat, move: Move) -> tuple[Event, ...]:
        """Play a legal move and return its events. An illegal move raises and changes nothing."""
        legal = self._legal if seat is self._asked else self.moves(seat)
        if type(seat) is not int or type(move) is not str or move not in legal or self._between:
            return self.take(self.foresee(seat, move))
        # the same as `foresee` and `take`, without the value between: simulations spend their time here
        game = self._game
        self._state, events = game.play(self._state, seat, move)
        self._actors = actors = game.actors(self._state)
        self._steps.append(Step(self._round, seat, move, events))
        self._asked = None
        if not actors:
            self._settle()
        return events

    def foresee(self, seat: Seat, move: Move) -> Foreseen:
        """The result of a legal move, without playing it; an illegal move raises."""
        seat = self._seat(seat)
        if not isinstance(move, str):
            raise IllegalMove("move_type", move=move)
        move = str.__str__(move)
        if move == STOP and seat == TABLE and not self.over:
            return Foreseen(seat, move, self.game, self.state, (), (), True)
        if move not in self.moves(seat):
            raise self._refusal(seat, move)
        game = self.game
        if self._between:
            assert self.seed is not None
            game = game.next_round(self.state, self.seats)
            state = game.deal(self.seats, Chance(self.seed, self.round + 1))
            events: tuple[Event, ...] = (RoundDealt(self.round + 1),)
        else:
            state, events = game.play(self.state, seat, move)
        actors = game.actors(state)
        last = len(self.results) + 1 == self.rounds
        return Foreseen(seat, move, game, state, events, actors, last and not actors)

    def take(self, foreseen: Foreseen) -> tuple[Event, ...]:
        """Apply a foreseen move, which must be of this point of the match; returns its events."""
        self._game, self._state, self._actors = foreseen.game, foreseen.state, foreseen.actors
        self._stopped = foreseen.move == STOP
        if self._between:
            self._round += not self.stopped
            self._between = False
        self._steps.append(Step(self._round, foreseen.seat, foreseen.move, foreseen.events))
        self._asked = None
        if not self.actors and not self.stopped:
            self._settle()
        return foreseen.events

    def _refusal(self, seat: Seat, move: Move) -> IllegalMove:
        if self.over:
            return IllegalMove("match_over")
        if self._between:
            return IllegalMove("between_rounds")
        if seat not in self.actors:
            return IllegalMove("not_your_turn", seat=seat, turn=self.actors[0])
        offered = self.game.offered(self.state, seat)
        return misspelled(move, offered) or self.game.explain(self.state, seat, move)

    def _settle(self) -> None:
        """Record the result of a finished round; the table deals the next, if any."""
        result = None if self.actors else self.game.result(self.state)
        if result is not None:
            self._results += (result,)
            self._between = not self.over
            self._actors = (TABLE,) if self._between else ()

    @property
    def over(self) -> bool:
        return self.stopped or len(self.results) == self.rounds

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat over all finished rounds. GEN-6"""
        return tuple(sum(result.points[seat] for result in self.results) for seat in range(self.seats))

    @property
    def result(self) -> Result | None:
        """The result once the match is over: of its only round, or by the totals."""
        if not self.over:
            return None
        if self.stopped and not self.results:
            return Result(self.totals, (), (1,) * self.seats, "broken_off")
        if self.stopped:
            return Result.of(self.totals, "stopped")
        return self.results[0] if self.rounds == 1 else Result.of(self.totals, "rounds")

    @property
    def steps(self) -> int:
        """Number of moves played."""
        return len(self._steps)

    @property
    def history(self) -> tuple[Step, ...]:
        return tuple(self._steps)

    def since(self, step: int) -> tuple[Step, ...]:
        """The steps from number *step* on."""
        return tuple(self._steps[step:])

    def view(self, seat: Seat | None) -> V:
        """All that a seat may know; `None` is a spectator."""
        return self.game.view(self.state, None if seat is None else self._seat(seat, low=0))

    def open_view(self) -> V:
        """The table with every hand open, for replays."""
        return self.game.view(self.state, None, open=True)

    def events(self, seat: Seat | None) -> tuple[Event, ...]:
        """All events so far as a seat sees them; `None` is a spectator."""
        seat = None if seat is None else self._seat(seat, low=0)
        covered, seen = self._seen.get(seat, (0, []))
        seen += (event.seen_by(seat) for step in self._steps[covered:] for event in step.events)
        self._seen[seat] = (self.steps, seen)
        return tuple(seen)

    def copy(self) -> Self:
        """An independent match at the same move."""
        copied = object.__new__(type(self))
        copied.__dict__ |= self.__dict__ | {
            "_steps": self._steps[:],
            "_snapshots": self._snapshots[:],
            "_seen": {},
            "tags": deepcopy(self.tags),
            "comments": self.comments.copy(),
        }
        return copied

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()  # states and events never change

    def at(self, step: int) -> Self:
        """A copy of this match as it was after *step* moves."""
        step = whole_number("step", step)
        if not 0 <= step <= self.steps:
            raise BadInput("step", step=step, count=self.steps)
        match = self.copy()
        match._rewind(step)
        return match

    @property
    def undoable(self) -> Seat | None:
        """The seat that could take back the last move because it revealed nothing."""
        if not self._steps:
            return None
        last = self._steps[-1]
        return last.seat if last.events and all(event.reversible for event in last.events) else None

    def undo(self) -> Step:
        """Take back the last move, which may be a deal, and return it."""
        if not self._steps:
            raise BadInput("nothing_played")
        last = self._steps[-1]
        self._rewind(self.steps - 1)
        return last

    def _rewind(self, step: int) -> None:
        """Rewind to *step*, replaying where no snapshot exists."""
        if step < self.steps:
            self._fill_snapshots(step)
            self._restore(self._snapshots[step])
        del self._snapshots[step + 1 :], self._steps[step:]
        self.comments = {at: text for at, text in self.comments.items() if at <= step}
        self._seen.clear()

    def _fill_snapshots(self, step: int) -> None:
        """Replay from the last snapshot, or from the opening, until there is a snapshot of *step*."""
        kept = self._snapshots
        if step < len(kept):
            return
        again = Match(*self._opening, self.seats, self.rounds, self.seed)
        if kept:
            again._restore(kept[-1])
        else:
            kept.append(again._snapshot())
        for then in self._steps[len(kept) - 1 : step]:
            again.play(then.seat, then.move)
            kept.append(again._snapshot())

    def _snapshot(self) -> Snapshot:
        return Snapshot(self.game, self.state, self.actors, self.round, self.results, self._between)

    def _restore(self, snapshot: Snapshot) -> None:
        self._game, self._state, self._actors, self._round, self._results, self._between = snapshot
        self._asked, self._stopped = None, False

    def __eq__(self, other: object) -> bool:
        """Whether openings and steps are equal; tags and comments do not count."""
        if not isinstance(other, Match):
            return NotImplemented
        compared = attrgetter("_opening", "seats", "rounds", "seed", "_steps")
        return bool(compared(self) == compared(other))

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        """The table as a spectator sees it."""
        return f"{repr(self)[1:-1]}\n{self.text()}"

    def __repr__(self) -> str:
        text = f"{self.game.id}, {self.seats} seats, "
        text += f"round {self.round + 1} of {self.rounds}, " if self.rounds > 1 else ""
        text += f"{self.steps} moves, "
        if self.result:
            return f"<Match {text}won by {' and '.join(map(str, self.result.winners)) or 'nobody'}>"
        actors = ("the table" if seat == TABLE else f"seat {seat}" for seat in self.awaited)
        return f"<Match {text}{' and '.join(actors)} to move>"

    def svg(self, seat: Seat | None = None, *, open: bool = False, words: Words | None = None) -> str:
        """The table as a seat or a spectator sees it, as SVG; *open* shows every hand."""
        view = self.open_view() if open else self.view(seat)
        return draw(view, words or Words("en", (), getattr(self.game, "edition", "")))

    def text(self, seat: Seat | None = None, *, open: bool = False) -> str:
        """The same as text, in English."""
        view = self.open_view() if open else self.view(seat)
        return written(view, Words("en", (), getattr(self.game, "edition", "")))

    def _repr_html_(self) -> str:
        """The table in a notebook, as a spectator sees it."""
        return self.svg()

    def imagine(self, seat: Seat | None, rng: Chance) -> S:
        """A random state that *seat* cannot tell from the true one; bots get nothing else."""
        seat = None if seat is None else self._seat(seat, low=0)
        if not isinstance(rng, Chance):
            raise BadInput("chance", value=rng)
        # an independent stream: with the seed of the deal it must not reproduce the deal
        aside = Chance(seed_for(rng.seed, "imagine", rng.round, rng.counter))
        rng.counter += 2
        return self.game.imagine(self.state, seat, aside)

    def _seat(self, seat: Seat, low: Seat = TABLE) -> Seat:
        """A seat of this match as an `int`; anything else raises."""
        seat = whole_number("seat", seat)
        if not low <= seat < self.seats:
            raise BadInput("seat_range", key="seat", seat=seat, high=self.seats - 1)
        return seat

    def position(self) -> Position:
        """The current round as a dict with every key."""
        return format_position(self.game, self.state)

    def record(self) -> str:
        """The whole match as text."""
        check_tags_and_comments(self.tags, self.comments, self.steps)
        game, state = self._opening
        deal = {"Position": format_position(game, state)} if self.seed is None else {"Seed": self.seed}
        tags = {
            "Game": game.id,
            "Version": game.version,
            "Options": given(game),
            "Seats": self.seats,
            "Rounds": self.rounds,
            "Result": list(self.result.points) if self.result else UNFINISHED,
        }
        moves = [(step.seat, step.move) for step in self._steps]
        return format_record(tags | deal | self.tags, moves, self.comments)


AnyMatch: TypeAlias = Match[Any, Any]
"""A match of any game."""
