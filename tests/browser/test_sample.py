"""A game of an installed package, which the page shows with the plain face."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browser import PHONE, SMALL, Visitor, visiting
from tests.browser.checks import accessible, fits
from tests.browser.lobby import begins, set_up
from tests.browser.player import Player
from tests.environment import Environment
from tests.server.people import Server, serving


@pytest.fixture(scope="module")
def server(sample: Environment, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server in the environment with the game."""
    data = tmp_path_factory.mktemp("sample") / "data"
    with serving(data, "--pause", "0.005", python=str(sample.python)) as running:
        yield running


def test_it_is_played_to_its_end_with_the_plain_face(ada: Visitor) -> None:
    begins(ada, "ladder", 4)
    player = Player(ada)
    player.waits()
    expect(ada.page.locator("dt", has_text="ladders")).to_be_visible()
    expect(ada.button(f"drop {ada.view['hands'][0][0]}")).to_be_visible()
    fits(ada, "ladder", SMALL, PHONE)
    accessible(ada, "ladder")
    ada.taps(f"drop {ada.view['hands'][0][0]}")
    expect(ada.page.locator(".story")).to_contain_text("You put")  # in the words of the package
    player.plays_on()
    expect(ada.page.locator("dialog[open] tbody tr")).to_have_count(4)
    assert ada.news("update")[-1]["result"]["reason"] == "played"
    assert ada.faults == []


def test_a_choice_that_is_a_number_is_offered_as_one(ada: Visitor) -> None:
    ada.opens()
    ada.page.get_by_role("button", name="Choose another game").click()
    set_up(ada, "ladder", 4)
    ada.page.get_by_text("More settings").click()
    hand = ada.page.get_by_role("radiogroup", name="hand")
    expect(hand.locator("label")).to_have_text(["3", "5", "7"])  # not the names of seats
    offered = hand.get_by_role("radio")
    expect(offered.nth(1)).to_be_checked()
    offered.nth(0).click()
    ada.taps("Play against bots")
    Player(ada).waits()
    assert len(ada.view["hands"][0]) == 3
    assert ada.faults == []


def test_the_lobby_offers_it_by_its_german_name(browser: Browser, server: Server) -> None:
    with visiting(browser, server, locale="de-DE") as ben:
        ben.opens()
        ben.page.get_by_role("button", name="Anderes Spiel").click()
        expect(ben.page.locator("dialog [data-game=ladder]")).to_have_accessible_name("Leiter")
        ben.page.get_by_role("button", name="So geht’s: Leiter").click()
        expect(ben.page.locator("dialog")).to_contain_text("LAD-1")  # no one-page rules, but a sheet
        assert ben.faults == []
