"""A match that cannot be continued after an update: the page says so, and offers another."""

from __future__ import annotations

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browser import PHONE, Visitor, visiting
from tests.browser.checks import accessible
from tests.browser.lobby import set_up
from tests.browser.player import Player
from tests.server.people import Server, new_key, person, serving

WORDS = {
    "en-GB": ("The rules have changed", "The score after the finished rounds:", "Play again"),
    "de-DE": (
        "haben sich die Regeln geändert",
        "So stand es nach den gespielten Runden:",
        "Noch einmal",
    ),
}


async def _half_played(server: Server, key: str) -> str:
    """A match of three rounds, left in the second."""
    async with person(server, key) as ada:
        table = await ada.creates("highest", 3, rounds=3, bots=["easy", "easy"], start=True)
        await ada.until(lambda p: p.update, "for the deal")
        while ada.update["round"] == 0:
            before = ada.at
            if ada.update["awaited"] == [-1]:
                await ada.insists("ready")
            elif ada.moves:
                await ada.tries(ada.moves[0])
            await ada.until(lambda p, seen=before: p.at != seen, "for a move")  # type: ignore[misc]
        return table


def half_played(server: Server, key: str) -> str:
    with ThreadPoolExecutor(1) as elsewhere:  # this thread runs Playwright's loop
        return elsewhere.submit(asyncio.run, _half_played(server, key)).result()


OTHER_RULES = ("UPDATE matches SET opening = replace(opening, '[Version ', '[Version 9')",)
NO_GAME = (
    """UPDATE matches SET opening = replace(opening, '"highest"', '"whist"')""",
    """UPDATE tables SET document = replace(document, '"highest"', '"whist"')""",
)


def outdated(server: Server, *statements: str) -> None:
    """Restart the server with other rules."""
    port = server.port
    server.stop()
    for statement in statements:
        assert server.write(statement)
    server.start(port)


def comes(visitor: Visitor, table: str, key: str) -> None:
    """Return to a table with the key of a seat."""
    place = json.dumps([{"table": table, "key": key, "game": "highest", "when": 1000 * time.time()}])
    visitor.context.add_init_script(
        f"localStorage.getItem('elfer.places') ?? localStorage.setItem('elfer.places', {json.dumps(place)})"
    )
    visitor.opens(f"/t/{table}")


@pytest.mark.parametrize("locale", WORDS)
def test_a_page_shows_how_it_stood_and_begins_another_match(
    browser: Browser, tmp_path: Path, locale: str
) -> None:
    sentence, score, again = WORDS[locale]
    key = new_key()
    with serving(tmp_path / "data", "--pause", "0.005", seed=1) as server:
        table = half_played(server, key)
        with visiting(browser, server, PHONE, locale=locale) as ada:
            comes(ada, table, key)
            ada.waits_until(lambda: bool(ada.news("update")))
            outdated(server, *OTHER_RULES)  # while the page shows the match
            ada.sees(sentence)
            ada.sees(score)
            points = ada.news("table")[-1]["scores"]
            assert len(points) == 1
            for own in points[0]:
                expect(ada.page.get_by_role("table").get_by_text(str(own), exact=True).first).to_be_visible()
            ada.lays_out_well()
            accessible(ada, "an ended match")
            ada.faults.clear()  # the server was away
            ada.opens(f"/t/{table}")
            ada.sees(sentence)
            ada.taps(again)
            ada.waits_until(lambda: ada.news("table")[-1]["match"] == 2)
            Player(ada).plays_on(taps=2)


def test_a_game_that_the_server_no_longer_has_is_changed_for_another(
    browser: Browser, tmp_path: Path
) -> None:
    key = new_key()
    with serving(tmp_path / "data", "--pause", "0.005", seed=1) as server:
        table = half_played(server, key)
        outdated(server, *NO_GAME)
        with visiting(browser, server, PHONE) as ada:
            comes(ada, table, key)
            ada.sees("This server does not have the game of this match.")
            expect(ada.button("Play again")).to_have_count(0)
            ada.lays_out_well()
            ada.taps("Change")
            ada.taps("Choose another game")
            set_up(ada, "highest", 3)
            ada.taps("Save")
            ada.taps("Start")
            ada.waits_until(lambda: ada.news("table")[-1]["match"] == 2)
            Player(ada).plays_on(taps=2)
