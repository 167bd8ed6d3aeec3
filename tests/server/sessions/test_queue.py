"""A session whose commands are queued: they are carried out in order, also after its page has left."""

from __future__ import annotations

import asyncio
import json

from elfer.server.lobby import Lobby
from elfer.server.sessions.queue import QueuedSession
from elfer.server.sessions.session import Session
from tests.server.indoors import BalkyStore, within
from tests.server.people import new_key


class Heard(list[str]):
    """Frames that were sent to a page."""

    def send(self, frame: str, merge: str = "") -> None:
        self.append(frame)


def ping(number: int) -> str:
    return json.dumps({"do": "ping", "id": str(number)})


def test_others_have_a_turn_after_each_of_many_commands() -> None:
    async def story(lobby: Lobby) -> None:
        waiting = list[int]()
        queue = QueuedSession(Session(lobby, "192.0.2.1", Heard().send))
        for number in range(20):
            queue.receive(ping(number))
        while queue.answering or not waiting:
            waiting.append(queue._commands.qsize())
            await asyncio.sleep(0)
        assert set(waiting) >= set(range(20))
        queue.leave()
        await queue.serving
        assert not lobby.sessions

    within(story)


def test_what_a_page_asked_for_before_it_left_is_done_and_nothing_is_cancelled() -> None:
    store = BalkyStore()

    async def story(lobby: Lobby) -> None:
        heard = Heard()
        queue = QueuedSession(Session(lobby, "192.0.2.1", heard.send))
        setup = {"game": "duel", "seats": 2}
        create = {"do": "create", "setup": setup, "name": "Ada", "key": new_key(), "bots": ["easy"]}
        store.open.clear()
        queue.receive(json.dumps({**create, "start": True, "id": "make"}))
        queue.receive(ping(1))
        await store.writes.wait()
        queue.leave()
        queue.receive(ping(2))
        queue.leave()
        assert not queue.serving.done()
        store.open.set()
        await queue.serving
        answers = [news["id"] for news in map(json.loads, heard) if news["is"] == "done"]
        assert answers == ["make", "1"]
        assert not lobby.sessions
        (table,) = await store.ids()
        assert await store.finished(table, 1)

    within(story, store)
