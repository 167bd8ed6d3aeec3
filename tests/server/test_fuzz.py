"""Frames of every kind: the decoder knows only commands and errors, and the server answers or closes."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from elfer.games import games
from elfer.server import wire
from tests.server.bystanders import act, bystanders, complaints
from tests.server.people import Person, Server, new_key, person, serving

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine is no fault."""
TABLE, KEY = "A" * 22, "k" * 43
COMMANDS: list[dict[str, Any]] = [
    {"do": "ping"},
    {"do": "lobby"},
    {
        "do": "create",
        "setup": {"game": "classic", "seats": 2, "options": {"without": "red"}, "rounds": 2, "pace": "quick"},
        "name": "Cleo",
        "key": KEY,
        "people": [],
        "bots": ["easy"],
        "start": True,
    },
    {"do": "enter", "table": TABLE, "key": KEY, "at": 0},
    {"do": "sit", "seat": 1, "name": "Cleo", "beside": True},
    {"do": "hold", "seat": 0},
    {"do": "rename", "name": "Cleo", "seat": 0},
    {"do": "leave"},
    {"do": "change", "setup": {"game": "duel", "seats": 2, "options": {"colours": ["red", "blue"]}}},
    {"do": "place", "seat": 1, "bot": "easy"},
    {"do": "swap", "seat": 0, "other": 1},
    {"do": "start"},
    {"do": "ready"},
    {"do": "play", "move": "draw", "at": 0, "seat": 0},
    {"do": "say", "text": "rot 11", "lang": "de", "open": "{GY}9"},
    {"do": "undo", "at": 0},
    {"do": "speed", "speed": "fast"},
    {"do": "substitute", "seat": 0},
    {"do": "remove", "seat": 1},
    {"do": "clear"},
    {"do": "code"},
    {"do": "redeem", "code": "ABCDEFGH", "key": KEY},
    {"do": "hint"},
    {"do": "emote", "emote": "hello"},
    {"do": "record", "match": 1},
    {"do": "replay", "match": 1, "seat": 0, "first": 0, "seen": True},
    {"do": "learn", "game": "classic", "part": 0},
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("fuzz") / "data"
    with serving(data, "--tables", "100000", "--sockets", "1000") as server:
        yield server
        assert complaints(server) == []


def reads(frame: str | bytes) -> None:
    """Read a frame: it is a command, or msgspec says why not; anything else is a fault."""
    try:
        command = wire.parse_command(frame)
    except msgspec.DecodeError:
        return
    assert isinstance(command, wire.AnyCommand)


def test_every_command_is_among_those_to_be_changed() -> None:
    read = {type(wire.parse_command(json.dumps({**command, "id": "1"}))) for command in COMMANDS}
    assert read == set(wire.AnyCommand.__args__)


@CALM
@given(st.binary(max_size=2_000))
def test_the_decoder_takes_any_bytes(frame: bytes) -> None:
    reads(frame)


@CALM
@given(st.text(max_size=2_000))
def test_the_decoder_takes_any_text(frame: str) -> None:
    reads(frame)


@CALM
@given(JSON)
def test_the_decoder_takes_any_json(value: Any) -> None:
    reads(json.dumps(value))


@settings(CALM, max_examples=300)
@given(st.sampled_from(COMMANDS), st.data())
def test_the_decoder_takes_commands_with_other_fields(command: dict[str, Any], data: st.DataObject) -> None:
    changed = {**command, "id": "1"}
    name = data.draw(st.sampled_from(sorted(changed)) | st.text(max_size=8))
    changed[name] = data.draw(JSON)
    reads(json.dumps(changed))


@settings(CALM, max_examples=300)
@given(st.sampled_from(COMMANDS), st.integers(0, 400), st.integers(0, 8), st.binary(max_size=4))
def test_the_decoder_takes_broken_commands(command: dict[str, Any], at: int, cut: int, put: bytes) -> None:
    frame = json.dumps({**command, "id": "1"}).encode()
    reads(frame[:at] + put + frame[at + cut :])


@pytest.mark.parametrize("digits", [10, 20, 400, 5_000, 15_000])
def test_the_decoder_takes_any_number(digits: int) -> None:
    for number in ("9" * digits, "-" + "9" * digits, "1e" + "9" * digits, "0." + "9" * digits):
        reads(number)
        reads(f'{{"do":"play","id":"1","move":"draw","at":{number}}}')
        setup = f'{{"game":"classic","seats":2,"options":{{"first":{number}}}}}'
        reads(f'{{"do":"change","id":"1","setup":{setup}}}')


@pytest.mark.parametrize("depth", [10, 500, 990, 1_010, 5_000, 100_000])
@pytest.mark.parametrize("bracket", ["[]", "{}"])
def test_the_decoder_takes_any_depth(depth: int, bracket: str) -> None:
    opening = bracket[0] if bracket == "[]" else '{"a":'
    nested = opening * depth + "1" + bracket[1] * depth
    reads(nested)
    reads(opening * depth)
    for field in ("id", "more", "setup", "options"):
        reads(f'{{"do":"create","{field}":{nested}}}')


WRONG: list[Any] = [
    None, True, 0, 1, -1, 2**63, 10**400, 1.5, "", "x" * 90, "\x00", [], [[]], {},
    {"first": 1}, {"first": -1}, {"first": 10**400}, {"layout": "x\n1 2\n\x00"}, {"layout": "/etc/passwd"},
    {"row_order": ["red"] * 4}, {"colours": ["red", []]}, {"colours": ["red", "red"]},
]  # fmt: skip


def frames(seed: int, count: int, table: str) -> list[str]:
    """Frames, most of them nearly right; commands with ids that are theirs alone."""
    chance = random.Random(seed)
    made = []
    for number in range(count):
        command = {**chance.choice(COMMANDS), "id": f"f{seed}-{number}"}
        if "table" in command:
            command["table"] = chance.choice([table, TABLE])
        if "key" in command:
            command["key"] = new_key()
        for _ in range(chance.choice([0, 0, 1, 2])):
            _change(command, chance)
        text = json.dumps(command)
        if chance.random() < 0.1:
            at = chance.randrange(len(text))
            text = text[:at] + chance.choice(['"', "{", "\\", "\x00", "é", ""]) + text[at + 1 :]
        made.append(text)
    return made


def _change(command: dict[str, Any], chance: random.Random) -> None:
    """Change a field of a command, or of what is played."""
    inner = isinstance(command.get("setup"), dict) and chance.random() < 0.7
    where = dict(command["setup"]) if inner else command
    name = chance.choice([*(name for name in where if name not in ("id", "do")), "at", "options", "game"])
    where[name] = chance.choice([*WRONG, *games()])
    if inner:
        command["setup"] = where


def test_hundreds_of_random_frames_are_each_answered(server: Server) -> None:
    async def scene() -> None:
        async with bystanders(server), person(server) as ada:
            table = await ada.creates("classic", 3)
            sent = await asyncio.gather(*(_sends(server, seed, table) for seed in range(8)))
            assert sum(sent) > 300
            assert (await ada.say("lobby"))["is"] == "done"

    act(scene)


async def _sends(server: Server, seed: int, table: str) -> int:
    """Send frames, each of which gets an answer; how many."""
    async with person(server) as eve:
        for number, frame in enumerate(made := frames(seed, 50, table), 1):
            await eve.socket.send(frame)
            await _answered(eve, number, frame)
        return len(made)


async def _answered(eve: Person, number: int, frame: str) -> None:
    await eve.until(lambda p: _answers(p) == number, f"for an answer to {frame}")


def _answers(eve: Person) -> int:
    return sum(
        news["is"] in ("done", "refused", "code", "hint", "record", "replay", "heard") for news in eve.heard
    )
