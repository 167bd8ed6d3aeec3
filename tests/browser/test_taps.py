"""Taps, and the guards against mis-taps."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.browser import Visitor
from tests.browser.hot_seat import shares
from tests.browser.new_table import sits_down
from tests.browser.player import Player


def test_a_card_that_does_not_fit_says_why(ada: Visitor) -> None:
    sits_down(ada, "classic", 2)
    Player(ada).waits()
    hand = ada.page.locator("[data-place=hand] button.muted").first
    card = hand.get_attribute("data-card")
    ada.touches(hand)
    expect(ada.page.locator(".remark")).to_contain_text(re.compile("fit|11"))
    assert ada.played == [card]
    assert ada.news("refused")
    assert card in ada.view["hands"][0]
    assert ada.faults == []


def stand_still(visitor: Visitor) -> None:
    """Stop the page's clock."""
    visitor.page.clock.pause_at(visitor.page.evaluate("() => Date.now()") / 1000 + 1)


def test_a_second_tap_within_a_moment_does_nothing(ada: Visitor) -> None:
    """The page's clock stands still between the taps."""
    ada.page.clock.install()
    sits_down(ada, "classic", 2)
    offer, *_ = Player(ada).waits()["offers"]
    stand_still(ada)
    for _ in range(3):
        ada.page.touchscreen.tap(offer["places"][0]["x"], offer["places"][0]["y"])
    ada.syncs()
    assert len(ada.played) == 1
    assert ada.faults == []


def test_cards_are_not_uncovered_by_a_tap_for_the_player_before(ada: Visitor) -> None:
    ada.page.clock.install()
    shares(ada, "guess", "Mia", "Oma", "Ben")
    ada.page.clock.fast_forward(1000)
    ada.button("I am Mia").click()
    expect(ada.button("Guess 32")).to_be_enabled()
    stand_still(ada)
    ada.page.keyboard.press("e")
    oma = ada.button("I am Oma")
    oma.tap()
    oma.press("Enter")
    ada.syncs()
    assert not any('"hold"' in frame for frame in ada.sent[-1:])
    ada.page.clock.run_for(600)
    oma.tap()
    expect(ada.button("Guess 33")).to_be_enabled()
    assert ada.faults == []
