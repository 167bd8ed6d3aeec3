"""Replays: the record and the steps of finished matches."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from array import array
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import Any, NamedTuple

from elfer.core.events import TurnEnded
from elfer.core.game import AnyGame, Event, Move, Seat
from elfer.core.options import given
from elfer.core.refusals import BadInput, Refused
from elfer.match import DEAL, STOP, UNDO, AnyMatch
from elfer.records import TAGS, UNFINISHED, format_record, parse_record
from elfer.server import wire
from elfer.server.limits import Buckets, Queues
from elfer.server.stores.store import Log, Opening, Played, Store
from elfer.server.tables.devices import Device
from elfer.server.tables.live_table import LiveTable
from elfer.server.tables.presence import Page
from elfer.server.tables.restoration import restore_match
from elfer.server.tables.seating import Table, points

SLICE_FRAMES = 10
"""Steps shown before other tasks get a turn."""
SNAPSHOT_MOVES = 50
"""Moves between two snapshots of a recording."""
MAX_CACHED_MOVES = 500_000
"""Moves of all cached recordings together, about 60 bytes each."""
MAX_CACHED_RECORDINGS = 1_000
"""Cached recordings; one without moves still has its record of up to 16 KB."""
REPLAYS_PER_SECOND = 4.0
"""Sustained rate per address."""
MAX_REPLAYS_AT_ONCE = 40
"""Burst size per address."""
MAX_WAITING_REPLAYS = 8
"""Queued requests per address."""
RECORDS_PER_SECOND = 0.5
"""Sustained rate per address of records sent by pages; cached ones are free."""
MAX_RECORDS_AT_ONCE = 20
"""Burst size per address of records sent by pages."""


class ReplaySnapshot(NamedTuple):
    """A match after a step."""

    at: int
    round: int
    game: AnyGame
    state: Any
    events: tuple[Event, ...]


class Recording:
    """A finished match with snapshots, so that any step is found quickly."""

    def __init__(
        self, match: AnyMatch, opening: Opening, snapshots: dict[int, ReplaySnapshot], visible: Sequence[int]
    ) -> None:
        """*snapshots* by step; *visible* are the steps with something to see."""
        self.number, self.names, self.watch = opening.number, opening.names, opening.watch
        self.seats, self.record = match.seats, match.record()
        self.steps, self.over = match.steps, match.over
        self.setup = wire.Setup(
            game=match.game.id, options=given(match.game), seats=match.seats, rounds=match.rounds
        )
        self.scores = points(match)
        self._snapshots, self._visible = snapshots, visible
        interned: dict[tuple[Seat, Move], tuple[Seat, Move]] = {}
        moves = ((step.seat, step.move) for step in match.history)
        self._moves = [interned.setdefault(move, move) for move in moves]

    async def show(self, command: wire.Replay) -> wire.Steps:
        """The requested steps, each with the view after it."""
        if command.seat is not None and command.seat >= self.seats:
            raise Refused("seat_range", key="seat", seat=command.seat, high=self.seats - 1)
        numbers: Sequence[int] = self._visible if command.seen else range(self.steps + 1)
        wanted = numbers[command.first : command.first + wire.MAX_STEPS]
        shown_at = {at: i for i, at in enumerate(wanted, command.first)}
        frames: list[wire.Frame] = []
        for snapshot in self._between(wanted[0], wanted[-1]) if wanted else ():
            if snapshot.at in shown_at:
                frames.append(self._frame(snapshot, command.seat, shown_at[snapshot.at]))
            if snapshot.at % SLICE_FRAMES == 0:
                await asyncio.sleep(0)
        return wire.Steps(
            id=command.id,
            game=self.setup.game,
            names=self.names,
            steps=len(numbers) - 1,
            frames=tuple(frames),
            setup=None if command.record is None else self.setup,
            scores=() if command.record is None else self.scores,
        )

    def _between(self, first: int, last: int) -> Iterator[ReplaySnapshot]:
        """The match after each step from *first* to *last*, replayed from the nearest snapshot."""
        now = next(self._snapshots[at] for at in range(first, -1, -1) if at in self._snapshots)
        for at in range(now.at, last + 1):
            if at in self._snapshots:
                now = self._snapshots[at]
            else:
                state, events = now.game.play(now.state, *self._moves[at - 1])
                now = now._replace(at=at, state=state, events=events)
            if at >= first:
                yield now

    def _frame(self, snapshot: ReplaySnapshot, seat: Seat | None, at: int) -> wire.Frame:
        """A step as *seat* saw it, or with all cards open; shown as number *at*."""
        mover, move = self._moves[snapshot.at - 1] if snapshot.at else (None, None)
        view, events = snapshot.game.view(snapshot.state, seat, open=seat is None), snapshot.events
        return wire.Frame(
            at=at,
            round=snapshot.round,
            seat=mover,
            move=move,
            events=tuple(map(wire.raw, events)) if seat is None else wire.raw_events(events, seat),
            view=wire.raw(view),
        )


async def recording_of(saved: Log) -> Recording:
    """The recording of a saved match."""
    snapshots: dict[int, ReplaySnapshot] = {}
    visible = array("I")

    def observe(match: AnyMatch, move: Move | None, events: tuple[Event, ...]) -> None:
        if move == UNDO:
            snapshots.pop(match.steps + 1, None)
            if visible[-1] > match.steps:
                visible.pop()
            return
        if not (events and all(isinstance(event, TurnEnded) for event in events)):
            visible.append(match.steps)
        if move in (DEAL, STOP) or match.steps % SNAPSHOT_MOVES == 0:  # `game.play` knows neither move
            snapshots[match.steps] = ReplaySnapshot(match.steps, match.round, match.game, match.state, events)

    match = (await restore_match(saved, observe)).match
    in_thread = asyncio.get_running_loop().run_in_executor  # takes several milliseconds
    return await in_thread(None, Recording, match, saved.opening, snapshots, visible)


async def recording_of_record(record: str) -> Recording:
    """The recording of a match played elsewhere, finished or not."""
    saved = await asyncio.get_running_loop().run_in_executor(None, _log_of_record, record)
    try:
        return await recording_of(saved)
    except Refused as refused:
        cause = refused.__cause__ if refused.code == "table_broken" else refused
        raise cause if isinstance(cause, Refused) else BadInput("record_broken") from None


def _log_of_record(record: str) -> Log:
    """A record as a saved match, without unknown tags and comments."""
    parsed = parse_record(record)
    tags = {name: value for name, value in parsed.tags.items() if name in TAGS}
    opening = format_record({**tags, "Result": UNFINISHED}, (), {})
    moves = tuple(Played(number, *move) for number, move in enumerate(parsed.moves, 1))
    return Log(Opening(1, 0, opening, (), watch=True), moves)


class Replays:
    """A cache of recordings, and the rate limits for requests."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._cache: dict[tuple[str, int], Recording] = {}
        """Least recently used first."""
        self._restoring = asyncio.Lock()
        """One match is restored at a time."""
        self._rates = Buckets(REPLAYS_PER_SECOND, MAX_REPLAYS_AT_ONCE)
        self._queues = Queues(1, MAX_WAITING_REPLAYS)
        self._records = Buckets(RECORDS_PER_SECOND, MAX_RECORDS_AT_ONCE)

    async def answer(self, page: Page, room: LiveTable, command: wire.GetRecord | wire.Replay) -> wire.News:
        """The record or steps of a match of a table, as far as the page may see it."""
        device = room.pages[page]
        if not room.may_look(device):
            raise Refused("no_watching")
        async with self.turn(page.address):
            recording = await self.recording(room.id, _match_number(room.table, command.match))
            if not recording.watch:
                _check_played(room.table, device, recording.number)
            if isinstance(command, wire.GetRecord):
                return wire.RecordText(id=command.id, text=recording.record)
            return await recording.show(command)

    async def answer_record(self, page: Page, record: str, command: wire.Replay) -> wire.News:
        """Steps of a match played elsewhere."""
        async with self.turn(page.address):
            return await (await self.of_record(record, page.address)).show(command)

    @contextlib.asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for the turn of a request: one at a time per address."""
        if not self._rates.take(address):
            raise Refused("too_fast")
        async with self._queues.turn(address):
            yield

    async def recording(self, table: str, number: int) -> Recording:
        """The recording of a table's match."""
        return await self._cached((table, number), lambda: self._load(table, number))

    async def of_record(self, record: str, address: str) -> Recording:
        digest = hashlib.blake2b(record.encode(), digest_size=16).digest()
        key = ("", int.from_bytes(digest))
        if key not in self._cache and not self._records.take(address):
            raise Refused("too_fast")
        return await self._cached(key, lambda: recording_of_record(record))

    async def _cached(self, key: tuple[str, int], make: Callable[[], Awaitable[Recording]]) -> Recording:
        recording = self._cache.pop(key, None)
        if recording is None:
            async with self._restoring:
                recording = self._cache.pop(key, None) or await make()
        self._cache[key] = recording
        moves = sum(cached.steps for cached in self._cache.values())
        while len(self._cache) > 1 and (moves > MAX_CACHED_MOVES or len(self._cache) > MAX_CACHED_RECORDINGS):
            moves -= self._cache.pop(next(iter(self._cache))).steps
        return recording

    async def _load(self, table: str, number: int) -> Recording:
        saved = await self._store.finished(table, number)
        if saved is None:
            raise BadInput("no_match")
        recording = await recording_of(saved)
        if not recording.over:
            raise Refused("match_not_over")
        return recording


def _match_number(table: Table, number: int | None) -> int:
    """The number of a finished match; by default of the last one."""
    finished = table.match - (table.phase == "playing")
    wanted = number or finished or 1
    if wanted > finished:
        raise Refused("match_not_over")
    return wanted


def _check_played(table: Table, device: Device, match: int) -> None:
    """Refuse a private match, unless a seat of the device was taken before it."""
    if not device.seats:
        raise Refused("no_watching")
    if all(table.chairs[seat].since > match for seat in device.seats):
        raise Refused("match_private")
