"""Tables kept in memory alone: for tests, and for play that need not outlive its process."""

from __future__ import annotations

import time
from collections.abc import Callable
from heapq import heappop, heappush

from elfer.core.game import Seat
from elfer.server.store import MAX_CODES, Code, Conflict, Log, Opening, Played, Saved, Whole, steady
from elfer.server.table import Table


class Kept:
    """One table and all that happened there."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.touched = time.time()
        self.openings: dict[int, Opening] = {}
        self.moves: dict[int, Played] = {}
        self.times: dict[int, int] = {}
        self.commands: set[tuple[Seat, str]] = set()


class Codes:
    """The codes that hold, each for its time; setting the clock neither ends nor prolongs one."""

    def __init__(self) -> None:
        self._held: dict[str, tuple[float, Code]] = {}
        """Until when each holds, and what it brings."""
        self._texts: dict[Code, str] = {}
        """The code for each seat, …"""
        self._ends: list[tuple[float, str]] = []
        """… and a heap of when each ends; with those that were ended before."""

    def keep(self, code: str, new: Code, seconds: float) -> list[str]:
        """Let a (hashed) code hold; those that have ended by now, or end by that."""
        now, dropped = steady(), self.end(new)
        self._held[code], self._texts[new] = (now + seconds, new), code
        heappush(self._ends, (now + seconds, code))
        while self._ends and (self._ends[0][0] <= now or len(self._held) > MAX_CODES):
            until, old = heappop(self._ends)
            if old in self._held and self._held[old][0] == until:
                dropped += self.end(self._held[old][1])
        return dropped

    def find(self, code: str) -> Code | None:
        until, found = self._held.get(code, (0.0, None))
        return found if until > steady() else None

    def end(self, ended: Code) -> list[str]:
        """Let the code end that brings this, if there is one."""
        text = self._texts.pop(ended, None)
        return [] if text is None or self._held.pop(text, None) is None else [text]


class MemoryStore:
    """A store that is forgotten with its process."""

    failed = False
    newest: float | None = None

    def __init__(self) -> None:
        self._kept: dict[str, Kept] = {}
        self._codes = Codes()
        self.jobs = 0

    @property
    def commits(self) -> int:
        return self.jobs

    async def create(self, id: str, table: Table) -> None:
        self.jobs += 1
        if id in self._kept:
            raise Conflict(id)
        self._kept[id] = Kept(table)

    async def load(self, id: str) -> Saved | None:
        return await self.peek(id)

    async def peek(self, id: str) -> Saved | None:
        self.jobs += 1
        kept = self._kept.get(id)
        return Saved(kept.table, _log(kept, kept.table.match)) if kept else None

    async def finished(self, id: str, number: int) -> Log | None:
        self.jobs += 1
        return _log(self._kept[id], number) if id in self._kept else None

    async def whole(self, id: str) -> Whole | None:
        self.jobs += 1
        if id not in self._kept:
            return None
        kept = self._kept[id]
        moves = tuple(sorted(kept.moves.values()))
        times = tuple(kept.times[move.number] for move in moves)
        openings = tuple(kept.openings[number] for number in sorted(kept.openings))
        return Whole(kept.table, openings, moves, times, round(kept.touched))

    async def put(self, id: str, whole: Whole) -> None:
        self.jobs += 1
        kept = self._kept[id] = Kept(whole.table)
        kept.touched = whole.touched
        kept.openings = {opening.number: opening for opening in whole.openings}
        kept.moves = {move.number: move for move in whole.moves}
        kept.times = dict(zip(kept.moves, whole.times, strict=True))
        kept.commands = _commands(kept)

    async def faults(self) -> tuple[str, ...]:
        return ()

    async def ids(self) -> tuple[str, ...]:
        self.jobs += 1
        return tuple(sorted(self._kept))

    async def append(self, id: str, played: Played, table: Table | None = None) -> None:
        kept = self._of(id)
        number, seat, _, command = played
        if number in kept.moves or (seat, command) in kept.commands:
            raise Conflict(played)
        kept.moves[number] = played
        kept.times[number] = round(time.time() * 1000)
        if command is not None:
            kept.commands.add((seat, command))
        if table is not None:
            self._save(kept, table)

    async def open_match(self, id: str, table: Table, opening: Opening) -> None:
        kept = self._of(id)
        if opening.number in kept.openings:
            raise Conflict(opening)
        kept.openings[opening.number] = opening
        self._save(kept, table)

    async def save_table(self, id: str, table: Table) -> None:
        self._save(self._of(id), table)

    async def cut(self, id: str, last: int, table: Table) -> None:
        kept = self._of(id)
        kept.moves = {number: move for number, move in kept.moves.items() if number <= last}
        kept.commands = _commands(kept)
        self._save(kept, table)

    async def release(self, id: str) -> None:
        self._of(id).touched = time.time()

    async def keep_code(self, code: str, table: str, key: str, seconds: float) -> None:
        self.jobs += 1
        self._codes.keep(code, Code(table, key), seconds)

    async def find_code(self, code: str) -> Code | None:
        self.jobs += 1
        return self._codes.find(code)

    async def end_code(self, table: str, key: str) -> None:
        self.jobs += 1
        self._codes.end(Code(table, key))

    async def sweep(
        self, finished: float, abandoned: float, spare: Callable[[str], bool], most: int
    ) -> tuple[str, ...]:
        self.jobs += 1
        old = [
            id
            for id, kept in sorted(self._kept.items(), key=lambda pair: pair[1].touched)
            if kept.touched < (finished if kept.table.phase == "over" else abandoned) and not spare(id)
        ]
        for id in old[:most]:
            del self._kept[id]
        return tuple(old[:most])

    def close(self) -> None:
        """There is nothing to let go of."""

    def _of(self, id: str) -> Kept:
        self.jobs += 1
        if id not in self._kept:
            raise Conflict(id)
        return self._kept[id]

    def _save(self, kept: Kept, table: Table) -> None:
        kept.table, kept.touched = table, time.time()


def _commands(kept: Kept) -> set[tuple[Seat, str]]:
    return {(move.seat, move.command) for move in kept.moves.values() if move.command}


def _log(kept: Kept, number: int) -> Log | None:
    """A match and its moves, in the order of their numbers."""
    if number not in kept.openings:
        return None
    opening, after = kept.openings[number], kept.openings.get(number + 1)
    own = (
        move
        for move in sorted(kept.moves.values())
        if opening.first < move.number and (after is None or move.number <= after.first)
    )
    return Log(opening, tuple(own))
