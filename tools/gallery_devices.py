"""The gallery's screens of a shared device and of play without a network."""

from __future__ import annotations

from playwright.sync_api import Browser, expect
from tests.browser.browser import Visitor, visiting
from tests.browser.hot_seat import CURTAIN, Family, shares
from tests.browser.lobby import begins
from tests.browser.offline import fetches
from tests.browser.player import Player
from tests.server.people import Server

from tools.pictures import LANGUAGES, Gallery, Words, speaks

PEOPLE = ("Mia", "Oma Hildegard", "Ben")
PARTY = (*PEOPLE, "Cleo", "Maximilian")
STALLED = """const real = window.fetch; window.fetch = (file, how) =>
    /wasm/.test(String(file.url ?? file)) ? new Promise(() => undefined) : real(file, how)"""
"""Makes a download stall."""
LAST_DOOR = ".doors > :last-child"


# A shared device


def together(gallery: Gallery, browser: Browser, server: Server) -> None:
    """The hand-over, the catch-up, and calls around the table."""
    if gallery.wants("curtain"):
        with visiting(browser, server) as visitor:
            shares(visitor, "classic", *PEOPLE)
            Family(visitor).play_on(passes=3)
            gallery.take(visitor, "curtain", covered)
    if gallery.wants("curtain choices") or gallery.wants("since"):
        with visiting(browser, server) as visitor:
            shares(visitor, "highest", *PEOPLE)
            once_around(Family(visitor))
            gallery.take(visitor, "curtain choices", covered)
            gallery.take(visitor, "since", since)
    if gallery.wants("curtain call"):
        with visiting(browser, server) as visitor:
            shares(visitor, "cheat", *PEOPLE, options={"edition": "star-wars"})
            Family(visitor).play_on(passes=2)
            gallery.take(visitor, "curtain call", covered)
    for name, game, seated in (
        ("pads", "snap", PEOPLE),
        ("pads party", "snap", PARTY),
        ("pads stopp", "connect", PARTY),
    ):
        if gallery.wants(name):
            with visiting(browser, server) as visitor:
                shares(visitor, game, *seated, options={"attention": True} if game == "connect" else {})
                gallery.take(visitor, name, around)


def once_around(family: Family) -> None:
    """A state in which all have chosen, and only the last one has seen the result."""
    family.play_on(passes=len(PEOPLE))
    while not family.covered:
        if choice := family.player.chooses(family.player.looks(0.2)):
            family.player.tap(choice)


def covered(visitor: Visitor, _: Words) -> None:
    """The hand-over, which a fresh page always shows."""
    expect(visitor.page.locator(CURTAIN)).to_be_visible()


def since(visitor: Visitor, _: Words) -> None:
    """The catch-up; for each language a seat that has not looked yet."""
    covered(visitor, _)
    number = LANGUAGES.index(str(visitor.page.locator("html").get_attribute("lang")))
    visitor.page.locator(".curtain button").nth(number).click()
    expect(visitor.page.locator(".since")).to_be_visible()


def around(visitor: Visitor, _: Words) -> None:
    """A pad for each seat."""
    expect(visitor.page.locator("[data-pad]:visible").first).to_be_visible()


# Without a network


def offline(gallery: Gallery, browser: Browser, server: Server) -> None:
    """The download, and the screens without a server."""
    if gallery.wants("offline progress"):
        with visiting(browser, server) as visitor:
            visitor.context.add_init_script(STALLED)
            visitor.opens()
            gallery.take(visitor, "offline offer", offered, LAST_DOOR)
            gallery.take(visitor, "offline progress", fetching, LAST_DOOR)
    if gallery.wants("offline alone"):
        with visiting(browser, server) as visitor:
            visitor.opens()
            fetches(visitor)
            gallery.take(visitor, "offline kept", kept, ".kept button")
            speaks(visitor, "en")
            visitor.context.set_offline(True)
            gallery.take(visitor, "offline alone", alone)
            speaks(visitor, "en")
            begins(visitor, "classic", 4)
            Player(visitor).plays_on(taps=3)
            Player(visitor).waits()
            gallery.take(visitor, "offline table", here)


def offered(visitor: Visitor, say: Words) -> None:
    """The last item of the lobby."""
    expect(visitor.lobby_button(say("keepHere"))).to_be_visible()


def fetching(visitor: Visitor, say: Words) -> None:
    """A download in progress."""
    visitor.lobby_button(say("keepHere")).click()
    expect(visitor.page.locator("progress")).to_be_visible()


def kept(visitor: Visitor, say: Words) -> None:
    """The complete download, in the settings."""
    visitor.button(say("settings")).click()
    expect(visitor.button(say("keepNot"))).to_be_visible()


def alone(visitor: Visitor, say: Words) -> None:
    """The lobby without a server."""
    expect(visitor.page.get_by_text(say("playsHere"))).to_be_visible()


def here(visitor: Visitor, _: Words) -> None:
    """A table of this device."""
    assert "/here/" in visitor.page.url
    expect(visitor.page.locator("[data-place=hand]")).to_be_visible()
