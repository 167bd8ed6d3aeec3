"""Plain requests have limits, too: how many, how long, and whether their answers are read."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.attacks.siege import Noticed, besiege, besieged, check
from tests.server.attacks.suite import ATTACKS
from tests.server.bystanders import act, complaints, lets_go, memory, open_connections
from tests.server.people import Server, serving
from tests.server.raw import raw

SPAN = 1.5


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("http") / "data") as server:
        yield server
        assert complaints(server) == []


def struck(server: Server, name: str) -> Noticed:
    return asyncio.run(besiege(server, ATTACKS[name], SPAN, "cut off", "429"))


def test_who_asks_too_much_is_refused(server: Server) -> None:
    before = open_connections(server)
    noticed = struck(server, "requests")
    check(noticed)
    assert noticed.tally["429"] + noticed.tally["cut off"] > 0
    assert noticed.files < before + 350, "400 connections of one address were let in"
    asyncio.run(lets_go(server, before + 5))


def test_who_never_reads_holds_nothing(server: Server) -> None:
    before, logged = memory(server), len(server.logged())
    noticed = struck(server, "pipeline")
    check(noticed)
    assert noticed.tally["cut off"] > 0
    assert noticed.memory < before + 60_000_000
    assert len(server.logged()) - logged < 10_000


def test_who_takes_large_files_slowly_holds_no_copy_of_them(server: Server) -> None:
    before = memory(server)
    noticed = asyncio.run(besiege(server, ATTACKS["download"], SPAN, "bytes"))
    check(noticed)
    assert noticed.tally["connections"] >= 200
    assert noticed.memory < before + 60_000_000


def test_idle_connections_shut_nobody_out(tmp_path: Path) -> None:
    with besieged(tmp_path, ATTACKS["idle"]) as (server, _):
        noticed = struck(server, "idle")
        check(noticed)
        assert noticed.tally["cut off"] > 0
        assert noticed.files < 1024
        assert complaints(server) == []


def test_a_name_that_only_begins_like_ours_is_no_name_of_ours(server: Server) -> None:
    async def scene() -> None:
        for host in ("[::1].evil.com", "[::1]evil.com:80", "localhost.evil.com"):
            async with raw(server) as connection:
                connection.say(f"GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
                assert b" 421 " in await connection.hears(b"\r\n")

    act(scene)
