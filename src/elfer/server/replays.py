"""Matches brought back from what was kept of them, and looked at step by step."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from array import array
from bisect import bisect_right
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from itertools import takewhile
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from elfer.core.events import Ended
from elfer.core.game import AnyGame, Event, Move, Seat
from elfer.core.options import given
from elfer.core.refusals import BadInput, Refused
from elfer.match import DEAL, STOP, UNDO, AnyMatch, TakenBack, replay
from elfer.records import TAGS, UNFINISHED, format_record, parse_record
from elfer.server import table as tables
from elfer.server import wire
from elfer.server.limits import Buckets, Queues
from elfer.server.store import Log, Opening, Played, Store
from elfer.server.table import Table

SLICE_MOVES = 50
"""After how many moves others have a turn: bringing back a long match takes a while."""
SLICE_FRAMES = 10
"""The same for steps that are looked at."""
MARK_MOVES = 50
"""How many moves of a film have to be played anew at most before the one that is looked for."""
MAX_FILM_MOVES = 500_000
"""How many moves the films in memory may have together, about 60 bytes each."""
MAX_FILMS = 1_000
"""How many films there may be in memory: one without moves has its record, too, of 16 KB at most."""
LOOKS_PER_SECOND = 4.0
"""How often an address may look back for long, …"""
MAX_LOOKS_AT_ONCE = 40
"""… how often at once, …"""
MAX_WAITING_LOOKS = 8
"""… and how many of its pages may wait for their turn."""
RECORDS_PER_SECOND = 0.5
"""How many records of matches that were not played here are read for an address, …"""
MAX_RECORDS_AT_ONCE = 20
"""… and how many at once; those in memory do not count."""
UNPLAYABLE: dict[str, wire.WhyEnded] = {"record_version": "other_rules", "unknown_game": "unknown_game"}
"""Refusals of matches with which nothing is wrong, but whose rules are not here."""
T = TypeVar("T")
Note = Callable[[AnyMatch, Move | None, tuple[Event, ...]], object]
"""Is told of a match at its beginning, and after every move."""
log = logging.getLogger("elfer.replays")


class Restored(NamedTuple):
    """A match as it was kept."""

    match: AnyMatch
    numbers: list[int]
    """The number of each of its moves; what was taken back had numbers, too."""
    at: int
    """The number of the last whole move."""


async def restored(kept: Log, note: Note = lambda *_: None) -> Restored:
    """A match as it was kept, up to its end or a gap in the numbers of its moves; each step is noted.

    `BadInput` with a code of `UNPLAYABLE` where its rules are not here, else `Refused` if it is broken."""
    try:
        match, numbers = replay(kept.opening.record), list[int]()
        at = kept.opening.first
        note(match, None, ())
        for count, move in enumerate(_whole(kept), 1):
            if match.over:
                break
            note(match, move.move, _replayed(match, move, numbers))
            at = move.number
            if count % SLICE_MOVES == 0:
                await asyncio.sleep(0)
    except Exception as error:  # whatever is written there, somebody waits for an answer
        if isinstance(error, BadInput) and error.code in UNPLAYABLE:
            raise
        if not isinstance(error, ValueError):
            log.exception("a match cannot be brought back")
        raise Refused("table_broken", why=str(error)) from error
    return Restored(match, numbers, at)


def _replayed(match: AnyMatch, move: Played, numbers: list[int]) -> tuple[Event, ...]:
    """Let a move happen once more, be it that one is taken back."""
    try:
        if move.move == UNDO:
            back = match.undo()
            numbers.pop()
            return (TakenBack(move.seat, back.move),)
        events = match.play(move.seat, move.move)
    except ValueError as refused:
        raise BadInput(
            "record_move", number=move.number, seat=move.seat, move=move.move, why=refused
        ) from None
    numbers.append(move.number)
    return events


def resumed(table: Table, match: AnyMatch) -> Table:
    """The table of a match that is brought back: where it is not over after all, it is played on."""
    table = replace(table, scores=tables.points(match))
    if table.phase == "over" and not match.over:
        return replace(tables.filled(table), phase="playing")
    return table


def _whole(kept: Log) -> Iterator[Played]:
    """The moves of a match up to a gap in their numbers."""
    numbered = enumerate(kept.moves, kept.opening.first + 1)
    return (move for _, move in takewhile(lambda pair: pair[0] == pair[1].number, numbered))


class Mark(NamedTuple):
    """A match right after a step."""

    at: int
    round: int
    game: AnyGame
    state: Any
    events: tuple[Event, ...]


class Film:
    """A match that is over, kept so that any of its steps is quickly found."""

    def __init__(self, match: AnyMatch, opening: Opening, marks: list[Mark], seen: Sequence[int]) -> None:
        self.number, self.names, self.watch = opening.number, opening.names, opening.watch
        self.seats, self.record = match.seats, match.record()
        self.steps, self.over = match.steps, match.over
        self.setup = wire.Setup(
            game=match.game.id, options=given(match.game), seats=match.seats, rounds=match.rounds
        )
        self.scores = tables.points(match)
        self._marks = marks
        self._seen = seen
        """The steps at which something was to be seen."""
        alike: dict[tuple[Seat, Move], tuple[Seat, Move]] = {}
        moves = ((step.seat, step.move) for step in match.history)
        self._moves = [alike.setdefault(move, move) for move in moves]

    async def show(self, command: wire.Replay) -> wire.Steps:
        """Some steps, each with what was seen after it; the first one of all is the deal."""
        frames: list[wire.Frame] = []
        numbers: Sequence[int] = self._seen if command.seen else range(self.steps + 1)
        wanted = {
            at: i
            for i, at in enumerate(numbers[command.first : command.first + wire.MAX_STEPS], command.first)
        }
        for mark in self._through(list(wanted)):
            if mark.at in wanted:
                frames.append(replace(self._frame(mark, command.seat), at=wanted[mark.at]))
            if mark.at % SLICE_FRAMES == 0:
                await asyncio.sleep(0)
        steps = len(numbers) - 1
        return wire.Steps(
            id=command.id,
            game=self.setup.game,
            names=self.names,
            steps=steps,
            frames=tuple(frames),
            setup=None if command.record is None else self.setup,
            scores=() if command.record is None else self.scores,
        )

    def _through(self, steps: list[int]) -> Iterator[Mark]:
        """The match after each step from the first of these to the last."""
        return self._after(steps[0], steps[-1] - steps[0] + 1) if steps else iter(())

    def _after(self, first: int, count: int) -> Iterator[Mark]:
        """The match after some steps that follow each other."""
        stop = min(first + count, self.steps + 1)
        place = bisect_right(self._marks, first, key=lambda mark: mark.at) - 1
        marks = {mark.at: mark for mark in self._marks[place : place + 1 + 2 * count]}
        now = self._marks[place]
        for at in range(now.at, stop):
            if at in marks:
                now = marks[at]
            else:
                state, events = now.game.play(now.state, *self._moves[at - 1])
                now = now._replace(at=at, state=state, events=events)
            if at >= first:
                yield now

    def _frame(self, mark: Mark, seat: Seat | None) -> wire.Frame:
        """A match right after a step, as a seat saw it, or with all cards open."""
        mover, move = self._moves[mark.at - 1] if mark.at else (None, None)
        view = mark.game.view(mark.state, seat, open=seat is None)
        events = mark.events
        return wire.Frame(
            at=mark.at,
            round=mark.round,
            seat=mover,
            move=move,
            events=tuple(map(wire.raw, events)) if seat is None else wire.raw_events(events, seat),
            view=wire.raw(view),
        )


async def filmed(kept: Log) -> Film:
    """A match that is over, as it was kept."""
    film = await _filmed(kept)
    if not film.over:
        raise Refused("match_not_over")
    return film


async def _filmed(kept: Log) -> Film:
    marks: list[Mark] = []
    seen = array("I")

    def note(match: AnyMatch, move: Move | None, events: tuple[Event, ...]) -> None:
        if move == UNDO:
            del marks[bisect_right(marks, match.steps, key=lambda mark: mark.at) :]
            del seen[bisect_right(seen, match.steps) :]
            return
        if not (events and all(isinstance(event, Ended) for event in events)):
            seen.append(match.steps)
        if move in (DEAL, STOP) or match.steps % MARK_MOVES == 0:  # those two are none of the game's own
            marks.append(Mark(match.steps, match.round, match.game, match.state, events))

    match = (await restored(kept, note)).match
    return await _in_thread(lambda: Film(match, kept.opening, marks, seen))


async def _in_thread(work: Callable[[], T]) -> T:
    """Do what may take several milliseconds in a thread; in the event loop where there are none."""
    return await asyncio.get_running_loop().run_in_executor(None, work)


async def brought(record: str) -> Film:
    """A match that was not played here, as far as its record goes."""
    kept = await _in_thread(lambda: _brought(record))
    try:
        return await _filmed(kept)
    except Refused as refused:
        cause = refused.__cause__ if refused.code == "table_broken" else refused
        raise cause if isinstance(cause, Refused) else BadInput("record_broken") from None


def _brought(record: str) -> Log:
    """A record as it would be kept here; tags of its own and comments are left out."""
    read = parse_record(record)
    tags = {name: value for name, value in read.tags.items() if name in TAGS}
    opening = format_record({**tags, "Result": UNFINISHED}, (), {})
    moves = tuple(Played(number, *move) for number, move in enumerate(read.moves, 1))
    return Log(Opening(1, 0, opening, (), watch=True), moves)


class Replays:
    """The matches that were looked back at last, and whose turn it is to look."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._films: dict[tuple[str, int], Film] = {}
        """The one that was looked at last is the last."""
        self._filming = asyncio.Lock()
        """One match after the other is brought back, so that however many are asked for, few are in work."""
        self._rates = Buckets(LOOKS_PER_SECOND, MAX_LOOKS_AT_ONCE)
        self._queues = Queues(1, MAX_WAITING_LOOKS)
        self._records = Buckets(RECORDS_PER_SECOND, MAX_RECORDS_AT_ONCE)

    async def film(self, table: str, number: int) -> Film:
        """A match of a table by its number."""
        return await self._found((table, number), lambda: self._filmed(table, number))

    async def of_record(self, record: str, address: str) -> Film:
        """A match that was not played here, by its record."""
        digest = hashlib.blake2b(record.encode(), digest_size=16).digest()
        key = ("", int.from_bytes(digest))
        if key not in self._films and not self._records.take(address):
            raise Refused("too_fast")
        return await self._found(key, lambda: brought(record))

    async def _found(self, key: tuple[str, int], make: Callable[[], Awaitable[Film]]) -> Film:
        film = self._films.pop(key, None)
        if film is None:
            async with self._filming:
                film = self._films.pop(key, None) or await make()
        self._films[key] = film
        self._make_room()
        return film

    async def _filmed(self, table: str, number: int) -> Film:
        kept = await self._store.finished(table, number)
        if kept is None:
            raise BadInput("no_match")
        return await filmed(kept)

    def _make_room(self) -> None:
        """Forget those that were not looked at for long."""
        moves = sum(film.steps for film in self._films.values())
        while len(self._films) > 1 and (moves > MAX_FILM_MOVES or len(self._films) > MAX_FILMS):
            moves -= self._films.pop(next(iter(self._films))).steps

    @contextlib.asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """The pages of an address look one after the other; too many are refused."""
        if not self._rates.take(address):
            raise Refused("too_fast")
        async with self._queues.turn(address):
            yield
