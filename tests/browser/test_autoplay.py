"""Automatic moves, single taps, and pauses to look."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.browser import Visitor
from tests.browser.new_table import sits_down
from tests.browser.player import Player
from tests.rules import rule

TRIES = 60
"""Tries; one card in nine fits somewhere."""


def number(card: str) -> int:
    return int(card[1:])


def fits(view: dict[str, Any]) -> bool:
    """Whether the revealed card fits another pile, at a table of two."""
    tops = [top for top in (view["middle"], view["tops"][1]) if top]
    return any(number(view["card"]) == number(top) % 20 + 1 for top in tops)


def is_caught(ada: Visitor) -> bool:
    """Put a card onto the own pile; whether it fitted elsewhere and the bot, once started, objects."""
    ada.waits_until(lambda: "reveal" in ada.view["moves"] or (ada.view["card"] and ada.view["moves"]))
    if "stopp" in ada.view["moves"]:
        ada.page.locator(".stack[data-move=reveal] button").press("Enter")
    ada.waits_until(lambda: ada.view["card"] and ada.view["moves"])
    wrong, told = fits(ada.view), len(ada.news("update"))
    ada.page.locator('[data-move="own"] button').first.press("Enter")
    ada.waits_until(lambda: len(ada.news("update")) > told + wrong)
    since = [event["event"] for update in ada.news("update")[told:] for event in update["events"]]
    return wrong and "stoppcalled" in since


@rule("CON-7")
def test_a_missed_card_is_shown_to_all_and_forced_moves_play_themselves(ada: Visitor) -> None:
    sits_down(ada, "connect", 2, level="hard")  # which never misses a call
    ada.waits_until(lambda: bool(ada.news("update")) and ada.view["middle"] is not None)
    assert ada.played == ["reveal", "middle"]
    caught = ada.page.locator(".caught")
    assert any(is_caught(ada) for _ in range(TRIES))
    expect(caught).to_contain_text("Caught! You get a card")
    expect(caught).to_be_hidden()
    assert ada.faults == []


@rule("OLD-3")
def test_one_tap_draws_a_card(ada: Visitor) -> None:
    sits_down(ada, "old-maid", 2)
    Player(ada).waits()
    draws = ada.view["draws"]
    ada.touches(ada.page.locator("[data-move='draw 2'] button").first)
    ada.waits_until(lambda: ada.view["draws"] > draws)
    assert ada.played == ["draw 2"]
    Player(ada).plays_on()
    last = [size > 0 for size in ada.view["sizes"]].index(True)
    name = ada.news("table")[-1]["chairs"][last]["name"] if last else "You"
    expect(ada.page.locator("dialog tr", has_text="Left with the Old Maid")).to_contain_text(name)
    assert ada.faults == []


def test_a_secret_choice_is_told_of_every_seat(ada: Visitor) -> None:
    sits_down(ada, "highest", 2)
    own = ada.page.locator(".trick li").first
    expect(own).to_have_text(re.compile(r"You\s+not yet"))
    Player(ada).waits()
    ada.touches(ada.page.locator("[data-place=hand] [data-choose] button").first)
    ada.touches(ada.page.locator(".main[data-move] button"))
    ada.waits_until(lambda: ada.played != [])
    expect(own).not_to_have_text(re.compile(r"\b(is|has)\b"))
    assert ada.faults == []


def around_the_sum(visitor: Visitor) -> tuple[set[str], set[str]]:
    """The others' guesses before and after the sum, at the next own turn."""

    def events() -> list[dict[str, Any]]:
        return [event for update in visitor.news("update") for event in update["events"]]

    def said(some: list[dict[str, Any]]) -> set[str]:
        guesses = [event for event in some if event["event"] == "guessed"]
        return {f"{names[event['seat']]} guesses {event['number']}" for event in guesses}

    visitor.waits_until(
        lambda: (
            any(event["event"] == "sumshown" for event in events())
            and visitor.news("update")[-1]["awaited"] == [0]
        )
    )
    names = [chair["name"] for chair in visitor.news("table")[-1]["chairs"]]
    sums = [i for i, event in enumerate(events()) if event["event"] == "sumshown"]
    return said(events()[: sums[-1]]), said(events()[sums[-1] :])


@rule("GUE-4")
def test_the_sum_is_looked_at_before_the_next_round_is_to_be_seen(ada: Visitor) -> None:
    sits_down(ada, "guess", 4)
    slider, total = ada.page.locator("input[type=range]"), ada.page.get_by_role("heading", name="The sum is")
    Player(ada).waits()
    for _ in range(3):  # the winner of a trick begins the next
        expect(slider).to_be_visible()
        ada.received = [frame for frame in ada.received if '"is":"update"' not in frame]
        ada.touches(ada.page.locator(".main[data-move] button"))
        before, after = around_the_sum(ada)
        expect(total).to_be_visible()
        expect(slider).to_have_count(0)
        expect(ada.page.locator(".prompt")).to_have_text("That was it. Go on when you like")
        for guess in after - before:
            expect(ada.page.locator(".log")).not_to_contain_text(guess)
        ada.taps("Go on")
        expect(total).to_have_count(0)
    assert ada.faults == []


@rule("CHE-1", "CHE-3")
@pytest.mark.parametrize(("seats", "beyond"), [(4, 10), (6, 5)])
def test_numbers_out_of_play_are_marked_and_explained(ada: Visitor, seats: int, beyond: int) -> None:
    sits_down(ada, "cheat", seats)
    expect(ada.page.locator(".track span")).to_have_count(20)
    expect(ada.page.locator(".track .lie")).to_have_count(beyond)
    expect(ada.page.locator(".beyond")).to_contain_text(f"Only 1 to {20 - beyond} are in play")
    assert ada.faults == []


def test_a_card_chosen_at_a_table_is_not_chosen_in_a_lesson(ada: Visitor) -> None:
    sits_down(ada, "highest", 2)
    Player(ada).waits()
    ada.touches(ada.page.locator("[data-place=hand] [data-choose=R11] button"))
    chosen = ada.page.locator("[data-place=hand] button.chosen")
    expect(chosen).to_have_count(1)
    ada.page.evaluate(
        "() => { history.pushState({}, '', '/learn/highest'); dispatchEvent(new PopStateEvent('popstate')); }"
    )
    expect(ada.page.locator(".bubble")).to_be_visible()
    expect(ada.page.locator("[data-place=hand] button").first).to_be_visible()
    expect(chosen).to_have_count(0)
    assert ada.faults == []
