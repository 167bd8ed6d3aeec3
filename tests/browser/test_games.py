"""Every game, from the lobby to its result, played only by tapping on what the page offers."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from elfer.games import games, registry
from tests.browser.browser import Visitor, visiting
from tests.browser.lobby import begins
from tests.browser.player import Player
from tests.server.people import serving

SEATS = {"duel": 2, "guess": 2, "highest": 2, "old-maid": 2, "snap": 4}
"""With how many a game is short; in all others each has the less to do the more they are."""


def plays(ada: Visitor, game: str) -> None:
    """Play one game to its end."""
    begins(ada, game, min(4, max(games()[game].seats)))
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


@pytest.mark.parametrize("game", [game for game in registry() if game != "duel"])
def test_a_game_is_played_to_its_result(game: str, ada: Visitor) -> None:
    plays(ada, game)


def test_a_duel_is_played_to_its_result(browser: Browser, tmp_path: Path) -> None:
    # Either may turn up the cards: against a bot that takes no time there would be nothing left to tap.
    with serving(tmp_path / "data", "--pause", "1") as server, visiting(browser, server) as ada:
        plays(ada, "duel")
