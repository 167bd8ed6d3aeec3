"""The pages of a few people, each with a socket of its own: what they say, and all they have heard."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.server.people import News, Person, Server, new_key

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Ada")
"""Who has each page; the last one is Ada's second device."""
PAGES = len(NAMES)


class Pages:
    """Numbered pages; one that is closed is opened when it has something to say."""

    def __init__(self, server: Server) -> None:
        self._server = server
        own = new_key()
        self.keys = [own, *(new_key() for _ in range(PAGES - 2)), own]
        self.open: dict[int, Person] = {}
        self._sent = [0] * PAGES
        self._seen = [0] * PAGES
        """How much of what each page heard was looked at."""
        self._network = f"127.{random.randrange(1, 255)}.{random.randrange(255)}"
        self._prefix = new_key()[:8]
        self._ids = itertools.count(1)

    def id(self) -> str:
        """An id for a command."""
        return f"{self._prefix}-{next(self._ids)}"

    async def opened(self, page: int) -> Person:
        """An open page with an address of its own."""
        if page not in self.open:
            socket = await connect(
                f"ws://{self._server.address}/socket",
                compression=None,
                max_size=None,
                ping_interval=None,
                local_addr=(f"{self._network}.{page + 1}", 0),
            )
            self.open[page] = Person(socket, self.keys[page])
            self._sent[page] = self._seen[page] = 0
            await self.open[page].hears("welcome")
        return self.open[page]

    async def close(self, page: int, *, abruptly: bool = False) -> None:
        """Close a page; *abruptly* is without a goodbye."""
        if person := self.open.pop(page, None):
            if abruptly and isinstance(person.socket, ClientConnection):
                person.socket.transport.abort()
            await person.leaves()

    async def send(self, page: int, do: str, **fields: Any) -> None:
        person = await self.opened(page)
        self._sent[page] += 1
        await person.socket.send(json.dumps({"do": do, **fields}))

    async def answer(self, page: int, do: str, **fields: Any) -> News:
        """The answer to a command; one that was too fast is sent again, a little later."""
        person = await self.opened(page)
        while True:
            found = await self._answer(person, len(person.heard), page, do, **fields)
            if not (found["is"] == "refused" and found["code"] == "too_fast"):
                return found
            await asyncio.sleep(0.2)

    async def _answer(self, person: Person, before: int, page: int, do: str, **fields: Any) -> News:
        def answered(_: Person) -> News | None:
            since = person.heard[before:]
            return next((news for news in since if _answers(news) and news["id"] == fields["id"]), None)

        await self.send(page, do, **fields)
        found: News = await person.until(answered, f"for the answer to {do}")
        return found

    def unseen(self, page: int) -> list[News]:
        """What a page has heard since it was looked at last; every command was answered once."""
        heard = self.open[page].heard
        news, self._seen[page] = heard[self._seen[page] :], len(heard)
        answers = sum(map(_answers, heard))
        assert answers == self._sent[page], f"{answers} answers to {self._sent[page]} commands"
        return news


def _answers(news: News) -> bool:
    """Whether this answers a command."""
    return news["is"] != "table" and "id" in news
