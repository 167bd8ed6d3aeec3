"""Two people at one table through two nodes: one node is killed, the database goes away, and play goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.arrival import arrives
from tests.browser.browser import Visitor, visiting
from tests.browser.player import Player, both_play
from tests.cluster.cluster import Balancer, Node, cluster
from tests.postgres import Postgres


@pytest.fixture
def nodes(tmp_path: Path, postgres: Postgres) -> Iterator[list[Node]]:
    with cluster(tmp_path, postgres.new(), 2, environment={"ELFER_PAUSE": "0.02"}) as nodes:
        yield nodes


@pytest.fixture
def people(browser: Browser, nodes: list[Node], tmp_path: Path) -> Iterator[tuple[Visitor, Visitor]]:
    """Ada and Ben, each at a node of their own for as long as it lives."""
    one, two = nodes
    with (
        Balancer(tmp_path, nodes, first=one) as left,
        Balancer(tmp_path, nodes, first=two) as right,
        visiting(browser, left) as ada,
        visiting(browser, right) as ben,
    ):
        yield ada, ben


def test_friends_go_on_without_their_node_and_after_their_database_was_away(
    people: tuple[Visitor, Visitor], nodes: list[Node], postgres: Postgres
) -> None:
    ada, ben = people
    path = arrives(ada, "classic", 2, start=False)
    ben.opens(path)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.taps("Sit here")
    ada.taps("Start")
    for visitor in people:
        expect(visitor.page.locator("[data-place=hand]")).to_be_visible()
        visitor.page.evaluate("() => { window.same = true; }")
    plays_on(people, 3)
    nodes[0].kill()
    plays_on(people, 3)
    postgres.stop("immediate")
    for visitor in people:
        visitor.sees("The server is catching its breath")
    postgres.start()
    for visitor in people:
        expect(visitor.page.get_by_text("catching its breath")).to_have_count(0)
    plays_on(people, 3)
    for visitor in people:
        assert visitor.page.evaluate("() => window.same"), "the page was loaded anew"


def plays_on(people: tuple[Visitor, Visitor], turns: int) -> None:
    """Let both play until so many moves are told to both."""
    wanted = max(last_move(visitor) for visitor in people) + turns
    for _ in both_play(Player(people[0], 3), Player(people[1], 4)):
        if min(last_move(visitor) for visitor in people) >= wanted:
            break


def last_move(visitor: Visitor) -> int:
    return int(visitor.news("update")[-1]["at"])
