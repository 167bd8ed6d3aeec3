"""Screenshots at every size and in both languages, with automatic findings."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import expect
from tests.browser.browser import PHONE, Size, Visitor
from tests.browser.checks import SCHEMES, complaints

ROOT = Path(__file__).parents[1]
SIZES: tuple[Size, ...] = ((360, 640), (390, 844), (820, 1180), (1440, 900))
LANGUAGES = ("de", "en")
SETTLED = 120
"""Milliseconds until animations have ended."""
SPILLS = """() => [...document.querySelectorAll('button, .prompt, h1, h2, legend, label')]
  .filter((one) => one.checkVisibility() && !one.closest('.vh, [inert]'))
  .filter((one) => one.scrollWidth > one.clientWidth + 2 && getComputedStyle(one).display !== 'inline')
  .filter((one) => getComputedStyle(one).textOverflow !== 'ellipsis')
  .map((one) => (one.ariaLabel || one.textContent.trim()).slice(0, 60))"""

Words = Callable[[str], str]
Navigation = Callable[[Visitor, Words], None]
"""Goes to a screen."""


@cache
def _texts(lang: str) -> dict[str, str]:
    texts: dict[str, str] = json.loads((ROOT / f"web/src/words/texts.{lang}.json").read_text("utf-8"))
    return texts


def words(lang: str) -> Words:
    """The page's own texts in a language."""
    return _texts(lang).__getitem__


class Shot(NamedTuple):
    screen: str
    lang: str
    size: Size
    scheme: str = SCHEMES[0]

    @property
    def file(self) -> str:
        scheme = "" if self.scheme == SCHEMES[0] else f"-{self.scheme}"
        return f"{self.screen.replace(' ', '-')}-{self.size[0]}-{self.lang}{scheme}.png"


class Gallery:
    """The screenshots taken so far, and the findings."""

    def __init__(self, folder: Path, only: list[str], minutes: float) -> None:
        self.folder, self.only = folder, only
        self.end = time.monotonic() + 60 * minutes
        self.shots: list[Shot] = []
        self.findings: list[str] = []
        folder.mkdir(parents=True, exist_ok=True)

    def wants(self, name: str) -> bool:
        """Whether this screen was asked for and there is time left."""
        return time.monotonic() < self.end and (not self.only or any(part in name for part in self.only))

    def take_all(self, visitor: Visitor, screens: dict[str, Navigation]) -> None:
        """Take those of these screens that were asked for."""
        for name, navigation in screens.items():
            if self.wants(name):
                self.take(visitor, name, navigation)

    def take(self, visitor: Visitor, screen: str, navigation: Navigation, shown: str = "") -> None:
        """Take a screen in all languages and sizes, with *shown* scrolled into view; an error on the way
        is a finding."""
        for lang in LANGUAGES:
            try:
                speaks(visitor, lang)
                navigation(visitor, words(lang))
            except Exception as error:
                self.findings.append(f"{screen}, {lang}: cannot be opened: {str(error)[:300]}")
                continue
            for size in SIZES:
                shot = Shot(screen, lang, size)
                visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
                if shown:
                    visitor.page.locator(shown).last.scroll_into_view_if_needed()
                self._shoot(visitor, shot)
                if lang == LANGUAGES[0]:
                    self._examine(visitor, shot)
            visitor.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})

    def _shoot(self, visitor: Visitor, shot: Shot) -> None:
        page, (width, height) = visitor.page, shot.size
        page.wait_for_timeout(SETTLED)
        self._picture(visitor, shot)
        where = f"{shot.screen}, {shot.lang}, {width}×{height}"
        self.findings += [f"{where}: spills over: {text}" for text in page.evaluate(SPILLS)]
        try:
            visitor.lays_out_well()
        except AssertionError as wrong:
            self.findings.append(f"{where}: {wrong}")

    def _picture(self, visitor: Visitor, shot: Shot) -> None:
        visitor.page.screenshot(path=self.folder / shot.file)
        self.shots.append(shot)

    def _examine(self, visitor: Visitor, shot: Shot) -> None:
        if shot.size not in (SIZES[0], SIZES[-1]):
            return
        for scheme in SCHEMES:
            visitor.page.emulate_media(color_scheme=scheme)
            if scheme != shot.scheme:
                self._picture(visitor, shot._replace(scheme=scheme))
            wrong = complaints(visitor)
            self.findings += [f"{shot.screen}, {shot.size[0]}, {scheme}: axe: {each}" for each in wrong]
        visitor.page.emulate_media(color_scheme="light")

    def write(self) -> None:
        """The page that shows all pictures."""
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
    """Reload the current page in a language."""
    page = visitor.page
    page.evaluate("(lang) => localStorage.setItem('elfer.lang', lang)", lang)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", lang)
    expect(page.locator("main")).to_be_visible()
    if "/t/" in page.url or "/here/" in page.url:
        expect(page.locator("main .prompt, main li").first).to_be_visible()
    page.wait_for_timeout(SETTLED)
