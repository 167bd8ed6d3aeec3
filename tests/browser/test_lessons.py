"""Lessons: by tapping what glows, and by keyboard."""

from __future__ import annotations

import json
import os
import time
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from elfer.game_card import card_with
from elfer.games import BUILT_IN
from elfer.lessons import lesson
from tests.browser.browser import DESKTOP, PATIENCE, PHONE, SMALL, Visitor, visiting
from tests.browser.checks import accessible, fits, shows_all
from tests.browser.new_table import sits_down
from tests.server.people import Server

GLOWING = """() => {
  const part = document.querySelector('.dashes')?.getAttribute('aria-label')?.match(/\\d+/)?.[0];
  const find = (selector) => document.querySelector(selector);
  const glowing = find('[data-glow]:not(.chosen)') ?? find('.steps .main');
  const box = glowing?.getBoundingClientRect();
  const spots = box ? [[0.5, 0.5], [0.3, 0.3], [0.15, 0.25], [0.8, 0.7]] : [];
  const places = spots.map(([x, y]) => [box.x + x * box.width, box.y + y * box.height]);
  later();
  return {
    part: Number(part),
    slider: glowing?.type === 'range',
    places: places.filter(([x, y]) => glowing.contains(document.elementFromPoint(x, y))),
  };
}"""
"""The current part, and points that meet what glows, or else the button to go on."""
READS = "(text) => document.querySelector('.bubble .prompt')?.textContent === text"


class Learner:
    """Goes through a lesson by tapping what glows."""

    def __init__(self, visitor: Visitor, lang: str = "en") -> None:
        self.visitor, self.page, self.lang = visitor, visitor.page, lang

    def opens(self, game: str) -> None:
        self.visitor.received.clear()
        self.visitor.opens(f"/learn/{game}")
        self.reaches(0)

    @property
    def part(self) -> dict[str, Any]:
        """The last part that the server has sent."""
        said = (frame for frame in reversed(self.visitor.received) if '"is":"lesson"' in frame)
        frame = next(said, None)
        return json.loads(frame) if frame else {"part": -1, "done": True}

    def reaches(self, part: int) -> None:
        """Wait until a part has begun and its text is shown."""
        self.visitor.waits_until(lambda: self.part["part"] == part and not self.part["done"])
        self.page.wait_for_function(READS, arg=self.part["text"][self.lang])

    def goes_through(self) -> None:
        """Go through one part."""
        now = self.part
        end = time.monotonic() + PATIENCE / 1000
        while (glowing := self.page.evaluate(GLOWING))["part"] == now["part"] + 1:
            assert time.monotonic() < end, f"what glows does not lead on: {now}"
            if glowing["slider"]:
                self.page.locator("[data-glow]").fill(now["moves"][0])
            elif glowing["places"] and self.visitor.is_answered():
                self.page.touchscreen.tap(*glowing["places"][0])
            self.page.wait_for_timeout(20)
        self.reaches(now["part"] + 1)


def test_every_lesson_is_tapped_through_and_hides_nothing_it_speaks_of(
    browser: Browser, server: Server
) -> None:
    """On a small phone, in German, whose sentences are longer."""
    with visiting(browser, server, SMALL, locale="de-DE") as visitor:
        learner = Learner(visitor, "de")
        for game in BUILT_IN:
            learner.opens(game)
            for number in range(1, learner.part["parts"]):
                shows_all(visitor, f"{game}, {number}")
                learner.goes_through()
            expect(visitor.button("Jetzt richtig spielen")).to_be_visible()
            shows_all(visitor, f"{game}, the end")
        assert visitor.faults == []


WITH_OPTIONS: list[tuple[str, int, dict[str, object]]] = [
    ("classic", 3, {"edition": "star-wars"}),
    ("board", 3, {"symbols": True}),
    ("snap", 3, {"together": True}),
    ("junior", 2, {"edition": "star-wars"}),
    ("cheat", 3, {"edition": "star-wars"}),
    ("duel", 2, {"to_the_end": True}),
]
LONG = bool(os.environ.get("ELFER_LONG"))


@pytest.mark.parametrize(("game", "seats", "options"), WITH_OPTIONS if LONG else WITH_OPTIONS[:3])
def test_rules_and_lesson_are_those_of_the_table_one_comes_from(
    browser: Browser, server: Server, game: str, seats: int, options: dict[str, object]
) -> None:
    told, parts = card_with(game, options), lesson(game, options)
    assert told
    assert parts
    with visiting(browser, server, SMALL, locale="de-DE") as visitor:
        sits_down(visitor, game, seats, options=options, start=False)
        visitor.taps("Regeln")
        shown = visitor.page.locator("dialog .how p")
        expect(shown).to_have_text([told.de.goal, *told.de.turn, *told.de.end])
        visitor.page.locator("dialog").get_by_role("link", name="Beim Spielen lernen").click()
        learner = Learner(visitor, "de")
        learner.reaches(0)
        for part in range(1, len(parts.parts)):
            assert learner.part["text"]["de"] == parts.parts[part - 1].de
            shows_all(visitor, f"{game} {options}, {part}")
            learner.goes_through()
        visitor.taps("Jetzt richtig spielen")
        visitor.page.wait_for_url("**/t/*")
        visitor.waits_until(lambda: bool(visitor.news("table")))
        setup = visitor.news("table")[-1]["setup"]
        assert (setup["seats"], setup["options"]) == (seats, setup["options"] | options)
        assert visitor.faults == []


def test_a_wrong_tap_is_answered_and_nothing_happens(ada: Visitor) -> None:
    learner = Learner(ada)
    learner.opens("classic")
    learner.goes_through()
    hand = ada.page.locator("[data-place=hand]")
    ada.touches(hand.locator("[data-card=G17]"))
    expect(ada.page.locator(".remark")).to_contain_text("Green 17 does not fit")
    ada.touches(hand.locator("[data-card=G11]"))
    expect(ada.page.locator(".remark")).to_have_text("That one fits as well. But play the red 13 first.")
    assert learner.part["part"] == 1
    learner.goes_through()


def test_a_lesson_goes_on_where_one_left_it(ada: Visitor) -> None:
    learner = Learner(ada)
    learner.opens("junior")
    for _ in range(3):
        learner.goes_through()
    ada.page.reload()
    ada.received.clear()
    learner.reaches(3)
    ada.taps("One step back")
    learner.reaches(2)
    ada.taps("Skip")
    learner.reaches(3)
    ada.taps("Close")
    expect(ada.page).to_have_url(f"http://{ada.server.address}/")
    ada.page.get_by_role("button", name="Choose another game").click()
    ada.page.get_by_role("link", name="Learn it by playing: Duel", exact=True).click()
    learner.reaches(0)
    assert learner.part["game"] == "duel"


def test_what_is_learnt_is_played(ada: Visitor) -> None:
    """The table offers the lesson before the first move; the lesson leads back to a table."""
    sits_down(ada, "junior", 2)
    ada.page.wait_for_url("**/t/*")
    table = ada.page.url
    expect(ada.page.locator(".say.mine")).to_be_visible()
    ada.taps("How to play?")
    learner = Learner(ada)
    learner.reaches(0)
    ada.taps("Close")
    expect(ada.page).to_have_url(table)
    expect(ada.button("How to play?")).to_have_count(0)
    ada.taps("Menu")
    ada.taps("Learn it by playing")
    learner.reaches(0)
    for _ in range(learner.part["parts"] - 1):
        learner.goes_through()
    ada.taps("Play for real")
    expect(ada.page.locator(".say")).to_be_visible()
    assert "/t/" in ada.page.url
    assert ada.page.url != table
    assert ada.faults == []


def test_a_lesson_is_accessible_and_fits(ada: Visitor) -> None:
    learner = Learner(ada)
    learner.opens("classic")
    accessible(ada, "lesson, reading")
    learner.goes_through()
    fits(ada, "lesson", SMALL, PHONE)
    accessible(ada, "lesson, playing")


def test_a_lesson_by_keyboard(browser: Browser, server: Server) -> None:
    """Enter alone leads through a lesson: what glows has the focus, and each part is announced."""
    with visiting(browser, server, DESKTOP, locale="de-DE") as visitor:
        learner = Learner(visitor)
        visitor.opens("/learn/junior")
        for number in range(8):
            visitor.waits_until(lambda: learner.part["part"] == number and not learner.part["done"])  # noqa: B023
            text = learner.part["text"]["de"]
            expect(visitor.page.locator(".lesson > [aria-live=polite]")).to_contain_text(text)
            wanted = "[data-glow]:focus" if learner.part["moves"] else ".steps .main:focus"
            expect(visitor.page.locator(wanted)).to_have_count(1)
            visitor.page.keyboard.press("Enter")
        visitor.waits_until(lambda: learner.part["part"] == 8)
        assert visitor.faults == []
