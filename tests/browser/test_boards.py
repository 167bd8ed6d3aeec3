"""Boards: fields on a small phone, marks between turns, passing tiles on."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.browser import SMALL, Visitor, visiting
from tests.browser.new_table import sits_down
from tests.browser.player import Player
from tests.server.people import Server, serving

FINGER = 24
"""Least width of a field in px."""
DEALS = 12
"""Deals to search for a joker; they depend on the host's name."""


def names(visitor: Visitor, selector: str) -> set[str]:
    """The cards of the hand with a class."""
    cards = visitor.page.locator(f"[data-place=hand] {selector} [data-card]")
    return set(cards.evaluate_all("(all) => all.map((card) => card.dataset.card)"))


def wide(visitor: Visitor) -> None:
    """Assert that nothing is wider than the screen, hidden parts included."""
    box = visitor.page.locator("main.app").evaluate("(main) => [main.scrollWidth, main.clientWidth]")
    assert box[0] <= box[1]
    visitor.lays_out_well()


def deals_a_joker(visitor: Visitor) -> None:
    for number in range(DEALS):
        sits_down(visitor, "master", 2, f"Ada {number}")
        Player(visitor).waits()
        if "J" in visitor.view["hands"][0]:
            return
    raise AssertionError("no joker in any hand")


def test_fields_in_play_can_be_tapped_on_a_small_phone(browser: Browser, server: Server) -> None:
    with visiting(browser, server, SMALL) as ada:
        deals_a_joker(ada)
        wide(ada)
        boxes = ada.page.locator(".rows .field.fits, .rows .field.can").evaluate_all(
            "(all) => all.map((field) => field.getBoundingClientRect().width)"
        )
        assert len(boxes) == len(ada.view["fits"])
        assert min(boxes) >= FINGER
        ada.touches(ada.page.locator("[data-choose=J] button"))
        field = ada.page.locator(".rows button.choice").first
        move = field.get_attribute("data-move")
        ada.touches(field)
        ada.waits_until(lambda: bool(ada.view["jokers"]))
        assert ada.played == [move]
        assert ada.view["jokers"] == [str(move).removeprefix("J=").partition("<")[0]]
        assert ada.faults == []


def test_giving_up_what_fits_is_never_the_loudest_button(browser: Browser, server: Server) -> None:
    with visiting(browser, server, SMALL) as ada:
        for number in range(DEALS):
            sits_down(ada, "master", 2, f"Ada {number}")
            Player(ada).waits()
            ways = set(ada.view["moves"]) - {"draw"}  # also by joker or bridge
            kind = "plain" if ways else "main"
            expect(ada.page.locator(f"[data-move=draw] button.{kind}")).to_be_visible()
            if ways:
                break
        assert ways
        # A part of the lesson where only the joker fits.
        ada.page.evaluate("() => localStorage.setItem('elfer.lesson.master', '2')")
        ada.opens("/learn/master")
        expect(ada.page.locator("[data-choose=J] [data-glow], [data-choose=J][data-glow]")).to_be_visible()
        expect(ada.page.locator("[data-move=end] button.plain")).to_be_visible()
        assert ada.faults == []


def waits_for_others(visitor: Visitor) -> None:
    """Play until another seat is on turn."""
    player = Player(visitor)
    while visitor.page.locator(".say.mine").count():
        player.plays_on(taps=1)
        player.looks()


def test_what_fits_is_marked_between_turns(browser: Browser, tmp_path: Path) -> None:
    with (
        serving(tmp_path / "data", "--pause", "60", seed=1) as server,
        visiting(browser, server, SMALL) as ada,
    ):
        for game in ("master", "board"):
            sits_down(ada, game, 2)
            expect(ada.page.locator("[data-place=hand]")).to_be_visible()
            waits_for_others(ada)
            view, hand = ada.view, set(ada.view["hands"][0])
            own = {card for card in hand if card[0] in "RYGB" and card[1:] != "S"}
            assert names(ada, ".ready") == own & set(view["fits"])
            assert names(ada, ".soon") == own & set(view["soon"])
            assert ada.page.locator("[data-place=hand] .muted").count() == 0
        assert ada.faults == []


def may_give(player: Player) -> bool:
    """Whether a tile may be passed on, after the answer to the last tap."""
    player.waits()
    player.settles()
    return any(move.startswith("give ") for move in player.visitor.view["moves"])


def test_a_tile_is_passed_on_by_what_the_sentence_asks(browser: Browser, server: Server) -> None:
    with visiting(browser, server, SMALL) as ada:
        sits_down(ada, "board", 2)
        player = Player(ada)
        while not may_give(player):
            player.plays_on(taps=1)
        prompt, button = ada.page.locator(".prompt"), ada.page.locator("[data-choose=give] button")
        if button.count():
            ada.touches(button)
        expect(prompt).to_contain_text("Which tile should go to")
        wide(ada)
        tile = ada.page.locator("[data-place=hand] button").first
        ada.touches(tile)
        expect(prompt).to_contain_text("Give")
        wide(ada)
        ada.touches(ada.page.locator("[data-move^='give '] button"))
        ada.waits_until(lambda: ada.played[-1].startswith("give "))
        expect(prompt).not_to_contain_text("Give")
        assert ada.faults == []


def test_the_result_of_master_says_how_it_came_about(browser: Browser, server: Server) -> None:
    with visiting(browser, server, SMALL) as ada:
        sits_down(ada, "master", 6)
        Player(ada).plays_on()
        view, points = ada.view, ada.news("update")[-1]["result"]["points"]
        result = ada.page.locator("dialog[open]")
        out = view["sizes"].index(0)
        told = "You have played your last card." if out == 0 else " has played the last card."
        expect(result).to_contain_text(told)
        parts = result.locator(".account")
        assert parts.count() == sum(any(score.values()) for score in view["scores"])
        assert points == [s["bonus"] - s["cards"] - s["jokers"] for s in view["scores"]]
        wide(ada)
        assert ada.faults == []
