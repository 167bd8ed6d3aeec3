"""What a tap does, and what a tap by mistake does not do."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.arrival import arrives
from tests.browser.browser import Visitor
from tests.browser.player import Player


def test_a_card_that_does_not_fit_says_why(ada: Visitor) -> None:
    arrives(ada, "classic", 2)
    Player(ada).waits()
    hand = ada.page.locator("[data-place=hand] button.muted").first
    card = hand.get_attribute("data-card")
    ada.touches(hand)
    expect(ada.page.locator(".remark")).to_contain_text(re.compile("fit|11"))
    assert ada.played == [card]
    assert ada.news("refused")
    assert card in ada.view["hands"][0]
    assert ada.faults == []


def test_a_second_tap_within_a_moment_does_nothing(ada: Visitor) -> None:
    """The page's clock stands still between the taps, however slow the machine is."""
    ada.page.clock.install()
    arrives(ada, "classic", 2)
    offers = Player(ada).waits()["offers"]
    offer = next(one for one in offers if one["look"] == "can" or one["kind"] == "word")  # no run
    ada.page.clock.pause_at(ada.page.evaluate("() => Date.now()") / 1000 + 1)
    for _ in range(3):
        ada.page.touchscreen.tap(offer["places"][0]["x"], offer["places"][0]["y"])
    ada.notes()
    assert len(ada.played) == 1
    assert ada.faults == []
