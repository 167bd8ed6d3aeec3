"""People whose pages connect and enter again by themselves, and ask again what was not answered."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import socket as sockets
import sqlite3
from collections import Counter, deque
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import elfer
from elfer.server.tables.seating import hashed
from tests.server.people import News, Reached, Refusal, new_key, person

BROKEN = (OSError, TimeoutError, WebSocketException, AssertionError)
"""Errors of a connection whose server was killed."""
LIMIT = 90.0
"""How many seconds a test waits for what it expects, on however busy a machine."""
PASSING = ("not_saved", "no_store", "no_table_entered")
"""Why something is refused while a table changes its place."""
UNSETTLED = ("not_saved", "no_table_entered")
"""After what a page sends the same command again, as soon as it has entered its table again."""
SOON = 0.3
"""How many seconds later a page enters its table again that it could not enter."""
THINKS = 0.04
"""How many seconds a person takes for a move: fewer than the server allows in a second."""


Confirmed = dict[str, tuple[int, str]]
"""Moves with their numbers, by the ids of the commands that asked for them."""


Told = dict[tuple[str, int, int], str]
"""Views that were told, by table, seat and number of the last move: of one moment there is only one."""


class Command(NamedTuple):
    """A move as it was sent."""

    id: str
    move: str
    at: int


class Player:
    """A player who plays to the end, through any number of broken connections."""

    def __init__(self, server: Reached, table: str, key: str, rng: random.Random, told: Told) -> None:
        self.server, self.table, self.key, self._rng, self._told = server, table, key, rng, told
        self.seat = -1
        self.at = 0
        self.events: list[News] = []
        """All that this seat was told, each thing once."""
        self.confirmed: Confirmed = {}
        self.refused: set[str] = set()
        self.again = self.entered = 0
        """How often it had to connect again, and has entered its table."""
        self.over = False
        self.rests = False
        """Whether it makes no more moves."""
        self._pending: Command | None = None
        self._owed: Counter[str] = Counter()
        """How many answers to each command the server owes on this connection."""
        self._here = False
        """Whether it has entered its table, and is not out again."""
        self._fresh = True
        self._update: News = {}
        self._last: deque[str] = deque(maxlen=16)
        """The beginnings of the last frames, for what goes wrong."""

    async def play(self) -> None:
        while not self.over:
            try:
                await self._session()
            except (OSError, TimeoutError, WebSocketException):
                self.again += 1
                await asyncio.sleep(0.05)

    async def _session(self) -> None:
        """One connection, from entering the table until it breaks or the match is over."""
        async with connect(f"ws://{self.server.address}/socket", compression=None, max_size=None) as socket:
            self._owed.clear()
            await self._enter(socket)
            async for frame in socket:
                self._last.append(str(frame)[:160])
                await self._hear(socket, json.loads(frame))
                if self.over and not self._pending:
                    return
        raise ConnectionError

    @property
    def settled(self) -> bool:
        """Whether all that was sent is answered, and nothing is to be sent again."""
        return self._pending is None and not any(self._owed.values())

    async def _enter(self, socket: ClientConnection) -> None:
        self._fresh, self._here = True, False
        await self._send(socket, do="enter", id="enter", table=self.table, key=self.key, at=self.at)

    async def _hear(self, socket: ClientConnection, news: News) -> None:
        if news["is"] == "table":
            self.seat = news["you"]
        elif news["is"] == "out":
            assert news["code"] == "reload"
            await self._enter(socket)
        elif news["is"] == "update":
            self._follow(news)
        elif "id" in news:
            await self._hear_answer(socket, news)
        await self._act(socket)

    async def _hear_answer(self, socket: ClientConnection, news: News) -> None:
        """Every command is answered once."""
        pending, id, code = self._pending, news["id"], news.get("code")
        assert self._owed[id] > 0, news
        self._owed[id] -= 1
        if id == "enter":
            await self._hear_entered(socket, code)
        elif pending and id == pending.id and code == "too_fast":
            await asyncio.sleep(10 * THINKS)
            await self._play(socket, pending)
        elif pending and id == pending.id and code not in UNSETTLED:
            self._answered(pending, news)

    async def _hear_entered(self, socket: ClientConnection, code: str | None) -> None:
        """Send again what was not settled before; else try again, if that was not the last word."""
        if self._owed["enter"]:
            return
        if code:
            assert code in (*PASSING, "too_fast"), code
            await asyncio.sleep(SOON)
            await self._enter(socket)
            return
        self._here = True
        self.entered += 1
        if self._pending:
            assert not self._owed[self._pending.id], "a command was not answered"
            await self._play(socket, self._pending)

    def _follow(self, news: News) -> None:
        """Take in an update: nothing is missing and nothing is told twice."""
        at, events = news["at"], news["events"]
        assert at >= self.at if self._fresh else at in (self.at, self.at + 1), (at, self.at)
        assert not events or at > self.at, (at, events, *self._last)
        view = json.dumps(news["view"])
        assert self._told.setdefault((self.table, self.seat, at), view) == view
        self.events += events
        self.at, self._update, self._fresh = at, news, False
        self.over = bool(news["result"])

    def _answered(self, pending: Command, news: News) -> None:
        self._pending = None
        if news["is"] == "done":
            self.confirmed[pending.id] = (news["at"], pending.move)
        else:
            assert news["code"] != "bad_frame", news
            self.refused.add(pending.id)

    async def _act(self, socket: ClientConnection) -> None:
        """Move, if there is something to move, or perhaps call."""
        news = self._update
        if self._pending or self.over or self.rests or not self._here:
            return
        if not news or not news["view"]["moves"]:
            return
        if self.seat in news["awaited"] or self._rng.random() < 0.1:
            move = self._rng.choice(news["view"]["moves"])
            number = len(self.confirmed) + len(self.refused)
            self._pending = Command(f"{self.seat}-{number}", move, self.at)
            await asyncio.sleep(THINKS)
            await self._play(socket, self._pending)

    async def _play(self, socket: ClientConnection, command: Command) -> None:
        await self._send(socket, do="play", **command._asdict())

    async def _send(self, socket: ClientConnection, **command: Any) -> None:
        self._owed[command["id"]] += 1
        self._last.append(f"> {command}"[:160])
        await socket.send(json.dumps(command))


class Founding(NamedTuple):
    """A table that is being set up: the keys of its people, and what was confirmed so far."""

    keys: tuple[str, str]
    table: list[str]
    done: list[str]


async def found(server: Reached, game: str, founding: Founding) -> None:
    """Set up a table for two people and a bot, change seats, and begin."""
    async with person(server, founding.keys[0]) as ada, person(server, founding.keys[1]) as ben:
        founding.table.append(await ada.creates(game, 3, bots=("easy",)))
        await ben.enters(founding.table[0])
        await ben.say("sit", seat=2, name="Ben")
        founding.done.append("sit")
        await ada.say("swap", seat=0, other=1)
        founding.done.append("swap")
        await ada.say("start")
        founding.done.append("start")


class Crowd:
    """Many tables with people and bots, one after the other, and all confirmed moves."""

    def __init__(self, server: Reached, seed: int) -> None:
        self.server, self.rng = server, random.Random(seed)
        self._told: Told = {}
        self.players: list[Player] = []
        self.foundings: list[Founding] = []
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self, tasks: asyncio.TaskGroup, *games: str) -> None:
        """Play these games, and open tables all the while."""
        self._tasks += [tasks.create_task(self._play(game)) for game in games]
        self._tasks.append(tasks.create_task(self._open_tables()))

    async def stop(self) -> None:
        """Close all pages in the middle of whatever they do; `wait_for` may miss a first cancellation."""
        async with asyncio.timeout(LIMIT):
            while left := [task for task in self._tasks if not task.done()]:
                for task in left:
                    task.cancel()
                await asyncio.wait(left, timeout=0.5)

    @property
    def confirmed(self) -> int:
        return sum(len(player.confirmed) for player in self.players)

    async def _play(self, game: str) -> None:
        """Match after match of a game, each at a new table."""
        while True:
            founding = await self._found(game)
            if founding.done[-1:] == ["start"]:
                players = [
                    Player(self.server, founding.table[0], key, self.rng, self._told) for key in founding.keys
                ]
                self.players += players
                await asyncio.gather(*(player.play() for player in players))

    async def plays_on(self, moves: int) -> None:
        """Wait until this number of further moves is confirmed."""
        wanted = self.confirmed + moves
        await self._until(lambda: self.confirmed >= wanted)

    async def finishes_a_match(self) -> None:
        await self._until(lambda: any(player.over for player in self.players))

    async def _until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(LIMIT):
            while not holds():
                await asyncio.sleep(0.02)

    async def _open_tables(self) -> None:
        """A series of tables that are soon abandoned."""
        while True:
            await self._found("junior")
            await asyncio.sleep(self.rng.random() / 3)

    async def _found(self, game: str) -> Founding:
        founding = Founding((new_key(), new_key()), [], [])
        self.foundings.append(founding)
        try:
            await found(self.server, game, founding)
        except BROKEN:
            await asyncio.sleep(0.05)
        except Refusal as refusal:
            if refusal.code not in PASSING:
                raise
        return founding

    def check(self, rows: Rows) -> None:
        """Look for everything that was confirmed in a database, or in a copy of it."""
        for founding in self.foundings:
            if founding.table:
                check_founding(founding, rows)
        for player in self.players:
            check_moves(player, rows)

    def check_stories(self, rows: Rows) -> None:
        """Every match can be replayed, and everyone was told all of it so far, and nothing twice."""
        for player in self.players:
            match = elfer.replay(rows.opening(player.table))
            told = []
            for _, seat, move, _ in rows.moves(player.table)[: player.at]:
                told += [event.seen_by(player.seat) for event in match.play(seat, move)]
            assert match.over == player.over
            assert elfer.replay(match.record()).position() == match.position()
            assert json.loads(elfer.to_json(told)) == player.events


class Rows:
    """What is in a database, looked at without a server."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def ask(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self._file)) as database:
            return database.execute(sql, values).fetchall()

    def moves(self, table: str) -> list[tuple[Any, ...]]:
        return self.ask("SELECT seq, seat, move, command FROM moves WHERE table_id = ? ORDER BY seq", table)

    def opening(self, table: str) -> str:
        ((opening,),) = self.ask("SELECT opening FROM matches WHERE table_id = ?", table)
        return str(opening)


def check_founding(founding: Founding, rows: Rows) -> None:
    """What was confirmed of a table is there; a match has begun with its table or not at all."""
    ((document, phase),) = rows.ask("SELECT document, phase FROM tables WHERE id = ?", founding.table[0])
    matches = rows.ask("SELECT number FROM matches WHERE table_id = ?", founding.table[0])
    table = json.loads(document)
    keys = [chair["key"] for chair in table["chairs"]]
    assert matches == [(n,) for n in range(1, table["match"] + 1)]
    assert (phase == "gathering") == (not matches) == (table["phase"] == "gathering")
    swapped = keys[1] == hashed(founding.keys[0])
    assert table["host"] == (1 if swapped else 0)
    assert "sit" not in founding.done or keys[2] == hashed(founding.keys[1])
    assert "swap" not in founding.done or swapped
    assert "start" not in founding.done or matches


def check_moves(player: Player, rows: Rows) -> None:
    """Confirmed moves are there once, refused ones never, and no page saw a move that is not there."""
    moves = rows.moves(player.table)
    assert [seq for seq, *_ in moves] == list(range(1, len(moves) + 1))
    assert player.at <= len(moves)
    own = check_confirmed(player.confirmed, player, rows)
    assert not player.refused & set(own)


def check_confirmed(confirmed: Confirmed, player: Player, rows: Rows) -> Confirmed:
    """These moves of a player are there; all of them that are."""
    found = [(move[3], (move[0], move[2])) for move in rows.moves(player.table) if move[1] == player.seat]
    own = {command: move for command, move in found if command}
    assert confirmed.items() <= own.items()
    return own


def copied(data: Path, target: Path) -> Path:
    """A copy of the database as a killed server left it, so that only a server mends the original."""
    target.mkdir()
    for file in data.glob("elfer.db*"):
        if not file.name.endswith("-shm"):
            shutil.copy(file, target / file.name)
    return target / "elfer.db"


def quiet_port() -> int:
    """A free port that no outgoing connection and no other server takes while this one is down."""
    for port in random.sample(range(20_000, 30_000), 100):
        with sockets.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port
    raise AssertionError("no free port")
