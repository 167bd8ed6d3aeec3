"""What a server leaves to others on its machine, and how it says that it cannot begin."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

from tests.server.people import PATIENCE, person, serving


def test_others_on_the_machine_cannot_read_the_database(tmp_path: Path) -> None:
    async def scene() -> None:
        async with person(server) as ada:
            await ada.creates("duel", 2)

    with serving(tmp_path / "data") as server:
        asyncio.run(scene())
        files = sorted(file.name for file in server.data.iterdir())
        assert "elfer.db-wal" in files
        open_to_others = [file.name for file in server.data.iterdir() if file.stat().st_mode & 0o077]
        assert open_to_others == []


def test_a_folder_in_place_of_the_database_is_said_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "data" / "elfer.db").mkdir(parents=True)
    command = [sys.executable, "-m", "elfer", "serve", "--no-browser", "--port", "0"]
    ended = subprocess.run(
        [*command, "--data", str(tmp_path / "data")], capture_output=True, text=True, timeout=3 * PATIENCE
    )
    assert ended.returncode == 2
    assert len(ended.stderr.strip().splitlines()) == 1
