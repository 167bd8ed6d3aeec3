"""Screenshots of every screen, at every size, in both languages, for review: `make gallery`.

`python -m tools.gallery [FOLDER] [--only NAME …] [--minutes N]` writes pictures and an `index.html` into a
folder. The findings of axe, sideways scrolling and text that overflows its button are listed first. A screen
is an entry of `IN_THE_LOBBY`, `AT_A_TABLE`, …: its name, and a function that goes there; those of a shared
device and of play without a network are in `tools/gallery_devices.py`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, expect
from tests.browser.browser import Visitor, browsing, visiting
from tests.browser.lobby import begins, gathers
from tests.browser.new_table import sits_down
from tests.browser.player import Player
from tests.server.people import Server, serving

from elfer.game_card import policy_of
from elfer.games import games, registry
from tools.gallery_devices import offline, together
from tools.pictures import ROOT, SETTLED, Gallery, Navigation, Words, speaks

FOLDER = ROOT / "build" / "gallery"
MIDDLE, SEARCHED = 8, 25
"""Taps before the picture of a game's middle, and further taps in search of a choice."""
CHOOSE = "[data-choose]:is(button, :has(button))"
"""Controls that open a choice of moves."""
LESSON = 2
"""Parts of each lesson: one to read, and mostly one with a highlighted move."""
END_SECONDS = 240.0
"""Time limit for playing a game to its end."""


# Navigations


def stays(_visitor: Visitor, _: Words) -> None:
    """The current screen."""


def sheet(*keys: str) -> Navigation:
    """A sheet behind buttons, given by the keys of their texts."""

    def opened(visitor: Visitor, say: Words) -> None:
        for key in keys:
            visitor.page.get_by_role("button", name=say(key)).last.click()
            visitor.page.wait_for_timeout(SETTLED)
        expect(visitor.page.locator("dialog[open]")).to_be_visible()

    return opened


def setup(visitor: Visitor, say: Words) -> None:
    """The setup form of a chosen game."""
    sheet("otherGame")(visitor, say)
    visitor.page.locator("dialog [data-game]").first.click()


def people(visitor: Visitor, say: Words) -> None:
    """The names of the people at one device."""
    sheet("here")(visitor, say)
    visitor.page.locator("dialog [data-game]").first.click()
    visitor.page.get_by_role("button", name=say("oneMore")).click()


def replay(visitor: Visitor, say: Words) -> None:
    """The replay of a finished match, after some steps."""
    expect(visitor.button(say("replay"))).to_be_visible()
    visitor.taps(say("replay"))
    slider = visitor.page.get_by_role("slider")
    slider.fill("12")
    expect(slider).to_have_value("12")


def result(visitor: Visitor, _: Words) -> None:
    """The result, which appears after a delay."""
    expect(visitor.page.locator("dialog[open] table")).to_be_visible()


def choice(visitor: Visitor, _: Words) -> None:
    """The choice that a card opens."""
    visitor.page.locator(CHOOSE).first.click()


IN_THE_LOBBY: dict[str, Navigation] = {
    "lobby": stays,
    "chooser": sheet("otherGame"),
    "setup": setup,
    "people": people,
    "settings": sheet("settings"),
    "code": sheet("haveCode"),
}
AT_A_TABLE: dict[str, Navigation] = {
    "menu": sheet("menu"),
    "rules": sheet("menu", "rules"),
    "hint": sheet("menu", "hint"),
    "invite": sheet("menu", "invite"),
    "leave": sheet("menu", "leave"),
    "log": sheet("showLog"),
    "keys": lambda visitor, _: visitor.page.keyboard.press("?"),
    "typing": lambda visitor, _: visitor.page.keyboard.press("/"),
}
WHILE_GATHERING: dict[str, Navigation] = {"gathering": stays, "change": sheet("change")}
AFTER_A_MATCH: dict[str, Navigation] = {"replay": replay}


def pages(gallery: Gallery, browser: Browser, server: Server) -> None:
    """The screens around the games."""
    with visiting(browser, server) as visitor:
        visitor.opens()
        gallery.take_all(visitor, IN_THE_LOBBY)
    if any(map(gallery.wants, WHILE_GATHERING)):
        with visiting(browser, server) as visitor:
            gathers(visitor, "classic", 4)
            gallery.take_all(visitor, WHILE_GATHERING)
    if any(map(gallery.wants, AT_A_TABLE | AFTER_A_MATCH)):
        with visiting(browser, server) as visitor:
            begins(visitor, "classic", 4)
            player = Player(visitor)
            player.plays_on(taps=MIDDLE)
            player.waits()
            gallery.take_all(visitor, AT_A_TABLE)
            in_english(visitor)
            player.plays_on(END_SECONDS)
            gallery.take_all(visitor, AFTER_A_MATCH)


def in_english(visitor: Visitor) -> None:
    speaks(visitor, "en")


def game(gallery: Gallery, browser: Browser, server: Server, id: str) -> None:
    """A game in its middle, with a choice, and at its end."""
    seats = registry()[id].seats
    with visiting(browser, server) as visitor:
        begins(visitor, id, 4 if 4 in seats else seats[-1])
        player = Player(visitor)
        player.plays_on(taps=MIDDLE)
        if player.waits()["over"]:
            gallery.take(visitor, f"{id} end", result)
            return
        gallery.take(visitor, f"{id} middle", stays)
        if chooses(player):
            gallery.take(visitor, f"{id} choice", choice)
        in_english(visitor)
        if usual := {name: games()[id].options[name].default for name in policy_of(registry()[id]).options}:
            sits_down(visitor, id, 4, options=usual)  # random taps would never finish it
        try:
            player.plays_on(END_SECONDS)
        except AssertionError as slow:
            print(f"{id}: no picture of the end: {str(slow)[:120]}", file=sys.stderr)
            return
        gallery.take(visitor, f"{id} end", result)


def taught(gallery: Gallery, browser: Browser, server: Server, id: str) -> None:
    """A game's rules on one page, and the first parts of its lesson."""

    def how(visitor: Visitor, say: Words) -> None:
        sheet("otherGame")(visitor, say)
        visitor.page.locator(f'dialog li:has([data-game="{id}"]) .links button').click()

    def lesson(part: int) -> Navigation:
        def opened(visitor: Visitor, _: Words) -> None:
            visitor.page.evaluate(f"() => localStorage.setItem('elfer.lesson.{id}', '{part}')")
            visitor.opens(f"/learn/{id}")
            expect(visitor.page.locator(".bubble")).to_be_visible()

        return opened

    with visiting(browser, server) as visitor:
        visitor.opens()
        gallery.take(visitor, f"{id} how", how)
        for part in range(LESSON):
            gallery.take(visitor, f"{id} lesson {part + 1}", lesson(part))


def chooses(player: Player) -> bool:
    """Play until a choice is offered."""
    for _ in range(SEARCHED):
        sight = player.waits()
        if sight["over"]:
            return False
        if player.page.locator(CHOOSE).count():
            return True
        player.plays_on(taps=1)
    return False


def main() -> int:
    parser = argparse.ArgumentParser(description="Take pictures of every screen.")
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--only", nargs="*", default=[], help="names, or parts of names, of screens or games")
    parser.add_argument("--minutes", type=float, default=30.0, help="no new screen is begun after so long")
    given = parser.parse_args()
    gallery = Gallery(given.folder, given.only, given.minutes)
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data) / "data", "--pause", "0.01") as server,
        browsing() as browser,
    ):
        pages(gallery, browser, server)
        together(gallery, browser, server)
        offline(gallery, browser, server)
        for taking in (game, taught):
            for id in filter(gallery.wants, registry()):
                try:
                    taking(gallery, browser, server, id)
                except Exception as error:
                    gallery.findings.append(f"{id}: {str(error)[:400]}")
    gallery.write()
    print("\n".join(gallery.findings))
    print(f"{len(gallery.shots)} pictures, {len(gallery.findings)} findings: {gallery.folder / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
