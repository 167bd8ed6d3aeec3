"""Sheets, gathering, result and replay: accessibility and layout."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

import elfer
from tests.browser.browser import PHONE, SMALL, Visitor
from tests.browser.checks import accessible, fits
from tests.browser.lobby import gathers
from tests.browser.new_table import sits_down
from tests.browser.player import Player


def opens(visitor: Visitor, *names: str) -> None:
    """Open a sheet of the menu."""
    visitor.taps("Menu")
    for name in names:
        visitor.page.locator("dialog[open]").get_by_role("button", name=name, exact=True).click()


def closes(visitor: Visitor) -> None:
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator("dialog[open]")).to_have_count(0)


def looks_well(visitor: Visitor, where: str) -> None:
    accessible(visitor, where)
    fits(visitor, where, SMALL, PHONE)


def test_the_sheets_of_the_menu_are_accessible(ada: Visitor) -> None:
    sits_down(ada, "classic", 4)
    Player(ada).waits()
    is_advised(ada)
    closes(ada)
    for names, text in {
        (): "Rules",
        ("Rules",): "Only an 11 opens a row",
        ("Rules", "The exact rules"): "CLA-1",
        ("Hint",): "I would play",
        ("Settings",): "Deutsch",
        ("Invite",): "elfer serve --lan",
        ("Change your name",): "Your name",
        ("Continue on another device",): "Open the lobby on the other device",
        ("Leave game",): "A bot will take your place",
    }.items():
        opens(ada, *names)
        expect(ada.page.locator("dialog[open]")).to_contain_text(text)
        looks_well(ada, " ".join(names) or "menu")
        closes(ada)
    ada.taps("Show what happened")
    looks_well(ada, "log")
    closes(ada)
    assert ada.faults == []


def is_advised(visitor: Visitor) -> None:
    """Open the hint; repeat while the bot is starting."""
    advice = visitor.button("Play it")
    for _ in range(60):
        opens(visitor, "Hint")
        expect(advice.or_(visitor.page.get_by_text("Nothing to advise")).first).to_be_visible()
        if advice.count():
            break
        visitor.page.keyboard.press("Escape")
        visitor.page.wait_for_timeout(500)


def test_a_hint_can_be_played(ada: Visitor) -> None:
    sits_down(ada, "classic", 4)
    Player(ada).waits()
    is_advised(ada)
    ada.taps("Play it")
    expect(ada.page.locator("dialog[open]")).to_have_count(0)
    ada.waits_until(lambda: bool(ada.played))
    assert ada.faults == []


def test_a_gathering_table_is_accessible(ada: Visitor) -> None:
    gathers(ada, "classic", 6)
    expect(ada.page.get_by_role("textbox", name="Invite")).to_be_visible()
    looks_well(ada, "gathering")
    ada.taps("Fill with bots")
    expect(ada.button("Start")).to_be_enabled()
    looks_well(ada, "gathering, full")
    for name in ("Rules", "Change", "Leave game"):
        ada.taps(name)
        expect(ada.page.locator("dialog[open]")).to_be_visible()
        looks_well(ada, f"gathering, {name}")
        closes(ada)
    assert ada.faults == []


def test_the_results_and_the_replay_are_accessible(ada: Visitor) -> None:
    sits_down(ada, "junior", 6)
    player = Player(ada)
    player.plays_on()
    looks_well(ada, "result")
    ada.taps("Watch the replay")
    slider = ada.page.get_by_role("slider")
    expect(slider).to_be_visible()
    expect(ada.page.locator(".replay .prompt")).to_contain_text("0")
    looks_well(ada, "replay")
    ada.button("One step forward").click()
    expect(slider).to_have_value("1")
    last = int(slider.get_attribute("max") or 0)
    assert last > 2
    slider.fill(str(last - 1))
    told = ada.page.locator(".replay .log")
    before = told.text_content()
    ada.button("One step forward").click()
    expect(told).not_to_have_text(before or "")
    ada.button("One step back").click()
    expect(told).to_have_text(before or "")
    seats = ada.page.locator(".replay select")
    for seat in ("1", "", "0"):
        seats.select_option(seat)
        expect(ada.page.locator(".replay .prompt")).to_contain_text(str(last - 1))
    with ada.page.expect_download() as saving:
        ada.button("Save the record").click()
    saved = saving.value
    assert saved.suggested_filename == "junior.elfer"
    match = elfer.replay(Path(saved.path()).read_text("utf-8"))
    seen = [step for step in match.history if step.move != "end"]
    assert (match.game.id, match.over, len(seen)) == ("junior", True, last)
    ada.taps("Close")
    expect(ada.button("Play again")).to_be_visible()
    assert ada.faults == []
