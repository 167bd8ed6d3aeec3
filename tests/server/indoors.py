"""A lobby in the process of its test, without sockets and disk, and with a virtual clock."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import selectors
from collections.abc import AsyncIterator, Callable, Coroutine
from itertools import pairwise
from typing import Any, TypeVar

from elfer.bots import Bot, Observation
from elfer.core.game import Move, Seat
from elfer.server.bots.backend import BotBackend, Question
from elfer.server.lobby import Lobby
from elfer.server.sessions.session import Session
from elfer.server.settings import Settings
from elfer.server.stores.key_value_store import KeyValueStore
from elfer.server.stores.store import Opening, Played, Store
from elfer.server.tables.seating import Table
from tests.server.people import Person, new_key

HOUR_SECONDS = 3600.0
T = TypeVar("T")


class Jumps(selectors.DefaultSelector):
    """Waits for nothing: whatever time the loop would wait has passed at once."""

    def __init__(self) -> None:
        super().__init__()
        self.passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.passed += timeout or 0
        return super().select(timeout and 0)


class JumpingLoop(asyncio.SelectorEventLoop):
    """An event loop whose time stands still while anything happens, then jumps to what is due next."""

    def __init__(self) -> None:
        self._jumps = Jumps()
        super().__init__(self._jumps)

    def time(self) -> float:
        return self._jumps.passed

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        """Done here and now: while a thread works, time would jump on."""
        done: asyncio.Future[T] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done


def now() -> float:
    return asyncio.get_running_loop().time()


class InlineBots:
    """Bots that think right here."""

    waiting = replaced = 0

    async def ask(self, question: Question, bot: Bot, observation: Observation) -> Any:
        return getattr(bot, question)(observation)


class SlowBots(InlineBots):
    """Bots that think until they may answer."""

    def __init__(self) -> None:
        self.may_answer = asyncio.Event()

    async def ask(self, question: Question, bot: Bot, observation: Observation) -> Any:
        await self.may_answer.wait()
        return await super().ask(question, bot, observation)


class BalkyStore(KeyValueStore):
    """A store that can be made to wait, or to fail."""

    def __init__(self) -> None:
        super().__init__()
        self.open = asyncio.Event()
        self.open.set()
        self.error: Exception | None = None
        self.writes = asyncio.Event()
        """Set by the first write."""

    async def _pass(self) -> None:
        self.writes.set()
        await self.open.wait()
        if self.error:
            raise self.error

    async def append(self, id: str, played: Played, table: Table | None = None) -> None:
        await self._pass()
        await super().append(id, played, table)

    async def open_match(self, id: str, table: Table, opening: Opening) -> None:
        await self._pass()
        await super().open_match(id, table, opening)

    async def save_table(self, id: str, table: Table) -> None:
        await self._pass()
        await super().save_table(id, table)


async def edited(store: Store, id: str, **fields: Any) -> None:
    """Change a table behind the back of the lobby, whose store still owns it."""
    whole = await store.whole(id)
    assert whole
    await store.put(id, whole._replace(**fields))
    await store.load(id)


@contextlib.asynccontextmanager
async def indoors(
    store: Store | None = None, bots: BotBackend | None = None, **settings: Any
) -> AsyncIterator[Lobby]:
    """A lobby of one's own, with bots that do not dawdle."""
    made = Lobby(Settings(**{"pause": 0, **settings}), store or KeyValueStore(), bots or InlineBots())
    try:
        yield made
    finally:
        await made.close()


class Faults(logging.Handler):
    """Collects what is logged."""

    def __init__(self, level: int) -> None:
        super().__init__(level)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(self.format(record))


def within(
    story: Callable[[Lobby], Coroutine[Any, Any, None]],
    store: Store | None = None,
    bots: BotBackend | None = None,
    **settings: Any,
) -> None:
    """Let a story happen in a lobby of its own, at once, however much time passes; no clock may fail."""

    async def whole() -> None:
        async with asyncio.timeout(24 * HOUR_SECONDS), indoors(store, bots, **settings) as lobby:
            await story(lobby)

    log, faults = logging.getLogger("elfer.clock"), Faults(logging.ERROR)
    log.addHandler(faults)
    try:
        with asyncio.Runner(loop_factory=JumpingLoop) as runner:
            runner.run(whole())
    finally:
        log.removeHandler(faults)
    assert faults.told == []


class Link:
    """The connection of a page to a session in the same process."""

    close_code = None

    def __init__(self, lobby: Lobby, address: str) -> None:
        self._frames: asyncio.Queue[str | None] = asyncio.Queue()
        self._closed = False
        self.session = Session(lobby, address, self._receive)

    def _receive(self, frame: str, merge: str = "") -> None:
        self._frames.put_nowait(frame)

    async def send(self, frame: str) -> None:
        await self.session.receive(frame)

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            self.session.close()
            self._frames.put_nowait(None)

    async def __aiter__(self) -> AsyncIterator[str]:
        while frame := await self._frames.get():
            yield frame


class Guest(Person):
    """A person whose time is cheap."""

    patience = HOUR_SECONDS


@contextlib.asynccontextmanager
async def guest(lobby: Lobby, key: str | None = None, address: str = "192.0.2.1") -> AsyncIterator[Guest]:
    """A person with an open page."""
    someone = Guest(Link(lobby, address), key or new_key())
    try:
        yield someone
    finally:
        await someone.leaves()


async def sit_down(ada: Person, ben: Person, game: str = "classic", **more: Any) -> str:
    """A table of Ada's at which Ben has sat down, too."""
    table = await ada.creates(game, 2, **more)
    await ben.enters(table)
    await ben.say("sit", seat=1, name="Ben")
    return table


async def begin(ada: Person, ben: Person, game: str = "classic", **more: Any) -> str:
    """A match of Ada and Ben."""
    table = await sit_down(ada, ben, game, **more)
    await ada.say("start")
    for one in (ada, ben):
        await one.until(lambda p: p.update, "for the deal")
    return table


class TimedStore(KeyValueStore):
    """A store that knows when each move was made."""

    def __init__(self) -> None:
        super().__init__()
        self.made: list[tuple[float, Seat, Move]] = []

    async def append(self, id: str, played: Played, table: Table | None = None) -> None:
        self.made.append((now(), played.seat, played.move))
        await super().append(id, played, table)

    def pauses(self, before: Seat) -> list[float]:
        """How long it was from a move of this seat to the next one, where a bot turned up a card then."""
        return [b[0] - a[0] for a, b in pairwise(self.made) if a[1] == before and b[1:] == (1, "reveal")]
