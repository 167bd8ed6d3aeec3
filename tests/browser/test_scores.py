"""Scores of several rounds, and emotes, absence and replays beside them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browser import PHONE, SMALL, Visitor, visiting
from tests.browser.checks import accessible, fits
from tests.browser.new_table import sits_down
from tests.browser.player import Player
from tests.rules import rule
from tests.server.people import serving

MINUS = "\N{MINUS SIGN}"
COVERED = """() => {
    const words = (selector) => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector(selector));
        return range.getBoundingClientRect();
    };
    const offer = document.querySelector('.learn span').getBoundingClientRect();
    return ['.prompt', '.round'].filter((selector) => {
        const { left, right, top, bottom } = words(selector);
        return left < offer.right && offer.left < right && top < offer.bottom && offer.top < bottom;
    });
}"""
"""Text covered by the button that offers the lesson."""


def said(points: int) -> str:
    return str(points).replace("-", MINUS)


def sheet(visitor: Visitor) -> list[list[str]]:
    """The score sheet, row by row."""
    rows: list[list[str]] = visitor.page.locator("dialog[open] tbody tr").evaluate_all(
        "(rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim()))"
    )
    return rows


def test_rounds_and_the_match_are_won_apart_and_the_sheet_has_them_all(ada: Visitor) -> None:
    sits_down(ada, "junior", 6, rounds=2)
    player = Player(ada)
    expect(ada.page.locator(".round")).to_contain_text("1/2")
    player.plays_on()
    expect(ada.page.get_by_role("heading", name="the round")).to_be_visible()
    first = ada.news("table")[-1]["scores"]
    assert len(first) == 1
    assert [row[0] for row in sheet(ada)] == [said(p) for p in sorted(first[0], reverse=True)]
    accessible(ada, "between rounds")
    fits(ada, "between rounds", SMALL, PHONE)
    ada.taps("Next round")
    expect(ada.page.locator("dialog[open]")).to_have_count(0)
    expect(ada.page.locator(".round")).to_contain_text("2/2")
    expect(ada.page.locator(".round")).to_contain_text(said(first[0][0]))
    expect(ada.page.locator("[data-seat='1'] .total")).to_contain_text(said(first[0][1]))
    ada.page.get_by_role("button", name="Menu").click()
    ada.taps("Score")
    expect(ada.page.locator("dialog[open] tbody tr").first).to_contain_text(said(max(first[0])))
    accessible(ada, "score")
    ada.page.keyboard.press("Escape")
    ada.page.reload()  # earlier rounds are shown after a reload, too
    player.plays_on()
    expect(ada.page.get_by_role("heading", name="the match")).to_be_visible()
    both = ada.news("table")[-1]["scores"]
    assert both[0] == first[0]
    sums = [sum(points) for points in zip(*both, strict=True)]
    assert [row[-1] for row in sheet(ada)] == [said(points) for points in sorted(sums, reverse=True)]
    assert all(len(row) == 3 for row in sheet(ada))
    assert ada.faults == []


@rule("OLD-4")
def test_the_sheet_says_what_a_point_is_for(ada: Visitor) -> None:
    sits_down(ada, "old-maid", 2)
    Player(ada).plays_on()
    expect(ada.page.locator("dialog[open] .scores")).to_contain_text("One point for each player who comes")
    accessible(ada, "what a point is for")
    fits(ada, "what a point is for", SMALL, PHONE)
    assert ada.faults == []


@pytest.mark.parametrize("rounds", [1, 3])
def test_a_match_broken_off_in_its_first_round_has_no_winner(
    browser: Browser, tmp_path: Path, rounds: int
) -> None:
    with serving(tmp_path / "data", "--moves", "10", seed=1) as server, visiting(browser, server) as ada:
        sits_down(ada, "duel", 2, rounds=rounds)
        Player(ada).plays_on()
        expect(ada.page.get_by_role("heading", name="Nobody has won")).to_be_visible()
        expect(ada.page.get_by_text("broken off in its first round")).to_be_visible()
        expect(ada.page.locator("dialog[open] tbody .won")).to_have_count(0)
        assert ada.faults == []


def test_sounds_are_offered_once(ada: Visitor) -> None:
    for offered in (True, False):
        sits_down(ada, "duel", 2)
        Player(ada).plays_on()
        expect(ada.button("Play again")).to_be_visible()
        expect(ada.page.get_by_text("Would you like sounds")).to_have_count(int(offered))
    assert ada.faults == []


def friends(ada: Visitor, ben: Visitor, game: str, **setup: Any) -> None:
    path = sits_down(ada, game, 2, start=False, **setup)
    ben.opens(path)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.taps("Sit here")
    expect(ben.button("Sit here")).to_have_count(0)
    ada.taps("Start")
    for visitor in (ada, ben):
        expect(visitor.page.locator(".prompt")).to_be_visible()


def test_feelings_are_at_hand_among_people_and_who_is_away_is_counted_down(
    ada: Visitor, ben: Visitor
) -> None:
    friends(ada, ben, "junior", rounds=3)
    assert ada.page.locator(".say .remark").count() == 0, "who came hides what one is to do"
    ada.page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    expect(ada.button("How to play?")).to_be_visible()
    assert ada.page.evaluate(COVERED) == []
    fits(ada, "friends", SMALL, PHONE)
    ada.page.locator(".say").get_by_role("button", name="Reactions").click()
    ada.page.locator(".feelings").get_by_role("button", name="Bravo").click()
    expect(ada.page.locator(".feelings")).to_have_count(0)
    expect(ben.page.locator("[data-seat='0'] .emote")).to_be_visible()
    player = Player(ada)
    while (sight := player.looks())["mine"]:
        if choice := player.chooses(sight):
            player.tap(choice)
    ben.page.goto("about:blank")
    expect(ada.page.locator(".prompt")).to_contain_text("is away")
    away = ada.page.locator("[data-seat='1'] .away")
    shown = away.text_content()
    expect(away).not_to_have_text(shown or "")  # the seconds change
    fits(ada, "away", SMALL)
    assert ada.faults == []


def test_who_looks_back_is_told_of_the_next_match(ada: Visitor, ben: Visitor) -> None:
    friends(ada, ben, "duel")
    one, other = Player(ada, 1), Player(ben, 2)
    while not (one.looks(0.05)["over"] and other.looks(0.05)["over"]):
        for player in (one, other):
            if (sight := player.looks(0.02))["mine"] and (choice := player.chooses(sight)):
                player.tap(choice)
    ben.taps("Watch the replay")
    expect(ben.page.get_by_role("slider")).to_be_visible()
    assert ben.page.get_by_role("button", name="Menu").count() == 0
    ada.taps("Play again")
    expect(ben.page.get_by_role("status").filter(has_text="would like to play again")).to_be_visible()
    fits(ben, "replay, wanted", SMALL, PHONE)
    ben.taps("Me too")
    expect(ben.page.get_by_role("status").filter(has_text="has begun")).to_be_visible()
    expect(ben.page.get_by_role("slider")).to_be_visible()  # the replay stays
    ben.taps("To the table")
    expect(ben.page.locator(".say.mine")).to_be_visible()
    assert ben.faults == []
