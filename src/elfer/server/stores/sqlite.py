"""A store in SQLite: one file in a folder that one server uses at a time.

With WAL and `synchronous=FULL` a commit survives a crash of the process and of the machine. The files contain
the seeds of running matches, so only their owner may read them.

Device codes are valid by a monotonic clock. On disk they are kept for a restart, after which the time of day
decides how long they are still valid: at most their whole lifetime.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from importlib import resources
from pathlib import Path

from elfer.core.canonical_json import to_json
from elfer.core.refusals import Refused
from elfer.server.stores.device_codes import DeviceCodes
from elfer.server.stores.sqlite_connections import SqliteConnections, Statement
from elfer.server.stores.store import (
    CODE_SECONDS,
    Code,
    Log,
    Opening,
    Played,
    Saved,
    Whole,
    opening_of,
    parsed,
    row_of,
)
from elfer.server.tables.seating import Table

FILE = "elfer.db"
LOCK = "elfer.lock"
OWNERS_ALONE, OWNERS_FOLDER = 0o600, 0o700
CREATE = "INSERT INTO tables (id, document, phase, touched) VALUES (?, ?, ?, ?)"
SAVE = "UPDATE tables SET document = ?, phase = ?, touched = ? WHERE id = ?"
IDS = "SELECT id FROM tables ORDER BY id"
FIND = "SELECT document, touched FROM tables WHERE id = ?"
OPEN = "INSERT INTO matches (table_id, number, first, opening, names, watch) VALUES (?, ?, ?, ?, ?, ?)"
MATCH = "SELECT number, first, opening, names, watch FROM matches WHERE table_id = ? AND number = ?"
MATCHES = "SELECT number, first, opening, names, watch FROM matches WHERE table_id = ? ORDER BY number"
APPEND = "INSERT INTO moves (table_id, seq, seat, move, command, played) VALUES (?, ?, ?, ?, ?, ?)"
MOVES = """
    SELECT seq, seat, move, command FROM moves WHERE table_id = ? AND seq > ? AND seq <= coalesce(
        (SELECT first FROM matches WHERE table_id = ? AND number = ?), 1 << 62) ORDER BY seq
"""
TIMES = "SELECT seq, seat, move, command, played FROM moves WHERE table_id = ? ORDER BY seq"
CUT = "DELETE FROM moves WHERE table_id = ? AND seq > ?"
TOUCH = "UPDATE tables SET touched = ? WHERE id = ?"
DROP_CODE = "DELETE FROM codes WHERE code = ?"
KEEP_CODE = "INSERT OR REPLACE INTO codes (code, table_id, key, until) VALUES (?, ?, ?, ?)"
CODES = "SELECT code, table_id, key, until FROM codes"
END_CODE = "DELETE FROM codes WHERE table_id = ? AND key = ?"
NEWEST = "SELECT max(touched) FROM tables"
OLD = (
    "SELECT id FROM tables WHERE (phase = 'over' AND touched < ?) OR (phase <> 'over' AND touched < ?) "
    "ORDER BY touched"
)
DELETE = "DELETE FROM tables WHERE id = ?"
SETTINGS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "wal_autocheckpoint = 0",  # the reader's thread sees to it
    "journal_size_limit = 4194304",
)


class SqliteStore:
    """The database of one server."""

    def __init__(self, folder: Path, *, update: bool = True) -> None:
        with contextlib.ExitStack() as opened:
            self._lock = opened.enter_context(closing(_lock_folder(folder)))
            try:
                writer = opened.enter_context(closing(_open(folder / FILE)))
                _migrate(writer, folder / FILE, update)
                reader = opened.enter_context(closing(_open(folder / FILE)))
                reader.execute("PRAGMA wal_autocheckpoint = 0")
                reader.execute("PRAGMA query_only = ON")
                (self.newest,) = reader.execute(NEWEST).fetchone()
                self._codes = _codes(writer)
            except (OSError, sqlite3.Error) as error:
                raise Refused("data_broken", file=str(folder / FILE), why=str(error)) from None
            opened.pop_all()
        self._database = SqliteConnections(writer, reader)
        self.counts = self._database.counts

    # Writing

    def create(self, id: str, table: Table) -> asyncio.Future[None]:
        return self._database.write((CREATE, (id, to_json(table), table.phase, self._now())))

    def append(self, id: str, played: Played, table: Table | None = None) -> asyncio.Future[None]:
        move: Statement = (APPEND, (id, *played, round(time.time() * 1000)))
        if table is None:
            return self._database.write(move)
        return self._database.write(move, self._saving(id, table))

    def open_match(self, id: str, table: Table, opening: Opening) -> asyncio.Future[None]:
        return self._database.write(self._saving(id, table), (OPEN, (id, *row_of(opening))))

    def save_table(self, id: str, table: Table) -> asyncio.Future[None]:
        return self._database.write(self._saving(id, table))

    def cut(self, id: str, last: int, table: Table) -> asyncio.Future[None]:
        return self._database.write((CUT, (id, last)), self._saving(id, table))

    def release(self, id: str) -> asyncio.Future[None]:
        return self._database.write((TOUCH, (self._now(), id)))

    def put(self, id: str, whole: Whole) -> asyncio.Future[None]:
        table, openings, moves, times, touched = whole
        return self._database.write(
            (DELETE, (id,)),
            (CREATE, (id, to_json(table), table.phase, touched)),
            *((OPEN, (id, *row_of(opening))) for opening in openings),
            *((APPEND, (id, *move, time)) for move, time in zip(moves, times, strict=True)),
        )

    def keep_code(self, code: str, table: str, key: str, seconds: float) -> asyncio.Future[None]:
        dropped = self._codes.keep(code, Code(table, key), seconds)
        return self._database.write(
            *((DROP_CODE, (one,)) for one in dropped),
            (KEEP_CODE, (code, table, key, time.time() + seconds)),
        )

    def end_code(self, table: str, key: str) -> asyncio.Future[None]:
        self._codes.end(Code(table, key))
        return self._database.write((END_CODE, (table, key)))

    async def sweep(
        self, finished: float, abandoned: float, spare: Callable[[str], bool], most: int
    ) -> tuple[str, ...]:
        swept: list[str] = []
        for id in await self._database.read(lambda found: _ids(found, OLD, finished, abandoned)):
            if len(swept) == most:
                break
            if not spare(id):  # asked for each: a page may have entered in between
                await self._database.write((DELETE, (id,)))
                swept.append(id)
        return tuple(swept)

    def _saving(self, id: str, table: Table) -> Statement:
        return SAVE, (to_json(table), table.phase, self._now(), id)

    def _now(self) -> int:
        """Seconds since 1970; never before the newest time stored."""
        return max(round(time.time()), self.newest or 0)

    # Reading

    def load(self, id: str) -> asyncio.Future[Saved | None]:
        return self.peek(id)

    def peek(self, id: str) -> asyncio.Future[Saved | None]:
        return self._database.read(lambda found: _saved(found, id))

    def whole(self, id: str) -> asyncio.Future[Whole | None]:
        return self._database.read(lambda found: _whole(found, id))

    async def find_code(self, code: str) -> Code | None:
        return self._codes.find(code)

    def finished(self, id: str, number: int) -> asyncio.Future[Log | None]:
        return self._database.read(lambda found: _log(found, id, number))

    def ids(self) -> asyncio.Future[tuple[str, ...]]:
        return self._database.read(lambda found: _ids(found, IDS))

    def faults(self) -> asyncio.Future[tuple[str, ...]]:
        return self._database.read(_faults)

    def close(self) -> None:
        self._database.close()
        self._lock.close()


# Rows


def _saved(database: sqlite3.Connection, id: str) -> Saved | None:
    found = database.execute(FIND, (id,)).fetchone()
    if found is None:
        return None
    table = parsed(found[0], Table)
    return Saved(table, _log(database, id, table.match))


def _log(database: sqlite3.Connection, id: str, number: int) -> Log | None:
    found = database.execute(MATCH, (id, number)).fetchone()
    if found is None:
        return None
    opening = opening_of(found)
    moves = database.execute(MOVES, (id, opening.first, id, number + 1))
    return Log(opening, tuple(map(Played._make, moves)))


def _whole(database: sqlite3.Connection, id: str) -> Whole | None:
    found = database.execute(FIND, (id,)).fetchone()
    if found is None:
        return None
    openings = tuple(map(opening_of, database.execute(MATCHES, (id,))))
    moves = database.execute(TIMES, (id,)).fetchall()
    played = tuple(Played._make(move[:-1]) for move in moves)
    return Whole(parsed(found[0], Table), openings, played, tuple(move[-1] for move in moves), found[1])


def _codes(database: sqlite3.Connection) -> DeviceCodes:
    """The codes that are still valid after a restart; others are deleted."""
    codes, now = DeviceCodes(), time.time()
    for code, table, key, until in database.execute(CODES).fetchall():
        if 0 < until - now <= CODE_SECONDS:
            codes.keep(code, Code(table, key), until - now)
        else:
            database.execute(DROP_CODE, (code,))
    return codes


def _ids(database: sqlite3.Connection, sql: str, *values: object) -> tuple[str, ...]:
    return tuple(id for (id,) in database.execute(sql, values))


def _faults(database: sqlite3.Connection) -> tuple[str, ...]:
    found = [text for (text,) in database.execute("PRAGMA integrity_check")]
    lost = [f"{name} {key}" for name, key, *_ in database.execute("PRAGMA foreign_key_check")]
    return (*(text for text in found if text != "ok"), *lost)


# Files


def _lock_folder(folder: Path) -> sqlite3.Connection:
    """A lock on the folder that ends with the process: SQLite's own, on a file of its own."""
    lock = None
    try:
        folder.mkdir(OWNERS_FOLDER, parents=True, exist_ok=True)
        lock = _open(folder / LOCK)
        lock.execute("BEGIN EXCLUSIVE")
    except (OSError, sqlite3.Error) as error:
        if lock:
            lock.close()
        code = "data_used" if "locked" in str(error) else "data_folder"
        raise Refused(code, folder=str(folder), why=str(error)) from None
    return lock


def _open(file: Path) -> sqlite3.Connection:
    """A connection for any one thread at a time, without implicit transactions."""
    _make_private(file)
    return sqlite3.connect(file, timeout=0, isolation_level=None, check_same_thread=False)


def _make_private(file: Path) -> None:
    """Create a file that only its owner may read; SQLite gives the files beside it the same mode.

    An existing file is not opened here: closing it would end all locks of this process on it."""
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNERS_ALONE))
    except FileExistsError:
        for one in (file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")):
            if one.is_file():
                with contextlib.suppress(OSError):  # it belongs to another user
                    one.chmod(OWNERS_ALONE)


def _migrate(connection: sqlite3.Connection, file: Path, update: bool) -> None:
    """Run the missing migrations; without *update*, refuse an older database."""
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    files = resources.files(__package__).joinpath("migrations").iterdir()
    scripts = sorted(files, key=lambda script: script.name)
    if found > len(scripts):
        raise Refused("data_newer", file=str(file), found=found, known=len(scripts))
    if found < len(scripts) and not update:
        raise Refused("data_older", file=str(file))
    for setting in SETTINGS:
        connection.execute(f"PRAGMA {setting}")
    for number, script in enumerate(scripts[found:], found + 1):  # each in one transaction
        text = script.read_text("utf-8")
        connection.executescript(f"BEGIN IMMEDIATE; {text} PRAGMA user_version = {number}; COMMIT;")


def backup(folder: Path, target: Path) -> None:
    """Copy the database into a new file; a server may be using it."""
    source = folder / FILE
    if not source.exists():
        raise Refused("backup_nothing", folder=str(folder))
    if target.exists():
        raise Refused("backup_exists", file=str(target))
    try:
        with closing(_open(source)) as live, closing(_open(target)) as copy:
            live.backup(copy)
    except (OSError, sqlite3.Error) as error:
        with contextlib.suppress(OSError):
            target.unlink(missing_ok=True)
        raise Refused("backup_failed", file=str(target), why=str(error)) from None
