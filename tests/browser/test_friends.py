"""Two players and a spectator in separate browsers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browser import DESKTOP, Visitor, visiting
from tests.browser.lobby import gathers
from tests.browser.new_table import sits_down
from tests.browser.player import Player, both_play
from tests.browser.proxy import proxied
from tests.browser.visible_cards import known, shown_to, told_to
from tests.server.people import Server


def hides(visitor: Visitor, *others: Visitor) -> None:
    """Assert that this browser has all of the own hand and nothing of the others'."""
    if (you := visitor.news("table")[-1]["you"]) is not None:
        assert set(visitor.view["hands"][you]) <= told_to(visitor) & shown_to(visitor)
    for other in others:
        seat = other.news("table")[-1]["you"]
        hand = set(other.view["hands"][seat])
        assert hand, "nothing is hidden"
        leaked = hand & known(visitor)
        assert not leaked, f"{leaked} of {hand}"


def agree(*visitors: Visitor) -> None:
    """Wait until all have received the same last move."""
    for _ in range(1000):
        if len({visitor.news("update")[-1]["at"] for visitor in visitors}) == 1:
            return
        visitors[0].page.wait_for_timeout(10)
    raise AssertionError("they have not heard the same")


@pytest.fixture
def cleo(browser: Browser, server: Server) -> Iterator[Visitor]:
    with visiting(browser, server, DESKTOP) as visitor:
        yield visitor


def joins(visitor: Visitor, path: str, name: str) -> None:
    visitor.opens(path)
    visitor.page.get_by_label("Your name").fill(name)
    visitor.page.get_by_role("button", name="Sit here").first.click()
    expect(visitor.page.get_by_label("Players").get_by_text(name)).to_be_visible()


def test_friends_play_two_matches_with_a_spectator(ada: Visitor, ben: Visitor, cleo: Visitor) -> None:
    path = gathers(ada, "junior", 6)
    assert ada.page.get_by_role("textbox", name="Invite").input_value().endswith(path)
    joins(ben, path, "Ben")
    expect(ada.page.get_by_text("Ben", exact=True)).to_be_visible()
    ada.taps("Fill with bots")
    expect(ada.button("Start")).to_be_enabled()
    cleo.opens(path)
    cleo.sees("All seats are taken")
    ada.taps("Start")
    expect(cleo.page.get_by_text("You are watching")).to_be_visible()
    players = Player(ada, 1), Player(ben, 2)
    for player in players:
        player.looks(1)
    for turn, awaited in enumerate(both_play(*players)):
        if turn % 3 == 0 and awaited:
            agree(ada, ben, cleo)
            hides(ada, ben)
            hides(ben, ada)
            hides(cleo, ada, ben)
    assert cleo.page.locator("[data-place=hand]").count() == 0
    for visitor in (ada, ben):
        visitor.taps("Play again")
    for visitor in (ada, ben, cleo):
        expect(visitor.page.locator("dialog[open]")).to_have_count(0)
        assert visitor.news("table")[-1]["match"] == 2
        assert visitor.faults == []
    cards = len(ada.view["hands"][0])
    expect(ada.page.locator("[data-place=hand] button.card")).to_have_count(cards)


def test_a_lost_connection_is_shown_and_restored(ada: Visitor, ben: Visitor, server: Server) -> None:
    path = sits_down(ada, "classic", 2, start=False)
    with proxied(server) as wire:
        ben.page.goto(f"http://{wire.address}{path}")
        ben.taps("Sit here")
        ada.taps("Start")
        expect(ben.page.locator("[data-place=hand]")).to_be_visible()
        ben.page.evaluate("() => { window.same = true; }")
        wire.cut()
        ben.sees("No connection")
        expect(ada.page.get_by_role("img", name="away")).to_be_visible()
        wire.mend()
        expect(ben.page.get_by_text("No connection")).to_have_count(0)
        expect(ada.page.get_by_role("img", name="away")).to_have_count(0)
        assert ben.page.evaluate("() => window.same"), "the page was reloaded"
        players = Player(ada, 3), Player(ben, 4)
        moves = zip(range(6), both_play(*players), strict=False)
        assert len(list(moves)) == 6
        assert sum(player.taps for player in players) > 0
    assert ada.faults == []


def test_a_host_sends_spectators_away(ada: Visitor, cleo: Visitor) -> None:
    """Before the match and during it; then they cannot return for a while."""
    path = gathers(ada, "junior", 2)
    ada.taps("Fill with bots")
    for in_match in (False, True):
        if in_match:
            ada.taps("Start")
            ada.taps("Menu")
        else:
            cleo.opens(path)
        ada.taps("Send 1 spectator away")
        if in_match:
            ada.sees("They cannot watch for ten minutes")
            ada.taps("Send 1 spectator away")
        cleo.sees("The host has removed you from the table")
        expect(ada.button("Send 1 spectator away")).to_have_count(0)
        if not in_match:
            ada.taps("Remove")  # the bot: a free chair admits anyone
            ada.sees("Add a bot")
            cleo.opens(path)
            cleo.sees("Sit here")
            ada.taps("Fill with bots")
    cleo.opens(path)
    cleo.sees("The host wants no spectators at the moment")


def test_a_seat_comes_to_another_device_though_the_answer_was_lost(
    ada: Visitor, ben: Visitor, server: Server
) -> None:
    sits_down(ada, "classic", 2)
    ada.taps("Menu")
    ada.taps("Continue on another device")
    ada.waits_until(lambda: bool(ada.news("code")))
    with proxied(server) as wire:
        ben.page.goto(f"http://{wire.address}/")
        ben.taps_in_lobby("Continue a game from another device")
        ben.page.get_by_label("Code").fill(ada.news("code")[-1]["code"])
        wire.mute = True
        ben.taps("Continue here")
        ada.waits_until(lambda: ada.news("table")[-1]["you"] is None)
        assert not ben.news("table")
        wire.cut()
        wire.mute = False
        wire.mend()
        expect(ben.page.locator("[data-place=hand]")).to_be_visible()
        assert ben.news("table")[-1]["you"] == 0
