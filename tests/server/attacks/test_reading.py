"""Meaningless texts are refused after a while, and other pages do not wait for them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.attacks.long_matches import keep_match
from tests.server.attacks.reading import large_hand
from tests.server.attacks.siege import besiege, check
from tests.server.attacks.suite import ATTACKS
from tests.server.bystanders import complaints
from tests.server.people import Server, serving

SPAN = 1.5


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("reading") / "data") as server:
        yield server
        assert complaints(server) == []


@pytest.mark.parametrize("name", ["read-record", "read-records"])
def test_records_that_are_none_delay_nobody(server: Server, name: str) -> None:
    noticed = asyncio.run(besiege(server, ATTACKS[name], SPAN, "too_fast"))
    check(noticed)
    assert noticed.tally["record_lacks"] > 0
    assert noticed.tally["too_fast"] > 0


def test_words_by_the_hundred_delay_nobody(server: Server) -> None:
    noticed = asyncio.run(besiege(server, ATTACKS["say"], SPAN, "too_fast"))
    check(noticed)
    assert noticed.tally["heard"] > 0
    assert noticed.tally["too_fast"] > 0


def test_nor_do_they_with_a_large_hand(tmp_path: Path) -> None:
    kept = keep_match(tmp_path / "data", large_hand())
    with serving(tmp_path / "data") as server:
        noticed = asyncio.run(besiege(server, ATTACKS["say-at-once"], SPAN, "too_fast", kept=kept))
    check(noticed)
    assert noticed.tally["heard"] > 0
    assert noticed.tally["too_fast"] > 0
