"""The protocol as others rely on it: its schema fits a real session, and the client of the document plays."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect

import elfer
from elfer.bots.simple import random as at_random
from elfer.core.chance import Chance
from elfer.games import registry
from elfer.server import wire
from tests.server.people import PATIENCE, Person, Refusal, Server, new_key, person, serving
from tests.server.programs import CLIENT, needs_node, runs

ROOT = Path(__file__).parents[2]
SCHEMA: dict[str, Any] = json.loads((ROOT / "docs" / "protocol.schema.json").read_text("utf-8"))


def valid(part: str) -> Any:
    """What checks a message against a part of the schema."""
    return jsonschema.Draft202012Validator({**SCHEMA, "anyOf": [{"$ref": f"#/$defs/{part}"}]})


COMMAND, NEWS = valid("Command"), valid("News")


class Heard:
    """A socket that keeps what is sent."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.sent: list[str] = []

    @property
    def close_code(self) -> int | None:
        return self._socket.close_code

    async def send(self, frame: str) -> None:
        self.sent.append(frame)
        await self._socket.send(frame)

    async def close(self) -> None:
        await self._socket.close()

    def __aiter__(self) -> AsyncIterator[Any]:
        return self._socket.__aiter__()


async def talked(server: Server) -> tuple[list[str], list[str]]:
    """All that is sent and heard in a session that uses much of the protocol."""
    async with connect(f"ws://{server.address}/socket", max_size=None) as socket:
        heard = Heard(socket)
        ada = Person(heard, new_key())
        await ada.say("lobby")
        await ada.creates("cheat", 3, options={"edition": "star-wars"}, people=["Ben", "Oma"], start=True)
        await ada.say("hold", seat=0)
        await ada.plays()
        await ada.say("play", move="doubt", at=ada.at, seat=2)
        await ada.creates("classic", 3, bots=["easy", "medium"], start=True, listed=True)
        with contextlib.suppress(Refusal):  # the bots may not be ready yet
            await ada.say("hint")
        await ada.say("emote", emote="wow")
        assert await ada.refused("play", move="R99", at=ada.at)
        await ada.plays_on()
        await ada.say("record")
        await ada.say("replay", seat=1)
        await ada.say("code")
        setup = {"game": "snap", "seats": 2, "rounds": 2, "pace": "quick", "programs": True}
        await ada.say("change", setup=setup)
        await ada.say("ping")
        await ada.say("leave")
        await ada.leaves()
        return heard.sent, ada.frames


def test_the_schema_is_made_from_the_servers_types() -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "tools.schema", "--check"], cwd=ROOT, capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stderr
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_all_frames_of_a_session_are_as_the_schema_says(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        sent, heard = asyncio.run(talked(server))
    assert len({json.loads(frame)["do"] for frame in sent}) > 10
    assert len({json.loads(frame)["is"] for frame in heard}) > 8
    for frame in sent:
        COMMAND.validate(json.loads(frame))
    for frame in heard[:200]:
        NEWS.validate(json.loads(frame))


@pytest.mark.parametrize("game", registry())
def test_views_and_events_of_every_game_are_as_the_schema_says(game: str) -> None:
    match, rng, view, event = elfer.start(game, seed=2), Chance(2), valid("View"), valid("Event")
    while not match.over and match.steps < 40:
        seat = rng.shuffled(match.actors)[0]
        for happened in match.play(seat, at_random(match.game, match.moves(seat), rng)):
            event.validate(json.loads(elfer.to_json(happened.seen_by(0))))
        view.validate(json.loads(elfer.to_json(match.view(match.steps % match.seats))))


@pytest.mark.parametrize(
    "frame",
    [
        '{"do":"ping"}',
        '{"do":"ping","id":"a b"}',
        '{"do":"ping","id":"1","more":1}',
        '{"do":"fly","id":"1"}',
        '{"do":"play","id":"1","move":"R11"}',
        '{"do":"play","id":"1","move":"R11","at":-1}',
        '{"do":"sit","id":"1","seat":20,"name":"Ada"}',
        '{"do":"enter","id":"1","table":"short","key":"short"}',
        '{"do":"emote","id":"1","emote":"rage"}',
        "[]",
    ],
)
def test_what_the_server_refuses_to_read_is_wrong_in_the_schema_too(frame: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        wire.parse_command(frame)
    assert not COMMAND.is_valid(json.loads(frame))


# The client


def node_version() -> int:
    out = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout
    return int(out.removeprefix("v").partition(".")[0])


def test_the_client_of_the_document_is_the_example_and_short() -> None:
    text = CLIENT.read_text("utf-8")
    shown = re.findall(r"```js\n(.*?)```", (ROOT / "docs" / "protocol.md").read_text("utf-8"), re.DOTALL)
    assert shown == [text]
    assert len(text.splitlines()) <= 40


@needs_node
def test_the_client_says_in_a_line_what_it_lacks() -> None:
    plain = ["node", *(["--no-experimental-websocket"] if node_version() >= 22 else [])]
    for command, said in (
        (["node", str(CLIENT), "nonsense"], "Say where: node client.mjs http"),
        (["node", str(CLIENT)], "Say where: node client.mjs http"),
        ([*plain, str(CLIENT), "http://127.0.0.1:1/"], "This Node has no WebSocket unless asked: "),
    ):
        out = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        assert (out.returncode, out.stdout, len(out.stderr.splitlines())) == (1, "", 1)
        assert out.stderr.startswith(said)


@needs_node
def test_the_client_plays_a_match_at_a_table_of_its_own_and_at_one_of_others(tmp_path: Path) -> None:
    async def story() -> None:
        async with person(server) as ada:
            table = await ada.creates("junior", 2, programs=True, rounds=2)
            link = f"http://{server.address}/t/{table}"
            client = asyncio.create_task(asyncio.to_thread(runs, link))
            await ada.until(lambda p: p.table["chairs"][1]["program"], "for the client")
            await ada.say("start")
            await ada.plays_on()
            points = ", ".join(map(str, ada.update["result"]["points"]))
            assert (await client).endswith(f"Points: {points}.\n")
            assert await asyncio.to_thread(runs, link) == "There is no free seat.\n"
            await ada.say("change", setup={"game": "junior", "seats": 3})
            assert await asyncio.to_thread(runs, link) == "Refused: no_programs {}\n"

    with serving(tmp_path / "data") as server:
        assert runs(f"http://{server.address}/").startswith("Won by seat ")
        asyncio.run(story())
    assert runs("http://127.0.0.1:1/") == "There is no server at 127.0.0.1:1.\n"
