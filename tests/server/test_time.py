"""Who is away, who dawdles, and what the table does by itself."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.server.people import Person, Server, person, serving
from tests.server.test_life import refusal, run

HASTY = ("--grace", "0.4", "--relaxed", "0.4", "--quick", "0.2", "--round-pause", "0.4", "--unload", "0.1")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("time") / "data", *HASTY) as running:
        yield running


async def two(server: Server, ada: Person, ben: Person, game: str = "junior", **more: Any) -> str:
    """A match of Ada and Ben."""
    table = await ada.creates(game, 2, **more)
    await ben.enters(table)
    await ben.say("sit", seat=1, name="Ben")
    await ada.say("start")
    await ben.until(lambda p: p.update)
    return table


async def others_turn(ada: Person) -> None:
    """Ada plays until it is no longer her turn."""
    while ada.update["awaited"] == [0]:
        await ada.tries("end" if "end" in ada.moves else ada.moves[0])


def test_after_a_while_a_bot_plays_for_who_is_away_until_that_one_returns(server: Server) -> None:
    async def story() -> None:
        async with person(server) as ada:
            async with person(server) as ben:
                table, key = await two(server, ada, ben), ben.key
            await ada.until(lambda p: not p.table["chairs"][1]["here"])
            await ada.until(lambda p: p.table["chairs"][1]["stand_in"])
            before = ada.at
            for _ in range(3):
                await others_turn(ada)
                await ada.until(lambda p: 0 in p.update["awaited"])
            assert ada.at > before + 2
            async with person(server, key) as again:
                await again.enters(table, at=before)
                assert again.seat == 1
                assert again.update["events"]
                await ada.until(
                    lambda p: p.table["chairs"][1]["here"] and not p.table["chairs"][1]["stand_in"]
                )
                await others_turn(ada)
                still = ada.at
                await asyncio.sleep(0.8)
                assert ada.at == still
                await again.until(lambda p: p.moves)
                await again.plays()

    run(story())


def test_the_role_of_a_host_who_stays_away_passes_on(server: Server) -> None:
    async def story() -> None:
        async with person(server) as ben:
            async with person(server) as ada:
                table = await ada.creates("junior", 2)
                await ben.enters(table)
                await ben.say("sit", seat=1, name="Ben")
                assert await refusal(ben.say("start")) == "not_host"
            await ben.until(lambda p: p.table["host"] == 1)
            await ben.say("start")

    run(story())


def test_a_table_no_person_is_connected_to_stands_still(server: Server) -> None:
    async def story() -> None:
        async with person(server) as ada:
            table, key = await ada.creates("junior", 3, bots=["easy", "easy"], start=True), ada.key
            while ada.update["awaited"] == [0]:
                await ada.plays()
            at = ada.at
        await asyncio.sleep(1)
        (newest,) = server.rows("SELECT max(seq) FROM moves WHERE table_id = ?", table)
        moved = newest[0] or 0
        assert moved <= at + 1
        async with person(server, key) as again:
            await again.enters(table)
            await again.until(lambda p: p.at > moved or 0 in p.update["awaited"])

    run(story())


def test_when_a_turns_time_is_over_the_server_plays_for_the_seat(server: Server) -> None:
    async def story() -> None:
        async with person(server) as ada:
            await ada.creates("junior", 2, bots=["easy"], pace="quick", start=True)
            await ada.until(lambda p: p.update["wait"] is not None)
            assert 0 <= ada.update["wait"] <= 200
            await ada.until(lambda p: p.update["result"], "for a match that plays itself")

    run(story())


def test_without_a_pace_the_host_hands_an_idle_seat_to_a_bot_until_it_moves(server: Server) -> None:
    async def story() -> None:
        async with person(server) as ada, person(server) as ben:
            await two(server, ada, ben)
            await others_turn(ada)
            at = ada.at
            await asyncio.sleep(0.6)
            assert ada.at == at
            assert await refusal(ben.say("substitute", seat=0)) == "not_host"
            await ada.say("substitute", seat=1)
            await ada.until(lambda p: p.at > at)
            assert ada.table["chairs"][1]["stand_in"]
            await others_turn(ada)
            with_bot = ada.at
            await ada.until(lambda p: p.at > with_bot)
            await ada.say("leave")
            await ben.until(lambda p: p.moves)
            await ben.tries(ben.moves[0])

    run(story())


def test_the_next_round_begins_after_a_while_though_nobody_is_ready(server: Server) -> None:
    async def story() -> None:
        async with person(server) as ada:
            await ada.creates("junior", 2, bots=["easy"], pace="quick", rounds=2, start=True)
            await ada.until(lambda p: p.update["round"] == 1)

    run(story())


def test_the_table_moves_by_itself_in_a_game_of_reaction(server: Server) -> None:
    async def story() -> None:
        async with person(server) as ada:
            await ada.creates("snap", 3, bots=["expert", "expert"], start=True)
            await ada.plays_on()
            record = (await ada.say("record"))["text"]
            assert "resolve" in record
            assert "schnapp" in record

    run(story())


def test_bots_leave_time_for_a_call(tmp_path: Path) -> None:
    """Between a card turned up and the bot's next one there are some seconds while a person might call."""

    async def story(server: Server) -> None:
        async with person(server) as ada:
            await ada.creates("snap", 2, bots=["easy"], start=True)
            for _ in range(3):
                await ada.until(lambda p: 0 in p.update["awaited"] and "reveal" in p.moves)
                await ada.plays("reveal")
        times = server.rows("SELECT seat, move, played FROM moves ORDER BY seq")
        pauses = [b[2] - a[2] for a, b in pairwise(times) if b[:2] == (1, "reveal") and a[0] == 0]
        assert pauses
        assert all(pause >= 600 for pause in pauses)

    with Server(tmp_path / "data", "--pause", "0.2") as server:
        run(story(server))


def test_forgotten_tables_are_deleted_names_and_all(tmp_path: Path) -> None:
    async def make(server: Server) -> str:
        async with person(server) as ada:
            return await ada.creates("junior", 2, bots=["easy"], start=True)

    async def look(server: Server, table: str) -> None:
        for _ in range(200):
            if not server.rows("SELECT id FROM tables"):
                break
            await asyncio.sleep(0.1)
        async with person(server) as ada:
            assert await refusal(ada.enters(table)) == "no_table"

    data = tmp_path / "data"
    with serving(data, "--unload", "0") as server:
        table = asyncio.run(make(server))
        server.stop()
    with closing(sqlite3.connect(data / "elfer.db")) as database, database:
        database.execute("UPDATE tables SET touched = touched - 86400 * 15")
    with serving(data) as server:
        run(look(server, table))
        server.stop()
    assert server.rows("SELECT count(*) FROM tables, moves, matches") == [(0,)]
