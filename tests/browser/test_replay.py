"""Replays: their controls and the whole table on every screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browser import DESKTOP, ON_ITS_SIDE, PHONE, SMALL, Size, Visitor, visiting
from tests.browser.lobby import LONG
from tests.browser.new_table import sits_down
from tests.browser.player import Player
from tests.server.people import Server

BAR = Path(__file__).with_name("bar.js").read_text("utf-8").strip().rstrip(";")
SIZES: tuple[Size, ...] = ((320, 568), SMALL, PHONE, (640, 360), ON_ITS_SIDE, (820, 1180), DESKTOP)
CUT = """() => document.documentElement.classList.contains('flow') ? [] :
  [...document.querySelectorAll('.still .board, .still [data-place=hand]')]
    .filter((part) => getComputedStyle(part).overflowY !== 'visible')
    .filter((part) => part.scrollHeight > part.clientHeight + 1)
    .map((part) => `${part.className} is cut off by ${part.scrollHeight - part.clientHeight} px`)"""
"""Parts of the table that are out of view and cannot be scrolled to."""
COUNTS_FLIGHTS = """() => {
    window.flights = 0;
    new MutationObserver((changes) => {
        const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
        window.flights += added.filter((node) => node.dataset?.flyer === '').length;
    }).observe(document.body, { subtree: true, childList: true });
}"""
NAME = "Wilhelmine-Maximiliane W"
WORDS = {
    "en-GB": ("Watch the replay", "Play", "Pause", "all cards open", f"Seen by {NAME}"),
    "de-DE": ("Partie ansehen", "Abspielen", "Anhalten", "alle Karten offen", f"Gesehen von {NAME}"),
}


@pytest.fixture(scope="module")
def table(browser: Browser, server: Server) -> Iterator[str]:
    """The path of a table with a finished match and a long name."""
    with visiting(browser, server) as ada:
        sits_down(ada, "junior", 6, NAME)
        Player(ada).plays_on()
        yield f"/t/{ada.table}"


def is_whole(visitor: Visitor, where: str) -> None:
    """Check the bar at all sizes."""
    for width, height in SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.lays_out_well()
        bar = visitor.page.locator(".bar").element_handle()
        wrong: list[str] = visitor.page.evaluate(f"({BAR})", [bar, NAME]) + visitor.page.evaluate(CUT)
        assert not wrong, "\n".join([f"{where}, {width}×{height}:", *wrong])


@pytest.mark.parametrize("locale", WORDS if LONG else ["de-DE"])  # with longer words
def test_the_bar_is_whole_on_every_screen(locale: str, browser: Browser, server: Server, table: str) -> None:
    replay, run, pause, everything, seen = WORDS[locale]
    with visiting(browser, server, locale=locale) as ben:
        ben.opens(table)
        expect(ben.button(replay)).to_be_visible()
        ben.taps(replay)
        for doing in (run, pause):
            expect(ben.button(doing)).to_be_visible()
            is_whole(ben, f"{locale}, {doing}")
            ben.button(doing).click()
        seats = ben.page.locator(".bar option")
        assert seats.all_text_contents()[:2] == [everything, seen]
        assert ben.faults == []


def in_accessibility_tree(visitor: Visitor) -> set[str]:
    """The names in Chromium's own accessibility tree; Playwright's roles also find what is inert."""
    session = visitor.context.new_cdp_session(visitor.page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    return {str(node["name"]["value"]) for node in nodes if not node["ignored"] and "name" in node}


def test_the_table_can_be_read_but_not_operated(browser: Browser, server: Server, table: str) -> None:
    with visiting(browser, server) as ben:
        ben.opens(table)
        expect(ben.button("Watch the replay")).to_be_visible()
        ben.taps("Watch the replay")
        slider = ben.page.get_by_role("slider", name="Position in the match", exact=True)
        expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^Step 0 of \d+$"))
        ben.page.locator(".bar select").select_option("0")
        still = ben.page.locator(".still")
        expect(still.get_by_role("region", name="Table")).to_be_visible()
        hand = still.get_by_role("region", name="Your hand")
        expect(hand.get_by_role("img").first).to_have_accessible_name(re.compile(r"^\w+ \d+ \(\w+\)"))
        assert {"Table", "Your hand"} <= in_accessibility_tree(ben)
        assert still.locator("button:enabled, input:enabled, [tabindex='0']").count() == 0
        assert ben.faults == []


def test_cards_fly_from_step_to_step(browser: Browser, server: Server, table: str) -> None:
    with visiting(browser, server) as ben:
        ben.page.emulate_media(reduced_motion="no-preference")
        ben.opens(table)
        ben.taps("Watch the replay")
        expect(ben.page.locator(".replay .board")).to_be_visible()
        ben.page.evaluate(COUNTS_FLIGHTS)
        ben.taps("One step forward")
        ben.page.wait_for_function("() => window.flights > 0")
        assert ben.faults == []
