"""Play without a network: its parts are fetched, and then there is none."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, expect

from elfer.game_card import policy_of
from elfer.games import games, registry
from tests.browser.browser import Visitor, visiting
from tests.browser.lobby import easy_bots, most, set_up
from tests.browser.looks import ROOT
from tests.server.people import Reached

WORDS = ROOT / "web/src/words/texts.en.json"
KEPT = "async () => !!(await caches.match(new URL('py/whole', document.baseURI)))"
AT_ONCE = "localStorage.setItem('elfer.speed', 'instant')"
NO_NETWORK = ("net::ERR_", "WebSocket connection")
"""What a browser says where there is no network."""


def fetches(visitor: Visitor) -> None:
    """Make the page available offline, from the lobby."""
    visitor.taps_door("Make available offline")
    expect(visitor.page.locator("progress")).to_have_count(0)
    visitor.hears(lambda: bool(visitor.page.evaluate(KEPT)))


@contextmanager
def prepared(browser: Browser, server: Reached) -> Iterator[Visitor]:
    """Somebody in the lobby who has everything to play without a network, against bots that do not dawdle."""
    with visiting(browser, server) as visitor:
        visitor.context.add_init_script(AT_ONCE)
        visitor.opens()
        fetches(visitor)
        yield visitor


def sets_up(visitor: Visitor, game: str) -> None:
    """Choose a game in its shortest form, against as many easy bots as it takes."""
    visitor.taps_door("Choose another game")
    set_up(visitor, game, most(game))
    easy_bots(visitor)
    words = json.loads(WORDS.read_text("utf-8"))
    for option in policy_of(registry()[game]).options:
        visitor.page.get_by_text("More settings").click()
        said = "yes" if games()[game].options[option].default else "no"
        group = visitor.page.get_by_role("radiogroup", name=words[f"option_{option}"])
        group.get_by_role("radio", name=said, exact=True).click()


def wrong(visitor: Visitor) -> list[str]:
    """What went wrong, but for the network."""
    return [fault for fault in visitor.faults if not any(sign in fault for sign in NO_NETWORK)]
