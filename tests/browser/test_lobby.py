"""The lobby: size, speed, languages, options."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from elfer.core.texts import LANGUAGES
from elfer.games import registry
from tests.browser.browser import DESKTOP, PHONE, SMALL, Visitor, visiting
from tests.browser.checks import accessible, fits
from tests.browser.lobby import set_up
from tests.browser.player import Player
from tests.server.people import Server

SCRIPTS = 60_000
ALL = 150_000
"""Limits of the first load: bytes of JavaScript, and of all files, as sent."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_first_load_is_small(browser: Browser, server: Server, lang: str) -> None:
    with visiting(browser, server, locale=lang) as ada:
        ada.opens()
        expect(ada.page.locator("main button:enabled").first).to_be_visible()
        ada.page.wait_for_load_state("networkidle")
        sizes = {urlsplit(got.url).path: got.request.sizes()["responseBodySize"] for got in ada.responses}
        scripts = {path: size for path, size in sizes.items() if path.endswith(".js")}
        assert len(scripts) > 4
        assert sum(scripts.values()) <= SCRIPTS, scripts
        assert sum(sizes.values()) <= ALL, sizes
        assert ada.faults == []


def test_the_first_card_is_two_taps_away(ada: Visitor) -> None:
    ada.opens()
    ada.touches(ada.page.get_by_role("button", name="Play now"))
    Player(ada).waits()
    assert ada.page.locator("dialog[open]").count() == 0
    cards = ada.page.locator("[data-place=hand] button.can")
    ada.touches(cards.first if cards.count() else ada.page.get_by_role("button", name="Draw"))
    expect(ada.page.locator(".log")).not_to_be_empty()
    ada.waits_until(lambda: bool(ada.played))
    (move,) = ada.played
    assert move in ada.news("update")[0]["view"]["moves"] or len(ada.news("update")) > 1


def test_the_language_is_the_browsers_and_can_be_changed(browser: Browser, server: Server) -> None:
    with visiting(browser, server, locale="de-AT") as ada:
        ada.opens()
        expect(ada.page.get_by_role("button", name="Jetzt spielen")).to_be_visible()
        expect(ada.page.locator("html")).to_have_attribute("lang", "de")
        ada.taps("English")
        expect(ada.page.get_by_role("button", name="Play now")).to_be_visible()
        expect(ada.page.locator("html")).to_have_attribute("lang", "en")
        ada.page.reload()
        ada.page.get_by_role("button", name="Play now").click()
        expect(ada.page.locator(".prompt")).not_to_be_empty()
        ada.taps("Menu")
        ada.taps("Settings")
        ada.page.get_by_role("radio", name="Deutsch").click()
        expect(ada.page.get_by_role("heading", name="Einstellungen")).to_be_visible()
        assert ada.faults == []


def test_other_languages_read_english(browser: Browser, server: Server) -> None:
    with visiting(browser, server, locale="fr-FR") as ada:
        ada.opens()
        expect(ada.page.get_by_role("button", name="Play now")).to_be_visible()


def test_the_lobby_and_its_sheets_are_accessible(ada: Visitor) -> None:
    ada.opens()
    expect(ada.page.get_by_role("button", name="Play now")).to_be_enabled()
    accessible(ada, "lobby")
    fits(ada, "lobby", SMALL, PHONE)
    for door in ("Table for friends", "Settings", "Continue a game from another device"):
        ada.page.get_by_role("button", name=door).click()
        expect(ada.page.locator("dialog[open]")).to_be_visible()
        if door == "Table for friends":
            set_up(ada, "master", 4)
            ada.page.locator("dialog summary").click()
        accessible(ada, door)
        fits(ada, door, SMALL, PHONE)
        ada.page.keyboard.press("Escape")
        expect(ada.page.locator("dialog[open]")).to_have_count(0)


def test_every_games_options_can_be_set(browser: Browser, server: Server) -> None:
    with visiting(browser, server, DESKTOP) as ada:
        ada.opens()
        ada.page.get_by_role("button", name="Choose another game").click()
        dialog = ada.page.locator("dialog")
        for id in registry():
            dialog.locator(f'[data-game="{id}"]').click()
            dialog.get_by_text("More settings").click()
            expect(dialog.get_by_role("radiogroup", name="Pace")).to_be_visible()
            for code in ("option_", "choice_", "layout"):
                expect(dialog).not_to_contain_text(code)
            expect(dialog.locator("textarea")).to_have_count(0)
            ada.taps("Choose another game")
        assert ada.faults == []
