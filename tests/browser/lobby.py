"""From the lobby to a table, as people do it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.browser import Visitor


def set_up(visitor: Visitor, game: str, seats: int) -> None:
    """Choose a game and how many play it, in the sheet that is open."""
    visitor.page.locator(f'dialog [data-game="{game}"]').click()
    expect(visitor.page.locator("dialog").get_by_role("button", name="Choose another game")).to_be_visible()
    offered = visitor.page.get_by_role("group", name="Seats")
    if offered.count():  # not where there is nothing to choose
        offered.get_by_role("button", name=str(seats)).click()


def begins(visitor: Visitor, game: str, seats: int) -> None:
    """Play a game against easy bots."""
    visitor.opens()
    visitor.page.get_by_role("button", name="Choose another game").click()
    set_up(visitor, game, seats)
    if visitor.button("easy").count():
        visitor.taps("easy")
    visitor.startled()
    visitor.taps("Play against bots")


def gathers(visitor: Visitor, game: str, seats: int) -> str:
    """Make a table for friends; its path."""
    visitor.opens()
    visitor.page.get_by_role("button", name="Table for friends").click()
    set_up(visitor, game, seats)
    visitor.taps("Table for friends")
    visitor.page.wait_for_url("**/t/*")
    return f"/t/{visitor.table}"
