"""The life of a table: people come, play, watch, leave, and play again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest

import elfer
from tests.server.people import News, Person, Refusal, Server, person, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("life") / "data", "--unload", "0.1") as running:
        yield running


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 90))


async def refusal(work: Coroutine[Any, Any, object]) -> str:
    """The code with which a command is refused."""
    try:
        await work
    except Refusal as refused:
        return str(refused.code)
    raise AssertionError("it was not refused")


async def begun(someone: Person, match: int) -> None:
    """Wait until a match has begun."""
    await someone.until(lambda p: p.table["match"] == match and p.update)


def names(someone: Person) -> list[str]:
    return [chair["name"] for chair in someone.table["chairs"]]


async def both_sit(ada: Person, ben: Person) -> str:
    """A table of Ada's at which Ben has sat down."""
    table = await ada.creates("classic", 2)
    await ben.enters(table)
    await ben.say("sit", seat=1, name="Ben")
    return table


def test_people_gather_and_everybody_sees_it_live(server: Server) -> None:
    async def story() -> None:
        async with person(server) as ada, person(server) as ben, person(server) as cleo:
            table = await ada.creates("classic", 4, bots=["easy"])
            await ben.enters(table)
            assert ben.seat is None
            await ben.say("sit", seat=3, name="Ben")
            await ada.until(lambda p: names(p)[3] == "Ben")
            await cleo.enters(table)
            assert (cleo.table["watching"], cleo.seat) == (1, None)
            assert await refusal(ben.say("place", seat=2, bot="hard")) == "not_host"
            assert await refusal(ben.say("start")) == "not_host"
            assert await refusal(ada.say("start")) == "seats_free"
            await ada.say("place", seat=2, bot="hard")
            await ada.say("swap", seat=0, other=3)
            await cleo.until(lambda p: names(p)[0] == "Ben" and p.table["chairs"][2]["bot"] == "hard")
            assert cleo.table["host"] == 3
            await ada.say("change", setup={"game": "junior", "seats": 4, "rounds": 2})
            await ben.until(lambda p: p.table["setup"]["game"] == "junior")
            await ada.say("start")
            await cleo.until(lambda p: p.table["phase"] == "playing" and p.update)
            assert cleo.update["view"]["hands"] == [None] * 4

    run(story())


def test_a_match_of_two_people_and_bots_over_two_rounds_and_again(server: Server) -> None:
    async def story() -> None:
        async with person(server) as ada, person(server) as ben, person(server) as cleo:
            table = await ada.creates("junior", 4, bots=["easy", "medium"], rounds=2)
            await ben.enters(table)
            await ben.say("sit", seat=3, name="Ben")
            await cleo.enters(table)
            await ada.say("start")
            for match in (1, 2):
                await asyncio.gather(begun(ada, match), begun(ben, match))
                await asyncio.gather(ada.plays_on(), ben.plays_on())
                await cleo.until(lambda p: p.update["result"])
                assert ada.update["result"] == ben.update["result"] == cleo.update["result"]
                assert ada.update["round"] == 1
                assert ada.update["totals"] == ada.update["result"]["points"]
                if match == 1:
                    await ada.say("ready")
                    await ben.until(lambda p: p.table["chairs"][0]["ready"])
                    ada.update = ben.update = {}
                    await ben.say("ready")
            assert await refusal(ada.say("play", move="R1", at=ada.at)) == "no_match"

    run(story())


def test_between_rounds_all_hands_are_shown_and_the_next_begins_when_all_are_ready(server: Server) -> None:
    async def story() -> None:
        async with person(server) as ada:
            await ada.creates("junior", 2, bots=["easy"], rounds=2, start=True)
            while ada.update["awaited"] != [-1]:
                await (ada.tries(ada.moves[0]) if ada.moves else asyncio.sleep(0.02))
            assert ada.update["view"]["over"]
            assert all(hand is not None for hand in ada.update["view"]["hands"])
            before = ada.at
            await asyncio.sleep(0.3)
            assert ada.at == before
            await ada.say("ready")
            await ada.until(lambda p: p.update["round"] == 1)
            first = next(news for news in ada.heard if news["is"] == "update" and news["round"] == 1)
            assert first["events"][0]["event"] == "dealt"  # the bot, which begins, may have moved since

    run(story())


def test_who_leaves_hands_the_seat_to_a_bot_and_the_role_on(server: Server) -> None:
    async def story() -> None:
        async with person(server) as ada, person(server) as ben:
            await both_sit(ada, ben)
            await ada.say("start")
            await ada.say("leave")
            await ben.until(lambda p: p.table["host"] == 1 and p.table["chairs"][0]["bot"])
            await ada.until(lambda p: p.seat is None and p.update["view"]["hands"] == [None, None])
            assert await refusal(ada.say("play", move="R11", at=ada.at)) == "not_seated"
            await ben.plays_on()

    run(story())


def test_who_is_removed_before_a_match_is_told_so_and_may_come_back(server: Server) -> None:
    async def story() -> None:
        async with person(server) as ada, person(server) as ben:
            table = await both_sit(ada, ben)
            await ada.say("remove", seat=1)
            await ben.hears("out", code="removed")
            await ada.until(lambda p: p.table["watching"] == 0 and not p.table["chairs"][1]["name"])
            assert await refusal(ben.say("sit", seat=1, name="Ben")) == "no_table_entered"
            await ben.enters(table)
            await ben.say("sit", seat=1, name="Ben")
            await ada.until(lambda p: p.table["chairs"][1]["name"] == "Ben")

    run(story())


def test_whoever_asks_whether_the_server_is_there_is_answered_wherever_one_is(server: Server) -> None:
    async def story() -> None:
        async with person(server) as ada:
            assert (await ada.say("ping"))["is"] == "done"
            table = await ada.creates("classic", 2)
            assert (await ada.say("ping"))["is"] == "done"
            await ada.until(lambda p: p.table["id"] == table and p.seat == 0)

    run(story())


def test_a_person_can_be_removed_and_a_private_table_then_shows_nothing(server: Server) -> None:
    async def story() -> None:
        async with person(server) as ada, person(server) as ben, person(server) as cleo:
            table = await ada.creates("classic", 2, watch=False)
            await ben.enters(table)
            await ben.say("sit", seat=1, name="Ben")
            assert await refusal(ben.say("remove", seat=0)) == "not_host"
            await ada.say("start")
            assert await refusal(cleo.enters(table)) == "no_watching"
            await ada.say("remove", seat=1)
            await ben.hears("out", code="removed")
            heard = len(ben.heard)
            assert await refusal(ada.say("remove", seat=0)) == "seat_no_person"
            await ada.plays_on()
            assert len(ben.heard) == heard

    run(story())


def test_who_looks_on_is_put_out_when_a_private_match_begins(server: Server) -> None:
    async def story() -> None:
        async with person(server) as ada, person(server) as cleo:
            table = await ada.creates("guess", 2, bots=["easy"], watch=False)
            await cleo.enters(table)
            await ada.say("start")
            await cleo.hears("out", code="private")
            await ada.plays_on()
            await cleo.enters(table)
            assert await refusal(cleo.say("record")) == "no_watching"
            assert await refusal(cleo.say("replay")) == "no_watching"
            assert not [news for news in cleo.heard if news["is"] == "update"]

    run(story())


def test_a_seat_moves_to_another_device_with_a_code(server: Server) -> None:
    async def story() -> None:
        async with person(server) as ada, person(server) as phone, person(server) as other:
            await ada.creates("classic", 2, bots=["easy"], start=True)
            hand = ada.update["view"]["hands"][0]
            code = (await ada.say("code"))["code"]
            assert await refusal(other.say("redeem", code="ABCDEFGH", key=other.key)) == "no_code"
            await phone.say("redeem", code=code.lower(), key=phone.key)
            assert phone.seat == 0
            await phone.until(lambda p: p.update and p.update["view"]["hands"][0])
            assert set(phone.update["view"]["hands"][0]) <= set(hand)
            await ada.until(lambda p: p.seat is None)
            assert await refusal(other.say("redeem", code=code, key=other.key)) == "no_code"
            await phone.plays_on()

    run(story())


def test_a_table_that_was_left_comes_back_from_the_database(server: Server) -> None:
    async def story() -> None:
        async with person(server) as ada:
            table = await ada.creates("highest", 2, bots=["hard"], start=True)
            await ada.plays()
            await ada.until(lambda p: p.at >= 2)
            key, at, view = ada.key, ada.at, ada.update["view"]
        await asyncio.sleep(0.5)
        async with person(server, key) as again:
            await again.enters(table, at=at)
            assert (again.seat, again.update["view"]["hands"][0]) == (0, view["hands"][0])
            assert again.at >= at
            await again.plays_on()

    run(story())


def test_a_record_and_a_replay_are_for_a_match_that_is_over(server: Server) -> None:
    async def story() -> None:
        async with person(server) as ada, person(server) as cleo:
            table = await ada.creates("cheat", 3, bots=["easy", "hard"], start=True)
            for ask in ("record", "replay"):
                assert await refusal(ada.say(ask)) == "match_not_over"
            await ada.plays_on()
            await cleo.enters(table)
            text = (await cleo.say("record"))["text"]
            match = elfer.replay(text)
            assert match.result
            assert list(match.result.points) == ada.update["result"]["points"]
            seen: list[Any] = []
            while len(seen) <= match.steps:
                seen += (await cleo.say("replay", seat=1, first=len(seen)))["frames"]
            assert [frame["at"] for frame in seen] == list(range(match.steps + 1))
            for frame in seen:
                assert frame["view"] == _json(match.at(frame["at"]).view(1))
            opened = await cleo.say("replay")
            assert all(None not in frame["view"]["hands"] for frame in opened["frames"])
            assert opened["names"][0] == "Ada"
            assert await refusal(cleo.say("replay", match=2)) == "match_not_over"
            assert await refusal(cleo.say("replay", seat=3)) == "seat_range"

    run(story())


def _json(value: object) -> Any:
    return json.loads(elfer.to_json(value))


async def hinted(someone: Person) -> News:
    """A hint, asked for again while the bots are still getting ready."""
    for _ in range(100):
        try:
            return await someone.say("hint")
        except Refusal as refused:
            if refused.code != "no_thought":
                raise
            await asyncio.sleep(0.2)
    raise AssertionError("the bots were never ready")


def test_hints_where_the_table_allows_them(server: Server) -> None:
    async def story() -> None:
        async with person(server) as ada:
            await ada.creates("guess", 2, bots=["easy"], start=True)
            await ada.until(lambda p: p.moves)
            hint = await hinted(ada)
            assert {entry["move"] for entry in hint["moves"]} == set(ada.moves)
            assert all(0 <= entry["win"] <= 1 for entry in hint["moves"])
            await ada.creates("guess", 2, bots=["easy"], hints=False, start=True)
            assert await refusal(ada.say("hint")) == "no_hints"

    run(story())


def test_feelings_are_shown_to_all_but_not_too_often(server: Server) -> None:
    async def story() -> None:
        async with person(server) as ada, person(server) as cleo:
            table = await ada.creates("classic", 2, bots=["easy"])
            await cleo.enters(table)
            await ada.say("emote", emote="bravo")
            assert (await cleo.hears("emote"))["seat"] == 0
            assert await refusal(ada.say("emote", emote="hello")) == "too_fast"
            assert await refusal(cleo.say("emote", emote="hello")) == "not_seated"
            assert await refusal(ada.say("emote", emote="rude words")) == "bad_frame"

    run(story())


def test_the_lobby_lists_open_tables_as_they_come_and_go(server: Server) -> None:
    async def story() -> None:
        async with person(server) as ada, person(server) as ben:
            await ben.say("lobby")
            table = await ada.creates("board", 2, listed=True)
            await ada.creates("classic", 2)
            await ada.enters(table)

            def listed(p: Person) -> Any:
                news = [n for n in p.heard if n["is"] == "tables"][-1]["tables"]
                return next((entry for entry in news if entry["id"] == table), None)

            entry = await ben.until(listed)
            assert (entry["game"], entry["host"], entry["free"]) == ("board", "Ada", 1)
            await ada.leaves()
            await ben.until(lambda p: not listed(p))

    run(story())
