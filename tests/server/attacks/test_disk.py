"""A full, failing or slow disk loses no confirmed move and no table."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sqlite3
from collections.abc import Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from elfer.server.bots.pool import WARM_UP_SECONDS
from tests.server.attacks.disk import FAULTS, doctor
from tests.server.attacks.faults import Faults, faulty
from tests.server.bystanders import act
from tests.server.people import Person, Refusal, Server, new_key, person, serving

LONG = bool(os.environ.get("ELFER_LONG"))
SPAN = 1.0
"""How many seconds a disk is bad in the short form."""


@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")  # who is just connecting when all is over
@pytest.mark.parametrize("name", FAULTS)
def test_every_table_goes_on_whole(name: str, tmp_path: Path) -> None:
    suffered = FAULTS[name].suffer(tmp_path, SPAN)
    assert suffered.tables >= 3
    gc.collect()


async def dealt(ada: Person, ben: Person, game: str) -> str:
    """A match of Ada and Ben."""
    table = await ada.creates(game, 2)
    await ben.enters(table)
    await ben.say("sit", seat=1, name="Ben")
    await ada.say("start")
    for one in (ada, ben):
        await one.until(lambda p: p.update, "for the deal")
    return table


async def outcome(saying: Coroutine[Any, Any, dict[str, Any]]) -> str:
    try:
        return str((await saying)["is"])
    except Refusal as refusal:
        return str(refusal.code)


def numbers(server: Server, table: str) -> list[int]:
    return [seq for (seq,) in server.rows("SELECT seq FROM moves WHERE table_id = ? ORDER BY seq", table)]


def test_one_failed_commit_does_not_brick_a_table(tmp_path: Path) -> None:
    """One seat's move cannot be saved while the other's waits for it: both are refused, and play goes on."""

    async def scene(server: Server, faults: Faults, keys: tuple[str, str]) -> str:
        async with person(server, keys[0]) as ada, person(server, keys[1]) as ben:
            table = await dealt(ada, ben, "duel")
            await ada.plays()
            await ben.until(lambda p: p.at == 1)
            faults.fail_syncs(times=1, delay=0.3)
            first = asyncio.create_task(outcome(ada.say("play", move="reveal", at=1, id="first")))
            await faults.is_saving()
            second = asyncio.create_task(outcome(ben.say("play", move="reveal", at=1, id="second")))
            assert [await first, await second] == ["not_saved", "not_saved"]
            faults.mend()
            assert numbers(server, table) == [1]
            await both_enter(table, ada, ben)
            assert (await ada.say("play", move="reveal", at=1, id="first"))["at"] == 2
            assert (await ben.say("play", move="reveal", at=1, id="second"))["at"] == 3
            return table

    async def again(server: Server, table: str, keys: tuple[str, str]) -> None:
        async with person(server, keys[0]) as ada, person(server, keys[1]) as ben:
            await both_enter(table, ada, ben)
            assert ada.at == 3
            assert await ben.plays() == 4

    keys = (new_key(), new_key())
    with faulty(tmp_path) as (server, faults):
        table = asyncio.run(scene(server, faults, keys))
        server.kill()
        server.start()
        asyncio.run(again(server, table, keys))
        assert numbers(server, table) == [1, 2, 3, 4]
        assert server.stop() == 0
    doctor(server.data)


async def both_enter(table: str, *people: Person) -> None:
    for one in people:
        one.heard.clear()
        await one.enters(table)


def test_a_hint_knows_only_what_is_saved(tmp_path: Path) -> None:
    async def scene(server: Server, faults: Faults) -> None:
        async with person(server) as ada, person(server) as ben:
            table = await dealt(ada, ben, "classic")
            mover, other = (ada, ben) if ada.seat in ada.update["awaited"] else (ben, ada)
            async with person(server, mover.key) as twin:
                await twin.enters(table)
                async with asyncio.timeout(WARM_UP_SECONDS):
                    moves = {weighed["move"] for weighed in (await hinted(twin))["moves"]}
                faults.slow_syncs(60)
                playing = asyncio.create_task(outcome(mover.say("play", move=mover.moves[0], at=0)))
                await faults.is_saving()
                assert await outcome(other.say("hint")) == "no_hint_now"
                hint = await hinted(twin)
                assert faults.saving, "the move was saved too soon to prove anything"
                assert {weighed["move"] for weighed in hint["moves"]} == moves
                faults.mend()
                assert await playing == "done"

    with faulty(tmp_path) as (server, faults):
        asyncio.run(scene(server, faults))


async def hinted(one: Person) -> dict[str, Any]:
    """A hint; before the bots are ready there is none."""
    while True:
        try:
            return await one.say("hint")
        except Refusal as refusal:
            if refusal.code not in ("no_thought", "too_fast"):
                raise
        await asyncio.sleep(0.2)


def test_a_refused_move_that_is_there_after_a_crash_is_played_once(tmp_path: Path) -> None:
    """It was refused because it might not be durable; it was."""
    command = {"move": "reveal", "at": 1, "id": "again"}

    async def lose(server: Server, faults: Faults, key: str) -> str:
        async with person(server, key) as ada, person(server) as ben:
            table = await dealt(ada, ben, "duel")
            await ada.plays()
            faults.fail_syncs()
            assert await outcome(ada.say("play", **command)) == "not_saved"
            server.kill()
            return table

    async def resend(server: Server, table: str, key: str) -> None:
        async with person(server, key) as ada:
            await ada.enters(table)
            assert ada.at == 2, "the move is gone, which would be right, too, but proves nothing"
            for _ in range(2):
                ada.heard.clear()
                assert (await ada.say("play", **command))["at"] == 2
            assert await ada.plays() == 3

    key = new_key()
    with faulty(tmp_path) as (server, faults):
        table = asyncio.run(lose(server, faults, key))
        faults.mend()
        server.start()
        asyncio.run(resend(server, table, key))
        assert numbers(server, table) == [1, 2, 3]


def test_a_failing_database_gives_answers(tmp_path: Path) -> None:
    """Nothing can be read or saved: each command is refused with a code, and the socket stays."""
    key = new_key()

    async def leave_a_table(server: Server) -> str:
        async with person(server, key) as ada, person(server) as ben:
            return await dealt(ada, ben, "duel")

    async def scene(server: Server, faults: Faults, table: str) -> None:
        async with person(server, key) as ada:
            faults.fail_reads()
            faults.fail_syncs()
            assert await outcome(ada.say("enter", table=table, key=key)) not in ("done", "no_table")
            setup = {"game": "duel", "seats": 2}
            assert await outcome(ada.say("create", setup=setup, name="Ada", key=key)) in (
                "no_store",
                "not_saved",
            )
            assert await outcome(ada.say("ping")) == "done"
            faults.mend()
            await ada.enters(table)
            assert await ada.plays() == 1

    with faulty(tmp_path) as (server, faults):
        table = asyncio.run(leave_a_table(server))
        server.kill()
        server.start()
        act(lambda: scene(server, faults, table))
        assert "Traceback" not in server.logged()


PLAYED = '{"setup":{"game":"duel","seats":2},"chairs":[{},{}],"host":null,"phase":"playing","match":1}'
OPENING = "INSERT INTO matches (table_id, number, first, opening, names) VALUES (?, 1, 0, 'nonsense', '[]')"
BROKEN = ("", "[]", '{"setup":', PLAYED)
"""Documents of tables; the last one would be fine, if the match were."""


def test_a_broken_document_gives_an_answer(tmp_path: Path) -> None:
    async def scene(server: Server, tables: list[str]) -> None:
        async with person(server) as ada:
            codes = {await outcome(ada.say("enter", table=table, key=ada.key)) for table in tables}
            assert codes == {"table_broken"}
            await ada.creates("duel", 2)

    with serving(tmp_path / "data") as server:
        tables = [f"{n:022}" for n in range(len(BROKEN))]
        with closing(sqlite3.connect(server.data / "elfer.db")) as database, database:
            kept = list(zip(tables, BROKEN, strict=True))
            database.executemany(
                "INSERT INTO tables (id, document, phase, touched) VALUES (?, ?, 'playing', unixepoch())",
                kept,
            )
            database.execute(OPENING, tables[-1:])
        act(lambda: scene(server, tables))
        assert "Traceback" not in server.logged()


@pytest.mark.parametrize("seconds", [2.0, 6.0] if LONG else [2.0])
def test_what_is_being_saved_when_the_server_is_stopped_is_told(seconds: float, tmp_path: Path) -> None:
    """Even after a very long wait, the end is orderly."""

    async def scene(server: Server, faults: Faults) -> list[int]:
        async with person(server) as ada, person(server) as ben:
            table = await dealt(ada, ben, "duel")
            faults.slow_syncs(seconds, times=1)
            playing = asyncio.create_task(ada.say("play", move="reveal", at=0))
            await faults.is_saving()
            stopping = asyncio.create_task(asyncio.to_thread(server.stop))
            told = await asyncio.gather(playing, return_exceptions=True)
            assert await stopping == 0
            answers = [json.loads(frame) for frame in ada.frames if '"done"' in frame and '"at":1' in frame]
            if seconds < 5:
                assert answers, told
            assert not answers or numbers(server, table) == [1]
            return numbers(server, table)

    with faulty(tmp_path) as (server, faults):
        assert asyncio.run(scene(server, faults)) == [1]
        assert "changed size" not in server.logged()
        assert '"level":"error"' not in server.logged()


def test_a_clock_that_jumps_deletes_nothing(tmp_path: Path) -> None:
    async def scene(server: Server) -> str:
        async with person(server) as ada, person(server) as ben:
            return await dealt(ada, ben, "duel")

    async def look(server: Server, table: str) -> None:
        async with person(server) as eve:
            await eve.creates("duel", 2)
            await eve.enters(table)

    with faulty(tmp_path) as (server, faults):
        table = asyncio.run(scene(server))
        assert server.stop() == 0
        faults.jump(days=20)
        server.start()
        asyncio.run(look(server, table))
        assert server.stop() == 0
    assert len(server.rows("SELECT id FROM tables")) == 2
