"""`connect` with attention: misplaced cards and wrong calls."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.browser import Visitor
from tests.browser.new_table import sits_down
from tests.rules import rule


def number(card: str) -> int:
    return int(card[1:])


def fitting(view: dict[str, Any]) -> str | None:
    """The pile that the revealed card fits, at a table of two."""
    tops = {"middle": view["middle"], "pile 1": view["tops"][1]}
    return next((p for p, top in tops.items() if top and number(view["card"]) == number(top) % 20 + 1), None)


def turns_up(ada: Visitor) -> dict[str, Any]:
    """Reveal the next card on the own turn; the view after it."""
    ada.waits_until(lambda: "reveal" in ada.view["moves"] or (ada.view["card"] and ada.view["moves"]))
    if "stopp" in ada.view["moves"]:
        ada.page.locator(".stack[data-move=reveal] button").press("Enter")
    ada.waits_until(lambda: ada.view["card"] and ada.view["moves"])
    return ada.view


def begins(ada: Visitor) -> None:
    sits_down(ada, "connect", 2, level="hard")  # which never misses a call
    ada.waits_until(lambda: bool(ada.news("update")) and ada.view["middle"] is not None)


@rule("CON-7")
def test_a_card_put_where_it_does_not_fit_goes_on_the_own_pile_for_all_to_see(ada: Visitor) -> None:
    begins(ada)
    while place := fitting(view := turns_up(ada)):  # there Pico would call at once
        ada.page.locator(f'[data-move="{place}"] button').press("Enter")
        ada.waits_until(lambda: ada.view["card"] is None)
    card, middle = view["card"], view["middle_size"]
    assert {"middle", "own"} <= set(view["moves"])
    ada.page.locator('[data-move="middle"] button').press("Enter")
    expect(ada.page.locator(".caught")).to_contain_text("The card does not fit there")
    expect(ada.page.locator(".caught")).to_contain_text("It goes on your own pile")
    misfit = {"event": "keptopen", "seat": 0, "card": card, "tried": "middle", "pile": None}
    (told,) = (update["view"] for update in ada.news("update") if misfit in update["events"])
    assert (told["middle_size"], told["tops"][0]) == (middle, card)
    assert ada.faults == []


@rule("CON-7")
def test_who_calls_in_error_is_told_what_it_costs(ada: Visitor) -> None:
    begins(ada)
    ada.waits_until(lambda: "stopp" in ada.view["moves"])
    stack = ada.view["stacks"][0]
    ada.page.locator('button[data-move="stopp"]').press("Enter")
    expect(ada.page.locator(".caught")).to_contain_text("The card is where it belongs: you get one from Pico")
    assert ada.view["stacks"][0] == stack + 1
    assert ada.faults == []
