"""A new table without a way through the lobby."""

from __future__ import annotations

import json
import secrets
from typing import Any

from websockets.sync.client import connect

from tests.browser.browser import Visitor
from tests.server.people import Reached

REMEMBERS = """(place) => {
    const places = JSON.parse(localStorage.getItem('elfer.places') ?? '[]');
    if (places.some(({ table }) => table === place.table)) return;
    localStorage.setItem('elfer.places', JSON.stringify([{ ...place, when: Date.now() }, ...places]));
}"""


def sits_down(
    visitor: Visitor,
    game: str,
    seats: int,
    *people: str,
    start: bool = True,
    level: str = "easy",
    by: Reached | None = None,
    **setup: object,
) -> str:
    """Create a table and open it, as if it had been created in this browser; its path.

    Several *people* share the device; if it starts, bots have the other seats. The table may be created
    *by* another node than the visitor's.
    """
    key, (host, *others) = secrets.token_urlsafe(32), people or ("Ada",)
    bots = [level] * (seats - 1 - len(others)) if start else []
    wanted = {"game": game, "seats": seats, **setup}
    table = _created(
        by or visitor.server, setup=wanted, name=host, people=others, key=key, bots=bots, start=start
    )
    place = json.dumps({"table": table, "key": key, "game": game})
    visitor.page.add_init_script(f"({REMEMBERS})({place})")
    visitor.opens(f"/t/{table}")
    return f"/t/{table}"


def _created(server: Reached, **command: Any) -> str:
    with connect(f"ws://{server.address}/socket") as socket:
        socket.send(json.dumps({"do": "create", "id": "1", **command}))
        answer = next(news for news in map(json.loads, socket) if news.get("id") == "1" and "table" in news)
    return str(answer["table"])
