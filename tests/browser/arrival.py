"""To a table straight away, with whatever options."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping

from websockets.sync.client import connect

from tests.browser.browser import Visitor

PLACE = """([table, key, game]) => localStorage.setItem(
    'elfer.places', JSON.stringify([{ table, key, game, when: Date.now() }]))"""


def arrives(visitor: Visitor, game: str, seats: int, options: Mapping[str, object]) -> None:
    """Sit at a new table with easy bots, as if one had made it from this browser."""
    key = secrets.token_urlsafe(32)
    setup = {"game": game, "seats": seats, "options": options}
    create = {"do": "create", "id": "1", "setup": setup, "name": "Ada", "key": key, "start": True}
    with connect(f"ws://{visitor.server.address}/socket") as socket:
        socket.send(json.dumps({**create, "bots": ["easy"] * (seats - 1)}))
        told = map(json.loads, socket)
        made = next(news for news in told if news.get("id") == "1" and "table" in news)
    visitor.opens()
    visitor.page.evaluate(PLACE, [made["table"], key, game])
    visitor.opens(f"/t/{made['table']}")
