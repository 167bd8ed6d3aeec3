"""What the page plays with without a server: whole, as it is listed, and nothing that no worker needs."""

from __future__ import annotations

import hashlib
import json
import re
import zipfile
from pathlib import Path

import pytest

from elfer.server.web.static_files import PAGE

ROOT = Path(__file__).parent.parent
LISTED = ROOT / "web/pack.json"
UNUSED = re.compile(
    r"elfer/(cli|envs|study|terminal|server/web)/|games/.*/(terminal|encoding)\.|sqlite|postgres|\.py$"
)


@pytest.fixture
def folder() -> Path:
    if not LISTED.exists():
        pytest.fail("the web client is not built: run `make web`", pytrace=False)
    return PAGE / str(json.loads(LISTED.read_text("utf-8"))["base"])


def test_the_page_has_all_that_is_listed_and_nothing_else(folder: Path) -> None:
    listed = json.loads(LISTED.read_text("utf-8"))["files"]
    copies = {".br", ".gz"}
    assert {file["name"] for file in listed} == {
        file.name for file in folder.iterdir() if file.suffix not in copies
    }
    assert {file.suffix for file in folder.glob("pyodide.asm.wasm.*")} == copies
    assert [other.name for other in folder.parent.iterdir()] == [folder.name]
    for about in listed:
        content = (folder / about["name"]).read_bytes()
        assert (len(content), hashlib.sha256(content).hexdigest()) == (about["bytes"], about["sha256"])
        assert about["packed"] <= about["bytes"]
    assert sum(about["packed"] for about in listed) < 8_000_000


def test_wheels_are_those_whose_hashes_are_pinned(folder: Path) -> None:
    pinned = re.findall(r"sha256:(\w{64})", (ROOT / "requirements/pyodide.txt").read_text("utf-8"))
    wheels = [hashlib.sha256(wheel.read_bytes()).hexdigest() for wheel in folder.glob("*.whl")]
    assert sorted(wheels) == sorted(pinned)


def test_a_worker_gets_bytecode_and_nothing_that_it_cannot_use(folder: Path) -> None:
    with (
        zipfile.ZipFile(folder / "elfer.zip") as own,
        zipfile.ZipFile(folder / "python_stdlib.zip") as library,
    ):
        assert not list(filter(UNUSED.search, own.namelist()))
        assert "elfer/server/offline/worker.pyc" in own.namelist()
        assert not [name for name in library.namelist() if name.endswith(".py")]
    lock = json.loads((folder / "pyodide-lock.json").read_text("utf-8"))
    assert lock["packages"] == {}, "there is nothing to be loaded from elsewhere"
