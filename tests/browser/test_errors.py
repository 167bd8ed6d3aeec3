"""Errors: dead links, names with markup, removed players, an unreachable server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browser import PHONE, SMALL, Visitor, visiting
from tests.browser.checks import accessible, fits
from tests.browser.lobby import set_up
from tests.browser.new_table import sits_down
from tests.browser.player import Player
from tests.server.people import Server, serving

HOSTILE = ("<img src=x onerror=a()>", "<script>a()</script>", "{@html a} ${a}")
NOWHERE = {
    "/t/AAAAAAAAAAAAAAAAAAAAAA": "This table no longer exists",
    "/t/mistyped": "This link is not complete",
    "/t/": "This link is not complete",
}


def goes_on(visitor: Visitor, where: str) -> None:
    """Check an error page and return to the lobby."""
    accessible(visitor, where)
    fits(visitor, where, SMALL, PHONE)
    visitor.taps("Back to lobby")
    expect(visitor.page.get_by_role("button", name="Play now")).to_be_enabled()


@pytest.mark.parametrize("path", NOWHERE)
def test_a_link_that_leads_nowhere_is_answered_with_a_friendly_page(path: str, ada: Visitor) -> None:
    ada.opens(path)
    ada.sees(NOWHERE[path])
    goes_on(ada, path)
    assert [fault for fault in ada.faults if "404" not in fault] == []


def test_names_are_shown_as_text(ada: Visitor, ben: Visitor, cleo: Visitor) -> None:
    ada.opens()
    ada.page.get_by_label("Your name").fill(HOSTILE[0])
    ada.page.get_by_role("button", name="Table for friends").click()
    set_up(ada, "junior", 3)
    ada.page.get_by_text("More settings").click()
    ada.page.get_by_label("Show the table in the lobby").check()
    ada.taps("Table for friends")
    ada.sees(HOSTILE[0])
    for visitor, name in ((ben, HOSTILE[1]), (cleo, HOSTILE[2])):
        visitor.opens()
        visitor.page.get_by_label("Your name").fill(name)
        table = visitor.page.get_by_role("listitem").filter(has_text=HOSTILE[0]).first
        expect(table).to_be_visible()
        table.get_by_role("button", name="Join").click()
        ada.sees(name)
    ada.taps("Start")
    for visitor in (ada, ben, cleo):
        expect(visitor.page.locator("[data-place=hand]")).to_be_visible()
        own = visitor.news("table")[-1]["you"]
        for seat, name in enumerate(HOSTILE):
            if seat != own:
                expect(visitor.page.locator(f"[data-seat='{seat}']")).to_contain_text(name)
        assert visitor.page.locator("img[src=x], script:not([src])").count() == 0
        assert visitor.faults == []


def test_a_table_that_is_full_can_be_watched_unless_it_is_private(ada: Visitor, ben: Visitor) -> None:
    ada.opens()
    ada.page.get_by_role("button", name="Table for friends").click()
    set_up(ada, "junior", 2)
    ada.page.get_by_text("More settings").click()
    ada.page.get_by_label("Others may watch").uncheck()
    ada.taps("Table for friends")
    ada.taps("Add a bot")
    expect(ada.button("Start")).to_be_enabled()
    ben.opens(f"/t/{ada.table}")
    ben.sees("All seats are taken")
    accessible(ben, "full table")
    ada.taps("Start")
    expect(ada.page.locator("[data-place=hand]")).to_be_visible()
    ben.opens(f"/t/{ada.table}")
    ben.sees("this table does not want spectators")
    goes_on(ben, "private table")
    assert ada.faults == []


def test_a_removed_player_is_told_so_and_a_seat_given_up_is_free_again(ada: Visitor, ben: Visitor) -> None:
    path = sits_down(ada, "junior", 2, start=False)
    ben.opens(path)
    ben.taps("Sit here")
    ada.taps("Remove")
    ben.sees("The host has removed you from the table")
    goes_on(ben, "removed")
    ben.opens(path)
    ben.taps("Sit here")
    expect(ada.page.get_by_text("free", exact=True)).to_have_count(0)
    ben.taps("Leave game")
    ben.page.locator("dialog[open]").get_by_role("button", name="Leave game").click()
    expect(ben.page.get_by_role("button", name="Play now")).to_be_visible()
    expect(ada.page.get_by_text("free", exact=True)).to_be_visible()
    assert ada.faults == ben.faults == []


def test_the_host_can_remove_a_player_from_a_match(ada: Visitor, ben: Visitor) -> None:
    path = sits_down(ada, "junior", 2, start=False)
    ben.opens(path)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.taps("Sit here")
    ada.taps("Start")
    expect(ben.page.locator("[data-place=hand]")).to_be_visible()
    ada.taps("Menu")
    ada.taps("Remove Ben from the table")
    accessible(ada, "removing a player")
    ada.sees("A bot takes the place for good")
    ada.taps("Remove Ben from the table")
    ben.sees("The host has removed you from the table")
    expect(ada.page.locator("[data-seat]").get_by_role("img", name="bot")).to_be_visible()
    Player(ada).plays_on(taps=2)
    assert ada.faults == ben.faults == []


def test_a_page_that_is_offline_says_so_at_once_and_goes_on_by_itself(ada: Visitor) -> None:
    sits_down(ada, "junior", 2)
    player = Player(ada)
    player.waits()
    ada.context.set_offline(True)
    ada.sees("No connection")
    ada.context.set_offline(False)
    expect(ada.page.get_by_text("No connection")).to_have_count(0)
    player.plays_on(taps=2)


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    with serving(tmp_path / "data", "--pause", "0.02", seed=1) as running:
        yield running


def test_the_page_waits_for_a_server_that_is_away(browser: Browser, mortal: Server) -> None:
    with visiting(browser, mortal) as ada, visiting(browser, mortal) as ben:
        sits_down(ada, "junior", 2)
        player = Player(ada)
        player.waits()
        ben.opens()
        expect(ben.page.get_by_role("button", name="Play now")).to_be_enabled()
        for visitor in (ada, ben):
            visitor.page.evaluate("() => { window.same = true; }")
        mortal.kill()
        for visitor in (ada, ben):
            visitor.sees("No connection")
        accessible(ben, "server away")
        expect(ben.page.get_by_role("button", name="Play now")).to_be_disabled()
        mortal.start(mortal.port)
        for visitor in (ada, ben):
            expect(visitor.page.get_by_text("No connection")).to_have_count(0)
            assert visitor.page.evaluate("() => window.same"), "the page was reloaded"
        expect(ben.page.get_by_role("button", name="Play now")).to_be_enabled()
        player.plays_on(taps=3)


def test_the_page_opens_without_a_server_and_says_so(browser: Browser, mortal: Server) -> None:
    with visiting(browser, mortal) as ada:
        ada.opens()
        ada.awaits("async () => { await navigator.serviceWorker.ready; }")
        mortal.kill()
        ada.page.reload()
        ada.sees("The server cannot be reached right now")
        mortal.start(mortal.port)
        expect(ada.page.get_by_role("button", name="Play now")).to_be_enabled()
