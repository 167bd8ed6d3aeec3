"""The offline worker in a real browser, without the page's own code."""

from __future__ import annotations

import json
import re
import urllib.request
from pathlib import Path
from typing import Any

from tests.browser.browser import Visitor
from tests.server.people import new_key

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
Json = dict[str, Any]


def pack() -> Json:
    """The list of the pack's files that the page was built with."""
    listed: Json = json.loads((ROOT / "web/pack.json").read_text("utf-8"))
    return listed


class OfflineWorker:
    """An offline worker, started by a visitor's page."""

    def __init__(self, visitor: Visitor, **load: Any) -> None:
        self.visitor = visitor
        base = f"http://{visitor.server.address}/"
        served = urllib.request.urlopen(f"{base}worker.js").read().decode()
        found = re.search(r"assets/worker-[\w-]+\.js", served)
        assert found
        about = pack()
        given = {"base": base + about["base"], "files": about["files"], "release": "1", "link": base} | load
        if not visitor.page.evaluate("'devices' in window"):
            visitor.page.evaluate((HERE / "offline_worker.js").read_text("utf-8"))
        self.number = visitor.page.evaluate("(all) => device(all)", {"worker": f"/{found[0]}", "load": given})

    def js(self, what: str, *values: Any) -> Any:
        """The value of an expression in which `own` is this worker."""
        return self.visitor.page.evaluate(
            f"(values) => {{ const own = devices[{self.number}]; return {what} }}", values
        )

    def loads(self) -> None:
        """Wait for its welcome, or its failure."""
        self.js("own.until(() => own.failed ?? own.heard.length)")

    def asks(self, game: str, bots: list[str], key: str) -> Json:
        """The answer to a command that creates and starts a table with bots."""
        setup = {"game": game, "seats": 1 + len(bots), "speed": "instant"}
        command = {"do": "create", "setup": setup, "name": "Ada", "key": key, "bots": bots, "start": True}
        answer: Json = self.js("own.say(values[0])", command)
        return answer

    def creates(self, game: str, bots: list[str]) -> tuple[str, str]:
        """The id of such a table, and the key of its seat."""
        key = new_key()
        return self.asks(game, bots, key)["table"], key

    def enters(self, table: str, key: str) -> Json:
        """The first update after entering a table."""
        self.js("own.say({do: 'enter', table: values[0], key: values[1]})", table, key)
        told: Json = self.js("own.until(() => own.update)")
        return told

    def plays(self, times: int | None = None) -> Json:
        """The last update after some own moves, or at the end of the match."""
        told: Json = self.js("own.play(values[0] ?? Infinity)", times)
        return told

    def ends(self) -> None:
        self.js("own.worker.terminate()")
