"""What a tap does, and what a tap by mistake does not do."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.arrival import arrives
from tests.browser.browser import Visitor
from tests.browser.player import Player

SLIP = 0.3
"""The seconds within which taps are one and slips; the page allows 0.38."""
TRIES = 5


def test_a_card_that_does_not_fit_says_why(ada: Visitor) -> None:
    arrives(ada, "classic", 2)
    Player(ada).waits()
    hand = ada.page.locator("[data-place=hand] button.muted").first
    card = hand.get_attribute("data-card")
    ada.pauses()
    hand.tap()
    expect(ada.page.locator(".remark")).to_contain_text(re.compile("fit|11"))
    assert ada.played == [card]
    assert ada.news("refused")
    assert card in ada.view["hands"][0]
    assert ada.faults == []


def test_a_second_tap_within_a_moment_does_nothing(ada: Visitor) -> None:
    for _ in range(TRIES):
        arrives(ada, "classic", 2)
        before = len(ada.played)
        offers = Player(ada).waits()["offers"]
        offer = next(one for one in offers if one["look"] == "can" or one["kind"] == "word")  # no run
        ada.pauses()
        start = time.monotonic()
        for _ in range(3):
            ada.page.touchscreen.tap(offer["places"][0]["x"], offer["places"][0]["y"])
        if time.monotonic() - start < SLIP:
            break
    else:
        pytest.fail(f"this machine is too slow to tap three times within {SLIP} s")
    ada.page.wait_for_timeout(500)
    assert len(ada.played) == before + 1
    assert ada.faults == []
