"""What earlier versions have written still loads: records and positions of every game, a server's database.

`tests/kept` was written by the version before games had folders of their own; it is never written anew.
"""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path

import pytest

import elfer
from tests.server.people import person, serving

KEPT = Path(__file__).parent / "kept"
POSITIONS = json.loads((KEPT / "positions.json").read_text("utf-8"))
RECORDS = sorted(KEPT.glob("*.txt"))
OUTDATED = {"connect", "snap"}
"""Games whose rules have another version since: their matches are refused, and never replayed wrongly."""
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


def test_a_database_is_served(tmp_path: Path) -> None:
    """Every table that was being played goes on where it was, for whoever sat there."""
    data = tmp_path / "data"
    data.mkdir()
    shutil.copy(KEPT / "elfer.db", data)

    async def visit() -> None:
        with serving(data, "--keep-finished", "36500", "--keep-abandoned", "36500") as server:
            tables = server.rows("SELECT id, phase, document ->> '$.setup.game' FROM tables")
            played = dict(server.rows("SELECT table_id, max(seq) FROM moves GROUP BY table_id"))
            assert {phase for _, phase, _ in tables} == {"gathering", "playing", "over"}
            async with person(server, KEY) as ada:
                for table, phase, game in tables:
                    ada.update = {}
                    if game in OUTDATED:
                        assert await ada.refused("enter", table=table, key=KEY) == "record_version"
                        continue
                    await ada.enters(table)
                    await ada.hears("table", id=table)
                    assert ada.seat == 0
                    assert ada.table["phase"] == phase
                    if phase != "gathering":
                        await ada.until(lambda p: p.update, "for the cards")
                        assert ada.at >= played[table]

    asyncio.run(visit())
