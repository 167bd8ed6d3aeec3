"""Writes in groups: each is atomic, ordered per table, and ends in bounded time."""

from __future__ import annotations

import asyncio

import pytest

from elfer.server.stores.postgres import groups
from elfer.server.stores.postgres.groups import NO_EPOCH, GroupedWrite, Groups, _split
from elfer.server.stores.store import Unavailable
from tests.postgres import Postgres
from tests.server.stores.postgres.nodes import told

ECHO = "SELECT id FROM unnest($1::text[], $2::bigint[], $3::text[]) AS w (id, epoch, text)"
FAULT = "SELECT 1 / 0, $1::text[], $2::bigint[], $3::text[]"


def waiting(*jobs: tuple[str, str]) -> list[GroupedWrite]:
    loop = asyncio.new_event_loop()
    try:
        return [GroupedWrite(sql, id, NO_EPOCH, (), loop.create_future()) for sql, id in jobs]
    finally:
        loop.close()


def test_a_group_is_of_one_kind_and_leaves_each_table_its_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups, "MAX_GROUP", 3)
    all = waiting(("x", "a"), ("y", "b"), ("x", "b"), ("x", "c"), ("x", "a"), ("x", "d"), ("x", "e"))
    group, rest = _split(all)
    assert [job.id for job in group] == ["a", "c", "d"]
    assert [(job.sql, job.id) for job in rest] == [("y", "b"), ("x", "b"), ("x", "a"), ("x", "e")]


def test_what_goes_wrong_is_told_and_the_next_job_is_done(postgres: Postgres) -> None:
    url = postgres.new()

    async def story() -> None:
        own = Groups(url, lambda: True, lambda _: None)
        for sql, value in ((FAULT, "a"), (ECHO, 17)):
            with pytest.raises(Unavailable):
                await own.write(sql, "a", NO_EPOCH, value)
            assert own.counts.failed
        await own.write(ECHO, "a", NO_EPOCH, "a")
        assert (own.counts.failed, own.counts.jobs, own.counts.commits) == (False, 1, 1)
        own.close()

    told(story)


def test_who_is_not_waited_for_any_more_is_done_all_the_same(postgres: Postgres) -> None:
    url = postgres.new()

    async def story() -> None:
        own = Groups(url, lambda: True, lambda _: None)
        asked = own.write(ECHO, "a", NO_EPOCH, "a"), own.write(ECHO, "b", NO_EPOCH, "b")
        asked[0].cancel()
        await own.drained()
        await asked[1]
        assert own.batches == {2: 1}
        left = own.write(ECHO, "c", NO_EPOCH, "c")
        own.close()
        with pytest.raises(Unavailable):
            await left

    told(story)
