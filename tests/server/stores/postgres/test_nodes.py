"""Nodes on one database: who lives, who was taken for dead, and what they know of each other."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from elfer.server.nodes.forwarding import LOOKUP_SECONDS
from elfer.server.nodes.membership import HOLD_SECONDS, LEASE_SECONDS, RENEW_SECONDS
from elfer.server.stores.store import Elsewhere, Fenced, Played, Unavailable
from tests.environment import ROOT
from tests.postgres import Postgres, ask
from tests.server.duels import TABLE
from tests.server.stores.postgres.nodes import SESSIONS, node, told

STRANGER = "tests.server.stores.postgres.stranger"
STEP = "UPDATE elfer.nodes SET seen = seen - $1::interval RETURNING 1"
"""Makes all signs as old as they look after a step of the database's clock."""
HOUR = timedelta(hours=1)


@contextlib.asynccontextmanager
async def stranger(url: str, id: str) -> AsyncIterator[Process]:
    """A node in a process of its own."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.server.stores.postgres.stranger",
        url,
        id,
        cwd=ROOT,
        stdin=PIPE,
        stdout=PIPE,
    )
    try:
        assert await heard(process) == "ready"
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def heard(process: Process) -> str:
    assert process.stdout
    return (await process.stdout.readline()).decode().strip()


async def plays(process: Process) -> str:
    assert process.stdin
    process.stdin.write(b"play\n")
    return await heard(process)


def test_a_node_takes_itself_for_dead_before_others_do() -> None:
    assert 2 * RENEW_SECONDS < HOLD_SECONDS < LEASE_SECONDS < LOOKUP_SECONDS
    text = (ROOT / "docs/cluster.md").read_text("utf-8")
    assert f"After {HOLD_SECONDS:g} seconds without a sign" in text
    assert f"no new sign for {LEASE_SECONDS:g} seconds" in text


def test_a_lease_is_as_long_for_the_database_as_for_the_nodes(postgres: Postgres) -> None:
    """Other nodes count, and tables are spared, until the last sign is older than the lease."""
    url = postgres.new()
    day = 86_400.0

    async def story() -> None:
        async with stranger(url, "a") as stopped, node(url) as own:
            stopped.send_signal(signal.SIGSTOP)
            await ask(url, "UPDATE elfer.tables SET touched = 0")
            for age, lives in ((LEASE_SECONDS - 1, True), (LEASE_SECONDS, False)):
                ago = timedelta(seconds=age)
                await ask(url, "UPDATE elfer.nodes SET seen = clock_timestamp() - $1::interval", ago)
                swept = await own.store.sweep(day, day, lambda _: False, 1)
                assert (await own.nodes.others(), swept) == ((1, ()) if lives else (0, ("a",)))

    told(story)


def test_the_tables_of_a_node_that_was_killed_can_be_taken_at_once(postgres: Postgres) -> None:
    url = postgres.new()

    async def story() -> None:
        async with stranger(url, "a") as killed, node(url) as own:
            assert await plays(killed) == "done True"
            with pytest.raises(Elsewhere) as elsewhere:
                await own.store.load("a")
            assert elsewhere.value.node == "10.0.0.9:9000"
            killed.kill()
            await killed.wait()
            await ask(url, STEP, -HOUR)  # nobody waits for it
            saved = await own.takes()
            assert saved.log
            assert len(saved.log.moves) == 1
            assert own.nodes.takeovers == 1

    told(story)


def test_a_node_that_was_stopped_wakes_up_without_its_tables(postgres: Postgres) -> None:
    url = postgres.new()

    async def story() -> None:
        async with stranger(url, "a") as stopped, node(url) as own:
            assert await plays(stopped) == "done True"
            stopped.send_signal(signal.SIGSTOP)
            assert stopped.stdin
            stopped.stdin.write(b"play\n")
            await ask(url, STEP, -HOUR)  # no longer than otherwise
            await own.takes()
            await own.store.append("a", Played(2, 1, "reveal"))
            stopped.send_signal(signal.SIGCONT)
            said = {await heard(stopped), await heard(stopped)}
            assert "taken" in said
            assert said - {"taken"} <= {"Fenced True", "Fenced False", "Unavailable False"}
            assert await plays(stopped) in ("Fenced True", "Fenced False")  # under its next name
            kept = await own.store.whole("a")
            assert kept
            assert kept.moves[1:] == (Played(2, 1, "reveal"),)

    told(story)


def test_a_node_whose_session_ends_is_held_no_more_and_comes_back_under_another_name(
    postgres: Postgres,
) -> None:
    url = postgres.new()

    async def story() -> None:
        async with node(url) as own, node(url) as other:
            lost, name = asyncio.Event(), own.nodes.name
            own.nodes.taken = lost.set
            await own.play()
            await own.nodes.publish(b"mine")
            await ask(url, f"{SESSIONS} AND l.objid = {own.nodes.number}")
            await lost.wait()
            assert not own.nodes.has_lease
            with pytest.raises(Fenced):
                await own.store.append("a", Played(1, 0, "reveal"))
            await other.takes()
            while not own.nodes.has_lease:
                await asyncio.sleep(0.05)
            assert own.nodes.name != name
            assert not own.store.counts.failed
            assert await own.nodes.published() == (b"mine",)
            with pytest.raises(Elsewhere):
                await own.store.load("a")
            await own.store.create("b", TABLE)

    told(story)


def test_who_gave_no_sign_for_long_is_taken_for_dead_for_good(postgres: Postgres) -> None:
    """Even if it gives one afterwards: others may have taken its tables."""
    url = postgres.new()

    async def story() -> None:
        async with node(url) as own:
            lost, number = asyncio.Event(), own.nodes.number
            own.nodes.taken = lost.set
            own.nodes._until = 0
            await lost.wait()
            while not own.nodes.has_lease:
                await asyncio.sleep(0.05)
            assert own.nodes.number != number

    told(story)


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_a_step_of_the_database_clock_takes_no_table_from_a_node_that_lives(
    postgres: Postgres, step: timedelta
) -> None:
    """Neither for nodes that were there before, nor for one that comes afterwards."""
    url = postgres.new()

    async def story() -> None:
        async with node(url) as own, node(url) as other:
            await own.play()
            number = own.nodes.number
            await ask(url, STEP, step)
            stepped = await ask(url, "SELECT seen FROM elfer.nodes")
            with pytest.raises(Elsewhere):
                await other.store.load("a")
            async with node(url) as late:
                while set(stepped) & set(await ask(url, "SELECT seen FROM elfer.nodes")):  # until new signs
                    with pytest.raises(Elsewhere):
                        await late.store.load("a")
                assert own.nodes.has_lease
                assert own.nodes.number == number
                await own.store.append("a", Played(1, 0, "reveal"))

    told(story)


def test_who_leaves_lets_go_of_all_tables_at_once(postgres: Postgres) -> None:
    url = postgres.new()

    async def story() -> None:
        async with node(url) as own, node(url) as other:
            for id in ("a", "b"):
                await own.play(id)
            moves = [own.store.append(id, Played(1, 0, "reveal")) for id in ("a", "b")]
            await own.nodes.leave()
            assert await asyncio.gather(*moves) == [None, None]
            assert not own.nodes.has_lease
            for id in ("a", "b"):
                saved = await other.store.load(id)
                assert saved
                assert saved.log
                assert len(saved.log.moves) == 1
            assert (other.nodes.takeovers, await other.nodes.others()) == (0, 0)
            with pytest.raises(Fenced):
                await own.store.append("a", Played(2, 0, "reveal"))
            with pytest.raises(Unavailable):
                await own.store.load("a")
            assert await ask(url, "SELECT count(*) FROM elfer.nodes") == [(1,)]

    told(story)


def test_nodes_know_each_others_open_tables_and_share_a_secret(postgres: Postgres) -> None:
    url = postgres.new()

    async def story() -> None:
        async with node(url, "a:1") as first:
            async with node(url, "b:2") as second:
                assert first.nodes.name != second.nodes.name
                assert (first.nodes.address, second.nodes.address) == ("a:1", "b:2")
                assert len(first.nodes.secret) == 32
                assert first.nodes.secret == second.nodes.secret
                assert await first.nodes.published() == ()
                await first.nodes.publish(b"one")
                await second.nodes.publish(b"two")
                await second.nodes.publish(b"three")
                for own in (first, second):
                    assert await own.nodes.published() == (b"one", b"three")
                    assert await own.nodes.others() == 1
            assert await first.nodes.published() == (b"one",)

    told(story)


def test_the_database_restarts_and_all_goes_on_by_itself(postgres: Postgres) -> None:
    url = postgres.new()

    async def story() -> None:
        async with node(url) as own:
            lost = asyncio.Event()
            own.nodes.taken = lost.set
            await own.play()
            await own.store.append("a", Played(1, 0, "reveal"))
            await asyncio.to_thread(postgres.stop, "immediate")
            try:
                await lost.wait()
                for asked in (
                    own.store.load("a"),
                    own.store.peek("a"),
                    own.store.ids(),
                    own.nodes.published(),
                ):
                    with pytest.raises(Unavailable):
                        await asked
                own.nodes.epochs["a"] = 1
                with pytest.raises(Unavailable):
                    await own.store.append("a", Played(2, 1, "reveal"))
                assert own.store.counts.failed
            finally:
                await asyncio.to_thread(postgres.start)
            while not own.nodes.has_lease:
                await asyncio.sleep(0.05)
            saved = await own.takes()
            assert saved.log
            assert len(saved.log.moves) == 1
            await own.store.append("a", Played(2, 1, "reveal"))
            assert not own.store.counts.failed

    told(story)
