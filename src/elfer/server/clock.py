"""What happens at a table by itself: bots move and call, the table moves, time runs out, rounds begin.

Nothing here changes a match but through `Room.play`. A plan holds until anything changes; then a new
one is made, and what is left of the old one finds that its number has passed. A table no person is connected
to stands still.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Protocol, TypeVar

from elfer.bots import Bot, Observation
from elfer.core.game import TABLE, Move, Seat
from elfer.core.refusals import Refused
from elfer.match import DEAL, STOP, AnyMatch
from elfer.server.bots import Bots, NoAnswer, Question, ThinkingTimes, Thought
from elfer.server.devices import Device
from elfer.server.settings import Settings
from elfer.server.table import SUBSTITUTE, Table, filled, pass_on
from elfer.server.turns import CURTAIN_SECONDS, Turns

GRACE_SHARE = {"none": 1.0, "relaxed": 0.5, "quick": 0.25}
"""What share of the grace time an absent person has, by pace."""
LISTENING_FACTOR = 3.5
"""How many times as long a bot waits while a person may act, too."""
SPEED = {"slow": 2.5, "normal": 1.0, "fast": 0.35, "instant": 0.15}
"""How many times as long as usual bots take, by the table's speed, …"""
LISTENING_SPEED = 0.5
"""… and at least while a person may act, too: nobody is to miss a call."""
SETTLED_SECONDS = 0.7
"""What people have at least after calls were resolved before a bot turns up a card. SNA-6"""
REMATCH_SECONDS = 15.0
"""When another match begins, once somebody wants it."""
T = TypeVar("T")
log = logging.getLogger("elfer.clock")


class Timed(Protocol):
    """A room, as far as its clock knows it."""

    @property
    def id(self) -> str: ...
    @property
    def table(self) -> Table: ...
    @property
    def match(self) -> AnyMatch | None: ...
    @property
    def at(self) -> int: ...
    @property
    def first(self) -> int: ...
    @property
    def present(self) -> frozenset[Seat]: ...
    @property
    def in_hand(self) -> frozenset[Seat]: ...
    @property
    def ready(self) -> set[Seat]: ...
    @property
    def bot_seed(self) -> int: ...
    @property
    def rest(self) -> float: ...

    async def play(self, seat: Seat, move: Move, *, at: int | None = None) -> int: ...
    async def change(self, to: Callable[[Table], Table]) -> None: ...
    async def begin(self, prepared: Callable[[Table], Table]) -> None: ...
    def tell_table(self) -> None: ...
    def tell_time(self) -> None: ...


class Clock:
    """The clock of one room."""

    def __init__(self, room: Timed, settings: Settings, bots: Bots) -> None:
        self._room, self._settings, self._bots = room, settings, bots
        self._loop = asyncio.get_running_loop()
        self._turns = Turns(room, settings)
        now = self._loop.time()
        self._opened = now
        self._moved = now
        """When the last move was played."""
        self._table_waits = now
        self._table_next: tuple[Move, ...] = ()
        """What the table itself is to do, and since when: more calls do not make it wait longer."""
        self._quiet = now
        """Until when bots let people take in what the table has settled."""
        self._wanted = now
        """When somebody first wanted another match."""
        self._gone: dict[str, float] = {}
        """When absent people went, by their keys."""
        self._calls: dict[Seat, tuple[float, Move]] = {}
        """What bots are about to call, and when: another's call does not change it."""
        self._thoughts: dict[tuple[Seat, str, Question], asyncio.Task[Thought]] = {}
        self._thinking = ThinkingTimes(SPEED["instant"] * settings.pause)
        self._timers: list[asyncio.TimerHandle] = []
        self._tasks: set[asyncio.Task[object]] = set()
        self._number = 0

    # What the room tells

    def came(self, key: str) -> bool:
        """The person with this (hashed) key is there; whether anybody's time begins with that."""
        self._gone.pop(key, None)
        return self.plan()

    def taken(self) -> bool:
        """Somebody holds a device now; whether anybody's time begins with that."""
        return self._turns.limit is not None and self.plan()

    def went(self, key: str) -> None:
        """The person with this (hashed) key is there no longer."""
        self._gone[key] = self._loop.time()
        self.plan()

    def moved(self, seat: Seat, *, call: bool = False) -> None:
        """A move was played; a *call* is one that play did not wait for."""
        match = self._room.match
        assert match
        self._moved = self._loop.time()
        self._turns.moved()
        self._thoughts.clear()
        if not call:
            self._calls.clear()
        if seat == TABLE and self._table_next not in ((), (DEAL,)):
            self._quiet = self._moved + SETTLED_SECONDS
        table_next = match.moves(TABLE)
        if seat == TABLE or table_next != self._table_next:
            self._table_waits = self._moved
        self._table_next = table_next
        self.plan()

    def wanted(self, *, first: bool) -> None:
        """Somebody is ready for the next round or match, perhaps the *first* one."""
        if first:
            self._wanted = self._loop.time()
        self.plan()

    def stop(self) -> None:
        """Let nothing more happen."""
        self._number += 1
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    # What it answers

    def stands_in(self, seat: Seat) -> bool:
        """Whether a bot plays for the person of this seat."""
        room = self._room
        absent = seat not in room.present and self._loop.time() >= self._patience(seat)
        return room.table.chairs[seat].stand_in or absent

    def waits(self, seat: Seat) -> int:
        """How many ms an absent person is still waited for before a bot plays."""
        return max(0, round(1000 * (self._patience(seat) - self._loop.time())))

    def idle(self) -> float:
        """How many seconds ago the last move was."""
        return self._loop.time() - self._moved

    def left(self, device: Device) -> int | None:
        """How many ms those have left whom play waits for, as far as those at a device are concerned."""
        return self._turns.left(device, self._loop.time())

    def _patience(self, seat: Seat) -> float:
        """Until when an absent person is waited for."""
        table = self._room.table
        since = self._gone.get(table.chairs[seat].key, self._opened)
        return since + GRACE_SHARE[table.setup.pace] * self._settings.grace

    # The plan

    def plan(self) -> bool:
        """Decide anew what will happen, if nothing else does; whether the time of anybody's turn begins."""
        self.stop()
        room = self._room
        begins = self._turns.begin(self._loop.time())
        if not room.present:
            return begins
        for seat in room.table.people:
            if seat not in room.present and not self.stands_in(seat):
                self._at(self._patience(seat), self._give_up_waiting)
        if room.table.phase == "over":
            self._plan_rematch()
        elif room.table.phase == "playing":
            self._plan_moves()
        return begins

    def _plan_rematch(self) -> None:
        room = self._room
        if room.ready:
            at_once = room.ready >= room.present
            self._at(0 if at_once else self._wanted + REMATCH_SECONDS, self._begin_again)

    def _plan_moves(self) -> None:
        room, match = self._room, self._room.match
        assert match
        if room.at - room.first >= self._settings.moves:
            self._at(0, partial(self._play, TABLE, STOP))
            return
        awaited = match.awaited
        if TABLE in awaited:
            self._at(self._table_due(), partial(self._move_table, room.at))
        for seat in match.actors:
            if seat == TABLE:
                continue
            chair = room.table.chairs[seat]
            if chair.bot:
                self._spawn(self._react(seat, chair.bot, self._number))
            if seat in awaited and (level := chair.bot or (SUBSTITUTE if self.stands_in(seat) else None)):
                self._spawn(self._take_turn(seat, level, self._number))
            elif seat in awaited and self._turns.limit:
                self._plan_turn(seat)

    def _plan_turn(self, seat: Seat) -> None:
        """What happens when a person does nothing: time begins to run, and then it is over."""
        if (end := self._turns.end(seat)) is None:
            self._at(self._moved + CURTAIN_SECONDS, self._begin_turns)
        else:
            self._at(end, partial(self._take_turn, seat, SUBSTITUTE, self._number))

    def _table_due(self) -> float:
        """When the table itself moves."""
        room, match = self._room, self._room.match
        assert match
        if match.moves(TABLE) == (DEAL,):
            return 0 if room.ready >= room.present else self._moved + self._settings.round_pause
        return self._table_waits + (match.due or 0) / 1000

    def _pause(self) -> float:
        """How long a bot takes for its move: longer while a person may act too, to call, doubt or turn up."""
        match, room = self._room.match, self._room
        assert match
        speed = SPEED[room.table.setup.speed]
        if set(match.actors) & room.present:
            return self._settings.pause * LISTENING_FACTOR * match.game.calm * max(speed, LISTENING_SPEED)
        return self._settings.pause * speed

    # What it does when the time has come

    async def _give_up_waiting(self) -> None:
        """Somebody has been away for long: a bot plays for that one, and a host's role passes on."""
        room = self._room
        self.plan()
        room.tell_table()
        if room.table.host is not None and self.stands_in(room.table.host):
            with contextlib.suppress(Refused):  # it could not be saved, and everybody enters again
                await room.change(lambda table: pass_on(table, room.present))

    async def _begin_turns(self) -> None:
        """Nobody has come to a covered device: the time runs nevertheless."""
        if self._turns.begin(self._loop.time(), at_last=True):
            self.plan()
            self._room.tell_time()

    async def _move_table(self, at: int) -> None:
        match = self._room.match
        if match and (moves := match.moves(TABLE)):  # else a move came first
            await self._play(TABLE, moves[0], at)

    async def _begin_again(self) -> None:
        """Deal another match to the same group; bots take the places of those who left."""
        try:
            await self._room.begin(filled)
        except Refused as refused:
            log.debug("another match has begun before", extra={"table": self._room.id, "code": refused.code})

    async def _take_turn(self, seat: Seat, level: str, number: int) -> None:
        """Let a bot move, after a pause in which it thinks."""
        if number != self._number:
            return
        at, due = self._room.at, max(self._moved + self._pause(), self._quiet)
        thought = await self._thought(seat, level, "decide")
        if number != self._number:
            return
        assert self._room.match
        choice = len(self._room.match.moves(seat)) > 1
        due = max(due, thought.began + self._thinking.shown(level, thought.seconds, choice=choice))
        await asyncio.sleep(max(0.0, due - self._loop.time(), self._room.rest))
        if number == self._number:
            await self._play(seat, thought.answer, at)

    async def _react(self, seat: Seat, level: str, number: int) -> None:
        """Let a bot call or doubt, if it wants to, as quickly as its level does."""
        if number != self._number:
            return
        at, moved = self._room.at, self._moved
        if seat not in self._calls:
            reaction = (await self._thought(seat, level, "react")).answer
            if reaction is None or number != self._number:
                return
            self._calls[seat] = (moved + reaction[0] / 1000, reaction[1])
        due, move = self._calls[seat]
        await asyncio.sleep(max(0.0, due - self._loop.time()))
        if number == self._number:
            self._calls.pop(seat, None)
            await self._play(seat, move, at)

    def _thought(self, seat: Seat, level: str, question: Question) -> asyncio.Task[Thought]:
        """What a bot thinks; asked once for each position."""
        asked = (seat, level, question)
        if asked not in self._thoughts:
            match, bot = self._room.match, Bot(level, self._room.bot_seed)
            assert match
            simple = Bot("greedy", bot.seed).choose(match, seat) if question == "decide" else None
            self._thoughts[asked] = self._spawn(self._ask(question, bot, bot.observe(match, seat), simple))
        return self._thoughts[asked]

    async def _ask(self, question: Question, bot: Bot, seen: Observation, otherwise: Move | None) -> Thought:
        began = self._loop.time()
        try:
            answer = await self._bots.ask(question, bot, seen)
        except NoAnswer:
            answer = otherwise
        return Thought(answer, began, self._loop.time() - began)

    async def _play(self, seat: Seat, move: Move, at: int | None = None) -> None:
        try:
            await self._room.play(seat, move, at=at)
        except Refused as refused:
            log.debug("a move came too late", extra={"table": self._room.id, "code": refused.code})

    def _at(self, when: float, then: Callable[[], Coroutine[object, object, None]]) -> None:
        self._timers.append(self._loop.call_at(when, lambda: self._spawn(then())))

    def _spawn(self, work: Coroutine[object, object, T]) -> asyncio.Task[T]:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("a clock failed", exc_info=error, extra={"table": self._room.id})
