"""An open page whose build is no longer served."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from elfer.server.wire import VERSION
from tests.browser.browser import PHONE, SMALL, Visitor, visiting
from tests.browser.builds import Updated
from tests.browser.checks import accessible, fits
from tests.browser.player import Player

MISSING = "Part of this page did not arrive"
NEWER = "There is a newer version of this page"
QUIET = 1000
"""Milliseconds in which a page that reloads endlessly would do so."""
INSTALLED = """async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update().catch(() => undefined);
    while (registration.installing) await new Promise((resolve) => setTimeout(resolve, 20));
}"""


@pytest.fixture(scope="module")
def updated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Updated]:
    server = Updated(tmp_path_factory.mktemp("updated"))
    yield server
    server.__exit__()


def door(visitor: Visitor, name: str = "Play now") -> Locator:
    """A button of the lobby."""
    return visitor.page.get_by_role("button", name=name)


def goes(visitor: Visitor, name: str = "Play now") -> None:
    visitor.touches(door(visitor, name))


def enters(visitor: Visitor) -> None:
    visitor.opens()
    expect(door(visitor)).to_be_enabled()


def loads(visitor: Visitor) -> int:
    """The number of page loads."""
    return sum(answer.request.resource_type == "document" for answer in visitor.responses)


def keeps(visitor: Visitor, build: str) -> None:
    """Wait until the browser caches one build and no other."""
    kept = "async () => (await caches.keys()).join()"
    visitor.awaits(INSTALLED)
    visitor.waits_until(lambda: visitor.awaits(kept) == f"elfer-{build}")


def is_seated(visitor: Visitor) -> None:
    """Check that the visitor plays in the own seat at the table of the address."""
    expect(visitor.page.locator("[data-place=hand]")).to_be_visible()
    assert re.search(r"/t/[\w-]{22}$", visitor.page.url)
    assert visitor.news("table")[-1]["you"] == 0
    Player(visitor).waits()


@pytest.mark.parametrize("worker", [False, True])
def test_a_game_begun_after_an_update_is_there(worker: bool, browser: Browser, updated: Updated) -> None:
    updated.serves("one")
    with visiting(browser, updated, worker=worker) as ada:
        enters(ada)
        if worker:
            keeps(ada, "one")
        updated.serves("two")
        if worker:
            # A second window installs the new worker, which drops the files that the first one needs.
            window = Visitor(ada.context, updated)
            enters(window)
            keeps(window, "two")
        goes(ada)
        is_seated(ada)
        assert loads(ada) == (1 if worker else 2), "what the browser has ever fetched stays good"


def test_a_page_of_which_a_part_is_missing_says_what_to_do(browser: Browser, updated: Updated) -> None:
    updated.serves("one")
    with visiting(browser, updated, worker=False) as ada:
        enters(ada)
        updated.serves("two", without="assets/Game-*.js")
        goes(ada)
        ada.sees(MISSING)
        ada.page.wait_for_timeout(QUIET)
        assert loads(ada) == 2
        accessible(ada, "a part is missing")
        fits(ada, "a part is missing", SMALL, PHONE)
        ada.taps("Back to lobby")
        expect(door(ada)).to_be_enabled()
        goes(ada, "Resume")
        ada.sees(MISSING)
        updated.has("two")
        ada.taps("Reload")
        is_seated(ada)


def test_a_page_does_not_load_itself_while_the_server_is_away(browser: Browser, updated: Updated) -> None:
    updated.serves("one")
    with visiting(browser, updated, worker=False) as ada:
        enters(ada)
        updated.stop()
        ada.sees("The server cannot be reached right now")
        ada.taps("Deutsch")
        expect(ada.page.get_by_role("heading", name="goes on by itself")).to_be_visible()
        expect(ada.button("Reload")).to_be_disabled()
        assert loads(ada) == 1
        updated.start(updated.port)
        expect(door(ada, "Jetzt spielen")).to_be_enabled()
        assert loads(ada) == 2


def test_a_page_that_is_older_than_the_server_says_what_to_do(browser: Browser, updated: Updated) -> None:
    updated.serves("one")
    with visiting(browser, updated, SMALL) as ada:
        enters(ada)
        goes(ada)
        is_seated(ada)
        updated.speaks(VERSION + 98)
        expect(ada.page.get_by_role("heading", name=NEWER)).to_be_visible()
        accessible(ada, "an older page")
        fits(ada, "an older page", SMALL, PHONE)
        # Without a newer page it shows the message again instead of reloading.
        ada.taps("Reload")
        ada.waits_until(lambda: loads(ada) == 2)
        expect(ada.page.get_by_role("heading", name=NEWER)).to_be_visible()
        ada.page.wait_for_timeout(QUIET)
        assert loads(ada) == 2
        expect(ada.page.get_by_role("button")).to_have_count(1)
        updated.speaks(VERSION)
        ada.taps("Reload")
        is_seated(ada)


def test_a_page_without_words_says_what_to_do(browser: Browser, updated: Updated) -> None:
    updated.serves("one", without="assets/en.gen*.js")
    with visiting(browser, updated, worker=False) as ada:
        ada.opens()
        again = ada.page.get_by_role("link", name="Reload")
        expect(again).to_be_visible()
        ada.page.wait_for_timeout(QUIET)
        assert loads(ada) == 2
        accessible(ada, "no words")
        fits(ada, "no words", SMALL, PHONE)
        updated.has("one")
        ada.touches(again)
        expect(door(ada)).to_be_enabled()
        expect(again).to_have_count(0)


def test_a_server_not_restarted_after_a_build_spoils_no_page(browser: Browser, updated: Updated) -> None:
    updated.serves("one")
    with visiting(browser, updated) as ada, visiting(browser, updated, worker=False) as ben:
        enters(ada)
        keeps(ada, "one")
        updated.has("two")
        enters(ben)
        enters(ada)
        keeps(ada, "two")
        updated.kill()
        ada.page.reload()
        ada.sees("The server cannot be reached right now")
