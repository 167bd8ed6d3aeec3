"""People who share a device: they play, pass it on, and check what it hides."""

from __future__ import annotations

import json
import time
from typing import Any

from playwright.sync_api import expect

from tests.browser.browser import Visitor
from tests.browser.new_table import sits_down
from tests.browser.player import STUCK, Player
from tests.browser.visible_cards import named, shown_to, told_to

CURTAIN = ".curtain button.main"


def shares(visitor: Visitor, game: str, *people: str, **setup: Any) -> None:
    """Seat several people at a new table on this device."""
    sits_down(visitor, game, len(people), *people, speed="instant", **setup)


class Family:
    """People who share a visitor's device. Whenever it is covered, they check what it hides."""

    def __init__(self, visitor: Visitor, seed: int = 3) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.player = Player(visitor, seed)
        self.passes: list[str] = []
        """Names of those who took the device, in order."""

    @property
    def covered(self) -> bool:
        return self.page.locator(CURTAIN).count() > 0

    def passes_on(self) -> None:
        """Wait for the curtain, check that it hides all hands, and take the device."""
        expect(self.page.locator(CURTAIN)).to_be_visible()
        self.hides()
        name = self.page.locator(CURTAIN).inner_text()
        self.takes(name)
        self.passes.append(name.removeprefix("I am "))

    def takes(self, name: str) -> None:
        self.visitor.button(name).click()
        expect(self.page.locator(".curtain")).to_have_count(0)

    def hides(self) -> None:
        """Assert that no hidden card is in the page, or in frames since it was covered."""
        # The page may show a frame before Playwright reports it.
        self.visitor.waits_until(
            lambda: self.visitor.news("table")[-1]["covered"] and self.visitor.view["seat"] is None
        )
        covered, hands = self._seen()
        view = self.visitor.view
        secret = set().union(*hands.values()) - set(named(view))
        found = secret & (shown_to(self.visitor) | told_to(self.visitor, covered))
        assert not found, f"{found} of {hands}"
        assert not any(view.get("chosen", ())), "a choice is told"

    def _seen(self) -> tuple[int, dict[int, set[str]]]:
        """The index of the frame that covered the cards, and the hands last shown to each seat."""
        covered, is_covered, hands = 0, False, dict[int, set[str]]()
        for number, news in enumerate(map(json.loads, self.visitor.received)):
            if news["is"] == "table":
                covered = number if news["covered"] and not is_covered else covered
                is_covered = news["covered"]
            elif news["is"] == "update" and (seat := news["view"]["seat"]) is not None:
                hands[seat] = set(news["view"].get("hands", {seat: ()})[seat] or ())
        return covered, hands

    def play_on(self, passes: int | None = None, seconds: float = 200) -> None:
        """Play until the result, or for a number of *passes*."""
        end, wanted = time.monotonic() + seconds, len(self.passes) + (passes or 10_000)
        moved = time.monotonic()
        while len(self.passes) < wanted:
            now = time.monotonic()
            assert now < min(end, moved + STUCK), f"no end: {self.passes}"
            if self.covered:
                self.passes_on()
                moved = now
                continue
            sight = self.player.looks(0.2)
            if sight["over"]:
                return
            if choice := self.player.chooses(sight):
                self.player.tap(choice)
                moved = now
