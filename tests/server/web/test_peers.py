"""Broken, huge, endless and silent peers: each is refused or cut off, and another table goes on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import struct
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.bystanders import act, bystanders, complaints, lets_go, memory, open_connections
from tests.server.people import Person, Server, new_key, person, serving
from tests.server.raw import BEGIN, BINARY, PART, PING, TEXT, close_code, frame, raw_socket

MEGABYTE = 1 << 20
BOUND = 48 * MEGABYTE
"""How much the server's memory may grow by what one test does to it."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("faults") / "data"
    patient = ("--ping", "600")  # so that no silence is cut off where something else should be
    with serving(data, "--tables", "1000", "--sockets", "1000", *patient) as server:
        yield server
        assert complaints(server) == []


async def answer_to(someone: Person, frame: str) -> dict[str, Any]:
    """What the server says to a frame of any text."""
    before = len(someone.heard)
    await someone.socket.send(frame)
    await someone.until(lambda p: len(p.heard) > before, f"for an answer to {frame[:60]}")
    return someone.heard[before]


def refuses(server: Server, *frames: str) -> None:
    """Each of the frames is refused, and the socket that sent them is as good as before."""

    async def scene() -> None:
        async with bystanders(server), person(server) as cleo:
            for frame in frames:
                answer = await answer_to(cleo, frame)
                assert (answer["is"], answer["code"]) == ("refused", "bad_frame"), frame[:80]
            assert (await cleo.say("lobby"))["is"] == "done"

    act(scene)


def test_malformed_json_is_refused(server: Server) -> None:
    refuses(server, "", "{", "nonsense", '{"do": "lobby", "id": "1"', "[]", "null", "7", '"lobby"', "{} {}")


@pytest.mark.parametrize("depth", [200, 900, 3_000, 8_000])
def test_deep_nesting_is_refused(server: Server, depth: int) -> None:
    nested = "[" * depth + "]" * depth
    create = (
        '{"do":"create","id":"1","key":"%s","name":"Cleo","setup":{"game":"classic","seats":2,"options":%s}}'
    )
    refuses(
        server,
        nested,
        '{"a":' * (depth // 3) + "1" + "}" * (depth // 3),
        f'{{"do": "lobby", "id": "1", "more": {nested}}}',
        create % (new_key(), f'{{"colours": {nested}}}'),
    )


def test_wrong_types_are_refused(server: Server) -> None:
    key, setup = new_key(), {"game": "classic", "seats": 2}
    commands: list[dict[str, Any]] = [
        {"do": "lobby"},
        {"do": 7, "id": "1"},
        {"do": "fly", "id": "1"},
        {"do": "lobby", "id": 1},
        {"do": "lobby", "id": ""},
        {"do": "lobby", "id": "i" * 41},
        {"do": "lobby", "id": "a b"},
        {"do": "play", "id": "1", "move": ["R11"], "at": 0},
        {"do": "play", "id": "1", "move": "R11", "at": -1},
        {"do": "play", "id": "1", "move": "R11", "at": 1.5},
        {"do": "play", "id": "1", "move": "R11", "at": 10**30},
        {"do": "sit", "id": "1", "seat": "0", "name": "Cleo"},
        {"do": "sit", "id": "1", "seat": 20, "name": "Cleo"},
        {"do": "emote", "id": "1", "emote": "rude"},
        {"do": "create", "id": "1", "name": "Cleo", "key": key, "setup": {**setup, "seats": True}},
        {"do": "create", "id": "1", "name": "Cleo", "key": key, "setup": {**setup, "options": {"a": {}}}},
        {"do": "create", "id": "1", "name": "Cleo", "key": key, "setup": setup, "bots": ["divine"]},
    ]
    refuses(server, *map(json.dumps, commands))


def test_unknown_fields_are_refused(server: Server) -> None:
    setup = {"game": "classic", "seats": 2, "seed": 1}
    refuses(
        server,
        '{"do": "lobby", "id": "1", "seat": 0}',
        '{"do": "play", "id": "1", "move": "R11", "at": 0, "seats": 1}',
        json.dumps({"do": "create", "id": "1", "name": "Cleo", "key": new_key(), "setup": setup}),
    )


def ends(server: Server, messages: Callable[[], Iterable[bytes]], *codes: int | None) -> None:
    """The messages end the socket that sent them, with a code; twenty times, at constant memory.

    A peer that is still sending when its socket is closed may miss the code.
    """

    async def scene() -> None:
        async with bystanders(server):
            before = memory(server)
            for _ in range(20):
                async with raw_socket(server) as cleo:
                    for message in messages():
                        cleo.say(message)
                    assert close_code(await cleo.rest()) in codes
            assert memory(server) - before < BOUND

    act(scene)


def test_a_frame_of_a_megabyte_ends_its_socket(server: Server) -> None:
    ends(server, lambda: [b"\x81\xff" + struct.pack("!Q", MEGABYTE) + bytes(4 + MEGABYTE)], 1009, None)


def test_a_frame_that_only_says_that_it_is_huge_ends_its_socket(server: Server) -> None:
    ends(server, lambda: [b"\x81\xff" + struct.pack("!Q", (1 << 63) - 1)], 1009)


def test_a_message_of_many_parts_that_gets_too_long_ends_its_socket(server: Server) -> None:
    ends(server, lambda: [frame(BEGIN), *(frame(PART, bytes(1000)) for _ in range(20))], 1009, None)


def test_a_message_of_endless_empty_parts_ends_its_socket(server: Server) -> None:
    ends(server, lambda: [frame(BEGIN), *(frame(PART) for _ in range(5_000))], None)


def test_a_binary_frame_ends_its_socket(server: Server) -> None:
    ends(server, lambda: [frame(BINARY, b'{"do": "lobby", "id": "1"}')], 1003)


def test_text_that_is_no_text_ends_its_socket(server: Server) -> None:
    ends(server, lambda: [frame(TEXT, b"\xff\xfe")], 1007)


def test_a_frame_without_a_mask_ends_its_socket(server: Server) -> None:
    ends(server, lambda: [b"\x81\x02{}"], 1002)


def test_ten_thousand_commands_at_once_end_their_socket(server: Server) -> None:
    flood = b"".join(frame(TEXT, b'{"do":"lobby","id":"%d"}' % number) for number in range(10_000))

    async def scene() -> None:
        async with bystanders(server) as others:
            before = memory(server)
            async with raw_socket(server) as cleo:
                cleo.say(flood)
                heard = await cleo.rest()
                assert close_code(heard) == 1008
                assert b"too many commands" in heard
                assert heard.count(b'"id":') < 500
            await others.go_on()
            assert memory(server) - before < BOUND

    act(scene)


def test_who_keeps_sending_a_little_too_much_is_told_before_being_cut_off(server: Server) -> None:
    async def scene() -> None:
        async with bystanders(server), person(server) as cleo:
            codes = []
            for number in range(80):
                await cleo.socket.send(json.dumps({"do": "ready", "id": f"c{number}"}))
            for number in range(80):
                news = await cleo.hears("refused", id=f"c{number}")
                codes.append(news["code"])
            assert set(codes) == {"no_table_entered", "too_fast"}
            await asyncio.sleep(1)
            assert (await cleo.say("lobby"))["is"] == "done"

    act(scene)


def test_who_never_reads_is_cut_off_and_the_table_goes_on(server: Server) -> None:
    """Ada's table is busy: five bots move as soon as they may. Some look on who read nothing of it."""

    async def scene() -> None:
        async with bystanders(server) as others, contextlib.AsyncExitStack() as stack:
            ada = await stack.enter_async_context(person(server))
            table = await ada.creates("classic", 6, bots=["easy"] * 5, start=True, rounds=50)
            before, opened = memory(server), open_connections(server)
            enter = json.dumps({"do": "enter", "id": "1", "table": table, "key": new_key()}).encode()
            deaf = [await stack.enter_async_context(raw_socket(server, reads=False)) for _ in range(5)]
            for one in deaf:
                one.say(frame(TEXT, enter))
            await ada.until(lambda p: p.table["watching"] == 5, "for those who look on")
            playing = asyncio.create_task(ada.plays_on())
            await ada.until(lambda p: p.table["watching"] == 0, "for them to be cut off")
            playing.cancel()
            await others.go_on()
            assert memory(server) - before < BOUND
            assert (await ada.insists("emote", emote="hello"))["is"] == "done"
            await lets_go(server, opened)

    act(scene)


def test_who_sends_pings_and_never_reads_is_cut_off(server: Server) -> None:
    async def scene() -> None:
        async with bystanders(server):
            before = memory(server)
            async with raw_socket(server, reads=False) as cleo:
                flood = frame(PING, bytes(125)) * 200
                with pytest.raises(ConnectionError):
                    await cleo.keeps_saying(flood, 2_000)
            assert memory(server) - before < BOUND

    act(scene)


def test_a_socket_that_falls_silent_is_closed_and_its_seat_stays(tmp_path: Path) -> None:
    """A half-open socket: the other side has gone without a word, so that nothing is answered."""

    async def scene(server: Server) -> None:
        key, setup = new_key(), {"game": "classic", "seats": 2}
        create = {"do": "create", "id": "1", "name": "Cleo", "key": key, "setup": setup}
        async with bystanders(server), raw_socket(server) as cleo, person(server) as dora:
            cleo.say(frame(TEXT, json.dumps(create).encode()))
            heard = await cleo.hears(b'"is":"done"')
            table = re.findall(rb'"id":"([\w-]{22})"', heard + await cleo.hears(b"}"))[0].decode()
            await dora.enters(table)
            assert dora.table["chairs"][0]["here"]
            await dora.until(lambda p: not p.table["chairs"][0]["here"], "for the silent one to go")
            assert dora.table["chairs"][0]["name"] == "Cleo"
            assert close_code(await cleo.rest()) == 1011

    with serving(tmp_path / "data", "--ping", "2") as server:
        act(lambda: scene(server))
