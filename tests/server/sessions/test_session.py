"""What people say to the server: they come, play, watch, leave, and play again."""

from __future__ import annotations

import asyncio

import pytest

from elfer.core.game import TABLE
from elfer.server import lobby as lobbies
from elfer.server.lobby import Lobby
from elfer.server.sessions.session import MAX_PAGE_ENTRIES_AT_ONCE
from elfer.server.stores.key_value_store import KeyValueStore
from elfer.server.stores.store import Saved, Unavailable
from elfer.server.tables.live_table import HOST_IDLE_SECONDS, IDLE_SECONDS
from elfer.server.tables.presence import REMOVED_SECONDS
from elfer.server.tables.seating import Table
from tests.server.indoors import BalkyStore, begin, guest, sit_down, within
from tests.server.people import Person, new_key


async def begun(someone: Person, match: int) -> None:
    """Wait until a match has begun."""
    await someone.until(lambda p: p.table["match"] == match and p.update)


def names(someone: Person) -> list[str]:
    return [chair["name"] for chair in someone.table["chairs"]]


def test_people_gather_and_everybody_sees_it_live() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben, guest(lobby) as cleo:
            table = await ada.creates("classic", 4, bots=["easy"])
            await ben.enters(table)
            assert ben.seat is None
            await ben.say("sit", seat=3, name="Ben")
            await ada.until(lambda p: names(p)[3] == "Ben")
            await cleo.enters(table)
            assert (cleo.table["watching"], cleo.seat) == (1, None)
            assert await ben.refused("place", seat=2, bot="hard") == "not_host"
            assert await ben.refused("start") == "not_host"
            assert await ada.refused("start") == "seats_free"
            await ada.say("place", seat=2, bot="hard")
            await ada.say("swap", seat=0, other=3)
            await cleo.until(lambda p: names(p)[0] == "Ben" and p.table["chairs"][2]["bot"] == "hard")
            assert cleo.table["host"] == 3
            await ada.say("change", setup={"game": "junior", "seats": 4, "rounds": 2})
            await ben.until(lambda p: p.table["setup"]["game"] == "junior")
            await ada.say("start")
            await cleo.until(lambda p: p.table["phase"] == "playing" and p.update)
            assert cleo.update["view"]["hands"] == [None] * 4

    within(story)


def test_a_match_of_two_people_and_bots_over_two_rounds_and_again() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben, guest(lobby) as cleo:
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
            assert await ada.refused("play", move="R1", at=ada.at) == "no_match"

    within(story)


def test_between_rounds_all_hands_are_shown_and_the_next_begins_when_all_are_ready() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("junior", 2, bots=["easy"], rounds=2, start=True)
            while (await ada.until(lambda p: p.moves or p.update["awaited"] == [TABLE])) is not True:
                await ada.tries(ada.moves[0])
            assert ada.update["view"]["over"]
            assert all(hand is not None for hand in ada.update["view"]["hands"])
            before = ada.at
            await asyncio.sleep(lobby.settings.round_pause - 1)
            assert ada.at == before
            await ada.say("ready")
            await ada.until(lambda p: p.update["round"] == 1)
            first = next(news for news in ada.heard if news["is"] == "update" and news["round"] == 1)
            assert first["events"][0]["event"] == "dealt"  # the bot, which begins, may have moved since

    within(story)


def test_who_leaves_hands_the_seat_to_a_bot_and_the_role_on() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben:
            await sit_down(ada, ben)
            await ada.say("start")
            await ada.say("leave")
            await ben.until(lambda p: p.table["host"] == 1 and p.table["chairs"][0]["bot"])
            assert ben.table["chairs"][0]["was"] == "Ada"
            await ada.until(lambda p: p.seat is None and p.update["view"]["hands"] == [None, None])
            assert await ada.refused("play", move="R11", at=ada.at) == "not_seated"
            await ben.plays_on()

    within(story)


def test_who_is_removed_before_a_match_is_told_so_and_may_come_back_after_a_while() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben:
            table = await sit_down(ada, ben)
            await ada.say("remove", seat=1)
            await ben.hears("out", code="removed")
            await ada.until(lambda p: p.table["watching"] == 0 and not p.table["chairs"][1]["name"])
            assert await ben.refused("sit", seat=1, name="Ben") == "no_table_entered"
            await ben.enters(table)
            assert await ben.refused("sit", seat=1, name="Ben") == "was_removed"
            await asyncio.sleep(REMOVED_SECONDS)
            await ben.say("sit", seat=1, name="Ben")
            await ada.until(lambda p: p.table["chairs"][1]["name"] == "Ben")

    within(story)


def test_who_is_just_being_removed_cannot_sit_down_again() -> None:
    """Neither with a command that is under way meanwhile; and where it could not be saved, no player was."""

    async def story(lobby: Lobby) -> None:
        key = new_key()
        async with guest(lobby) as ada, guest(lobby, key) as ben, guest(lobby, key) as again:
            table = await sit_down(ada, ben)
            await again.enters(table)
            store.open.clear()
            async with asyncio.TaskGroup() as group:
                removing = group.create_task(ada.say("remove", seat=1))
                await asyncio.sleep(1)
                sitting = group.create_task(again.refused("sit", seat=1, name="Ben"))
                await asyncio.sleep(1)
                assert not removing.done()
                store.open.set()
            assert sitting.result() == "was_removed"
            await again.hears("out", code="removed")
            assert not ada.table["chairs"][1]["name"]
        async with guest(lobby) as ada, guest(lobby) as ben:
            table = await sit_down(ada, ben)
            store.error = Unavailable("the disk is full")
            assert await ada.refused("remove", seat=1) == "not_saved"
            store.error = None
            await ben.enters(table)
            assert ben.seat == 1
            await ben.say("leave")
            await ben.say("sit", seat=1, name="Ben")

    store = BalkyStore()
    within(story, store)


def test_whoever_asks_whether_the_server_is_there_is_answered_wherever_one_is() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            assert (await ada.say("ping"))["is"] == "done"
            table = await ada.creates("classic", 2)
            assert (await ada.say("ping"))["is"] == "done"
            await ada.until(lambda p: p.table["id"] == table and p.seat == 0)

    within(story)


def test_a_person_can_be_removed_and_a_private_table_then_shows_nothing() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben, guest(lobby) as cleo:
            table = await ada.creates("classic", 2, watch=False)
            await ben.enters(table)
            await ben.say("sit", seat=1, name="Ben")
            assert await ben.refused("remove", seat=0) == "not_host"
            await ada.say("start")
            assert await cleo.refused("enter", table=table, key=cleo.key) == "no_watching"
            await ada.say("remove", seat=1)
            await ben.hears("out", code="removed")
            heard = len(ben.heard)
            assert await ada.refused("remove", seat=0) == "seat_no_person"
            await ada.plays_on()
            assert len(ben.heard) == heard

    within(story)


def test_who_looks_on_is_put_out_when_a_private_match_begins() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as cleo:
            table = await ada.creates("guess", 2, bots=["easy"], watch=False)
            await cleo.enters(table)
            await ada.say("start")
            await cleo.hears("out", code="private")
            await ada.plays_on()
            await cleo.enters(table)
            assert await cleo.refused("record") == "no_watching"
            assert await cleo.refused("replay") == "no_watching"
            assert not [news for news in cleo.heard if news["is"] == "update"]

    within(story)


def test_feelings_are_shown_to_all_but_not_too_often() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as cleo:
            table = await ada.creates("classic", 2, bots=["easy"])
            await cleo.enters(table)
            await ada.say("emote", emote="bravo")
            assert (await cleo.hears("emote"))["seat"] == 0
            assert await ada.refused("emote", emote="hello") == "too_fast"
            assert await cleo.refused("emote", emote="hello") == "not_seated"
            assert await ada.refused("emote", emote="rude words") == "bad_frame"

    within(story)


def test_only_after_a_long_wait_anybody_may_hand_an_idle_seat_to_a_bot() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben:
            await begin(ada, ben, "duel")
            await asyncio.sleep(IDLE_SECONDS - 1)
            assert await ben.refused("substitute", seat=0) == "not_host"
            await asyncio.sleep(1)
            await ben.say("substitute", seat=0)
            await ben.until(lambda p: p.table["chairs"][0]["stand_in"])

    within(story)


def test_what_cannot_be_read_now_is_refused_and_the_page_goes_on() -> None:
    class Unreadable(KeyValueStore):
        async def load(self, id: str) -> Saved | None:
            raise Unavailable if id[0] == "A" else KeyError(id)

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            assert await ada.refused("enter", table="A" * 22, key=ada.key) == "no_store"
            assert await ada.refused("enter", table="B" * 22, key=ada.key) == "fault"
            assert (await ada.say("ping"))["is"] == "done"

    within(story, Unreadable())


def test_a_table_that_cannot_be_kept_is_refused_and_the_page_goes_on() -> None:
    class Full(KeyValueStore):
        async def create(self, id: str, table: Table) -> None:
            raise Unavailable("the disk is full")

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            setup = {"game": "classic", "seats": 2}
            assert await ada.refused("create", setup=setup, name="Ada", key=ada.key) == "no_store"
            assert (await ada.say("ping"))["is"] == "done"

    within(story, Full())


def test_the_host_hands_no_seat_to_a_bot_whose_person_is_there_and_plays() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben:
            await begin(ada, ben, "duel")
            assert await ada.refused("substitute", seat=1) == "seat_active"
            await asyncio.sleep(HOST_IDLE_SECONDS)
            await ada.say("substitute", seat=1)
            await ada.until(lambda p: p.table["chairs"][1]["stand_in"])

    within(story)


def test_the_host_hands_the_seat_of_somebody_absent_to_a_bot_at_once() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben:
            await begin(ada, ben, "duel")
            await ben.leaves()
            await ada.until(lambda p: not p.table["chairs"][1]["here"])
            await ada.say("substitute", seat=1)
            await ada.until(lambda p: p.table["chairs"][1]["stand_in"])

    within(story)


@pytest.mark.usefixtures("at_once")
def test_who_goes_to_tables_again_and_again_has_to_wait() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben:
            table = await ada.creates("classic", 2)
            for _ in range(MAX_PAGE_ENTRIES_AT_ONCE):
                await ben.enters(table)
            assert await ben.refused("enter", table=table, key=ben.key) == "too_fast"

    within(story)


@pytest.mark.usefixtures("at_once")
def test_the_pages_of_an_address_may_all_come_again_and_not_again_and_again() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby, address="192.0.2.2") as ada:
            table = await ada.creates("classic", 2)
            async with guest(lobby) as ben, guest(lobby) as cleo:
                for _ in range(lobbies.MAX_ENTRIES_AT_ONCE):
                    await ben.enters(table)
                    await cleo.enters(table)
                for one in (ben, cleo):
                    assert await one.refused("enter", table=table, key=one.key) == "too_fast"
            await ada.enters(table)

    within(story, sockets=2)


def test_a_frame_that_is_no_command_is_refused_by_its_id_if_it_has_one() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            for frame, id in (('{"do": "fly", "id": "7"}', "7"), ("{", None), ('{"id": 7}', None)):
                await ada.socket.send(frame)
                assert (await ada.hears("refused", id=id))["code"] == "bad_frame"

    within(story)


def test_the_sessions_of_an_address_are_counted() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby, address="192.0.2.2"):
            async with guest(lobby):
                assert lobby.sessions == {"192.0.2.1": 2, "192.0.2.2": 1}
            await ada.leaves()
            assert lobby.sessions == {"192.0.2.2": 1}
        assert not lobby.sessions

    within(story)


def test_a_private_match_stays_private_when_others_may_watch_the_next() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby) as ben, guest(lobby) as stranger:
            table = await begin(ada, ben, "duel", watch=False)
            for watch in (False, True):
                while not ada.update["result"]:
                    await ada.tries("reveal")
                    await ada.until(lambda p: p.moves or p.update["result"])
                if not watch:
                    await ada.say("change", setup={"game": "duel", "seats": 2, "watch": True})
                    await ada.say("start")
                    await begun(ada, 2)
            await stranger.enters(table)
            for look in ("record", "replay"):
                assert await stranger.refused(look, match=1) == "no_watching"
                assert (await stranger.say(look, match=2))["is"] == look
                assert (await ben.say(look, match=1))["is"] == look

    within(story)
