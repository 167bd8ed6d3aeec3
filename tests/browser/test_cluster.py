"""Pages whose table is at another node, through failures of nodes and database."""

from __future__ import annotations

import json
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, WebSocket, expect

from tests.browser.browser import Visitor, visiting
from tests.browser.new_table import sits_down
from tests.browser.player import Player, both_play
from tests.cluster.cluster import Balancer, Node, cluster
from tests.postgres import Postgres


@pytest.fixture
def nodes(tmp_path: Path, postgres: Postgres) -> Iterator[list[Node]]:
    with cluster(tmp_path, postgres.new(), 2, environment={"ELFER_PAUSE": "0.02"}) as nodes:
        yield nodes


@pytest.fixture
def people(browser: Browser, nodes: list[Node], tmp_path: Path) -> Iterator[tuple[Visitor, Visitor]]:
    """Ada and Ben, each at another node."""
    one, two = nodes
    with (
        Balancer(tmp_path, nodes, first=one) as left,
        Balancer(tmp_path, nodes, first=two) as right,
        visiting(browser, left) as ada,
        visiting(browser, right) as ben,
    ):
        yield ada, ben


def test_friends_play_on_after_failures_of_node_and_database(
    people: tuple[Visitor, Visitor], nodes: list[Node], postgres: Postgres
) -> None:
    ada, ben = people
    path = sits_down(ada, "classic", 2, start=False)
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
        assert visitor.page.evaluate("() => window.same"), "the page was reloaded"


def plays_on(people: tuple[Visitor, Visitor], turns: int) -> None:
    """Let both play until both have received a number of moves."""
    wanted = max(last_move(visitor) for visitor in people) + turns
    for _ in both_play(Player(people[0], 3), Player(people[1], 4)):
        if min(last_move(visitor) for visitor in people) >= wanted:
            break


def last_move(visitor: Visitor) -> int:
    return int(visitor.news("update")[-1]["at"])


def dies(owner: Node) -> None:
    owner.kill()


def stays_frozen(owner: Node) -> None:
    """Only its silence shows that it is frozen."""


def drains(owner: Node) -> None:
    """Drain the node while it holds an unread command."""
    owner._signal(signal.SIGTERM)
    owner.wake()
    assert owner._over() == 0


@pytest.mark.parametrize("trouble", [dies, stays_frozen, drains])
def test_a_tap_counts_through_failures_of_the_owner(
    browser: Browser, nodes: list[Node], trouble: Callable[[Node], None]
) -> None:
    """The page keeps its socket, and the tap is not repeated."""
    owner, other = nodes
    with visiting(browser, other) as ada:
        sockets: list[WebSocket] = []
        ada.page.on("websocket", lambda socket: sockets.append(socket))
        sits_down(ada, "classic", 2, by=owner)
        ada.waits_until(lambda: bool(ada.news("update")))
        ada.page.evaluate("() => { window.same = true; }")
        player = Player(ada, 5)
        goes_on(player, 2)
        player.waits()
        owner.freeze()
        move = tapped(player)
        trouble(owner)
        ada.waits_until(lambda: any(news["id"] == move["id"] for news in ada.news("done")))
        goes_on(player, 4)
        assert ada.news("out") == [{"is": "out", "code": "reload"}]
        ada.waits_until(lambda: answers(ada) == Counter(json.loads(frame)["id"] for frame in ada.sent))
        assert move["id"] not in {news["id"] for news in ada.news("refused") if news["code"] != "not_saved"}
        assert ada.page.evaluate("() => window.same"), "the page was reloaded"
        assert len(sockets) == 1


def tapped(player: Player) -> dict[str, object]:
    """Tap until the page has sent a move."""
    before = len(player.visitor.played)
    while len(player.visitor.played) == before:
        player.plays_on(taps=1)
        player.visitor.syncs()
    sent = [command for command in map(json.loads, player.visitor.sent) if command["do"] == "play"]
    return dict(sent[before])


def goes_on(player: Player, moves: int) -> None:
    """Play until a number of moves is received."""
    wanted = last_move(player.visitor) + moves
    while last_move(player.visitor) < wanted:
        player.plays_on(taps=1)


def answers(visitor: Visitor) -> Counter[str]:
    """The number of answers to each command."""
    told = [json.loads(frame) for frame in visitor.received]
    return Counter(news["id"] for news in told if "id" in news and news["is"] != "table")
