"""A real server in a process of its own, and people who talk to it over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import secrets
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, Protocol, Self

from websockets.asyncio.client import connect

News = dict[str, Any]
PATIENCE = 20.0
"""How many seconds a test waits for what it expects."""


class Reached(Protocol):
    """A server, or whatever stands before several of them."""

    @property
    def address(self) -> str: ...


class Server:
    """A process of `elfer serve` on a free port of loopback."""

    program: Sequence[str] = ("-m", "elfer")
    """What Python runs."""

    def __init__(self, data: Path, *options: str, python: str = sys.executable, **environment: str) -> None:
        self.data, self._python = data, python
        self._options = ("--no-browser", "--data", str(data), *options)
        self._environment = {**os.environ, "LC_ALL": "C.UTF-8", **environment}
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    def start(self, port: int = 0) -> Self:
        """Start it and wait until it is ready."""
        self.log = (self.data.parent / f"{self.data.name}.log").open("a")
        self.process = subprocess.Popen(
            [self._python, *self.program, "serve", "--port", str(port), *self._options],
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            env=self._environment,
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert "http://" in line, f"the server did not start: {line} {self.logged()}"
        self.port = int(line.rsplit(":", 1)[1].strip().strip("/"))
        return self

    def logged(self) -> str:
        return Path(self.log.name).read_text("utf-8")

    def write(self, sql: str, *values: object) -> int:
        """Change the database of a server that is not running; how many rows."""
        with contextlib.closing(sqlite3.connect(self.data / "elfer.db")) as database, database:
            return database.execute(sql, values).rowcount

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """What the database has, read beside the server."""
        with contextlib.closing(sqlite3.connect(self.data / "elfer.db")) as database:
            return database.execute(sql, values).fetchall()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self.process
        self.process.kill()
        self._over()

    def stop(self) -> int:
        """End it as an operator would; its exit code."""
        assert self.process
        self.process.send_signal(signal.SIGTERM)
        return self._over()

    def _over(self) -> int:
        assert self.process
        assert self.process.stdout
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.log.close()
        return code

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self.process and self.process.poll() is None:
            self.process.kill()
            self._over()


@contextlib.contextmanager
def serving(data: Path, *options: str, seed: int | None = None, **environment: str) -> Iterator[Server]:
    """A running server whose bots do not pause. With a seed, its deals and bots are the same in every run."""
    server = Server(data, "--pause", "0", *options, **environment)
    if seed is not None:
        server.program = ("-m", "tests.server.seeded", str(seed))
    with server:
        yield server


class Refusal(Exception):
    """A command was refused."""

    def __init__(self, news: News) -> None:
        super().__init__(f"{news['code']} {news['params']}")
        self.code = news["code"]
        self.params = news["params"]


def new_key() -> str:
    return secrets.token_urlsafe(32)


class Connection(Protocol):
    """What a person needs of a socket."""

    @property
    def close_code(self) -> int | None: ...

    async def send(self, frame: str) -> None: ...

    async def close(self) -> None: ...

    def __aiter__(self) -> AsyncIterator[Any]: ...


class Person:
    """A person with a socket, who remembers all messages."""

    patience: ClassVar[float] = PATIENCE

    def __init__(self, socket: Connection, key: str) -> None:
        self.socket = socket
        self.key = key
        self.frames: list[str] = []
        """Every frame that came, as it came."""
        self.heard: list[News] = []
        self.table: News = {}
        self.update: News = {}
        self._numbers = itertools.count(1)
        self._prefix = secrets.token_hex(4)
        self._news = asyncio.Event()
        self._listener = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        with contextlib.suppress(Exception):
            async for frame in self.socket:
                assert isinstance(frame, str)
                news = json.loads(frame)
                self.frames.append(frame)
                self.heard.append(news)
                if news["is"] in ("table", "update"):
                    setattr(self, news["is"], news)
                self._news.set()
        self._news.set()

    @property
    def seat(self) -> int | None:
        return self.table.get("you")

    @property
    def at(self) -> int:
        return int(self.update["at"])

    @property
    def moves(self) -> list[str]:
        return self.update["view"]["moves"] if self.update else []

    async def until(self, seen: Callable[[Person], object], what: str = "") -> Any:
        """Wait until something holds."""
        now = asyncio.get_running_loop().time
        end = now() + self.patience
        while not (found := seen(self)):
            left = end - now()
            if left <= 0 or self._listener.done():
                raise AssertionError(f"waited in vain {what}; last heard: {self.frames[-3:]}")
            self._news.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), left)
        return found

    async def hears(self, kind: str, **fields: Any) -> News:
        """Wait for news of a kind, from now on or already there."""
        wanted = {"is": kind, **fields}.items()
        found: News = await self.until(
            lambda _: next((news for news in self.heard if wanted <= news.items()), None),
            f"for {fields or kind}",
        )
        return found

    async def say(self, do: str, **fields: Any) -> News:
        """Send a command and wait for its answer; a refusal is raised."""
        id = fields.pop("id", None) or f"{self._prefix}-{next(self._numbers)}"
        before = len(self.heard)
        await self.socket.send(json.dumps({"do": do, "id": id, **fields}))

        def answered(_: Person) -> News | None:
            news = self.heard[before:]
            return next((one for one in news if one.get("id") == id and one["is"] != "table"), None)

        answer: News = await self.until(answered, f"for the answer to {do}")
        if answer["is"] == "refused":
            raise Refusal(answer)
        return answer

    async def insists(self, do: str, **fields: Any) -> News:
        """Say something, and again a little later as long as that was too fast."""
        while True:
            try:
                return await self.say(do, **fields)
            except Refusal as refusal:
                if refusal.code != "too_fast":
                    raise
            await asyncio.sleep(0.1)

    async def refused(self, do: str, **fields: Any) -> str:
        """The code with which a command is refused; that it is carried out is a fault."""
        try:
            await self.say(do, **fields)
        except Refusal as refusal:
            return str(refusal.code)
        raise AssertionError(f"{do} was not refused")

    async def creates(self, game: str, seats: int, **more: Any) -> str:
        """Open a table; its id."""
        apart = {name: more.pop(name) for name in ("bots", "people", "start") if name in more}
        setup = {"game": game, "seats": seats, **more}
        answer = await self.say("create", setup=setup, name="Ada", key=self.key, **apart)
        return str(answer["table"])

    async def enters(self, table: str, **more: Any) -> None:
        await self.say("enter", table=table, key=self.key, **more)

    async def plays(self, move: str | None = None) -> int:
        """Play a move, or the first legal one."""
        answer = await self.say("play", move=move or self.moves[0], at=self.at)
        return int(answer["at"])

    async def plays_on(self, choose: Callable[[list[str]], str] = lambda moves: moves[0]) -> None:
        """Play whatever there is to play, until the match is over; ready for every round."""
        while not self.update.get("result"):
            before = self.at
            if self.seat in self.update["awaited"] and self.moves:
                await self.tries(choose(self.moves))
            elif self.update["awaited"] == [-1] and self.update["view"].get("over"):
                await self.insists("ready")
            await self._sees_more_than(before)

    async def _sees_more_than(self, at: int) -> None:
        await self.until(lambda p: p.at != at or p.update.get("result"), "for a move")

    async def tries(self, move: str) -> None:
        """Play a move, unless the table has moved on; a little later, if that was too fast."""
        try:
            await self.insists("play", move=move, at=self.at)
        except Refusal as refusal:
            if refusal.code != "stale":
                raise

    async def closed(self) -> int | None:
        """Wait until the server has closed the socket; its code."""
        await asyncio.wait_for(self._listener, self.patience)
        return self.socket.close_code

    async def leaves(self) -> None:
        """Close the page."""
        await self.socket.close()
        await self._listener


@contextlib.asynccontextmanager
async def person(server: Reached, key: str | None = None) -> AsyncIterator[Person]:
    """A person who opens the page."""
    async with connect(f"ws://{server.address}/socket", compression=None, max_size=None) as socket:
        someone = Person(socket, key or new_key())
        await someone.hears("welcome")
        try:
            yield someone
        finally:
            await someone.leaves()
