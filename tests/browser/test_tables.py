"""Every game's table: layout, accessibility, announcements, zoom."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from elfer.games import games, registry
from tests.browser.browser import ON_ITS_SIDE, PHONE, SMALL, Visitor
from tests.browser.checks import ZOOMED, accessible, fits, reachable
from tests.browser.lobby import LIKE_CLASSIC, LONG, begins
from tests.browser.player import Player
from tests.browser.screen_reader import is_read_aloud

LATER = 5
"""Taps to the middle of a game."""


@pytest.mark.parametrize("game", [game for game in registry() if LONG or game not in LIKE_CLASSIC])
def test_a_table_with_all_its_seats_fits_phones_and_is_accessible(game: str, ada: Visitor) -> None:
    begins(ada, game, max(games()[game].seats))
    player = Player(ada)
    for when in ("at the start", "later"):
        player.waits()
        fits(ada, f"{game} {when}", SMALL, PHONE)
        ada.page.set_viewport_size({"width": ON_ITS_SIDE[0], "height": ON_ITS_SIDE[1]})
        ada.lays_out_well()
        ada.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        if LONG or when == "later":
            accessible(ada, f"{game} {when}")
        last = ada.news("update")[-1]
        if last["awaited"] == [0] and not last.get("forced"):  # else the table may change
            is_read_aloud(ada, f"{game} {when}")
        if when == "at the start":
            player.plays_on(taps=LATER)
    reachable(ada, game, *ZOOMED)
    assert ada.faults == []


def test_twenty_cards_in_hand_fit_a_small_phone(ada: Visitor) -> None:
    begins(ada, "classic", 2)
    Player(ada).waits()
    assert len(ada.view["hands"][0]) == 20
    expect(ada.page.locator("[data-place=hand] button.card")).to_have_count(20)
    fits(ada, "twenty cards", SMALL, PHONE, (430, 932))
