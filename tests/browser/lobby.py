"""From the lobby to a table, as people do it."""

from __future__ import annotations

from tests.browser.browser import Visitor


def set_up(visitor: Visitor, game: str, seats: int) -> None:
    """Choose a game and how many play it, in the sheet that is open."""
    visitor.page.locator("dialog select").first.select_option(game)
    visitor.page.get_by_role("group", name="Seats").get_by_role("button", name=str(seats)).click()


def begins(visitor: Visitor, game: str, seats: int) -> None:
    """Play a game against easy bots."""
    visitor.opens()
    visitor.page.get_by_role("button", name="Choose another game").click()
    set_up(visitor, game, seats)
    visitor.taps("easy")
    visitor.taps("Play against bots")


def gathers(visitor: Visitor, game: str, seats: int) -> str:
    """Make a table for friends; its path."""
    visitor.opens()
    visitor.page.get_by_role("button", name="Table for friends").click()
    set_up(visitor, game, seats)
    visitor.taps("Table for friends")
    visitor.page.wait_for_url("**/t/*")
    return f"/t/{visitor.table}"
