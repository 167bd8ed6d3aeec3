"""Play without a network, after the download."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, expect

from elfer.game_card import policy_of
from elfer.games import games, registry
from tests.browser.browser import Visitor, visiting
from tests.browser.checks import ROOT
from tests.browser.lobby import easy_bots, most, set_up
from tests.server.people import Reached

WORDS = ROOT / "web/src/words/texts.en.json"
KEPT = "async () => !!(await caches.match(new URL('py/whole', document.baseURI)))"
AT_ONCE = "localStorage.setItem('elfer.speed', 'instant')"
NO_NETWORK = ("net::ERR_", "WebSocket connection")
"""Messages of a browser that has no network."""


def fetches(visitor: Visitor) -> None:
    """Make the page available offline, from the lobby."""
    visitor.taps_in_lobby("Make available offline")
    expect(visitor.page.locator("progress")).to_have_count(0)
    visitor.waits_until(lambda: bool(visitor.page.evaluate(KEPT)))


@contextmanager
def prepared(browser: Browser, server: Reached) -> Iterator[Visitor]:
    """A visitor in the lobby after the download, whose bots play at once."""
    with visiting(browser, server) as visitor:
        visitor.context.add_init_script(AT_ONCE)
        visitor.opens()
        fetches(visitor)
        yield visitor


def sets_up(visitor: Visitor, game: str) -> None:
    """Choose a game in its shortest form, at the largest table, with easy bots."""
    visitor.taps_in_lobby("Choose another game")
    set_up(visitor, game, most(game))
    easy_bots(visitor)
    words = json.loads(WORDS.read_text("utf-8"))
    for option in policy_of(registry()[game]).options:
        visitor.page.get_by_text("More settings").click()
        said = "yes" if games()[game].options[option].default else "no"
        group = visitor.page.get_by_role("radiogroup", name=words[f"option_{option}"])
        group.get_by_role("radio", name=said, exact=True).click()


def wrong(visitor: Visitor) -> list[str]:
    """Faults other than the missing network."""
    return [fault for fault in visitor.faults if not any(sign in fault for sign in NO_NETWORK)]
