"""Every game, from the lobby to its result, played only by tapping on what the page offers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from elfer.games import GAMES, games
from tests.web.browser import Visitor
from tests.web.lobby import begins
from tests.web.player import Player

MANY = ("connect", "collect", "false-start", "three-starts", "any-start", "master", "junior", "board")
"""Where each has less to do the more they are."""


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_result(game: str, ada: Visitor) -> None:
    seats = games()[game].seats
    begins(ada, game, max(seats) if game in MANY else min(seats))
    expect(ada.page.locator(".prompt")).not_to_be_empty()
    ada.lays_out_well()
    player = Player(ada)
    player.plays_on()
    result = ada.page.locator("dialog[open]")
    expect(result.get_by_role("button", name="Play again")).to_be_visible()
    expect(result.locator("tbody tr")).to_have_count(len(ada.news("table")[-1]["chairs"]))
    ada.lays_out_well()
    assert ada.news("update")[-1]["result"] is not None
    assert player.taps > 1
    assert ada.faults == []
