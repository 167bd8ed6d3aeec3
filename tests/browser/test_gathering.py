"""Joining and leaving tables, and what others are told."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.browser.browser import DESKTOP, SMALL, Visitor, visiting
from tests.browser.checks import fits
from tests.browser.lobby import begins, gathers, set_up
from tests.browser.new_table import sits_down
from tests.browser.player import Player
from tests.server.people import Server


@pytest.fixture
def ben(browser: Browser, server: Server) -> Iterator[Visitor]:
    with visiting(browser, server, DESKTOP) as visitor:
        yield visitor


def lists(visitor: Visitor, name: str, seats: int) -> None:
    """Create a listed table under a host's name."""
    visitor.opens()
    visitor.page.get_by_label("Your name").fill(name)
    visitor.page.get_by_role("button", name="Table for friends").click()
    set_up(visitor, "junior", seats)
    visitor.page.get_by_text("More settings").click()
    visitor.page.get_by_label("Show the table in the lobby").check()
    visitor.taps("Table for friends")
    visitor.page.wait_for_url("**/t/*")


def sits(visitor: Visitor, path: str, name: str) -> None:
    visitor.opens(path)
    visitor.page.get_by_label("Your name").fill(name)
    visitor.taps("Sit here")


def listens(visitor: Visitor) -> None:
    """Record all announcements from now on."""
    visitor.page.evaluate(
        """() => {
            window.spoken = [];
            const listen = () => document.querySelectorAll('[role=status], [aria-live]').forEach(
                (region) => window.spoken.push(region.textContent),
            );
            new MutationObserver(listen).observe(document.body,
                { subtree: true, childList: true, characterData: true });
        }"""
    )


def hears(visitor: Visitor, text: str) -> None:
    visitor.page.wait_for_function("(text) => window.spoken.some((one) => one.includes(text))", arg=text)


def leaves(visitor: Visitor) -> None:
    visitor.taps("Leave game")
    visitor.page.locator("dialog[open]").get_by_role("button", name="Leave game").click()
    expect(visitor.page.get_by_role("button", name="Play now")).to_be_visible()


def test_one_tap_joins_a_listed_table_and_another_one_only_watches(ada: Visitor, ben: Visitor) -> None:
    lists(ada, "Adelheid", 2)
    listens(ada)
    ben.opens()
    ben.page.get_by_label("Your name").fill("Ben")
    table = ben.page.get_by_role("listitem").filter(has_text="Adelheid").first
    table.get_by_role("button", name="Watch").click()
    expect(ben.button("Sit here")).to_be_visible()
    assert not any('"do":"sit"' in frame for frame in ben.sent)
    ben.taps("Back to lobby")
    join = table.get_by_role("button", name="Join")
    expect(join).to_be_visible()
    join.click()
    expect(ben.page.get_by_label("Players").get_by_text("Ben")).to_be_visible()
    hears(ada, "Ben has joined.")
    ada.taps("Start")
    expect(ben.page.locator("[data-place=hand]")).to_be_visible()
    assert ada.faults == ben.faults == []


def test_who_leaves_a_match_is_told_of_with_the_bot_that_plays_on(ada: Visitor, ben: Visitor) -> None:
    sits(ben, sits_down(ada, "classic", 2, start=False), "Ben")
    ada.taps("Start")
    expect(ben.page.locator("[data-place=hand]")).to_be_visible()
    expect(ada.page.locator("[data-place=hand]")).to_be_visible()
    listens(ada)
    ben.taps("Menu")
    ben.taps("Change your name")
    ben.page.locator("dialog").get_by_label("Your name").fill("Benno")
    ben.taps("Save")
    expect(ada.page.locator("[data-seat]")).to_contain_text("Benno")
    ben.taps("Menu")
    leaves(ben)
    gone = "Benno has left the game. The bot Pico plays on."
    hears(ada, gone)
    assert ada.page.locator(".say.mine .remark").count() == 0, "who left hides what one is to do"
    ada.taps("Show what happened")
    log = ada.page.locator("dialog[open]")
    expect(log).to_contain_text("Ben is now called Benno.")
    expect(log).to_contain_text(gone)
    ada.page.reload()
    expect(ada.page.locator("[data-place=hand]")).to_be_visible()
    ada.taps("Show what happened")
    expect(log).to_contain_text(gone)
    expect(ben.page.get_by_role("button", name="Resume")).to_have_count(0)
    assert ada.faults == ben.faults == []


def test_a_guest_can_take_another_name_while_people_gather(ada: Visitor, ben: Visitor) -> None:
    ben.opens(gathers(ada, "junior", 2))
    ben.taps("Sit here")
    expect(ada.page.get_by_label("Players")).to_contain_text("Guest 2")
    listens(ada)
    ben.page.get_by_label("Your name").fill("Bernadette")
    ben.page.keyboard.press("Enter")
    expect(ada.page.get_by_label("Players")).to_contain_text("Bernadette")
    hears(ada, "Guest 2 is now called Bernadette.")
    ben.page.reload()
    expect(ben.page.get_by_label("Players")).to_contain_text("Bernadette")
    assert ada.faults == ben.faults == []


def test_the_gathering_page_opens_at_its_top_and_names_are_whole(browser: Browser, server: Server) -> None:
    with visiting(browser, server, SMALL) as ada:
        ada.opens()
        ada.page.get_by_label("Your name").fill("Maximiliane von Abendrot")
        ada.page.evaluate("() => scrollTo(0, 10_000)")
        assert ada.page.evaluate("() => scrollY") > 0
        ada.page.get_by_role("button", name="Table for friends").click()
        set_up(ada, "classic", 4)
        ada.taps("Table for friends")
        ada.sees("Your table")
        assert ada.page.evaluate("() => scrollY") == 0
        ada.taps("Fill with bots")
        expect(ada.button("Start")).to_be_enabled()
        expect(ada.page.get_by_text("Elfer raus! · 1 round", exact=True)).to_be_visible()
        names = ada.page.get_by_label("Players").locator("b")
        assert names.all_inner_texts() == ["Maximiliane von Abendrot", "Pico", "Tilda", "Bruno"]
        cut = names.evaluate_all("(all) => all.filter((b) => b.scrollWidth > b.clientWidth).length")
        assert cut == 0
        fits(ada, "gathering", SMALL)
        assert ada.faults == []


def offered(visitor: Visitor) -> list[str]:
    """The labels of the matches that can be resumed."""
    expect(visitor.page.get_by_role("button", name="Play now")).to_be_enabled()
    return visitor.page.get_by_role("button", name="Resume").all_inner_texts()


def test_only_what_can_go_on_is_offered_and_no_two_read_alike(ada: Visitor) -> None:
    for _ in range(2):
        sits_down(ada, "classic", 2)
        Player(ada).waits()
    begins(ada, "highest", 3)
    Player(ada).waits()
    ada.opens()
    before = offered(ada)
    assert len(before) == len(set(before))
    assert sum("Pico and Tilda" in words for words in before) == 1
    ada.page.get_by_role("button", name="Resume").filter(has_text="Pico and Tilda").click()
    Player(ada).plays_on()
    ada.taps("Back to lobby")
    after = offered(ada)
    assert after
    assert not any("Pico and Tilda" in words for words in after)
    assert ada.faults == []


def in_a_house(socket: WebSocketRoute) -> None:
    """Replace the server's link by one in a local network, as with --lan."""
    server = socket.connect_to_server()
    server.on_message(
        lambda frame: socket.send(re.sub(r'"link":"[^"]*"', '"link":"http://192.0.2.7:8011/"', str(frame)))
    )


def test_a_code_to_scan_is_shown_only_where_it_leads_somewhere(ada: Visitor) -> None:
    path = sits_down(ada, "junior", 2, start=False)
    ada.sees("elfer serve --lan")
    expect(ada.page.get_by_role("img", name="QR code")).to_have_count(0)
    ada.page.route_web_socket(re.compile("/socket$"), in_a_house)
    ada.page.reload()
    expect(ada.page.get_by_role("img", name="QR code")).to_be_visible()
    expect(ada.page.get_by_text("--lan")).to_have_count(0)
    expect(ada.page.get_by_role("textbox", name="Invite")).to_have_value(f"http://192.0.2.7:8011{path}")
    assert ada.faults == []
