"""What just happened is marked, a lay can be taken back, and nobody has to tap where nothing is to decide."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.browser import DESKTOP, SMALL, Visitor, visiting
from tests.browser.lobby import begins
from tests.browser.looks import accessible, fits
from tests.browser.player import Player
from tests.server.people import Server

CAN = "[data-place=hand] button.can"


def last(visitor: Visitor) -> dict[str, Any]:
    return visitor.news("update")[-1]


def plays_until(player: Player, found: Any) -> None:
    """Play on until something was told."""
    while not found(last(player.visitor)):
        assert not last(player.visitor)["result"], "it never came to that"
        player.waits()
        if not found(last(player.visitor)):
            player.plays_on(taps=1)


def marked(visitor: Visitor, place: str) -> set[str]:
    """The cards with a mark, in the hand or elsewhere."""
    cards: list[str] = visitor.page.locator(f"{place} .card.fresh").evaluate_all(
        "(all) => all.map((card) => card.dataset.card)"
    )
    return set(cards)


def since_own(visitor: Visitor) -> list[dict[str, Any]]:
    """What others have done since one acted last."""
    events = [event for update in visitor.news("update") for event in update["events"]]
    own = max((i for i, event in enumerate(events) if event.get("seat") == 0), default=-1)
    return events[own + 1 :]


def test_what_others_did_and_what_one_drew_is_marked(ada: Visitor) -> None:
    begins(ada, "junior", 4)
    player = Player(ada)
    seen = set()
    while seen != {"laid", "drew"}:
        assert not player.waits()["over"], f"only {seen} was seen"
        others = {event["card"] for event in since_own(ada) if event["event"] == "laid"}
        if others and not ada.view["laid"]:
            ada.page.wait_for_function("() => document.querySelector('.board .card.fresh')")
            assert marked(ada, ".board") >= others
            log = ada.page.locator(".log")
            for event in since_own(ada):
                if event["event"] in ("laid", "drew", "passed"):
                    expect(log).to_contain_text(ada.news("table")[-1]["chairs"][event["seat"]]["name"])
            seen.add("laid")
        if ada.view["moves"] == ["draw"]:
            told = len(ada.news("update"))
            player.plays_on(taps=1)
            ada.hears(lambda told=told: len(ada.news("update")) > told)
            player.waits()
            drawn = {card for event in own_draws(ada)[-1:] for card in event["cards"]}
            kept = drawn & set(ada.view["hands"][0])
            assert marked(ada, "[data-place=hand]") == kept
            if kept:
                seen.add("drew")
        player.plays_on(taps=1)
    assert ada.faults == []


def own_draws(visitor: Visitor) -> list[dict[str, Any]]:
    events = [event for update in visitor.news("update") for event in update["events"]]
    return [event for event in events if event["event"] == "drew" and event["seat"] == 0]


def test_a_lay_is_taken_back_by_finger_and_by_key(browser: Browser, server: Server) -> None:
    for size, taken_back in ((SMALL, "tap"), (DESKTOP, "key")):
        with visiting(browser, server, size) as ada:
            begins(ada, "junior", 3)
            player = Player(ada)
            while not ada.page.locator(CAN).count():
                player.plays_on(taps=1)
                player.waits()
            before = ada.view
            card = ada.page.locator(CAN).first.get_attribute("data-card")
            ada.page.locator(CAN).first.click()
            back = ada.button("Take back")
            expect(back).to_be_visible()
            if taken_back == "tap":
                fits(ada, "take back", SMALL)
                ada.startled()
                ada.taps("Take back")
            else:
                accessible(ada, "take back")
                ada.page.keyboard.press("u")
            expect(ada.page.locator(f"[data-place=hand] [data-card={card}]")).to_be_visible()
            expect(back).to_have_count(0)
            ada.hears(lambda ada=ada, before=before: ada.view == before)
            assert ada.news("refused") == []
            assert ada.faults == []


def test_a_turn_without_a_choice_ends_by_itself_unless_that_is_not_wanted(ada: Visitor) -> None:
    begins(ada, "junior", 3)
    player = Player(ada)
    plays_until(player, lambda update: update["forced"])
    at = last(ada)["at"]
    expect(ada.page.locator("main.ending")).to_be_visible()
    ada.hears(lambda: last(ada)["at"] > at)
    assert [json.loads(said) for said in ada.said if '"do":"play"' in said][-1]["move"] in ("end", "pass")
    ada.page.keyboard.press("Escape")
    ada.page.get_by_role("button", name="Menu").click()
    ada.startled()
    ada.taps("Settings")
    wanted = ada.page.get_by_role("group", name="End my turn by itself")
    wanted.get_by_role("button", name="off").click()
    ada.page.keyboard.press("Escape")
    plays_until(player, lambda update: update["forced"])
    expect(ada.page.locator(".say.mine")).to_be_visible()
    expect(ada.page.locator("main.ending")).to_have_count(0)
    assert ada.faults == []


def test_the_host_hastens_the_bots_during_a_match(ada: Visitor) -> None:
    begins(ada, "classic", 4)
    Player(ada).waits()
    ada.page.get_by_role("button", name="Menu").click()
    ada.startled()
    ada.taps("Settings")
    speeds = ada.page.get_by_role("group", name="How fast bots play")
    expect(speeds.get_by_role("button", name="normal")).to_have_attribute("aria-pressed", "true")
    speeds.get_by_role("button", name="at once").click()
    expect(speeds.get_by_role("button", name="at once")).to_have_attribute("aria-pressed", "true")
    ada.hears(lambda: ada.news("table")[-1]["setup"]["speed"] == "instant")
    fits(ada, "settings", SMALL)
    ada.page.reload()
    Player(ada).waits()
    assert ada.news("table")[-1]["setup"]["speed"] == "instant"
    begins(ada, "junior", 2)  # it is remembered for the next table
    ada.hears(lambda: ada.news("table")[-1]["setup"]["game"] == "junior")
    assert ada.news("table")[-1]["setup"]["speed"] == "instant"
    assert ada.faults == []
