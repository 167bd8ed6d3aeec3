"""Tables that nodes share: each is at one of them, and whatever is asked for is done once, durably."""

from __future__ import annotations

import asyncio
import time

import pytest

from elfer.core.refusals import Refused
from elfer.server.stores.postgres import store as module
from elfer.server.stores.store import Conflict, Elsewhere, Fenced, Played, Unavailable
from elfer.server.upkeep.cleanup import DAY_SECONDS
from tests.postgres import Postgres, ask
from tests.server.duels import TABLE
from tests.server.stores.postgres.nodes import node, told


def test_a_table_of_a_node_that_lives_is_elsewhere(postgres: Postgres) -> None:
    url = postgres.new()

    async def story() -> None:
        async with node(url, "10.0.0.1:9000") as ours, node(url, "10.0.0.2:9000") as theirs:
            table = await ours.play()
            with pytest.raises(Elsewhere) as elsewhere:
                await theirs.store.load("a")
            assert elsewhere.value.node == "10.0.0.1:9000"
            with pytest.raises(Fenced):
                await theirs.store.append("a", Played(1, 0, "reveal"))
            found = await theirs.store.peek("a")
            assert found
            assert found.table == table
            assert await ours.store.load("a") == found  # taken again by the one whose it is
            await ours.store.append("a", Played(1, 0, "reveal"))
            await ours.store.release("a")
            assert await theirs.store.load("a")
            await theirs.store.append("a", Played(2, 1, "reveal"))
            assert theirs.nodes.takeovers == 0

    told(story)


def test_nothing_is_told_as_done_by_a_node_that_is_not_held(postgres: Postgres) -> None:
    """The move reaches the log, and its sender must enter the table again."""
    url = postgres.new()

    async def story() -> None:
        async with node(url) as late:
            await late.play()
            asked = late.store.append("a", Played(1, 0, "reveal"))
            late.nodes._until = 0
            with pytest.raises(Unavailable):
                await asked
            assert late.store.counts.failed
            with pytest.raises(Unavailable):
                await late.store.load("a")
            with pytest.raises(Unavailable):
                await late.store.create("b", TABLE)
            saved = await late.store.peek("a")
            assert saved
            assert saved.log
            assert len(saved.log.moves) == 1

    told(story)


def test_writes_of_many_tables_share_a_commit(postgres: Postgres) -> None:
    url = postgres.new()

    async def story() -> None:
        async with node(url) as ours:
            ids = [f"table {number}" for number in range(100)]
            await asyncio.gather(*map(ours.play, ids))
            before = ours.store.counts.commits
            outcomes = await asyncio.gather(
                *(ours.store.append(id, Played(number, 0, "reveal")) for number in (1, 2, 2) for id in ids),
                return_exceptions=True,
            )
            assert [outcome for outcome in outcomes[:200] if outcome] == []
            assert all(type(outcome) is Conflict for outcome in outcomes[200:])
            assert ours.store.counts.commits - before == 3
            assert ours.nodes.batches[100] >= 3

    told(story)


def test_a_wrong_clock_of_a_node_changes_nothing(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    url = postgres.new()

    async def story() -> None:
        async with node(url) as right, node(url) as wrong:
            for id in ("right", "wrong"):
                await right.store.create(id, TABLE)
                await right.store.release(id)
            real = time.time
            for hours in (-1, 1, -10_000, 10_000):
                monkeypatch.setattr(time, "time", lambda hours=hours: real() + 3600 * hours)
                assert await wrong.store.load("wrong")
                await wrong.store.keep_code("x", "a", "ada", 60)
                limit = time.time() - DAY_SECONDS
                assert await wrong.store.sweep(limit, limit, lambda _: False, 10) == ()
                whole = await wrong.store.whole("wrong")
                monkeypatch.setattr(time, "time", real)
                assert await right.store.find_code("x")
                assert whole
                assert abs(whole.touched - real()) < 600
                with pytest.raises(Elsewhere):
                    await right.store.load("wrong")

    told(story)


def test_tables_of_others_that_live_are_not_swept_away(postgres: Postgres) -> None:
    url = postgres.new()

    async def story() -> None:
        async with node(url) as ours, node(url) as theirs:
            for id in ("theirs", "left"):
                await theirs.store.create(id, TABLE)
            await theirs.store.release("left")
            soon = time.time() + DAY_SECONDS
            assert await ours.store.sweep(soon, soon, lambda _: False, 10) == ("left",)
            await theirs.store.save_table("theirs", TABLE)
            whole = await ours.store.whole("theirs")
            assert whole
            with pytest.raises(Elsewhere):
                await ours.store.put("theirs", whole)

    told(story)


def test_what_is_put_into_the_place_of_a_table_ends_all_that_was_asked_for_before(postgres: Postgres) -> None:
    url = postgres.new()

    async def story() -> None:
        async with node(url) as ours:
            await ours.play()
            whole = await ours.store.whole("a")
            assert whole
            epoch = ours.nodes.epochs["a"]
            await ours.store.put("a", whole)
            ours.nodes.epochs["a"] = epoch
            with pytest.raises(Fenced):
                await ours.store.append("a", Played(1, 0, "reveal"))

    told(story)


def test_others_that_take_a_table_all_the_time_are_not_waited_for_for_ever(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.new()
    monkeypatch.setattr(module, "MAX_CLAIMS", 2)

    async def story() -> None:
        async with node(url) as ours:
            await ours.play()
            look = ours.store._snapshot

            async def slowly(find: object) -> object:
                await ask(url, "UPDATE elfer.tables SET epoch = epoch + 1 WHERE id = $1 RETURNING id", "a")
                return await look(find)  # type: ignore[arg-type]

            monkeypatch.setattr(ours.store, "_snapshot", slowly)
            with pytest.raises(Unavailable):
                await ours.store.load("a")

    told(story)


def test_a_broken_document_is_refused(postgres: Postgres) -> None:
    url = postgres.new()

    async def story() -> None:
        async with node(url) as ours:
            await ours.play()
            await ask(url, "UPDATE elfer.tables SET document = $1 RETURNING id", "[")
            for reading in (ours.store.load, ours.store.peek, ours.store.whole):
                with pytest.raises(Refused):
                    await reading("a")
            await ours.play("b")  # nothing else is the worse for it
            assert await ours.store.load("b")

    told(story)
