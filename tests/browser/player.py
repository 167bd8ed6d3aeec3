"""A robot that plays any game by tapping on what the page offers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.browser.browser import Visitor

OFFERS = Path(__file__).with_name("actions.js").read_text("utf-8")
Offer = dict[str, Any]
Sight = dict[str, Any]
CALLS = ("schnipp", "schnapp", "stopp", "doubt")
"""Moves that race. Calling always would never end a game."""
MOST = 1500
"""More taps than any game takes."""
STUCK = 40.0
"""Seconds without a change until the page counts as stuck."""


class Player:
    """Plays for a visitor until the result is shown."""

    def __init__(self, visitor: Visitor, seed: int = 11) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.chance = Random(seed)
        self.taps = 0
        self._sign = ""

    def looks(self, patience: float = 0.45) -> Sight:
        """What the page shows, once that has changed."""
        sight: Sight = self.page.evaluate(f"({OFFERS.strip().rstrip(';')})", [self._sign, 1000 * patience])
        return sight

    def waits(self) -> Sight:
        """Wait until there is something to tap, or the result."""
        end = time.monotonic() + STUCK
        while True:
            sight = self.looks()
            if sight["over"] or (sight["mine"] and sight["offers"]):
                return sight
            assert time.monotonic() < end, f"nothing to do: {sight}"

    def settles(self) -> None:
        """Wait until the last move is answered."""
        self.visitor.syncs()
        self.visitor.waits_until(self.visitor.is_answered)

    def plays_on(self, seconds: float = 300, taps: int | None = None) -> None:
        """Play until the result, or for some taps."""
        end, moved = time.monotonic() + seconds, time.monotonic()
        wanted = self.taps + (taps or MOST)
        while self.taps < wanted and not (sight := self.looks())["over"]:
            now = time.monotonic()
            assert now < end, f"no end after {self.taps} taps: {sight}"
            assert now - moved < STUCK, f"stuck after {self.taps} taps: {sight}"
            if self._sign != sight["sign"]:
                moved = now
            self._sign = sight["sign"]
            if sight["sheet"]:
                self.page.keyboard.press("Escape")
            elif choice := self.chooses(sight):
                self.tap(choice)
        assert taps or self.taps < wanted, f"no end after {self.taps} taps"
        if self.looks(0)["sheet"]:  # the layout moved, and the tap met another button
            self.page.keyboard.press("Escape")

    def chooses(self, sight: Sight) -> Offer | None:
        """One of the offers, or none to wait."""
        offers = [offer for offer in sight["offers"] if offer["places"]]
        if call := self._call(sight, offers):
            return call
        moves = [offer for offer in offers if offer["kind"] == "move" and offer["name"] not in CALLS]
        chooses = [offer for offer in offers if offer["kind"] == "choose"] if sight["mine"] else []
        # In `collect`, put down what is worth little.
        chooses = [one for one in chooses if not one["best"] and one["look"] != "chosen"] or chooses
        wanted = [moves, chooses] if self.chance.random() < 0.8 else [chooses, moves]
        return next((self._any(some) for some in wanted if some), None)

    def _call(self, sight: Sight, offers: list[Offer]) -> Offer | None:
        """Call where two piles show the same number; doubt now and then."""
        calls = {offer["name"]: offer for offer in offers if offer["name"] in CALLS}
        if "doubt" in calls:
            return calls["doubt"] if self.chance.random() < 0.15 else None
        tops, middle = sight["tops"], sight["middle"]
        if "schnapp" in calls and len(set(tops)) < len(tops):
            return calls["schnapp"]
        return calls.get("schnipp") if set(tops) & set(middle) else None

    def _any(self, offers: list[Offer]) -> Offer:
        """One that fits."""
        names = {offer["name"] for offer in offers if offer["look"] == "can"}
        return self.chance.choice([offer for offer in offers if offer["name"] in names] or offers)

    def tap(self, offer: Offer) -> None:
        """Tap, unless the last move is still to be answered; a tap after a change does not count."""
        if not self.visitor.is_answered():
            return
        x, y = offer["places"][0]["x"], offer["places"][0]["y"]
        if offer["slider"]:
            x = offer["box"]["x"] + offer["box"]["width"] * self.chance.uniform(0.1, 0.9)
        self.page.touchscreen.tap(x, y)
        self.taps += 1


def both_play(ada: Player, ben: Player, seconds: float = 120) -> Iterator[bool]:
    """Play in turn until both see the result; yields before each tap whether play waits for one of them."""
    end = time.monotonic() + seconds
    while True:
        one, other = ada.looks(0.02), ben.looks(0.02)
        if one["over"] and other["over"]:
            return
        assert time.monotonic() < end, f"no end: {one} {other}"
        yield one["mine"] or other["mine"]
        for player, sight in ((ada, one), (ben, other)):
            if sight["mine"] and (choice := player.chooses(sight)):
                player.tap(choice)
