"""Play without a network."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from elfer.games import registry
from tests.browser.browser import PHONE, SMALL, Visitor, visiting
from tests.browser.checks import accessible, fits
from tests.browser.lobby import LONG, shared
from tests.browser.new_table import sits_down
from tests.browser.offline import prepared, sets_up, wrong
from tests.browser.player import Player
from tests.server.people import Server

ALONE = "No connection right now. You can still play on this device."
TIGHT = 2_000_000
"""The quota of a full browser in bytes."""
PLAYED = ("board", "cheat", "duel")
"""A board, doubts, and simultaneous moves."""
NO_WORKERS = "delete window.Worker"


@pytest.fixture
def away(browser: Browser, server: Server) -> Iterator[Visitor]:
    """A visitor in the lobby without a network."""
    with prepared(browser, server) as visitor:
        visitor.context.set_offline(True)
        visitor.opens()
        expect(visitor.lobby_button("Play now")).to_be_enabled()
        yield visitor


def hastens(visitor: Visitor, speed: str) -> None:
    """Set the speed of the bots."""
    visitor.taps("Settings")
    visitor.page.get_by_role("radiogroup", name="How fast bots play").get_by_role("radio", name=speed).click()
    visitor.page.keyboard.press("Escape")


@pytest.mark.parametrize("game", registry() if LONG else PLAYED)
def test_a_game_is_played_to_its_result(game: str, away: Visitor) -> None:
    if shared(game):
        hastens(away, "normal")
    sets_up(away, game)
    away.taps("Play against bots")
    expect(away.page.locator(".prompt")).not_to_be_empty()
    assert "/here/" in away.page.url
    player = Player(away)
    player.plays_on()
    expect(away.page.locator("dialog[open]").get_by_role("button", name="Play again")).to_be_visible()
    assert player.taps > 1
    assert wrong(away) == []


@pytest.mark.skipif(LONG, reason="it is played to its end")
def test_a_slow_game_is_played(away: Visitor) -> None:
    sets_up(away, "connect")
    away.taps("Play against bots")
    Player(away).plays_on(taps=3)
    away.taps("Menu")
    away.taps("Back to lobby")
    assert wrong(away) == []


def test_matches_outlive_the_page(away: Visitor) -> None:
    away.context.add_init_script("localStorage.setItem('elfer.autoEnd', 'off')")
    away.opens()
    hands: dict[str, str] = {}
    hand = away.page.locator("[data-place=hand]")
    for game in ("classic", "cheat"):
        sets_up(away, game)
        away.taps("Play against bots")
        Player(away).plays_on(taps=3)
        away.page.reload()  # which ends a tap in progress
        Player(away).waits()
        hands[away.page.url] = hand.inner_text()
        away.taps("Menu")
        away.taps("Back to lobby")
    away.page.close()
    again = Visitor(away.context, away.server)
    again.opens()
    doors, hand = again.page.get_by_role("button", name="Resume"), again.page.locator("[data-place=hand]")
    expect(doors.nth(1)).to_be_visible()
    expect(doors.first).to_contain_text("on this device")
    accessible(again, "lobby without a network")
    fits(again, "lobby without a network", SMALL, PHONE)
    for number in range(2):
        doors.nth(number).click()
        expect(hand).to_have_text(hands[again.page.url], use_inner_text=True)
        Player(again).plays_on(taps=2)
        again.taps("Menu")
        again.taps("Back to lobby")
    assert wrong(again) == []


def test_games_are_explained_and_learnt_and_the_server_is_there_when_the_network_is(
    browser: Browser, server: Server
) -> None:
    with prepared(browser, server) as ada:
        ada.context.set_offline(True)
        ada.page.reload()
        ada.sees(ALONE)
        expect(ada.lobby_button("Table for friends")).to_be_disabled()
        ada.taps_in_lobby("Choose another game")
        ada.page.get_by_role("button", name="How to play: Old Maid").click()
        ada.sees("The goal")
        ada.taps("The exact rules")
        ada.sees("OLD-1")
        ada.taps("The short version")
        ada.page.get_by_role("link", name="Learn it by playing").click()
        expect(ada.button("Go on")).to_be_enabled()
        ada.taps("Go on")
        expect(ada.page.locator("[data-glow]").first).to_be_visible()
        ada.taps("Close")
        ada.context.set_offline(False)
        expect(ada.lobby_button("Table for friends")).to_be_enabled()
        expect(ada.page.get_by_text(ALONE)).to_have_count(0)
        ada.taps_in_lobby("Play now")
        player = Player(ada)
        player.waits()
        ada.context.set_offline(True)
        player.plays_on(taps=1)
        expect(ada.page.locator(".banner")).to_be_empty()
        ada.context.set_offline(False)
        player.plays_on(taps=1)
        assert "/here/" in ada.page.url
        ada.opens()
        ada.taps("Settings")
        accessible(ada, "settings with what is kept")
        ada.taps("Remove it")
        ada.page.keyboard.press("Escape")
        expect(ada.lobby_button("Make available offline")).to_be_enabled()
        ada.taps_in_lobby("Play now")
        ada.page.wait_for_url("**/t/*")
        assert wrong(ada) == []


def test_a_table_of_the_server_stays_there_and_one_plays_here_meanwhile(
    browser: Browser, server: Server
) -> None:
    with prepared(browser, server) as ada:
        ada.sees("Done: now it works here without a network, too.")
        path = sits_down(ada, "junior", 2)
        Player(ada).waits()
        ada.context.set_offline(True)
        expect(ada.page.locator(".banner").get_by_role("button", name="Back to lobby")).to_be_visible()
        accessible(ada, "table without a network")
        ada.page.reload()
        ada.sees("Play on this device meanwhile")
        accessible(ada, "no way to the table")
        fits(ada, "no way to the table", SMALL, PHONE)
        ada.taps("Back to lobby")
        ada.sees(ALONE)
        expect(ada.lobby_button("Play now")).to_be_enabled()
        expect(ada.lobby_button("Resume")).to_be_disabled()
        ada.context.set_offline(False)
        expect(ada.lobby_button("Resume")).to_be_enabled()
        ada.taps_in_lobby("Resume")
        expect(ada.page.locator("[data-place=hand]")).to_be_visible()
        assert ada.page.url.endswith(path)
        assert wrong(ada) == []


def test_a_browser_without_room_says_so_and_gets_a_second_chance(browser: Browser, server: Server) -> None:
    with visiting(browser, server) as ada:
        ada.opens()
        expect(ada.lobby_button("Make available offline")).to_be_visible()
        storage = ada.context.new_cdp_session(ada.page)
        origin = f"http://{server.address}"
        storage.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": TIGHT})
        ada.taps_in_lobby("Make available offline")
        ada.sees("There was not enough room on this device")
        accessible(ada, "no room")
        assert ada.awaits("async () => (await caches.keys()).length") == 1
        storage.send("Storage.overrideQuotaForOrigin", {"origin": origin})
        ada.taps_in_lobby("Try it once more")
        expect(ada.page.locator("progress, .doors >> text=once more")).to_have_count(0)
        ada.taps("Settings")
        expect(ada.button("Remove it")).to_be_visible()
        assert ada.faults == []


def test_a_browser_without_workers_is_offered_the_server_only(browser: Browser, server: Server) -> None:
    with visiting(browser, server) as ada:
        ada.context.add_init_script(NO_WORKERS)
        ada.opens()
        ada.awaits("async () => { await navigator.serviceWorker.ready; }")
        ada.taps_in_lobby("Play now")
        ada.page.wait_for_url("**/t/*")
        assert ada.page.get_by_text("Make available offline").count() == 0
        assert ada.faults == []


def test_a_failed_download_is_repeated(browser: Browser, server: Server) -> None:
    with visiting(browser, server) as ada:
        ada.opens()
        expect(ada.lobby_button("Make available offline")).to_be_visible()
        ada.context.set_offline(True)
        ada.taps_in_lobby("Make available offline")
        ada.sees("Not everything arrived")
        ada.context.set_offline(False)
        ada.taps_in_lobby("Try it once more")
        expect(ada.page.get_by_text("once more")).to_have_count(0)
        fetched = ada.page.locator("progress")
        expect(fetched).to_have_count(0)
        assert wrong(ada) == []
