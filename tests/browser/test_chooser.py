"""Choosing a game, its one-page rules, and its name and signs at the table."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from elfer.game_card import GameCard, card_of, headings
from elfer.games import registry
from elfer.sheets import title
from tests.browser.browser import DESKTOP, PHONE, SMALL, Visitor, visiting
from tests.browser.checks import accessible, fits
from tests.browser.lobby import begins
from tests.browser.new_table import sits_down
from tests.browser.player import Player
from tests.server.people import Server

CODE = re.compile(r"[A-Z]{3}-\d|\b[RYGB]\d")
WORDS = {
    "en": {
        "other": "Choose another game",
        "how": "How to play",
        "exact": "The exact rules",
        "play": "Play this",
    },
    "de": {
        "other": "Anderes Spiel wählen",
        "how": "So geht’s",
        "exact": "Die genauen Regeln",
        "play": "Das spielen wir",
    },
}


def known(id: str) -> GameCard:
    found = card_of(id)
    assert found
    return found


@pytest.fixture(params=[("en", PHONE), ("de", DESKTOP)], ids=["phone-en", "desktop-de"])
def reader(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[tuple[Visitor, str]]:
    """A visitor for each language."""
    lang, size = request.param
    with visiting(browser, server, size, locale=lang) as visitor:
        visitor.opens()
        visitor.page.get_by_role("button", name=WORDS[lang]["other"]).click()
        yield visitor, lang


def looks_well(visitor: Visitor, where: str) -> None:
    size = visitor.page.viewport_size or {"width": 0}
    accessible(visitor, where)
    visitor.lays_out_well()
    if size["width"] < 900:
        fits(visitor, where, SMALL)


def test_all_games_are_offered_with_pictures_and_in_words(reader: tuple[Visitor, str]) -> None:
    visitor, lang = reader
    dialog = visitor.page.locator("dialog")
    for id in registry():
        card = dialog.get_by_role("listitem").filter(has=visitor.page.locator(f'[data-game="{id}"]'))
        expect(card).to_contain_text(title(id, lang))
        expect(card).to_contain_text(known(id).texts(lang).pitch)
        expect(card).to_contain_text(str(known(id).minutes))
        assert card.locator(".drawing").evaluate("(it) => it.children.length") == len(known(id).picture)
    for heading in headings().values():
        expect(dialog.get_by_role("heading", name=heading[lang], exact=True)).to_be_visible()
    looks_well(visitor, "chooser")
    assert visitor.faults == []


def test_a_game_is_explained_on_one_page_and_exactly_on_request(reader: tuple[Visitor, str]) -> None:
    visitor, lang = reader
    dialog, words = visitor.page.locator("dialog"), WORDS[lang]
    dialog.get_by_role("button", name=f"{words['how']}: {title('master', lang)}").click()
    told = known("master").texts(lang)
    for line in (told.goal, *told.turn, *told.end, *told.captions):
        expect(dialog.get_by_text(line)).to_be_visible()
    assert not CODE.search(dialog.inner_text())
    looks_well(visitor, "how to play")
    visitor.taps(words["exact"])
    expect(dialog).to_contain_text("MAS-15")
    expect(dialog.locator("code")).to_have_count(0)
    looks_well(visitor, "exact rules")
    visitor.taps(words["play"])
    expect(dialog.get_by_role("heading", name=title("master", lang))).to_be_focused()
    looks_well(visitor, "setup")
    visitor.taps(words["other"])
    expect(dialog.locator('[data-game="duel"]')).to_be_visible()
    assert visitor.faults == []


def test_what_was_played_last_comes_first_and_is_one_tap_away(ada: Visitor) -> None:
    begins(ada, "duel", 2)
    Player(ada).waits()
    ada.opens()
    again = ada.page.get_by_role("button", name="Play now")
    expect(again).to_contain_text("Duel against one bot")
    ada.page.get_by_role("button", name="Choose another game").click()
    expect(ada.page.locator("dialog [data-game]").first).to_have_accessible_name("Duel")
    ada.page.keyboard.press("Escape")
    again.click()
    Player(ada).waits()
    expect(ada.page).to_have_title(re.compile("Duel"))
    assert ada.faults == []


def chosen(visitor: Visitor, id: str) -> Locator:
    """The setup form of a game, with all settings shown."""
    visitor.page.locator(f'dialog [data-game="{id}"]').click()
    visitor.page.locator("dialog summary").click()
    return visitor.page.locator("dialog")


def test_only_what_people_can_answer_is_asked(ada: Visitor) -> None:
    ada.opens()
    ada.page.get_by_role("button", name="Choose another game").click()
    form = chosen(ada, "duel")
    expect(form.get_by_role("radiogroup", name="How well bots play")).to_have_count(0)
    expect(form.get_by_role("radiogroup", name="Seats")).to_have_count(0)
    ada.taps("Choose another game")
    form = chosen(ada, "classic")
    expect(form.get_by_role("radiogroup", name="How well bots play")).to_be_visible()
    expect(form.get_by_role("radiogroup", name="Edition")).to_contain_text("Junior box, same rules")
    ada.taps("Choose another game")
    form = chosen(ada, "board")
    who = form.get_by_role("radiogroup", name="Who begins").locator("label")
    expect(who).to_have_text(["me", "left of me", "2 to my left", "right of me", "random"])
    expect(form.locator("textarea")).to_have_count(0)


def test_the_form_to_change_a_table_shows_who_sits_there(ada: Visitor) -> None:
    sits_down(ada, "board", 3, start=False)
    ada.page.get_by_role("button", name="Add a bot").first.click()
    bot = ada.page.get_by_role("listitem").nth(1).locator("b")
    expect(bot).not_to_have_text("free")
    name = bot.text_content()
    ada.taps("Change")
    dialog = ada.page.locator("dialog[open]")
    expect(dialog.get_by_role("heading", name=title("board", "en"))).to_be_visible()
    dialog.locator("summary").click()
    who = dialog.get_by_role("radiogroup", name="Who begins").locator("label")
    expect(who).to_have_text(["me", name or "", "right of me", "random"])
    ada.taps("Choose another game")
    dialog.locator('[data-game="highest"]').click()
    ada.taps("Save")
    expect(ada.page.locator("main")).to_contain_text(title("highest", "en"))
    assert ada.faults == []


def test_the_table_says_what_is_played_and_what_its_signs_mean(ada: Visitor) -> None:
    sits_down(ada, "master", 3)
    Player(ada).waits()
    expect(ada.page.get_by_role("heading", level=1)).to_have_text(title("master", "en"))
    sign = ada.page.locator("button.explain").last
    meaning = ada.page.get_by_text("up to four cards in one turn")
    expect(sign).to_have_accessible_description(re.compile("up to four cards"))
    expect(meaning).not_to_be_visible()
    sign.click()
    expect(meaning).to_be_visible()
    accessible(ada, "a sign explained")
    ada.page.keyboard.press("Escape")
    expect(meaning).not_to_be_visible()
    ada.taps("Menu")
    expect(ada.page.locator("dialog[open]")).to_contain_text(known("master").en.goal)
    assert ada.faults == []
