"""Games from the lobby to their result, by taps alone.

The page is the same whether a server or its own worker answers it: `test_offline` plays others. In the long
form all are played in both ways.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from elfer.game_card import policy_of
from elfer.games import games, registry
from tests.browser.browser import Visitor, visiting
from tests.browser.lobby import LONG, begins, most, shared
from tests.browser.new_table import sits_down
from tests.browser.player import Player
from tests.server.people import serving


def plays(ada: Visitor, game: str) -> None:
    """Play one game to its end, in its shortest form."""
    if usual := {name: games()[game].options[name].default for name in policy_of(registry()[game]).options}:
        sits_down(ada, game, most(game), options=usual)
    else:
        begins(ada, game, most(game))
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


@pytest.mark.parametrize("game", [game for game in registry() if LONG and not shared(game)])
def test_a_game_is_played_to_its_result(game: str, ada: Visitor) -> None:
    plays(ada, game)


@pytest.mark.parametrize("game", [game for game in registry() if shared(game)])
def test_a_shared_game_is_played_to_its_result(game: str, browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--pause", "1", seed=1) as server, visiting(browser, server) as ada:
        plays(ada, game)
