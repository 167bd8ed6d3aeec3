"""One socket, without a network: what it takes, what it lets wait, and when it is cut off."""

from __future__ import annotations

import asyncio
import json
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.types import Message

from elfer.server.lobby import Lobby
from elfer.server.sessions.session import Session
from elfer.server.web.socket import (
    COMMANDS_PER_SECOND,
    MAX_COMMANDS_AT_ONCE,
    MAX_REFUSALS,
    MAX_WAITING_CHARACTERS,
    MAX_WAITING_FRAMES,
)
from tests.server.indoors import within
from tests.server.web.wires import Wire, page_socket


async def served(lobby: Lobby, wire: Wire) -> list[dict[str, Any]]:
    """Serve a connection until it ends; the news that went out."""
    socket = page_socket(wire)
    session = Session(lobby, "192.0.2.1", socket.send)
    await socket.serve(session)
    session.close()
    return [json.loads(frame) for frame in wire.sent]


def pings(count: int) -> list[str]:
    return [json.dumps({"do": "ping", "id": str(number)}) for number in range(count)]


def test_commands_are_answered_one_by_one_until_the_connection_ends() -> None:
    async def story(lobby: Lobby) -> None:
        news = await served(lobby, wire := Wire(*pings(3)))
        assert news == [{"is": "done", "id": str(number)} for number in range(3)]
        assert wire.closed is None
        assert not lobby.sessions

    within(story)


class Hasty(Wire):
    """A peer whose commands are all there before the first one is looked at."""

    pending = True

    async def receive(self) -> Message:
        return self._messages.pop(0) if self._messages else {"type": "websocket.disconnect"}


def test_others_have_a_turn_after_each_of_many_commands() -> None:
    async def story(lobby: Lobby) -> None:
        wire, answered = Hasty(*pings(30)), list[int]()

        async def others() -> None:
            while True:
                answered.append(len(wire.sent))
                await asyncio.sleep(0)

        busy = asyncio.create_task(others())
        await served(lobby, wire)
        busy.cancel()
        assert set(answered) >= set(range(1, 31))

    within(story)


@pytest.mark.usefixtures("at_once")
def test_too_many_commands_are_refused_then_the_socket_is_closed() -> None:
    async def story(lobby: Lobby) -> None:
        most = MAX_COMMANDS_AT_ONCE + MAX_REFUSALS
        news = await served(lobby, wire := Wire(*pings(most + 20)))
        assert wire.closed == 1008
        assert [one["is"] for one in news] == ["done"] * MAX_COMMANDS_AT_ONCE + ["refused"] * MAX_REFUSALS
        assert news[-1] == {"is": "refused", "id": str(most - 1), "code": "too_fast", "params": {}}

    within(story)


def test_whatever_is_no_text_closes_the_socket() -> None:
    async def story(lobby: Lobby) -> None:
        assert await served(lobby, wire := Wire(None, *pings(1))) == []
        assert wire.closed == 1003

    within(story)


def test_whoever_takes_nothing_is_cut_off_and_nobody_waits() -> None:
    socket = page_socket(wire := Wire(deaf=True))
    for _ in range(MAX_WAITING_FRAMES):
        socket.send("{}")
    assert wire.closed is None
    socket.send("{}")
    assert wire.closed == 1008
    wire.reads()
    assert wire.sent == []


def test_a_slow_reader_gets_all_frames_in_their_order() -> None:
    socket = page_socket(wire := Wire())
    socket.send("1")
    wire.ready = False
    for number in range(2, 100):
        socket.send(str(number))
    assert wire.sent == ["1"]
    wire.reads()
    socket.send("100")
    assert wire.sent == [str(number) for number in range(1, 101)]


def test_of_news_that_can_be_merged_the_last_one_counts() -> None:
    socket = page_socket(wire := Wire(deaf=True))
    for text, merge in zip(
        ("a1", "1", "b1", "a2", "2", "a3", "b2"), ("a", "", "b", "a", "", "a", "b"), strict=True
    ):
        socket.send(text, merge)
    wire.reads()
    assert wire.sent == ["1", "2", "a3", "b2"]
    wire.ready = False
    socket.send("a4", "a")
    wire.reads()
    assert wire.sent[4:] == ["a4"], "what was sent is past"


def test_news_that_can_be_merged_are_no_reason_to_cut_anybody_off() -> None:
    socket = page_socket(wire := Wire(deaf=True))
    for number in range(MAX_WAITING_FRAMES):
        socket.send(str(number))
    for number in range(10 * MAX_WAITING_FRAMES):
        socket.send(f"table {number}", "table")
        socket.send(f"tables {number}", "tables")
    assert wire.closed is None
    wire.reads()
    assert len(wire.sent) == MAX_WAITING_FRAMES + 2
    assert wire.sent[-1] == f"tables {10 * MAX_WAITING_FRAMES - 1}"


def test_long_frames_that_wait_are_bounded_too() -> None:
    socket = page_socket(wire := Wire(deaf=True))
    socket.send("x" * 2 * MAX_WAITING_CHARACTERS)
    assert wire.closed is None, "one alone may be as long as it is"
    socket.send("x")
    assert wire.closed == 1008
    socket = page_socket(wire := Wire(deaf=True))
    for _ in range(1000):
        socket.send("x" * (MAX_WAITING_CHARACTERS // 2), "table")
    assert wire.closed is None, "what was replaced does not count"
    wire.reads()
    wire.ready = False
    socket.send("x" * (MAX_WAITING_CHARACTERS - 1))
    socket.send("x")
    assert wire.closed is None, "what was read does not count"


def test_refusals_are_forgiven_as_commands_are_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who sends twice as many commands as allowed has every second one refused, and is never cut off."""
    ticks = count()
    clock = SimpleNamespace(monotonic=lambda: next(ticks) / (2 * COMMANDS_PER_SECOND))
    monkeypatch.setattr("elfer.server.limits.time", clock)

    async def story(lobby: Lobby) -> None:
        news = await served(lobby, wire := Wire(*pings(20 * MAX_REFUSALS)))
        assert wire.closed is None
        assert sum(one["is"] == "refused" for one in news) > 5 * MAX_REFUSALS

    within(story)
