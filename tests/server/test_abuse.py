"""What is refused: play without a key, for another, twice, out of turn, or too often."""

from __future__ import annotations

import json
import re
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from elfer.server.tables.seating import hashed
from tests.server.bystanders import act, bystanders, complaints
from tests.server.people import Person, Refusal, Server, new_key, person, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("abuse") / "data"
    with serving(data, "--tables", "1000", "--sockets", "1000") as server:
        yield server
        assert complaints(server) == []


async def dealt(ada: Person, ben: Person) -> str:
    """A table at which Ada and Ben have been dealt a match."""
    table = await ada.creates("classic", 2)
    await ben.enters(table)
    await ben.say("sit", seat=1, name="Ben")
    await ada.say("start")
    for one in (ada, ben):
        await one.until(lambda p: p.update, "for the deal")
    return table


RECORD = """\
[Game "junior"]
[Version 1]
[Options {}]
[Seats 2]
[Rounds 1]
[Seed 5]
"""


def turns(ada: Person, ben: Person) -> tuple[Person, Person]:
    """Who is to move, and who is not."""
    return (ada, ben) if ada.seat in ada.update["awaited"] else (ben, ada)


SEATED: list[tuple[str, dict[str, Any]]] = [
    ("play", {"move": "pass", "at": 0}),
    ("say", {"text": "pass", "lang": "en"}),
    ("undo", {"at": 0}),
    ("leave", {}),
    ("rename", {"name": "Eve"}),
    ("ready", {}),
    ("code", {}),
    ("hint", {}),
    ("emote", {"emote": "hello"}),
    ("substitute", {"seat": 0}),
]
HOSTS: list[tuple[str, dict[str, Any]]] = [
    ("start", {}),
    ("change", {"setup": {"game": "classic", "seats": 2}}),
    ("place", {"seat": 1, "bot": "easy"}),
    ("swap", {"seat": 0, "other": 1}),
    ("speed", {"speed": "fast"}),
    ("remove", {"seat": 0}),
]


def test_every_command_of_a_seat_needs_its_key(server: Server) -> None:
    """The id of the table and the hash that is kept are not enough."""

    async def scene() -> None:
        async with bystanders(server), person(server) as ada, person(server) as ben, person(server) as eve:
            table = await dealt(ada, ben)
            for do, fields in SEATED + HOSTS:
                assert await eve.refused(do, **fields) == "no_table_entered"
            assert await eve.refused("enter", table=table) == "bad_frame"
            assert await eve.refused("enter", table=table, key=hashed(ada.key)) == "bad_frame"
            await eve.say("enter", table=table, key=hashed(ada.key)[:43])
            assert eve.seat is None
            await turns(ada, ben)[0].plays()

    act(scene)


def test_who_looks_on_may_only_look(server: Server) -> None:
    async def scene() -> None:
        async with bystanders(server), person(server) as ada, person(server) as ben, person(server) as eve:
            table = await dealt(ada, ben)
            await eve.enters(table)
            assert eve.seat is None
            assert eve.update["view"]["moves"] == []
            for do, fields in SEATED:
                assert await eve.refused(do, **fields) == "not_seated"
            for do, fields in HOSTS:
                assert await eve.refused(do, **fields) == "not_host"
            assert await eve.refused("record") == "match_not_over"
            assert await eve.refused("replay") == "match_not_over"
            await turns(ada, ben)[0].plays()

    act(scene)


def test_nobody_gets_anothers_seat(server: Server) -> None:
    async def scene() -> None:
        async with bystanders(server), person(server) as ada, person(server) as ben, person(server) as eve:
            table = await dealt(ada, ben)
            await eve.enters(table)
            assert await eve.refused("sit", seat=0, name="Ada") == "seat_taken"
            assert await ben.refused("sit", seat=0, name="Ada") == "already_seated"
            assert await ben.refused("remove", seat=0) == "not_host"
            assert await ben.refused("swap", seat=0, other=1) == "not_host"
            assert await eve.refused("redeem", code="AAAAAAAA", key=eve.key) == "no_code"
            code = (await ada.say("code"))["code"]
            assert await ben.refused("redeem", code=code, key=ben.key) == "already_seated"
            assert (ada.seat, ben.seat, eve.seat) == (0, 1, None)

    act(scene)


def test_codes_cannot_be_tried_out(server: Server) -> None:
    async def scene() -> None:
        async with bystanders(server), person(server) as eve:
            codes = [await eve.refused("redeem", code=f"AAAA{n:04}", key=eve.key) for n in range(20)]
            assert codes[0] == "no_code"
            assert codes[-1] == "too_fast"

    act(scene)


def test_a_move_out_of_turn_is_refused(server: Server) -> None:
    async def scene() -> None:
        async with bystanders(server), person(server) as ada, person(server) as ben:
            await dealt(ada, ben)
            mover, other = turns(ada, ben)
            assert await other.refused("play", move=mover.moves[0], at=other.at) == "not_your_turn"
            await mover.plays()
            await other.until(lambda p: p.at == 1)
            assert mover.at == 1

    act(scene)


async def _both_see(at: int, *people: Person) -> None:
    for one in people:
        await one.until(lambda p: p.at == at, "for the move")


def test_a_stale_move_is_refused(server: Server) -> None:
    async def scene() -> None:
        async with bystanders(server), person(server) as ada, person(server) as ben:
            await dealt(ada, ben)
            for _ in range(2):
                mover, _ = turns(ada, ben)
                at = await mover.plays()
                await _both_see(at, ada, ben)
            mover, _ = turns(ada, ben)
            assert await mover.refused("play", move=mover.moves[0], at=mover.at - 2) == "stale"
            assert await mover.refused("play", move=mover.moves[0], at=mover.at + 1) == "stale"
            await mover.plays()

    act(scene)


def test_a_command_sent_again_is_played_once(server: Server) -> None:
    async def scene() -> None:
        async with bystanders(server), person(server) as ada, person(server) as ben:
            await dealt(ada, ben)
            mover, other = turns(ada, ben)
            command = {"move": mover.moves[0], "at": mover.at, "id": "once"}
            first = await mover.say("play", **command)
            mover.heard.clear()
            assert await mover.say("play", **command) == first
            assert await other.refused("play", **{**command, "move": "nonsense", "at": 1}) != "stale"
            assert (mover.at, other.at) == (1, 1)

    act(scene)


def test_guessing_tables_finds_none(server: Server) -> None:
    async def scene() -> None:
        async with bystanders(server), person(server) as ada, person(server) as eve:
            table = await ada.creates("classic", 2)
            near = table[:-1] + ("A" if table[-1] != "A" else "Q")
            guesses = [near, *(secrets.token_urlsafe(16) for _ in range(30))]
            answers = [await eve.refused("enter", table=guess, key=eve.key) for guess in guesses]
            assert (answers[0], set(answers)) == ("no_table", {"no_table", "too_fast"})
            for wrong in ("", table[:-1], table + "A", "../" + table[3:], "%" * 22, "\u0000" * 22):
                assert await eve.refused("enter", table=wrong, key=eve.key) == "bad_frame"
            tables = (await eve.say("lobby"), await eve.hears("tables"))[1]["tables"]
            assert table not in {listed["id"] for listed in tables}

    act(scene)


def test_emotes_are_limited(server: Server) -> None:
    async def scene() -> None:
        async with bystanders(server), person(server) as ada, person(server) as ben:
            await dealt(ada, ben)
            await ada.say("emote", emote="bravo")
            assert await ada.refused("emote", emote="bravo") == "too_fast"
            await ben.hears("emote", seat=0, emote="bravo")
            await turns(ada, ben)[0].plays()
            assert sum(news["is"] == "emote" for news in ben.heard) == 1

    act(scene)


SQL = ("';DROP/**/TABLE/**/moves;--", "x'OR'1'='1", '");DELETE/**/FROM/**/tables;--')


def test_sql_is_only_text_in_every_field(server: Server) -> None:
    async def scene() -> None:
        async with bystanders(server) as others, person(server) as ada, person(server) as ben:
            table = await dealt(ada, ben)
            for text in SQL:
                await _say_everywhere(ada, text)
                await others.go_on()
            await turns(ada, ben)[0].plays()
            assert ada.table["id"] == table

    act(scene)
    with closing(sqlite3.connect(server.data / "elfer.db")) as database:
        names = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert {"tables", "matches", "moves"} <= names
        assert database.execute("SELECT count(*) FROM moves").fetchone()[0] > 0


async def _say_everywhere(ada: Person, text: str) -> None:
    """Say a text wherever a command has one; it is refused, or is a name or an id like others."""
    setup = {"game": "classic", "seats": 2}
    create = {"setup": setup, "name": "Cleo", "key": new_key()}
    await ada.refused("play", move=text, at=ada.at, id=text)
    assert ada.heard[-1]["id"] == text
    for do, fields in [
        (text, {}),
        ("enter", {"table": text, "key": ada.key}),
        ("enter", {"table": ada.table["id"], "key": text}),
        ("emote", {"emote": text}),
        ("redeem", {"code": text * 3, "key": ada.key}),
        ("create", {**create, "bots": [text]}),
        ("create", {**create, "setup": {**setup, "pace": text}}),
        ("create", {**create, "setup": {**setup, text: 1}}),
    ]:
        assert await ada.refused(do, **fields) == "bad_frame"
    for wrong in ({"game": text}, {"options": {text: 1}}, {"options": {"decks": text}}):
        code = await ada.refused("create", **{**create, "setup": {**setup, **wrong}})
        assert code in ("unknown_game", "unknown_option", "no_options", "option_choice")


def test_no_log_has_a_key_a_name_a_seed_or_a_card(tmp_path: Path) -> None:
    """A match is played to its end, with refusals, a wrong request and keys where they do not belong."""
    keys = [new_key() for _ in range(3)]

    async def scene(server: Server) -> tuple[str, str]:
        async with person(server, keys[0]) as ada:
            setup = {"game": "classic", "seats": 2}
            start = {"bots": ["easy"], "start": True}
            table = await ada.say("create", setup=setup, name="Xanthippe", key=keys[0], **start)
            await ada.until(lambda p: p.update, "for the deal")
            assert await ada.refused("play", move="Xanthippe", at=0) != ""
            await ada.plays_on()
            url = f"ws://{server.address}/socket?key={keys[1]}"
            async with connect(url, additional_headers={"Cookie": keys[2]}) as socket:
                await socket.send(keys[2])
                await socket.recv()
            record = (await ada.insists("record"))["text"]
            assert keys[0] not in "".join(ada.frames)
            return str(table["table"]), record

    with serving(tmp_path / "data") as server:
        told: list[tuple[str, str]] = []

        async def played() -> None:
            async with bystanders(server):
                told.append(await scene(server))

        act(played)
        assert server.stop() == 0
        logged = (tmp_path / "data.log").read_text("utf-8")
    record = told[0][1]
    seed = re.search(r"Seed (\d+)", record)
    assert seed, record
    assert '"stopped"' in logged
    for secret in (*keys, *map(hashed, keys), "Xanthippe", seed[1]):
        assert secret not in logged
    assert not re.search(r"\b[RYGB](1?[0-9]|20)\b", logged)
    for file in (tmp_path / "data").iterdir():
        assert not any(key.encode() in file.read_bytes() for key in keys)


def test_a_refusal_repeats_little_of_what_was_sent(server: Server) -> None:
    """The page shows it in a line; what was sent may be a whole frame."""

    async def scene() -> None:
        async with person(server) as eve:
            result = RECORD + f"[Result {json.dumps(list(range(1000)))}]\n*\n"
            for record in (f'0: a\n[Event "{"x" * 9000}"]', f"x\n{'y' * 9000}", result):
                with pytest.raises(Refusal) as refused:
                    await eve.say("replay", record=record)
                assert len(json.dumps(refused.value.params)) < 2000
            with pytest.raises(Refusal) as refused:
                await eve.say("ping", **{"x" * 9000: 1})
            assert refused.value.code == "bad_frame"
            assert len(refused.value.params["why"]) < 200

    act(scene)
