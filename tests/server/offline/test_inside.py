"""The pack of the page under Node: stores, laws and bots are there what they are here."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import elfer
from elfer.server.web.static_files import PAGE
from tests.server.offline.inside.telling import matches
from tests.server.stores.stories import STORIES

SCRIPT = Path(__file__).parent / "inside/node.mjs"
ROOT = Path(__file__).parents[3]
PATIENCE_SECONDS = 600


def test_stores_laws_and_bots_are_inside_what_they_are_outside() -> None:
    packs = sorted(PAGE.glob("py/*/elfer.zip"))
    if not packs or not shutil.which("node"):
        pytest.fail(
            "the web client is not built with its pack, or there is no Node: run `make web`", pytrace=False
        )
    command = ["node", str(SCRIPT), str(packs[0].parent), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_SECONDS)
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["stories"] == len(STORIES)
    assert len(told["laws"]) >= 9
    assert all(held == sorted(elfer.games()) for held in told["laws"].values())
    assert told["matches"] == matches()
