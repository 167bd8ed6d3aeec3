"""What is told inside Pyodide, under Node and in a browser, and elsewhere to compare it."""

from __future__ import annotations

import hashlib
import importlib
from typing import Any

import elfer
from elfer.server.stores.key_value import BrowserKeyValue, DictKeyValue, IndexedDb, KeyValueChange
from elfer.server.stores.key_value_store import KeyValueStore
from tests.server.stores.stories import STORIES

LEVELS = ("easy", "medium", "hard")


async def stories(there: IndexedDb | None = None) -> int:
    """How many stories of stores came out well, on a storage *there* or in Python's memory."""
    for story in STORIES.values():
        storage = DictKeyValue() if there is None else BrowserKeyValue(there)
        await storage.write(KeyValueChange(drop=[""]))
        await story(KeyValueStore(storage))
    return len(STORIES)


def laws() -> dict[str, list[str]]:
    """The games for which each law holds, tried once with each."""
    module = importlib.import_module("tests.test_laws")
    held: dict[str, list[str]] = {}
    for name, law in vars(module).items():
        if name.startswith("test_") and "id" in law.cases[0]:  # not those of broken games
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
