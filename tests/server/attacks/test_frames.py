"""Frames without a meaning cost their sender the connection, and others nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.attacks.siege import besiege, check
from tests.server.attacks.suite import ATTACKS
from tests.server.bystanders import complaints
from tests.server.people import Server, serving

SPAN = 1.5


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("frames") / "data") as server:
        yield server
        assert complaints(server) == []


@pytest.mark.parametrize("name", ["more-pings", "no-text"])
def test_who_floods_is_cut_off(server: Server, name: str) -> None:
    logged = len(server.logged())
    noticed = asyncio.run(besiege(server, ATTACKS[name], SPAN, "cut off"))
    check(noticed)
    assert noticed.tally["cut off"] > 0
    assert len(server.logged()) - logged < 10_000


def test_floods_of_many_sockets_are_no_more_than_those_of_one(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        noticed = asyncio.run(besiege(server, ATTACKS["all-pings"], SPAN, "cut off"))
    check(noticed)
    assert noticed.tally["cut off"] > 0
