"""Marks on recent changes, undo, automatic turns, speed of the bots."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import expect

from tests.browser.browser import DESKTOP, SMALL, Visitor
from tests.browser.checks import fits
from tests.browser.lobby import begins
from tests.browser.new_table import sits_down
from tests.browser.player import Player
from tests.server.people import Server

CAN = "[data-place=hand] button.can"


def last(visitor: Visitor) -> dict[str, Any]:
    return visitor.news("update")[-1]


def plays_until(player: Player, found: Any) -> None:
    """Play until an update satisfies *found*, also in further matches."""
    ada = player.visitor
    player.waits()
    while not found(last(ada)):
        if player.waits()["over"]:
            ada.taps("Play again")
            ada.waits_until(lambda: last(ada)["result"] is None)
        elif not found(last(ada)):
            player.plays_on(taps=1)


def marked(visitor: Visitor, place: str) -> set[str]:
    """The marked cards of a place."""
    cards: list[str] = visitor.page.locator(f"{place} .card.dotted").evaluate_all(
        "(all) => all.map((card) => card.dataset.card)"
    )
    return set(cards)


def since_own(visitor: Visitor) -> list[dict[str, Any]]:
    """Events since the last own one."""
    events = [event for update in visitor.news("update") for event in update["events"]]
    own = max((i for i, event in enumerate(events) if event.get("seat") == 0), default=-1)
    return events[own + 1 :]


def moves(player: Player) -> None:
    """Make one move."""
    before = last(player.visitor)["at"]
    plays_until(player, lambda update: update["at"] > before)


def cards(update: dict[str, Any]) -> list[str]:
    """The cards that may be laid."""
    return [move for move in update["view"]["moves"] if move[1:].isdigit()]


@contextmanager
def thinking(server: Server) -> Iterator[None]:
    """A server that is stopped for a moment."""
    assert server.process
    server.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server.process.send_signal(signal.SIGCONT)


def test_until_a_card_is_confirmed_nothing_else_is_expected(ada: Visitor, server: Server) -> None:
    def one_fits(update: dict[str, Any]) -> bool:
        return update["awaited"] == [0] and len(cards(update)) == 1

    sits_down(ada, "classic", 3)
    player, settled = Player(ada), False
    while not settled:
        plays_until(player, one_fits)
        player.settles()
        settled = one_fits(last(ada))
    expect(ada.page.locator(CAN)).to_have_count(1)
    said = ada.page.locator(".prompt").inner_text()
    announced = ada.page.locator("main [role=log] p")
    heard = announced.count()
    with thinking(server):
        ada.page.locator(CAN).click()
        expect(ada.page.locator(f"[data-place=hand] [data-card={cards(last(ada))[0]}]")).to_have_count(0)
        assert ada.page.locator(".prompt").inner_text() == said
        assert announced.count() == heard


def test_what_others_did_and_what_one_drew_is_marked(ada: Visitor) -> None:
    sits_down(ada, "classic", 3)
    player = Player(ada)
    seen: set[str] = set()
    while seen != {"laid", "drew"}:
        assert not player.waits()["over"], f"only {seen} was seen"
        others = {event["card"] for event in since_own(ada) if event["event"] == "laid"}
        if others and not ada.view["laid"] and not last(ada)["forced"]:  # a forced move plays itself
            ada.page.wait_for_function("() => document.querySelector('.board .card.dotted')")
            assert marked(ada, ".board") >= others
            tells_of_all(ada)
            seen.add("laid")
        drawing = ada.view["moves"] == ["draw"]
        moves(player)
        player.waits()
        if drawing and (kept := set(own_draws(ada)[-1]["cards"]) & set(ada.view["hands"][0])):
            assert marked(ada, "[data-place=hand]") == kept
            seen.add("drew")
    assert ada.faults == []


def tells_of_all(visitor: Visitor) -> None:
    """Assert that the log names every seat that has acted."""
    chairs = visitor.news("table")[-1]["chairs"]
    for event in since_own(visitor):
        if event["event"] in ("laid", "drew", "passed"):
            expect(visitor.page.locator(".log")).to_contain_text(chairs[event["seat"]]["name"])


def own_draws(visitor: Visitor) -> list[dict[str, Any]]:
    events = [event for update in visitor.news("update") for event in update["events"]]
    return [event for event in events if event["event"] == "drew" and event["seat"] == 0]


def lays_one(visitor: Visitor) -> str:
    """Lay the first card that fits; its name."""
    card = visitor.page.locator(CAN).first
    name = card.get_attribute("data-card")
    card.click()
    expect(visitor.button("Take back")).to_be_visible()
    return str(name)


def test_a_lay_is_taken_back_by_finger_and_by_key(ada: Visitor) -> None:
    ada.page.add_init_script("localStorage.setItem('elfer.autoEnd', 'off')")  # so that the turn lasts
    sits_down(ada, "junior", 3)
    player = Player(ada)
    while not player.waits()["over"] and not ada.page.locator(CAN).count():
        player.plays_on(taps=1)
    before, more = ada.view, last(ada)["undo"]
    for size in (SMALL, DESKTOP):
        ada.page.set_viewport_size({"width": size[0], "height": size[1]})
        card = lays_one(ada)
        if size == SMALL:
            fits(ada, "take back", SMALL)
            ada.taps("Take back")
        else:
            ada.page.keyboard.press("u")
        expect(ada.page.locator(f"[data-place=hand] [data-card={card}]")).to_be_visible()
        expect(ada.button("Take back")).to_have_count(int(more))  # of a lay before it
        ada.waits_until(lambda: ada.view == before)
    assert ada.news("refused") == []
    assert ada.faults == []


def test_a_turn_without_a_choice_ends_by_itself_unless_that_is_not_wanted(ada: Visitor) -> None:
    sits_down(ada, "junior", 3)
    player = Player(ada)
    plays_until(player, lambda update: update["forced"])
    at = last(ada)["at"]
    ada.waits_until(lambda: last(ada)["at"] > at)
    assert ada.played[-1] in ("end", "pass")
    ada.page.keyboard.press("Escape")
    ada.page.get_by_role("button", name="Menu").click()
    ada.taps("Settings")
    wanted = ada.page.get_by_role("radiogroup", name="End my turn by itself")
    wanted.get_by_role("radio", name="off").click()
    ada.page.keyboard.press("Escape")
    plays_until(player, lambda update: update["forced"])
    expect(ada.page.locator(".say.mine")).to_be_visible()
    expect(ada.page.locator("main.ending")).to_have_count(0)
    assert ada.faults == []


def test_the_host_hastens_the_bots_during_a_match(ada: Visitor) -> None:
    sits_down(ada, "classic", 4)
    Player(ada).waits()
    ada.page.get_by_role("button", name="Menu").click()
    ada.taps("Settings")
    speeds = ada.page.get_by_role("radiogroup", name="How fast bots play")
    expect(speeds.get_by_role("radio", name="normal")).to_be_checked()
    speeds.get_by_role("radio", name="at once").click()
    expect(speeds.get_by_role("radio", name="at once")).to_be_checked()
    ada.waits_until(lambda: ada.news("table")[-1]["setup"]["speed"] == "instant")
    fits(ada, "settings", SMALL)
    ada.page.reload()
    Player(ada).waits()
    assert ada.news("table")[-1]["setup"]["speed"] == "instant"
    begins(ada, "junior", 2)  # the setting is kept for the next table
    ada.waits_until(lambda: ada.news("table")[-1]["setup"]["game"] == "junior")
    assert ada.news("table")[-1]["setup"]["speed"] == "instant"
    assert ada.faults == []
