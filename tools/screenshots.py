"""Screenshots of the web client: `make screenshots` retakes those of the README.

`python -m tools.screenshots FOLDER` takes every game in both sizes, light and dark, for review.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser
from tests.browser.browser import DESKTOP, PHONE, Size, Visitor, browsing, visiting
from tests.browser.checks import SCHEMES
from tests.browser.lobby import begins
from tests.browser.player import Player
from tests.server.people import Server, serving

from elfer.games import registry

DOCS = Path(__file__).parents[1] / "docs"
TAPS = 8
"""Taps before a picture is taken."""


def played(visitor: Visitor, game: str) -> None:
    """Play some moves of a game."""
    seats = registry()[game].seats
    begins(visitor, game, 4 if 4 in seats else seats[-1])
    player = Player(visitor)
    player.plays_on(taps=TAPS)
    player.waits()


def shoot(visitor: Visitor, file: Path, size: Size) -> None:
    width, height = size
    visitor.page.set_viewport_size({"width": width, "height": height})
    visitor.page.wait_for_timeout(600)
    visitor.page.screenshot(path=file)


def for_the_readme(browser: Browser, server: Server) -> None:
    """A light phone and a dark desktop, in the same game."""
    with visiting(browser, server) as visitor:
        played(visitor, "classic")
        shoot(visitor, DOCS / "phone.png", PHONE)
        visitor.page.emulate_media(color_scheme="dark")
        shoot(visitor, DOCS / "desktop.png", (1280, 800))


def all_games(browser: Browser, server: Server, folder: Path) -> None:
    for game in registry():
        with visiting(browser, server) as visitor:
            played(visitor, game)
            for scheme in SCHEMES:
                visitor.page.emulate_media(color_scheme=scheme)
                for name, size in (("phone", PHONE), ("desktop", DESKTOP)):
                    shoot(visitor, folder / f"{game}-{name}-{scheme}.png", size)


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data) / "data") as server,
        browsing() as browser,
    ):
        if sys.argv[1:]:
            all_games(browser, server, Path(sys.argv[1]))
        else:
            for_the_readme(browser, server)


if __name__ == "__main__":
    main()
