"""From the lobby to a table, through the page."""

from __future__ import annotations

import os

from playwright.sync_api import expect

import elfer
from elfer.games import games
from tests.browser.browser import Visitor

LONG = bool(os.environ.get("ELFER_LONG"))
LIKE_CLASSIC = ("false-start", "three-starts", "any-start")
"""Games that look and are operated like classic."""


def set_up(visitor: Visitor, game: str, seats: int) -> None:
    """Choose a game and its seats in the open sheet."""
    visitor.page.locator(f'dialog [data-game="{game}"]').click()
    expect(visitor.page.locator("dialog").get_by_role("button", name="Choose another game")).to_be_visible()
    offered = visitor.page.get_by_role("radiogroup", name="Seats")
    if offered.count():  # if there is a choice
        offered.get_by_role("radio", name=str(seats)).click()


def most(game: str) -> int:
    """The largest number of seats, which gives the fewest turns to each."""
    return max(games()[game].seats)


def shared(game: str) -> bool:
    """Whether all seats have the same first move: bots without delay would always be first."""
    match = elfer.start(game, seats=most(game))
    return len(match.actors) > 1 and len({match.moves(seat) for seat in match.actors}) == 1


def begins(visitor: Visitor, game: str, seats: int) -> None:
    """Play a game against easy bots."""
    visitor.opens()
    chooses(visitor, game, seats)


def chooses(visitor: Visitor, game: str, seats: int) -> None:
    """Play a game against easy bots, from the open lobby."""
    visitor.page.get_by_role("button", name="Choose another game").click()
    set_up(visitor, game, seats)
    easy_bots(visitor)
    visitor.taps("Play against bots")


def easy_bots(visitor: Visitor) -> None:
    """Choose easy bots, if the game's bots have levels."""
    easy = visitor.page.get_by_role("radio", name="easy", exact=True)
    if easy.count():
        easy.click()


def gathers(visitor: Visitor, game: str, seats: int) -> str:
    """Create a table for friends; its path."""
    visitor.opens()
    visitor.page.get_by_role("button", name="Table for friends").click()
    set_up(visitor, game, seats)
    visitor.taps("Table for friends")
    visitor.page.wait_for_url("**/t/*")
    return f"/t/{visitor.table}"
