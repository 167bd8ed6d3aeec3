"""Updates of a page that is available offline: all of it is replaced, or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browser import PHONE, SMALL, Visitor
from tests.browser.builds import CHANGED, Updated
from tests.browser.checks import accessible, fits
from tests.browser.offline import prepared, wrong
from tests.browser.player import Player

NEW = "There is a new version."
LOOKS = """async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update().catch(() => undefined);
    while (registration.installing) await new Promise((resolve) => setTimeout(resolve, 20));
    return !!registration.waiting;
}"""
"""Looks for a newer version; whether a complete one is there."""


def kept(visitor: Visitor) -> list[str]:
    """The browser's caches, by build."""
    names: list[str] = visitor.awaits("async () => (await caches.keys()).sort()")
    return names


def build(visitor: Visitor) -> str:
    """The build of the open page."""
    source = visitor.page.locator("script[src]").get_attribute("src") or ""
    return "two" if "two.js" in source else "one"


@pytest.fixture
def updated(tmp_path: Path) -> Iterator[Updated]:
    server = Updated(tmp_path)
    yield server
    server.__exit__()


def test_page_and_parts_are_replaced_together_and_never_in_a_match(
    browser: Browser, updated: Updated
) -> None:
    updated.serves("one")
    with prepared(browser, updated) as ada:
        before = kept(ada)
        assert len(before) == 2
        ada.taps_in_lobby("Play now")
        player = Player(ada)
        player.plays_on(taps=1)
        table = ada.page.url

        updated.serves("two", without=f"py/*/{CHANGED}")
        assert not ada.awaits(LOOKS)
        ada.page.reload()
        assert (build(ada), [name for name in kept(ada) if "two" not in name]) == ("one", before)

        updated.serves("two")
        assert ada.awaits(LOOKS)
        ada.page.reload()
        player.plays_on(taps=1)
        assert build(ada) == "one"
        assert ada.page.get_by_text(NEW).count() == 0
        ada.taps("Menu")
        ada.taps("Back to lobby")
        ada.sees(NEW)
        accessible(ada, "a new version")
        fits(ada, "a new version", SMALL, PHONE)
        ada.taps("Update now")
        expect(ada.page.get_by_text(NEW)).to_have_count(0)
        expect(ada.lobby_button("Resume")).to_be_visible()
        ada.waits_until(lambda: len(kept(ada)) == 2 and not set(kept(ada)) & set(before))
        assert build(ada) == "two"

        updated.kill()
        ada.page.reload()
        ada.taps_in_lobby("Resume")
        player.plays_on(taps=1)
        assert (ada.page.url, build(ada)) == (table, "two")
        assert [fault for fault in wrong(ada) if "404" not in fault] == []
