"""Take the gallery: every screen, at every size, in both languages, to be looked through: `make gallery`.

`python -m tools.gallery [FOLDER] [--only NAME …] [--minutes N]` writes pictures and an `index.html` into a
folder. axe looks at every screen, too; what it says, and whatever scrolls sideways or spills over its button,
is listed first. A screen is an entry of `IN_THE_LOBBY`, `AT_A_TABLE`, …: its name, and how one gets there.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, expect
from tests.browser.arrival import arrives
from tests.browser.browser import PHONE, Size, Visitor, browsing, visiting
from tests.browser.lobby import begins, gathers
from tests.browser.looks import SCHEMES, complaints
from tests.browser.player import Player
from tests.server.people import Server, serving

from elfer.games import games, registry

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "gallery"
SIZES: tuple[Size, ...] = ((360, 640), (390, 844), (820, 1180), (1440, 900))
LANGUAGES = ("de", "en")
MIDDLE, SEARCHED = 8, 25
"""Taps before the picture of a game's middle, and how many more a choice is looked for."""
CHOOSE = "[data-choose]:is(button, :has(button))"
"""What can be chosen, before it is played."""
END_SECONDS = 240.0
"""How long a game is played for the picture of its end."""
SETTLED = 120
"""The ms after which nothing moves."""
SPILLS = """() => [...document.querySelectorAll('button, .prompt, h1, h2, legend, label')]
  .filter((one) => one.checkVisibility() && !one.closest('.vh, [inert]'))
  .filter((one) => one.scrollWidth > one.clientWidth + 2 && getComputedStyle(one).display !== 'inline')
  .filter((one) => getComputedStyle(one).textOverflow !== 'ellipsis')
  .map((one) => (one.ariaLabel || one.textContent.trim()).slice(0, 60))"""

Words = Callable[[str], str]
Way = Callable[[Visitor, Words], None]


@cache
def _texts(lang: str) -> dict[str, str]:
    texts: dict[str, str] = json.loads((ROOT / f"web/src/words/texts.{lang}.json").read_text("utf-8"))
    return texts


def words(lang: str) -> Words:
    """The page's own texts in a language."""
    return _texts(lang).__getitem__


# How one gets there


def stays(_visitor: Visitor, _: Words) -> None:
    """Where one is."""


def sheet(*keys: str) -> Way:
    """A sheet that opens by pressing buttons, by the keys of their texts."""

    def opened(visitor: Visitor, say: Words) -> None:
        for key in keys:
            visitor.page.get_by_role("button", name=say(key)).last.click()
            visitor.page.wait_for_timeout(SETTLED)
        expect(visitor.page.locator("dialog[open]")).to_be_visible()

    return opened


def setup(visitor: Visitor, say: Words) -> None:
    """How a game that was chosen shall be played."""
    sheet("otherGame")(visitor, say)
    visitor.page.locator("dialog [data-game]").first.click()


def replay(visitor: Visitor, say: Words) -> None:
    """The replay of a match that is over, some steps into it."""
    expect(visitor.button(say("replay"))).to_be_visible()
    visitor.startled()
    visitor.taps(say("replay"))
    slider = visitor.page.get_by_role("slider")
    slider.fill("12")
    expect(slider).to_have_value("12")


def result(visitor: Visitor, _: Words) -> None:
    """The result, which takes a moment to show itself."""
    expect(visitor.page.locator("dialog[open] table")).to_be_visible()


def choice(visitor: Visitor, _: Words) -> None:
    """What comes of choosing a card."""
    visitor.page.locator(CHOOSE).first.click()


IN_THE_LOBBY: dict[str, Way] = {
    "lobby": stays,
    "chooser": sheet("otherGame"),
    "setup": setup,
    "settings": sheet("settings"),
    "code": sheet("haveCode"),
}
AT_A_TABLE: dict[str, Way] = {
    "menu": sheet("menu"),
    "rules": sheet("menu", "rules"),
    "hint": sheet("menu", "hint"),
    "invite": sheet("menu", "invite"),
    "leave": sheet("menu", "leave"),
    "log": sheet("showLog"),
    "keys": lambda visitor, _: visitor.page.keyboard.press("?"),
    "typing": lambda visitor, _: visitor.page.keyboard.press("/"),
}
WHILE_GATHERING: dict[str, Way] = {"gathering": stays, "change": sheet("change")}
AFTER_A_MATCH: dict[str, Way] = {"replay": replay}


# Taking


class Shot(NamedTuple):
    screen: str
    lang: str
    size: Size

    @property
    def file(self) -> str:
        return f"{self.screen.replace(' ', '-')}-{self.size[0]}-{self.lang}.png"


class Gallery:
    """What has been taken so far, and what was found to be wrong."""

    def __init__(self, folder: Path, only: list[str], minutes: float) -> None:
        self.folder, self.only = folder, only
        self.end = time.monotonic() + 60 * minutes
        self.shots: list[Shot] = []
        self.findings: list[str] = []
        folder.mkdir(parents=True, exist_ok=True)

    def wants(self, name: str) -> bool:
        """Whether there is time left for this, and somebody wants it."""
        return time.monotonic() < self.end and (not self.only or any(part in name for part in self.only))

    def take(self, visitor: Visitor, screen: str, way: Way) -> None:
        """A screen in all languages and sizes; whatever goes wrong on the way is a finding."""
        for lang in LANGUAGES:
            try:
                speaks(visitor, lang)
                way(visitor, words(lang))
            except Exception as error:
                self.findings.append(f"{screen}, {lang}: cannot be opened: {str(error)[:300]}")
                continue
            for size in SIZES:
                shot = Shot(screen, lang, size)
                self._shoot(visitor, shot)
                if lang == LANGUAGES[0]:
                    self._examine(visitor, shot)
            visitor.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})

    def _shoot(self, visitor: Visitor, shot: Shot) -> None:
        page, (width, height) = visitor.page, shot.size
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(SETTLED)
        page.screenshot(path=self.folder / shot.file)
        self.shots.append(shot)
        where = f"{shot.screen}, {shot.lang}, {width}×{height}"
        self.findings += [f"{where}: spills over: {text}" for text in page.evaluate(SPILLS)]
        try:
            visitor.lays_out_well()
        except AssertionError as wrong:
            self.findings.append(f"{where}: {wrong}")

    def _examine(self, visitor: Visitor, shot: Shot) -> None:
        if shot.size not in (SIZES[0], SIZES[-1]):
            return
        for scheme in SCHEMES:
            visitor.page.emulate_media(color_scheme=scheme)
            wrong = complaints(visitor)
            self.findings += [f"{shot.screen}, {shot.size[0]}, {scheme}: axe: {each}" for each in wrong]
        visitor.page.emulate_media(color_scheme="light")

    def write(self) -> None:
        """The page to look through."""
        screens = dict.fromkeys(shot.screen for shot in self.shots)
        parts = [HEAD, f"<h1>{len(self.shots)} pictures, {len(self.findings)} findings</h1><ul>"]
        parts += [f"<li>{escape(finding)}</li>" for finding in self.findings]
        parts.append("</ul><nav>" + " ".join(f'<a href="#{name}">{name}</a>' for name in screens) + "</nav>")
        for screen in screens:
            parts.append(f'<h2 id="{screen}">{screen}</h2>')
            for lang in LANGUAGES:
                shown = [shot for shot in self.shots if (shot.screen, shot.lang) == (screen, lang)]
                parts += ["<div>", *(PICTURE.format(file=shot.file) for shot in shown), "</div>"]
        (self.folder / "index.html").write_text("\n".join(parts), "utf-8")


HEAD = """<!doctype html><meta charset="utf-8"><title>elfer: gallery</title>
<style>body { font: 16px system-ui; margin: 16px; background: #888 }
  div { display: flex; gap: 12px; margin: 8px 0; align-items: start; overflow-x: auto }
  img { height: 560px; width: auto; box-shadow: 0 2px 8px #0008 }
  a { margin-right: 10px; color: #000 }</style>"""
PICTURE = '<a href="{file}"><img loading="lazy" src="{file}" alt="{file}"></a>'


def speaks(visitor: Visitor, lang: str) -> None:
    """Open the page anew in a language, where one is."""
    page = visitor.page
    page.evaluate("(lang) => localStorage.setItem('elfer.lang', lang)", lang)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", lang)
    expect(page.locator("main")).to_be_visible()
    if "/t/" in page.url:
        expect(page.locator("main .prompt, main li").first).to_be_visible()
    page.wait_for_timeout(SETTLED)


def some(ways: dict[str, Way], gallery: Gallery) -> Iterator[tuple[str, Way]]:
    return ((name, way) for name, way in ways.items() if gallery.wants(name))


def pages(gallery: Gallery, browser: Browser, server: Server) -> None:
    """Everything around the games."""
    with visiting(browser, server) as visitor:
        visitor.opens()
        for name, way in some(IN_THE_LOBBY, gallery):
            gallery.take(visitor, name, way)
    if any(some(WHILE_GATHERING, gallery)):
        with visiting(browser, server) as visitor:
            gathers(visitor, "classic", 4)
            for name, way in some(WHILE_GATHERING, gallery):
                gallery.take(visitor, name, way)
    if any(some(AT_A_TABLE | AFTER_A_MATCH, gallery)):
        with visiting(browser, server) as visitor:
            begins(visitor, "classic", 4)
            player = Player(visitor)
            player.plays_on(taps=MIDDLE)
            player.waits()
            for name, way in some(AT_A_TABLE, gallery):
                gallery.take(visitor, name, way)
            in_english(visitor)
            player.plays_on(END_SECONDS)
            for name, way in some(AFTER_A_MATCH, gallery):
                gallery.take(visitor, name, way)


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
        if usual := {name: games()[id].options[name].default for name in registry()[id].among_people}:
            arrives(visitor, id, 4, options=usual)  # a player who only taps would never get to the end
        try:
            player.plays_on(END_SECONDS)
        except AssertionError as slow:
            print(f"{id}: no picture of the end: {str(slow)[:120]}", file=sys.stderr)
            return
        gallery.take(visitor, f"{id} end", result)


def chooses(player: Player) -> bool:
    """Play until something can be chosen."""
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
    parser.add_argument("--minutes", type=float, default=20.0, help="no new screen is begun after so long")
    given = parser.parse_args()
    gallery = Gallery(given.folder, given.only, given.minutes)
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data) / "data", "--pause", "0.01") as server,
        browsing() as browser,
    ):
        pages(gallery, browser, server)
        for id in registry():
            if gallery.wants(id):
                try:
                    game(gallery, browser, server, id)
                except Exception as error:
                    gallery.findings.append(f"{id}: {str(error)[:400]}")
    gallery.write()
    print("\n".join(gallery.findings))
    print(f"{len(gallery.shots)} pictures, {len(gallery.findings)} findings: {gallery.folder / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
