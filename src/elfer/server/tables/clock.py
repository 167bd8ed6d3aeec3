"""Schedules what happens at a table by itself: moves of bots and of the table, time limits, rematches.

The match changes through `Room.play` only. A plan holds until anything changes; then a new plan is made, and
pending work of the old one finds that its number has passed. A table without connected players stands still.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from math import ceil
from typing import Any, NamedTuple, TypeVar

from elfer.bots import Bot, Observation, SimpleBot
from elfer.core.game import TABLE, Move, Seat
from elfer.core.refusals import Refused
from elfer.game_card import policy_of
from elfer.match import STOP
from elfer.server.bots.backend import BotBackend, NoAnswer, Question
from elfer.server.settings import Settings
from elfer.server.tables.live_table import CURTAIN_SECONDS
from elfer.server.tables.room import Room
from elfer.server.tables.seating import SUBSTITUTE, filled, pass_on_host

LISTENING_FACTOR = 3.5
"""A bot's pause is this much longer while a person may act, too."""
SPEED = {"slow": 2.5, "normal": 1.0, "fast": 0.35, "instant": 0.15}
"""Factor for the bots' pauses, by the table's speed."""
LISTENING_SPEED = 0.5
"""Minimum of that factor while a person may act, too, so that calls are not missed."""
T = TypeVar("T")
log = logging.getLogger("elfer.clock")


class Thought(NamedTuple):
    """The answer of a bot, when it was asked, and the seconds it took."""

    answer: Any
    began: float
    seconds: float


class PlannedCall(NamedTuple):
    """A bot's call, valid until the next move that is not a call."""

    settled: tuple[int, int]
    due: float
    move: Move


class TableClock:
    def __init__(self, room: Room, settings: Settings, bots: BotBackend) -> None:
        self._room, self._times, self._settings, self._bots = room, room.times, settings, bots
        self._loop = asyncio.get_running_loop()
        self._position = room.position
        self._calls: dict[Seat, PlannedCall] = {}
        self._thoughts: dict[tuple[Seat, str, Question], asyncio.Task[Thought]] = {}
        """Questions asked in this position."""
        self._chosen: dict[str, float] = {}
        """Seconds that each level's last choice among several moves took."""
        self._timers: list[asyncio.TimerHandle] = []
        self._tasks: set[asyncio.Task[object]] = set()
        self._number = 0
        """Number of the current plan."""
        room.replan, room.stop_clock = self.plan, self.stop

    def stop(self) -> None:
        """Cancel the plan."""
        self._number += 1
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    # Planning

    def plan(self) -> None:
        """Schedule what will happen if nothing else does."""
        self.stop()
        room, times = self._room, self._times
        if room.position != self._position:
            self._position = room.position
            self._thoughts.clear()
        if not room.present:
            return
        for seat in room.table.people:
            if seat not in room.present and not times.bot_plays(seat):
                self._at(times.absence_end(seat), self._stop_waiting)
        if room.table.phase == "over" and room.ready:
            self._at(times.rematch_at(), self._start_rematch)
        elif room.table.phase == "playing":
            self._plan_moves()

    def _plan_moves(self) -> None:
        room, match = self._room, self._room.match
        assert match
        if room.at - room.first >= self._settings.moves:
            self._at(0, partial(self._play, TABLE, STOP))
            return
        awaited = match.awaited
        if TABLE in awaited:
            self._at(self._times.table_move_at(), partial(self._move_table, room.at))
        for seat in match.actors:
            if seat == TABLE:
                continue
            chair = room.table.chairs[seat]
            if chair.bot:
                self._spawn(self._call(seat, chair.bot, self._number))
            if seat in awaited:
                self._plan_turn(seat, chair.bot)

    def _plan_turn(self, seat: Seat, level: str | None) -> None:
        """Let a bot move, at once or when a person's time is over."""
        times = self._times
        if level := level or (SUBSTITUTE if times.bot_plays(seat) else None):
            self._spawn(self._take_turn(seat, level, self._number))
        elif times.turn_limit:
            end = times.turn_end(seat)
            if end is None:
                self._at(times.moved_at + CURTAIN_SECONDS, self._begin_all_turns)
            else:
                self._at(end, partial(self._take_turn, seat, SUBSTITUTE, self._number))

    def _pause(self) -> float:
        """A bot's pause before its move: longer while a person may act, too, to call, doubt or reveal."""
        match, room = self._room.match, self._room
        assert match
        speed = SPEED[room.table.setup.speed]
        if set(match.actors) & room.present:
            factor = LISTENING_FACTOR * policy_of(type(match.game)).bot_pause
            return self._settings.pause * factor * max(speed, LISTENING_SPEED)
        return self._settings.pause * speed

    # Actions

    async def _stop_waiting(self) -> None:
        """A bot plays for an absent player from now on; an absent host's role passes on."""
        room = self._room
        self.plan()
        room.tell_table()
        if room.table.host is not None and self._times.bot_plays(room.table.host):
            await self._attempt(room.change(lambda table: pass_on_host(table, room.present)))

    async def _begin_all_turns(self) -> None:
        """Begin turns although a device is still covered."""
        if self._times.begin_turns(all_people=True):
            self.plan()
            self._room.tell_time()

    async def _move_table(self, at: int) -> None:
        match = self._room.match
        if match and (moves := match.moves(TABLE)):  # else a move came first
            await self._play(TABLE, moves[0], at)

    async def _start_rematch(self) -> None:
        """Deal another match, with bots in free seats."""
        await self._attempt(self._room.begin(filled))

    async def _take_turn(self, seat: Seat, level: str, number: int) -> None:
        """Let a bot move, after a pause during which it thinks."""
        if number != self._number:
            return
        at, due = self._room.at, max(self._times.moved_at + self._pause(), self._times.quiet_until)
        thought = await self._thought(seat, level, "decide")
        if number != self._number:
            return
        assert self._room.match
        choice = len(self._room.match.moves(seat)) > 1
        due = max(due, thought.began + self._shown_seconds(level, thought.seconds, choice=choice))
        await asyncio.sleep(max(0.0, due - self._loop.time(), self._room.bot_delay))
        if number == self._number:
            await self._play(seat, thought.answer, at)

    def _shown_seconds(self, level: str, seconds: float, *, choice: bool) -> float:
        """How long a thought of *seconds* appears to take, hiding whether the bot had a choice.

        Times are rounded up to whole steps, and an only move takes as long as the level's last choice. All
        levels but expert decide within one step."""
        step = SPEED["instant"] * self._settings.pause
        if choice:
            self._chosen[level] = seconds
        return step and step * ceil(max(seconds, self._chosen.get(level, 0.0)) / step)

    async def _call(self, seat: Seat, level: str, number: int) -> None:
        """Let a bot call or doubt, if it wants to, with the reaction time of its level."""
        if number != self._number:
            return
        at, moved_at, settled = self._room.at, self._times.moved_at, self._times.settled
        call = self._calls.get(seat)
        if call is None or call.settled != settled:
            reaction = (await self._thought(seat, level, "react")).answer
            if reaction is None or number != self._number:
                return
            call = self._calls[seat] = PlannedCall(settled, moved_at + reaction[0] / 1000, reaction[1])
        await asyncio.sleep(max(0.0, call.due - self._loop.time()))
        if number == self._number:
            self._calls.pop(seat, None)
            await self._play(seat, call.move, at)

    def _thought(self, seat: Seat, level: str, question: Question) -> asyncio.Task[Thought]:
        """The answer of a bot, asked once per position."""
        key = (seat, level, question)
        if key not in self._thoughts:
            match, bot = self._room.match, Bot(level, self._room.bot_seed)
            assert match
            simple = SimpleBot("greedy", bot.seed).choose(match, seat) if question == "decide" else None
            self._thoughts[key] = self._spawn(self._ask(question, bot, bot.observe(match, seat), simple))
        return self._thoughts[key]

    async def _ask(self, question: Question, bot: Bot, seen: Observation, default: Move | None) -> Thought:
        began = self._loop.time()
        try:
            answer = await self._bots.ask(question, bot, seen)
        except NoAnswer:
            answer = default
        return Thought(answer, began, self._loop.time() - began)

    async def _play(self, seat: Seat, move: Move, at: int | None = None) -> None:
        await self._attempt(self._room.play(seat, move, at=at))

    async def _attempt(self, change: Awaitable[object]) -> None:
        """Wait for a change, unless another one came first or it cannot be saved."""
        try:
            await change
        except Refused as refused:
            log.debug("a plan was refused", extra={"table": self._room.id, "code": refused.code})

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
            log.error("a task of the table's clock failed", exc_info=error, extra={"table": self._room.id})
