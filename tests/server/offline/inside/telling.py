"""What is told inside Pyodide, under Node and in a browser, and elsewhere to compare it."""

from __future__ import annotations

import hashlib
import importlib
from typing import Any

import elfer
from elfer.server.stores.shelf import ShelfStore
from elfer.server.stores.shelves import Change, DictShelf, ForeignShelf, There
from tests.server.stores.stories import STORIES

LEVELS = ("easy", "medium", "hard")


async def stories(there: There | None = None) -> int:
    """How many stories of stores came out well, on a shelf *there* or in Python's memory."""
    for story in STORIES.values():
        shelf = DictShelf() if there is None else ForeignShelf(there)
        await shelf.write(Change(drop=[""]))
        await story(ShelfStore(shelf))
    return len(STORIES)


def laws() -> dict[str, list[str]]:
    """The games for which each law holds, tried once with each."""
    module = importlib.import_module("tests.test_laws")
    held: dict[str, list[str]] = {}
    for name, law in vars(module).items():
        if name.startswith("test_"):
            cases = {case["id"]: case for case in reversed(law.cases)}
            for case in cases.values():
                law(**case)
            held[name] = sorted(cases)
    return held


def matches() -> dict[str, str]:
    """The hash of a match of each game, with bots of all levels that think alike everywhere."""
    return {id: _match(id) for id in elfer.games()}


def _match(id: str) -> str:
    kind: Any = elfer.games()[id]
    match = elfer.start(id, seats=min(3, kind.seats[-1]), seed=7)
    elfer.play_match(match, LEVELS[: match.seats], seed=7)
    return hashlib.sha256(match.record().encode()).hexdigest()
