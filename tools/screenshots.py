"""Retakes the README's screenshots: `make screenshots`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.browser.browser import PHONE, Size, Visitor, browsing, visiting
from tests.browser.lobby import begins
from tests.browser.player import Player
from tests.server.people import serving

DOCS = Path(__file__).parents[1] / "docs"
TAPS = 8
"""Taps before a picture is taken."""


def shoot(visitor: Visitor, file: Path, size: Size) -> None:
    width, height = size
    visitor.page.set_viewport_size({"width": width, "height": height})
    visitor.page.wait_for_timeout(600)
    visitor.page.screenshot(path=file)


def main() -> None:
    """A light phone and a dark desktop, in the same game."""
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data) / "data") as server,
        browsing() as browser,
        visiting(browser, server) as visitor,
    ):
        begins(visitor, "classic", 4)
        player = Player(visitor)
        player.plays_on(taps=TAPS)
        player.waits()
        shoot(visitor, DOCS / "phone.png", PHONE)
        visitor.page.emulate_media(color_scheme="dark")
        shoot(visitor, DOCS / "desktop.png", (1280, 800))


if __name__ == "__main__":
    main()
