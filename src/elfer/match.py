"""A match: several rounds of one game with the same seats; the door for people, bots and clocks alike."""

from __future__ import annotations

from typing import Any, Generic, Self, TypeAlias, TypeVar, overload

import msgspec

from elfer.core.chance import SEED_BITS, Chance, fresh_seed
from elfer.core.game import TABLE, AnyGame, Event, Game, Move, Result, Seat, State, View
from elfer.core.options import configure, given
from elfer.core.refusals import BadInput, IllegalMove
from elfer.games import game_type
from elfer.positions import Position, format_position, parse_position
from elfer.records import UNFINISHED, Tags, format_record, parse_record

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)
DEAL: Move = "deal"


class Dealt(Event, frozen=True):
    """The table has dealt the next round."""

    round: int


class Step(msgspec.Struct, frozen=True, gc=False):
    """One move of a match and what came of it."""

    round: int
    seat: Seat
    move: Move
    events: tuple[Event, ...]


class Foreseen(msgspec.Struct, frozen=True, gc=False):
    """What a move would lead to: nothing has changed yet."""

    seat: Seat
    move: Move
    game: AnyGame
    state: Any
    events: tuple[Event, ...]
    actors: tuple[Seat, ...]
    over: bool
    """Whether the match would be over."""


class Match(Generic[S, V]):
    """A match in play, or over. Only `play` changes it, in two steps: `foresee` and `take`. GEN-6"""

    def __init__(self, game: Game[S, V], state: S, seats: int, rounds: int, seed: int | None) -> None:
        self.game = game
        """The game of this round; `first` may differ from round to round. GEN-5"""
        self.state = state
        self.seats = seats
        self.rounds = rounds
        self.seed = seed
        self.results: list[Result] = []
        """The results of the rounds played to the end."""
        self.round = 0
        """The number of this round, counted from 0."""
        self.actors = game.actors(state)
        """Who may act now; between rounds the table; nobody once the match is over."""
        self._opening = (game, state)
        self._steps: list[Step] = []
        self._asked: Seat | None = None
        self._legal: tuple[Move, ...] = ()
        """The legal moves of the seat that was asked for last, since the last move."""
        self._between = False
        """Whether a round is over and the table has yet to deal the next."""
        self._settle()

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The actors that play waits for; the others may act but need not."""
        return self.actors if self._between or not self.actors else self.game.awaited(self.state)

    def moves(self, seat: Seat) -> tuple[Move, ...]:
        """Every legal move of a seat."""
        if seat is self._asked:
            return self._legal
        if type(seat) is not int or seat not in self.actors:  # True and 1.0 are equal to 1
            self._check_seat(seat)
            return ()
        moves = (DEAL,) if self._between else self.game.moves(self.state, seat)
        self._asked, self._legal = seat, moves
        return moves

    @property
    def due(self) -> int | None:
        """How many ms a clock should wait before it plays the table's move."""
        return None if self._between or self.over else self.game.due(self.state)

    def play(self, seat: Seat, move: Move) -> tuple[Event, ...]:
        """Play a legal move; what happened. An illegal one is refused and changes nothing."""
        if self._between:
            return self.take(self.foresee(seat, move))
        if move not in (self._legal if seat is self._asked else self.moves(seat)):
            raise self._refusal(seat, move)
        # `take` and `foresee` without the value between: simulations come by here for every move
        game = self.game
        state, events = game.play(self.state, seat, move)
        self.state, self.actors = state, game.actors(state)
        self._steps.append(Step(self.round, seat, move, events))
        self._asked = None
        if not self.actors:
            self._settle()
        return events

    def foresee(self, seat: Seat, move: Move) -> Foreseen:
        """What a legal move would lead to; an illegal one is refused. Nothing changes."""
        if move not in self.moves(seat):
            raise self._refusal(seat, move)
        game = self.game
        if self._between:
            assert self.seed is not None
            game = game.next_round(self.state, self.seats)
            state = game.deal(self.seats, Chance(self.seed, self.round + 1))
            events: tuple[Event, ...] = (Dealt(self.round + 1),)
        else:
            state, events = game.play(self.state, seat, move)
        actors = game.actors(state)
        last = len(self.results) + 1 == self.rounds
        return Foreseen(seat, move, game, state, events, actors, last and not actors)

    def take(self, foreseen: Foreseen) -> tuple[Event, ...]:
        """Let happen what was foreseen at this very point of the match; what happened."""
        self.game, self.state, self.actors = foreseen.game, foreseen.state, foreseen.actors
        if self._between:
            self.round += 1
            self._between = False
        self._steps.append(Step(self.round, foreseen.seat, foreseen.move, foreseen.events))
        self._asked = None
        if not self.actors:
            self._settle()
        return foreseen.events

    def _refusal(self, seat: Seat, move: Move) -> IllegalMove:
        self._check_seat(seat)
        if not isinstance(move, str):
            return IllegalMove("move_type", move=move)
        if self.over:
            return IllegalMove("match_over")
        if self._between:
            return IllegalMove("between_rounds")
        if seat not in self.actors:
            return IllegalMove("not_your_turn", seat=seat, turn=self.actors[0])
        return self.game.explain(self.state, seat, move)

    def _settle(self) -> None:
        """Count a round that is over; the table deals the next one, if there is one."""
        result = None if self.actors else self.game.result(self.state)
        if result is not None:
            self.results.append(result)
            self._between = not self.over
            self.actors = (TABLE,) if self._between else ()

    @property
    def over(self) -> bool:
        return len(self.results) == self.rounds

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat over the rounds played to the end. GEN-6"""
        return tuple(sum(result.points[seat] for result in self.results) for seat in range(self.seats))

    @property
    def result(self) -> Result | None:
        """How the match ended, once it has: a round's own result, or the totals of several."""
        if not self.over:
            return None
        return self.results[0] if self.rounds == 1 else Result.of(self.totals, "rounds")

    @property
    def steps(self) -> int:
        """How many moves have been played."""
        return len(self._steps)

    @property
    def history(self) -> tuple[Step, ...]:
        return tuple(self._steps)

    def view(self, seat: Seat | None) -> V:
        """All that a seat may know; `None` is a spectator."""
        if seat is not None:
            self._check_seat(seat, low=0)
        return self.game.view(self.state, seat)

    def open_view(self) -> V:
        """The table with every hand open, for replays."""
        return self.game.view(self.state, None, open=True)

    def at(self, step: int) -> Match[S, V]:
        """This match as it was after *step* moves."""
        match = Match(*self._opening, self.seats, self.rounds, self.seed)
        for past in self._steps[:step]:
            match.play(past.seat, past.move)
        return match

    def __copy__(self) -> Self:
        """A match of its own at the same move: what is played in one does not show in the other."""
        copied = object.__new__(type(self))
        copied.__dict__ |= self.__dict__ | {
            "results": self.results.copy(),
            "_steps": self._steps.copy(),
        }
        return copied

    def imagine(self, seat: Seat | None, rng: Chance) -> S:
        """A random state which that seat cannot tell from the true one: all that bots are given."""
        aside = rng.branch()  # whoever has the seed of the deal must not imagine the deal itself
        return self.game.imagine(self.state, seat, aside)

    def _check_seat(self, seat: Seat, low: Seat = TABLE) -> None:
        if type(seat) is not int or not low <= seat < self.seats:
            raise BadInput("seat_range", key="seat", seat=seat, high=self.seats - 1)

    def position(self) -> Position:
        """The current round as a dict with every key."""
        return format_position(self.game, self.state)

    def record(self) -> str:
        """The whole match as text."""
        game, state = self._opening
        deal = {"Position": format_position(game, state)} if self.seed is None else {"Seed": self.seed}
        tags = {
            "Game": game.id,
            "Version": game.version,
            "Options": given(game),
            "Seats": self.seats,
            "Rounds": self.rounds,
            "Result": list(self.result.points) if self.result else UNFINISHED,
        } | deal
        return format_record(tags, [(step.seat, step.move) for step in self._steps])


AnyMatch: TypeAlias = Match[Any, Any]
"""A match of a game of which nothing more is known."""


@overload
def start(
    game: type[Game[S, V]],
    *,
    seats: int | None = None,
    seed: int | None = None,
    rounds: int = 1,
    **options: object,
) -> Match[S, V]: ...


@overload
def start(
    game: str, *, seats: int | None = None, seed: int | None = None, rounds: int = 1, **options: object
) -> AnyMatch: ...


def start(
    game: str | type[AnyGame],
    *,
    seats: int | None = None,
    seed: int | None = None,
    rounds: int = 1,
    **options: object,
) -> AnyMatch:
    """A new match, its first round dealt. A game's class instead of its id gives a match with types."""
    kind = game if isinstance(game, type) else game_type(game)
    if seats is None:
        seats = min(4, kind.seats[-1])
    made = configure(kind, options, seats)
    if type(rounds) is not int or rounds < 1:
        raise BadInput("rounds", rounds=rounds)
    if seed is None:
        seed = fresh_seed()
    if type(seed) is not int or not 0 <= seed < 1 << SEED_BITS:
        raise BadInput("seed", seed=seed)
    return Match(made, made.deal(seats, Chance(seed)), seats, rounds, seed)


def load(position: Position) -> AnyMatch:
    """A match of one round that goes on from a position."""
    game, state = parse_position(position)
    return Match(game, state, len(position["hands"]), 1, None)


def replay(text: str) -> AnyMatch:
    """The match of a record, at its last move."""
    record = parse_record(text)
    tags = record.tags
    kind = game_type(tags["Game"])
    if tags["Version"] != kind.version:
        raise BadInput("record_version", game=kind.id, found=tags["Version"], version=kind.version)
    match = _opened(tags)
    for number, (seat, move) in enumerate(record.moves, 1):
        try:
            match.play(seat, move)
        except ValueError as refused:
            raise BadInput("record_move", number=number, seat=seat, move=move, why=refused) from None
    result = list(match.result.points) if match.result else UNFINISHED
    if result != tags["Result"]:
        raise BadInput("record_result", tag=tags["Result"], closing=result)
    return match


def _opened(tags: Tags) -> AnyMatch:
    """The match at its first move, as the tags describe it."""
    if not isinstance(tags["Options"], dict):
        raise BadInput("record_tag_value", tag="Options", line=1)
    if "Seed" in tags:
        return start(
            tags["Game"], seats=tags["Seats"], seed=tags["Seed"], rounds=tags["Rounds"], **tags["Options"]
        )
    match = load(tags["Position"])
    options = given(match.game)  # a record may be older than an option
    there = (match.game.id, options, match.seats, match.rounds)
    if there != (tags["Game"], options | tags["Options"], tags["Seats"], tags["Rounds"]):
        raise BadInput("record_position")
    return match
