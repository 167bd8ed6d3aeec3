"""A server's database as its operator meets it: refusals in one line, copies, and the doctor."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

import elfer
from elfer.server.stores.sqlite import FILE, SqliteStore
from elfer.server.stores.store import Opening, Played
from elfer.server.tables import seating
from elfer.server.wire import Setup
from tests.cli.command import run, run_here
from tests.server.people import serving

KEPT = Path(__file__).parents[1] / "kept" / FILE
TABLE = seating.create(Setup(game="duel", seats=2), "Ada", "ada", ("easy",))
OPENING = Opening(1, 0, elfer.start("duel", seats=2, seed=1).record(), ("Ada", "Pico"))


def filled(folder: Path, **numbers: tuple[int, ...]) -> None:
    """A database with tables and the numbers of their moves."""

    async def fill() -> None:
        with closing(SqliteStore(folder)) as store:
            for id, played in numbers.items():
                await store.create(id, TABLE)
                await store.open_match(id, replace(TABLE, phase="playing", match=1), OPENING)
                for number in played:
                    await store.append(id, Played(number, number % 2, "reveal", f"c{number}"))

    asyncio.run(fill())


def change(folder: Path, sql: str) -> None:
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as database:
        database.execute(sql)


@pytest.mark.parametrize("command", [["serve", "--no-browser", "--port", "0"], ["doctor"]])
def test_a_folder_in_the_place_of_the_database_is_refused_in_a_line(
    tmp_path: Path, command: list[str]
) -> None:
    (tmp_path / FILE).mkdir()
    out = run(*command, "--data", str(tmp_path))
    assert (out.returncode, out.stdout) == (2, "")
    assert out.stderr.count("\n") == 1
    assert "cannot be read" in out.stderr


def test_a_copy_is_its_owners_alone(tmp_path: Path) -> None:
    filled(tmp_path, a=(1,))
    copy = tmp_path / "copy.db"
    assert run("backup", str(copy), "--data", str(tmp_path)).returncode == 0
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


def test_the_doctor_finds_nothing_where_all_is_well(tmp_path: Path) -> None:
    assert run_here("doctor", "--data", str(tmp_path)).returncode == 2
    assert not list(tmp_path.iterdir())
    filled(tmp_path, a=(1, 2, 3), b=())
    out = run_here("doctor", "--data", str(tmp_path))
    assert (out.returncode, out.stdout, out.stderr) == (0, "2 tables, and all is well.\n", "")


def test_the_doctor_tells_of_gaps_and_mends_them_when_asked(tmp_path: Path) -> None:
    filled(tmp_path, a=(1, 2, 3), b=(1, 3), c=(1, 2, 4, 5))
    for _ in range(2):
        out = run_here("doctor", "--data", str(tmp_path))
        assert out.returncode == 1
        assert "Table b, match 1: 1 move comes after a gap. The last whole move is number 1." in out.stdout
        assert out.stdout.endswith("3 tables; wrong: 2, mended: 0.\n")
    out = run_here("doctor", "--mend", "--data", str(tmp_path))
    assert out.returncode == 0
    assert out.stdout.count("Mended") == 2
    assert run_here("doctor", "--data", str(tmp_path)).stdout == "3 tables, and all is well.\n"


def test_the_doctor_tells_what_cannot_be_mended(tmp_path: Path) -> None:
    filled(tmp_path, a=(1, 2), b=(1,), c=(1, 3))
    change(tmp_path, "UPDATE tables SET document = '{}' WHERE id = 'a'")
    change(
        tmp_path,
        "UPDATE matches SET opening = replace(opening, '[Version 1]', '[Version 9]') WHERE table_id = 'b'",
    )
    out = run_here("doctor", "--mend", "--lang", "de", "--data", str(tmp_path))
    assert out.returncode == 1
    assert "Tisch a: Nicht lesbar:" in out.stdout
    assert "Tisch b, Partie 1: Sie begann nach Version 9 der Regeln von „duel“" in out.stdout
    assert "Sie ist zu Ende, und eine neue Partie kann beginnen." in out.stdout
    assert out.stdout.endswith("3 Tische; fehlerhaft: 3, repariert: 2.\n")


def test_the_doctor_changes_nothing_that_an_older_version_wrote(tmp_path: Path) -> None:
    shutil.copy(KEPT, tmp_path)
    out = run_here("doctor", "--data", str(tmp_path))
    assert (out.returncode, out.stdout) == (2, "")
    assert "was written by an older version" in out.stderr
    assert (tmp_path / FILE).read_bytes() == KEPT.read_bytes()
    out = run_here("doctor", "--mend", "--data", str(tmp_path))
    assert (out.returncode, out.stderr) == (0, "")
    assert out.stdout.endswith("wrong: 2, mended: 2.\n")  # two of its games have other rules now


def test_the_doctor_tells_of_a_damaged_database(tmp_path: Path) -> None:
    filled(tmp_path, a=(1, 2))
    change(tmp_path, "INSERT INTO moves VALUES ('nowhere', 1, 0, 'reveal', NULL, 0)")
    out = run_here("doctor", "--mend", "--data", str(tmp_path))
    assert out.returncode == 1
    assert "Put a backup in its place." in out.stdout


def test_the_doctor_does_not_treat_a_running_server(tmp_path: Path) -> None:
    with serving(tmp_path / "data"):
        out = run_here("doctor", "--mend", "--data", str(tmp_path / "data"))
    assert out.returncode == 2
    assert out.stderr.endswith("is used by another server.\n")
