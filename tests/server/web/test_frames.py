"""Frames of any kind: how many a socket and an address may send, and what a server makes of the rest."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from websockets.frames import Frame, Opcode

from elfer.server.web.frames import MAX_FRAMES_AT_ONCE, encoded
from tests.server.bystanders import act, bystanders, complaints, memory
from tests.server.people import Server, new_key, person, serving
from tests.server.raw import BEGIN, CLOSE, PART, PING, PONG, TEXT, close_code, frame, raw_socket

BOUND = 48 << 20
"""How much the server's memory may grow by what one test does to it."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("frames") / "data"
    with serving(data, "--tables", "1000", "--sockets", "1000") as server:
        yield server
        assert complaints(server) == []


@pytest.mark.parametrize(
    "flood",
    [
        frame(PING),
        frame(PING, bytes(125)),
        frame(PONG),
        frame(PONG, bytes(125)),
        frame(BEGIN) + 60 * frame(PART) + frame(PART | 0x80),
    ],
    ids=["pings", "long pings", "pongs", "long pongs", "parts"],
)
def test_frames_of_any_kind_are_limited(server: Server, flood: bytes) -> None:
    """Without a limit, this one socket would keep the server busy for as long as it likes."""

    async def scene() -> None:
        async with bystanders(server), raw_socket(server) as eve:
            before = memory(server)
            ending = asyncio.create_task(eve.rest())
            with pytest.raises(ConnectionError):
                await eve.keeps_saying(flood * 100, 20_000)
            heard = await ending
            assert heard.count(b"\x8a") < 1.5 * MAX_FRAMES_AT_ONCE, "so many pings were answered"
            assert memory(server) - before < BOUND

    act(scene)


def test_the_liveliest_page_stays_within_the_limits(server: Server) -> None:
    """Sixty commands at once of the greatest length, and then twenty in a second, with pings in between."""

    async def scene() -> None:
        async with bystanders(server), person(server) as ada:
            long = json.dumps({"do": "ping", "id": "1", "more": "x" * 16_000})
            for _ in range(60):
                await ada.socket.send(long)
            for number in range(20):
                await asyncio.sleep(0.06)
                await ada.socket.send(json.dumps({"do": "ping", "id": f"c{number}"}))
            assert (await ada.hears("done", id="c19"))["is"] == "done"
            assert [news.get("code") for news in ada.heard].count("bad_frame") == 60

    act(scene)


def test_a_school_behind_one_address_stays_within_the_limits(tmp_path: Path) -> None:
    """All sockets that an address may have, each with as many commands at once as a page ever sends."""

    async def scene(server: Server) -> None:
        async with bystanders(server), AsyncExitStack() as stack:
            pupils = [await stack.enter_async_context(person(server)) for _ in range(64)]
            for pupil in pupils:
                for number in range(58):
                    await pupil.socket.send(json.dumps({"do": "ping", "id": f"c{number}"}))
            for pupil in pupils:
                assert (await pupil.hears("done", id="c57"))["is"] == "done"

    with serving(tmp_path / "data") as server:
        act(lambda: scene(server))


def test_an_address_beyond_its_limit_waits_and_nobody_there_is_cut_off(tmp_path: Path) -> None:
    async def scene(server: Server) -> None:
        async with bystanders(server), AsyncExitStack() as stack:
            four = [await stack.enter_async_context(person(server)) for _ in range(4)]
            for one in four:
                for _ in range(60):
                    await one.socket.pong(b"")  # type: ignore[attr-defined]
            for one in four:
                for number in range(20):
                    await one.socket.send(json.dumps({"do": "ping", "id": f"c{number}"}))
            for one in four:
                assert (await one.hears("done", id="c19"))["is"] == "done"

    with serving(tmp_path / "data", "--sockets", "4") as server:
        act(lambda: scene(server))


def test_text_that_is_no_text_is_told_and_logged_by_nobody(server: Server) -> None:
    async def scene() -> None:
        async with bystanders(server):
            before = len(server.logged())
            for more in (b"", frame(CLOSE), frame(TEXT, b"\xff") * 20, frame(PING) * 20):
                for _ in range(10):
                    async with raw_socket(server) as eve:
                        eve.say(frame(TEXT, b"\xff\xfe") + more)
                        heard = await eve.rest()
                        assert close_code(heard) in (1007, 1005) or b"\x88\x00" in heard
            assert len(server.logged()) == before

    act(scene)


def test_commands_of_who_goes_at_once_are_carried_out(server: Server) -> None:
    """They and the goodbye come together; the goodbye does not overtake them."""

    async def scene() -> None:
        create = {"do": "create", "id": "1", "name": "Ada", "setup": {"game": "duel", "seats": 2}}
        pings = [frame(TEXT, b'{"do": "ping", "id": "%d"}' % number) for number in range(40)]
        async with bystanders(server), raw_socket(server) as ada:
            before = tables(server)
            last = frame(TEXT, json.dumps({**create, "key": new_key()}).encode())
            ada.say(b"".join(pings) + last + frame(CLOSE, b"\x03\xe8"))
            assert close_code(await ada.rest()) == 1000
            while tables(server) == before:
                await asyncio.sleep(0.1)

    act(scene)


def tables(server: Server) -> int:
    """How many tables were ever opened and saved."""
    return int(server.rows("SELECT count(*) FROM tables")[0][0])


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_a_frame_is_what_the_standard_says(size: int) -> None:
    for letter in ("x", "ä"):
        text = letter * size
        assert encoded(text) == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
