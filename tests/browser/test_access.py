"""Keyboard, typed moves, announcements, focus, large letters, zoom."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browser import DESKTOP, PHONE, SMALL, Visitor, visiting
from tests.browser.checks import ZOOMED, reachable
from tests.browser.new_table import sits_down
from tests.browser.player import Player
from tests.browser.screen_reader import COLOURS, is_read_aloud, names, told
from tests.server.people import Server, serving

LARGE = 24
"""A large font size in px; 16 is usual."""
FONT_SIZE = "() => parseFloat(getComputedStyle(document.querySelector('.prompt')).fontSize)"
LOST = "() => document.activeElement === document.body"


@pytest.fixture
def eve(browser: Browser, server: Server) -> Iterator[Visitor]:
    """A visitor with a desktop, on turn, without automatic moves."""
    with visiting(browser, server, DESKTOP) as visitor:
        visitor.page.add_init_script("localStorage.setItem('elfer.autoEnd', 'off')")
        sits_down(visitor, "classic", 3)
        Player(visitor).waits()
        yield visitor
        assert visitor.faults == []


def types(visitor: Visitor, text: str) -> None:
    """Type a move by keyboard."""
    visitor.page.keyboard.press("/")
    expect(visitor.page.get_by_role("textbox", name="Type a move")).to_be_focused()
    visitor.page.keyboard.type(text)
    visitor.page.keyboard.press("Enter")


def in_words(move: str) -> str:
    return f"{COLOURS[move[0]]} {move[1:]}" if move[0] in COLOURS else move


def goes_on(visitor: Visitor) -> None:
    """Make a move by keyboard, and wait for the next turn."""
    told = len(visitor.news("update"))
    visitor.page.keyboard.press("n")
    assert not visitor.page.evaluate(LOST)
    visitor.page.keyboard.press("Enter")
    visitor.waits_until(lambda: len(visitor.news("update")) > told)
    Player(visitor).waits()


def test_a_game_that_others_can_play_on_is_told_too(browser: Browser, tmp_path: Path) -> None:
    """Bots without delay would end the call window at once."""
    with serving(tmp_path / "data", "--pause", "3", seed=1) as server, visiting(browser, server) as eve:
        sits_down(eve, "duel", 2)
        eve.button("Turn up").click()
        eve.waits_until(lambda: eve.news("update")[-1]["at"] > 0)
        is_read_aloud(eve, "duel")
        reachable(eve, "duel", *ZOOMED)


def test_moves_can_be_typed_as_in_the_terminal(eve: Visitor) -> None:
    for _ in range(3):
        Player(eve).waits()
        move, before = eve.view["moves"][0], len(eve.played)
        types(eve, in_words(move))
        eve.waits_until(lambda before=before: len(eve.played) > before)  # type: ignore[misc]
        assert eve.played[-1] == move
        expect(eve.page.get_by_role("textbox", name="Type a move")).to_be_focused()
        eve.page.keyboard.press("Escape")
    Player(eve).waits()
    types(eve, "red 99")
    expect(eve.page.locator(".remark")).to_be_visible()
    eve.page.keyboard.press("Escape")


def test_what_is_typed_is_no_key(eve: Visitor) -> None:
    before = len(eve.sent)
    eve.page.keyboard.press("/")
    eve.page.keyboard.type("den t")
    eve.page.keyboard.press("Escape")
    assert len(eve.sent) == before
    expect(eve.page.locator("main .talk")).to_have_class(re.compile(r"\bvh\b"))


def green_and_yellow(visitor: Visitor, name: str) -> int | None:
    """Deal until the hand has a number in green and in yellow, and return it; deals depend on the name."""
    sits_down(visitor, "classic", 2, name)
    Player(visitor).waits()
    hand = set(visitor.view["hands"][0])
    return next((n for n in range(1, 21) if {f"G{n}", f"Y{n}"} <= hand), None)


def test_a_question_is_asked_where_two_colours_are_meant(browser: Browser, server: Server) -> None:
    with visiting(browser, server, DESKTOP) as eve:
        number = next(filter(None, (green_and_yellow(eve, f"Eve {number}") for number in range(20))))
        eve.page.evaluate("() => localStorage.setItem('elfer.lang', 'de')")
        eve.page.reload()
        expect(eve.page.locator(".prompt")).to_be_visible()
        eve.page.locator(".prompt").click()
        eve.page.keyboard.press("/")
        eve.page.keyboard.type(f"g {number}")
        eve.page.keyboard.press("Enter")
        expect(eve.page.locator(".remark")).to_contain_text("Was meinst du")
        eve.page.keyboard.type("gelb")
        eve.page.keyboard.press("Enter")
        eve.waits_until(lambda: eve.played[-1:] == [f"Y{number}"])
        assert eve.faults == []


def test_what_fits_is_announced_and_found_by_a_key(eve: Visitor) -> None:
    page, view = eve.page, eve.view
    cards = [move for move in view["moves"] if move[0] in COLOURS]
    own = told(eve, "c")
    assert all(names(own, card) for card in view["hands"][0])
    if not cards:
        return
    assert "You can play" in own
    found = set()
    for _ in cards:
        page.keyboard.press("n")
        found.add(page.evaluate("() => document.activeElement.dataset.card"))
    assert found == set(cards)
    page.keyboard.press("Home")
    first = page.evaluate("() => document.activeElement.dataset.card")
    page.keyboard.press("End")
    last = page.evaluate("() => document.activeElement.dataset.card")
    shown = page.locator("[data-place=hand] [data-card]").evaluate_all(
        "(all) => all.map((c) => c.dataset.card)"
    )
    assert (first, last) == (shown[0], shown[-1])


def test_the_story_is_heard_at_ones_own_pace(eve: Visitor) -> None:
    others = [chair["name"] for chair in eve.news("table")[-1]["chairs"][1:]]
    for _ in range(3):
        goes_on(eve)
    for _ in range(20):
        if any(name in told(eve, "r") for name in others):
            break
        goes_on(eve)
    before, earlier = told(eve, ","), told(eve, ",")
    assert before != earlier
    assert told(eve, ".") == before


def test_single_letters_can_be_switched_off(eve: Visitor) -> None:
    page = eve.page
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_contain_text("Keys")
    page.get_by_role("radiogroup", name="Keys with a single letter").get_by_role("radio", name="off").click()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    heard, said = page.locator("main [role=log] p").count(), len(eve.sent)
    for key in "tcwrnde?":
        page.keyboard.press(key)
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert (page.locator("main [role=log] p").count(), len(eve.sent)) == (heard, said)
    expect(page.locator("main [aria-keyshortcuts]")).to_have_count(0)


def test_the_focus_is_never_lost(browser: Browser, server: Server) -> None:
    """From the lobby through a game, some control has the focus."""
    with visiting(browser, server, DESKTOP) as eve:
        eve.opens()
        eve.page.get_by_role("button", name="Play now").press("Enter")
        expect(eve.page.locator("[data-place=hand]")).to_be_visible()
        eve.page.wait_for_function(f"() => !({LOST})()")
        for _ in range(8):
            if Player(eve).waits()["over"]:
                break
            goes_on(eve)
            eve.page.wait_for_function(f"() => !({LOST})()")
            disabled = "() => document.activeElement.matches(':disabled')"
            eve.page.wait_for_function(f"() => !({disabled})()")
        assert eve.faults == []


def test_letters_are_as_large_as_the_reader_wants(browser: Browser, server: Server) -> None:
    with visiting(browser, server) as eve:
        sits_down(eve, "classic", 3)
        Player(eve).waits()
        usual = eve.page.evaluate(FONT_SIZE)
        eve.context.new_cdp_session(eve.page).send("Page.setFontSizes", {"fontSizes": {"standard": LARGE}})
        eve.page.reload()
        expect(eve.page.locator(".prompt")).to_be_visible()
        assert eve.page.evaluate(FONT_SIZE) == pytest.approx(usual * LARGE / 16)
        reachable(eve, "large letters", PHONE, SMALL)


def test_a_blank_before_a_v_is_to_be_seen(eve: Visitor) -> None:
    """The font's kerning would hide the blank."""
    gap = eve.page.evaluate("""() => {
      const wide = (text) => {
        const span = Object.assign(document.createElement('span'), { textContent: text });
        span.style.whiteSpace = 'pre';
        document.body.append(span);
        const { width } = span.getBoundingClientRect();
        span.remove();
        return width;
      };
      return wide('und Vier') - wide('und') - wide('Vier');
    }""")
    assert gap > 3
