"""What earlier versions have written still loads: records and positions of every game, a server's database.

`tests/kept` was written by the version before games had folders of their own; it is never rewritten.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import sqlite3
from pathlib import Path

import pytest

import elfer
from tests.cli.command import run_here
from tests.server.people import Person, person, serving

KEPT = Path(__file__).parent / "kept"
POSITIONS = json.loads((KEPT / "positions.json").read_text("utf-8"))
RECORDS = sorted(KEPT.glob("*.txt"))
OUTDATED = {"connect", "snap"}
"""Games whose rules have another version since: their records are refused, and never replayed wrongly."""
KEY = "A" * 43
"""Who sat in the first seat of every table of the database."""


def body(record: str) -> str:
    """The moves and the result of a record: tags may have come to say more."""
    return record.split("\n\n", 1)[1]


def game_of(file: Path) -> str:
    return file.stem.removesuffix("-position")


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_records_replay(file: Path) -> None:
    text = file.read_text("utf-8")
    if game_of(file) in OUTDATED:
        with pytest.raises(elfer.BadInput) as refused:
            elfer.replay(text)
        assert refused.value.code == "record_version"
        return
    match = elfer.replay(text)
    assert body(match.record()) == body(text)
    assert elfer.replay(match.record()).record() == match.record()


@pytest.mark.parametrize("id", POSITIONS)
def test_positions_load(id: str) -> None:
    match = elfer.load(POSITIONS[id])
    before, now = dict(POSITIONS[id]), match.position()
    assert now["options"].items() >= before.pop("options").items()
    assert before.items() <= now.items()


def kept_data(tmp_path: Path) -> Path:
    """A folder with the database."""
    data = tmp_path / "data"
    data.mkdir()
    shutil.copy(KEPT / "elfer.db", data)
    return data


def tables_of(data: Path) -> list[tuple[str, str, str, int]]:
    """The id, phase and game of each table, and its last move."""
    last = "(SELECT coalesce(max(seq), 0) FROM moves WHERE table_id = id)"
    with contextlib.closing(sqlite3.connect(data / "elfer.db")) as database:
        return database.execute(
            f"SELECT id, phase, document ->> '$.setup.game', {last} FROM tables"
        ).fetchall()


@pytest.mark.parametrize("where", ["folder", "database"])
def test_a_database_is_served(where: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Every table goes on where it was for the keys of its seats, or says that it cannot and begins again."""
    data = kept_data(tmp_path)
    tables, options = tables_of(data), ["--keep-finished", "36500", "--keep-abandoned", "36500"]
    assert {phase for _, phase, *_ in tables} == {"gathering", "playing", "over"}
    if where == "database":
        url = request.getfixturevalue("postgres").new()
        assert run_here("move-data", str(data), url).returncode == 1  # it tells of what is outdated
        options += ["--database", url]

    async def visit() -> None:
        with serving(data, *options) as server:
            async with person(server, KEY) as ada:
                for table, phase, game, played in tables:
                    ada.update = {}
                    await ada.enters(table)
                    await ada.hears("table", id=table)
                    assert ada.seat == 0
                    if game in OUTDATED and phase != "gathering":
                        await begins_again(ada, played)
                        continue
                    assert ada.table["phase"] == phase
                    if phase != "gathering":
                        await ada.until(lambda p: p.update, "for the cards")
                        assert ada.at >= played

    asyncio.run(visit())


async def begins_again(ada: Person, played: int) -> None:
    """A match of outdated rules is over, its score was not kept, and another one is played."""
    info = ada.table
    assert (info["phase"], info["scores"]) == ("over", [])
    assert info["ended"] == {"why": "other_rules", "scored": False}
    assert not ada.update
    assert await ada.refused("record") == "record_version"
    await ada.say("ready")
    await ada.until(lambda p: p.update, "for another match")
    assert (ada.table["phase"], ada.table["match"]) == ("playing", info["match"] + 1)
    await ada.until(lambda p: p.moves, "for a turn")
    await ada.tries(ada.moves[0])
    await ada.until(lambda p: p.at > played, "for a move")


def test_the_doctor_ends_matches_of_outdated_rules(tmp_path: Path) -> None:
    data = kept_data(tmp_path)
    stuck = [table for table, phase, game, _ in tables_of(data) if game in OUTDATED and phase == "playing"]
    assert stuck
    told = run_here("doctor", "--data", str(data), "--mend", "--lang", "en")
    assert told.returncode == 0
    assert all(f"Table {table}" in told.stdout for table in stuck)
    assert told.stdout.count("it is over, and another match can begin there") == len(stuck)
    assert run_here("doctor", "--data", str(data)).returncode == 0
    assert not {phase for table, phase, *_ in tables_of(data) if table in stuck} - {"over"}
