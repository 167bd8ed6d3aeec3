"""Under every trouble we know nothing is lost, told twice, or told differently."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from tests.cluster.chaos import Chaos, PostgresRows
from tests.cluster.cluster import Balancer, cluster
from tests.postgres import running

EVENTS = int(os.environ.get("ELFER_CHAOS", "8"))


def test_nothing_is_lost_whatever_befalls_the_cluster(tmp_path: Path) -> None:
    with running(durable=True) as postgres:
        database = postgres.new()
        with cluster(tmp_path, database, 3) as nodes, Balancer(tmp_path, nodes) as balancer:
            chaos = Chaos(postgres, nodes, balancer, seed=EVENTS)
            asyncio.run(chaos.run(EVENTS))
            asyncio.run(chaos.check_seats())
            for node in nodes:
                assert node.stop() == 0
        rows = PostgresRows(database)
        chaos.crowd.check(rows)
        chaos.crowd.check_stories(rows)
    print(f"{dict(chaos.happened)}; {chaos.crowd.confirmed} moves confirmed, none lost")
    assert chaos.crowd.confirmed >= 5 * EVENTS
