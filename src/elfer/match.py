"""A match: several rounds of one game with the same seats; the door for people, bots and clocks alike."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from elfer.core.chance import SEED_BITS, Chance, fresh_seed
from elfer.core.game import TABLE, Event, Game, Move, Result, Seat, State, View
from elfer.core.options import configure, given
from elfer.core.refusals import BadInput, IllegalMove
from elfer.games import game_type
from elfer.positions import Position, format_position, parse_position
from elfer.records import UNFINISHED, format_record, parse_record

DEAL: Move = "deal"


class Dealt(Event, frozen=True):
    """The table has dealt the next round."""

    round: int


class Step(msgspec.Struct, frozen=True):
    """One move of a match and what came of it."""

    round: int
    seat: Seat
    move: Move
    events: tuple[Event, ...]


class Match:
    """A match in play, or over. Only `play` changes it. GEN-6"""

    def __init__(self, game: Game[Any], state: State, seats: int, rounds: int, seed: int | None) -> None:
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
        self._steps: list[tuple[int, Seat, Move, tuple[Event, ...]]] = []
        self._moves: dict[Seat, tuple[Move, ...]] = {}
        self._between = False
        """Whether a round is over and the table has yet to deal the next."""
        self._settle()

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The actors that play waits for; the others may act but need not."""
        return self.actors if self._between or not self.actors else self.game.awaited(self.state)

    def moves(self, seat: Seat) -> tuple[Move, ...]:
        """Every legal move of a seat."""
        if type(seat) is not int:  # True and 1.0 are equal to 1
            self._check_seat(seat)
        moves = self._moves.get(seat)
        if moves is None:
            if seat in self.actors:
                moves = (DEAL,) if self._between else self.game.moves(self.state, seat)
            else:
                self._check_seat(seat)
                moves = ()
            self._moves[seat] = moves
        return moves

    @property
    def due(self) -> int | None:
        """How many ms a clock should wait before it plays the table's move."""
        return None if self._between or self.over else self.game.due(self.state)

    def play(self, seat: Seat, move: Move) -> tuple[Event, ...]:
        """Play a legal move; what happened. An illegal one is refused and changes nothing."""
        moves = self._moves.get(seat) if type(seat) is int else None
        if move not in (self.moves(seat) if moves is None else moves):
            raise self._refusal(seat, move)
        if self._between:
            events = self._deal()
        else:
            self.state, events = self.game.play(self.state, seat, move)
            self.actors = self.game.actors(self.state)
        self._steps.append((self.round, seat, move, events))
        self._moves = {}
        if not self.actors:
            self._settle()
        return events

    def _refusal(self, seat: Seat, move: Move) -> IllegalMove:
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

    def _deal(self) -> tuple[Event, ...]:
        assert self.seed is not None
        self.round += 1
        self.game = self.game.next_round(self.state)
        self.state = self.game.deal(self.seats, Chance(self.seed, self.round))
        self.actors = self.game.actors(self.state)
        self._between = False
        return (Dealt(self.round),)

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
        return tuple(Step(*step) for step in self._steps)

    def view(self, seat: Seat | None) -> View:
        """All that a seat may know; `None` is a spectator."""
        if seat is not None:
            self._check_seat(seat, low=0)
        return self.game.view(self.state, seat)

    def open_view(self) -> View:
        """All that the seats know between them: the table with every hand open, for replays."""
        spectator = self.view(None)
        open_ = spectator
        for seat in range(self.seats):
            own = self.view(seat)
            fields = [name for name in own.__struct_fields__ if name != "seat"]
            open_ = replace(
                open_, **{name: _laid_over(getattr(open_, name), getattr(own, name)) for name in fields}
            )
        return open_

    def at(self, step: int) -> Match:
        """This match as it was after so many steps."""
        match = Match(*self._opening, self.seats, self.rounds, self.seed)
        for _, seat, move, _ in self._steps[:step]:
            match.play(seat, move)
        return match

    def __copy__(self) -> Match:
        """A match of its own at the same move: what is played in one does not show in the other."""
        copied = object.__new__(type(self))
        copied.__dict__ |= self.__dict__ | {
            "results": self.results.copy(),
            "_steps": self._steps.copy(),
            "_moves": self._moves.copy(),
        }
        return copied

    def imagine(self, seat: Seat | None, rng: Chance) -> State:
        """A random state which that seat cannot tell from the true one: all that bots are given."""
        aside = rng.branch()  # whoever has the seed of the deal must not imagine the deal itself
        imagined: State = self.game.imagine(self.state, seat, aside)
        return imagined

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
        return format_record(tags, [(seat, move) for _, seat, move, _ in self._steps])


def _laid_over(hidden: Any, known: Any) -> Any:
    """A part of a view, its gaps filled from another view of the same table."""
    if hidden is None:
        return known
    if isinstance(hidden, tuple) and isinstance(known, tuple) and len(hidden) == len(known):
        return tuple(_laid_over(a, b) for a, b in zip(hidden, known, strict=True))
    return hidden


def start(
    game: str, *, seats: int | None = None, seed: int | None = None, rounds: int = 1, **options: Any
) -> Match:
    """A new match, its first round dealt."""
    kind = game_type(game)
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


def load(position: Position) -> Match:
    """A match of one round that goes on from a position."""
    game, state = parse_position(position)
    return Match(game, state, len(position["hands"]), 1, None)


def replay(text: str) -> Match:
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


def _opened(tags: dict[str, Any]) -> Match:
    """The match at its first move, as the tags describe it."""
    if not isinstance(tags["Options"], dict):
        raise BadInput("record_tag_value", tag="Options", line=1)
    if "Seed" in tags:
        return start(
            tags["Game"], seats=tags["Seats"], seed=tags["Seed"], rounds=tags["Rounds"], **tags["Options"]
        )
    match = load(tags["Position"])
    given_there = (match.game.id, given(match.game), match.seats, match.rounds)
    if given_there != (tags["Game"], tags["Options"], tags["Seats"], tags["Rounds"]):
        raise BadInput("record_position")
    return match
