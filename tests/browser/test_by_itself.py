"""Games with little to decide: what happens by itself there, and what a single tap does."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.arrival import arrives
from tests.browser.browser import Visitor
from tests.browser.player import Player
from tests.rules import rule

TRIES = 60
"""One card in nine fits somewhere."""


def number(card: str) -> int:
    return int(card[1:])


def fits(view: dict[str, Any]) -> bool:
    """Whether the card turned up belongs elsewhere than to its own seat, with two at the table."""
    tops = [top for top in (view["middle"], view["tops"][1]) if top]
    return any(number(view["card"]) == number(top) % 20 + 1 for top in tops)


def is_caught(ada: Visitor) -> bool:
    """Put a card onto one's own pile, as soon as it is one's turn; whether it should go elsewhere, and the
    bot says so: before it is ready it sees nothing."""
    ada.hears(lambda: "reveal" in ada.view["moves"] or (ada.view["card"] and ada.view["moves"]))
    if "stopp" in ada.view["moves"]:
        ada.page.locator(".stack[data-move=reveal] button").press("Enter")
    ada.hears(lambda: ada.view["card"] and ada.view["moves"])
    wrong, told = fits(ada.view), len(ada.news("update"))
    ada.page.locator('[data-move="own"] button').first.press("Enter")
    ada.hears(lambda: len(ada.news("update")) > told + wrong)
    since = [event["event"] for update in ada.news("update")[told:] for event in update["events"]]
    return wrong and "stoppcalled" in since


@rule("CON-7")
def test_who_errs_is_caught_for_all_to_see_and_forced_moves_play_themselves(ada: Visitor) -> None:
    arrives(ada, "connect", 2, level="hard")  # who overlooks nothing
    ada.hears(lambda: bool(ada.news("update")) and ada.view["middle"] is not None)
    assert ada.played == ["reveal", "middle"]
    caught = ada.page.locator(".caught")
    assert any(is_caught(ada) for _ in range(TRIES))
    expect(caught).to_contain_text("Caught! You get a card")
    expect(caught).to_be_hidden()
    assert ada.faults == []


@rule("OLD-3")
def test_one_tap_draws_a_card(ada: Visitor) -> None:
    arrives(ada, "old-maid", 2)
    Player(ada).waits()
    draws = ada.view["draws"]
    ada.pauses()
    ada.page.locator("[data-move='draw 2'] button").first.tap()
    ada.hears(lambda: ada.view["draws"] > draws)
    assert ada.played == ["draw 2"]
    assert ada.faults == []


@rule("GUE-4")
def test_the_sum_is_looked_at_before_the_next_round_is_to_be_seen(ada: Visitor) -> None:
    arrives(ada, "guess", 2)
    slider, total = ada.page.locator("input[type=range]"), ada.page.get_by_role("heading", name="The sum is")
    Player(ada).waits()
    expect(slider).to_be_visible()
    ada.pauses()
    ada.page.locator(".main[data-move] button").tap()
    ada.startled()
    expect(total).to_be_visible()
    expect(slider).to_have_count(0)
    ada.taps("Go on")
    expect(slider).to_be_visible()
    expect(total).to_have_count(0)
    assert ada.faults == []


@rule("CHE-1", "CHE-3")
@pytest.mark.parametrize(("seats", "beyond"), [(4, 10), (6, 5)])
def test_numbers_that_nobody_has_are_marked_and_explained(ada: Visitor, seats: int, beyond: int) -> None:
    arrives(ada, "cheat", seats)
    expect(ada.page.locator(".track span")).to_have_count(20)
    expect(ada.page.locator(".track .lie")).to_have_count(beyond)
    expect(ada.page.locator(".beyond")).to_contain_text(f"Only 1 to {20 - beyond} are in play")
    assert ada.faults == []
