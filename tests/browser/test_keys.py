"""A whole game by keyboard, with all announcements."""

from __future__ import annotations

import time

from playwright.sync_api import Browser, Page, expect

from tests.browser.browser import DESKTOP, Visitor, visiting
from tests.browser.player import Player
from tests.server.people import Server

TABS = 40
"""More key presses than any control needs."""
AXES = (("ArrowLeft", "ArrowRight"), ("ArrowUp", "ArrowDown"))
LISTEN = """() => {
  window.told = [];
  const live = document.querySelector('main [aria-live=polite]');
  const watch = new MutationObserver(() => window.told.push(live.textContent));
  watch.observe(live, { subtree: true, childList: true, characterData: true });
}"""
"""Records announcements."""


def focused(page: Page) -> str:
    """Label and place of the focused control."""
    words: str = page.evaluate("""() => {
      const one = document.activeElement;
      return `${one.closest('[data-place]')?.dataset.place ?? ''} ${one.ariaLabel ?? one.textContent}`.trim();
    }""")
    return words


def tabs_to(page: Page, start: str) -> None:
    """Press Tab until a control whose label starts like this has the focus."""
    for _ in range(TABS):
        if focused(page).startswith(start):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {start}, but to {focused(page)}")


def arrows_to(page: Page, selector: str) -> None:
    """Press arrows until the first match of the selector has the focus."""
    for press in range(TABS):
        away = page.evaluate(
            """(selector) => {
              const box = (element) => element.getBoundingClientRect();
              const [from, to] = [document.activeElement, document.querySelector(selector)].map(box);
              return [to.x - from.x, to.y - from.y];
            }""",
            selector,
        )
        if away == [0, 0]:
            return
        # First the line, then the place in it; sometimes the other way round, in case that is blocked.
        axis = 1 if abs(away[1]) > 10 and press % 5 != 4 else 0
        page.keyboard.press(AXES[axis][away[axis] > 0])
    raise AssertionError(f"arrows do not lead to {selector}")


def lays(ada: Visitor) -> str:
    """Lay a card that fits by keyboard; its name."""
    page = ada.page
    tabs_to(page, "hand")
    arrows_to(page, "[data-place=hand] button.can")
    card: str = page.evaluate("() => document.activeElement.dataset.card")
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-place=hand] [data-card={card}]")).to_have_count(0)
    # Before the answer the page shows a prediction, without marks on the cards that fit.
    ada.waits_until(lambda: card in ada.played and ada.is_answered())
    return card


def presses(ada: Visitor) -> None:
    """Press the key of the only action left, and wait for its result."""
    page, told = ada.page, len(ada.news("update"))
    keys = page.locator("button[aria-keyshortcuts]:not(:disabled)").evaluate_all(
        "(buttons) => buttons.map((button) => button.getAttribute('aria-keyshortcuts'))"
    )
    if key := next((key for key in "LDE" if key in keys), None):
        page.keyboard.press(key.lower())
        ada.waits_until(lambda: len(ada.news("update")) > told)


def plays_by_keys(ada: Visitor, seconds: float = 150) -> list[str]:
    """Play to the end; the cards laid with Enter."""
    player, end, laid = Player(ada), time.monotonic() + seconds, []
    while not player.waits()["over"]:
        assert time.monotonic() < end, "no end"
        if ada.page.locator("[data-place=hand] button.can").count():
            laid.append(lays(ada))
        else:
            presses(ada)
    return laid


def test_a_whole_game_is_played_by_keyboard_alone(browser: Browser, server: Server) -> None:
    with visiting(browser, server, DESKTOP) as ada:
        ada.opens()
        expect(ada.page.get_by_role("button", name="Play now")).to_be_enabled()
        tabs_to(ada.page, "Play now")
        ada.page.keyboard.press("Enter")
        expect(ada.page.locator("[data-place=hand]")).to_be_visible()
        ada.page.evaluate(LISTEN)
        laid = plays_by_keys(ada)
        told = " ".join(ada.page.evaluate("() => window.told"))
        for chair in ada.news("table")[-1]["chairs"][1:]:
            assert f"{chair['name']} " in told
        assert laid
        assert [move for move in ada.played if move in laid] == laid, "each Enter lays its card, once"
        assert ada.news("refused") == []
        assert "Your turn" in told
        tabs_to(ada.page, "Play again")
        ada.page.keyboard.press("Enter")
        expect(ada.page.locator("dialog[open]")).to_have_count(0)
        expect(ada.page.locator("[data-place=hand]")).to_be_visible()
        assert ada.faults == []


def test_the_focus_is_always_to_be_seen_and_returns_from_sheets(browser: Browser, server: Server) -> None:
    with visiting(browser, server, DESKTOP) as ada:
        ada.opens()
        tabs_to(ada.page, "Settings")
        ada.page.keyboard.press("Enter")
        expect(ada.page.locator("dialog[open]")).to_be_visible()
        assert ada.page.evaluate("() => document.activeElement.closest('dialog') !== null")
        ada.page.keyboard.press("Escape")
        expect(ada.page.locator("dialog[open]")).to_have_count(0)
        assert focused(ada.page) == "Settings"
        outline = ada.page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none"
