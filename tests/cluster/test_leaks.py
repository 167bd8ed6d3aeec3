"""What comes through a pipe says nothing of hidden cards either."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.cluster.cluster import Node, cluster
from tests.server.leaks import Playing, prepare
from tests.server.people import person
from tests.server.twins import Heard, Pool, leaks, play_all


def test_a_viewer_at_another_node_hears_the_same_whatever_the_cards_it_cannot_see(
    tmp_path: Path, database: str
) -> None:
    pool = Pool(["classic", "cheat", "highest"])
    tables = prepare(database, pool.worlds)
    with cluster(tmp_path, database, 2, "--unload", "3600") as (owner, other):
        asyncio.run(load(owner, tables))
        found = asyncio.run(play_all(other, tables))
        assert other.stop() == 0
        assert owner.stop() == 0
    assert '"level":"error"' not in owner.logged() + other.logged()
    assert leaks(Heard(pool, found[: len(pool.truths)], found[len(pool.truths) :])) == []


async def load(owner: Node, tables: list[Playing]) -> None:
    """Let a node have all tables."""
    async with person(owner) as onlooker:
        for table in tables:
            await onlooker.insists("enter", table=table.id, key=onlooker.key)
