"""The static site on a plain file server."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route, expect

import elfer
from tests.browser.browser import DESKTOP, PHONE, SMALL, Visitor, visiting
from tests.browser.checks import accessible, fits
from tests.browser.offline import AT_ONCE, fetches, sets_up, wrong
from tests.browser.player import Player
from tests.browser.static import Hosted, hosting

NO_SAVING = "Object.defineProperty(self, 'indexedDB', { get() { throw new DOMException(); } });"
NO_WORKERS = "window.Worker = class { constructor() { throw new TypeError('no') } }"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    with hosting(tmp_path_factory.mktemp("static")) as hosted:
        yield hosted


@pytest.fixture
def ada(browser: Browser, site: Hosted) -> Iterator[Visitor]:
    with visiting(browser, site) as visitor:
        visitor.context.add_init_script(AT_ONCE)
        yield visitor


def record() -> str:
    """The record of a match."""
    match = elfer.start("highest", seats=3, seed=7)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, match.moves(seat)[0])
    return match.record()


def test_a_game_is_played_to_its_end_and_again_without_a_network(ada: Visitor) -> None:
    ada.opens("/")
    accessible(ada, "static lobby")
    fits(ada, "static lobby", SMALL, PHONE)
    assert ada.page.get_by_text("Table for friends").count() == 0
    sets_up(ada, "highest")
    ada.taps("Play against bots")
    Player(ada).plays_on(taps=2)
    assert re.search(r"/some/where/#/here/[\w-]{22}$", ada.page.url)
    ada.page.reload()
    Player(ada).plays_on()
    ada.taps("Back to lobby")
    fetches(ada)
    ada.context.set_offline(True)
    ada.page.reload()
    ada.taps_in_lobby("Play now")
    Player(ada).plays_on(taps=1)
    ada.page.go_back()
    expect(ada.lobby_button("Resume")).to_be_visible()
    assert wrong(ada) == []


def test_games_are_explained_and_learnt_and_records_looked_at(ada: Visitor) -> None:
    ada.opens("/#/here/AAAAAAAAAAAAAAAAAAAAAA")
    ada.sees("This match is on another device")
    ada.opens("/#/learn/duel")
    expect(ada.page.locator(".bubble .prompt")).not_to_be_empty()
    ada.taps("Close")
    ada.taps_in_lobby("Choose another game")
    ada.page.get_by_role("button", name=re.compile("How to play: .*Junior")).click()
    ada.sees("The goal")
    ada.taps("The exact rules")
    ada.sees("JUN-1")
    ada.page.keyboard.press("Escape")
    ada.taps("Watch a saved match")
    box = ada.page.get_by_label("Record")
    box.fill("[Game nonsense")
    ada.taps("Watch the replay")
    ada.sees("Line 1 of the record cannot be read")
    box.fill(record().replace("highest", "poker"))
    ada.taps("Watch the replay")
    ada.sees("There is no game 'poker'")
    accessible(ada, "a record that cannot be read")
    fits(ada, "a record that cannot be read", SMALL, PHONE)
    box.fill(record())
    ada.taps("Watch the replay")
    expect(ada.page.get_by_role("slider")).to_be_visible()
    ada.page.get_by_role("slider").fill("5")
    ada.sees("Step 5 of")
    expect(ada.page.locator("[data-seat]").first).to_contain_text("Seat")
    ada.taps("Close")
    expect(ada.lobby_button("Play now")).to_be_enabled()
    assert ada.faults == []


def test_a_browser_that_keeps_nothing_plays_and_says_so(browser: Browser, site: Hosted) -> None:
    def without_saving(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=NO_SAVING + answer.text())

    with visiting(browser, site, DESKTOP, worker=False) as ada:
        ada.page.route("**/assets/worker-*.js", without_saving)
        ada.opens("/")
        ada.taps_in_lobby("Play now")
        ada.sees("This browser keeps nothing")
        expect(ada.page.locator("[data-place=hand]")).to_be_visible()


def test_a_browser_that_cannot_play_says_so(browser: Browser, site: Hosted) -> None:
    with visiting(browser, site, worker=False) as ada:
        ada.context.add_init_script(NO_WORKERS)
        ada.opens("/")
        ada.sees("This browser cannot play here")
        expect(ada.lobby_button("Play now")).to_be_disabled()
        expect(ada.page.locator(".banner")).to_be_empty()
        accessible(ada, "no workers")
        ada.opens("/#/here/AAAAAAAAAAAAAAAAAAAAAA")
        expect(ada.button("Back to lobby")).to_be_visible()
        ada.sees("This browser cannot play here")
        assert [fault for fault in ada.faults if "Playwright" not in fault] == []


def test_a_failed_start_can_be_tried_again(browser: Browser, site: Hosted) -> None:
    with visiting(browser, site, worker=False) as ada:
        starts: list[str] = []

        def breaks(route: Route) -> None:
            starts.append(route.request.url)
            route.fulfill(body="throw new Error('no memory')", content_type="text/javascript")

        ada.page.route("**/assets/worker-*.js", breaks)
        ada.opens("/")
        ada.sees("The game on this device does not start.")
        expect(ada.lobby_button("Play now")).to_be_disabled()
        accessible(ada, "a failed start")
        assert len(starts) == 3
        ada.page.unroute("**/assets/worker-*.js")
        ada.taps("Try it once more")
        expect(ada.lobby_button("Play now")).to_be_enabled()
        ada.taps_in_lobby("Play now")
        expect(ada.page.locator("[data-place=hand]")).to_be_visible()
