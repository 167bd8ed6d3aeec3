"""From the lobby to a table, as people do it."""

from __future__ import annotations

import os

from playwright.sync_api import expect

import elfer
from elfer.games import games
from tests.browser.browser import Visitor

LONG = bool(os.environ.get("ELFER_LONG"))
LIKE_CLASSIC = ("false-start", "three-starts", "any-start")
"""Games with the face of another one and nothing more to tap."""


def set_up(visitor: Visitor, game: str, seats: int) -> None:
    """Choose a game and how many play it, in the sheet that is open."""
    # Not by a tap, which right after another one in the same place would be taken for a slip.
    visitor.page.locator(f'dialog [data-game="{game}"]').press("Enter")
    expect(visitor.page.locator("dialog").get_by_role("button", name="Choose another game")).to_be_visible()
    offered = visitor.page.get_by_role("radiogroup", name="Seats")
    if offered.count():  # not where there is nothing to choose
        offered.get_by_role("radio", name=str(seats)).click()


def most(game: str) -> int:
    """The largest table: the more they are, the less each has to do."""
    return max(games()[game].seats)


def shared(game: str) -> bool:
    """Whether whoever is quicker makes the move of all: bots that take no time would leave nothing to tap."""
    match = elfer.start(game, seats=most(game))
    return len(match.actors) > 1 and len({match.moves(seat) for seat in match.actors}) == 1


def begins(visitor: Visitor, game: str, seats: int) -> None:
    """Play a game against easy bots."""
    visitor.opens()
    chooses(visitor, game, seats)


def chooses(visitor: Visitor, game: str, seats: int) -> None:
    """Play a game against easy bots, from the lobby where one is already."""
    visitor.page.get_by_role("button", name="Choose another game").click()
    set_up(visitor, game, seats)
    easy_bots(visitor)
    visitor.taps("Play against bots")


def easy_bots(visitor: Visitor) -> None:
    """Choose easy bots, where the game's bots have levels."""
    easy = visitor.page.get_by_role("radio", name="easy", exact=True)
    if easy.count():
        easy.click()


def gathers(visitor: Visitor, game: str, seats: int) -> str:
    """Make a table for friends; its path."""
    visitor.opens()
    visitor.page.get_by_role("button", name="Table for friends").click()
    set_up(visitor, game, seats)
    visitor.taps("Table for friends")
    visitor.page.wait_for_url("**/t/*")
    return f"/t/{visitor.table}"
