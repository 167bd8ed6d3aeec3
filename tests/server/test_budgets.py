"""How much an address may have saved: moves, also those of bots, and changes of tables."""

from __future__ import annotations

from itertools import pairwise

import pytest

from elfer.server import lobby as lobbies
from elfer.server.lobby import Lobby
from tests.server.indoors import Guest, TimedStore, begin, guest, now, within
from tests.server.people import Refusal

THERE = "192.0.2.2"
pytestmark = pytest.mark.usefixtures("at_once")


@pytest.fixture
def few_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobbies, "MAX_MOVES_AT_ONCE", 20)


@pytest.fixture
def few_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobbies, "MAX_CHANGES_AT_ONCE", 3)


async def plays_all(ada: Guest) -> str:
    """Play on until a move is refused; why it was."""
    while True:
        try:
            if ada.moves and ada.seat in ada.update["awaited"]:
                await ada.say("play", move=ada.moves[0], at=ada.at)
        except Refusal as refusal:
            if refusal.code != "stale":
                return str(refusal.code)
        await ada._sees_more_than(ada.at) if ada.seat not in ada.update["awaited"] else None


@pytest.mark.usefixtures("few_moves")
def test_an_address_may_have_only_so_many_moves_saved() -> None:
    """A person's are refused then, bots become slow, and other addresses play on."""
    store = TimedStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby, address=THERE) as ben:
            table = await ada.creates("classic", 3, bots=["easy"] * 2, start=True)
            await ada.until(lambda p: p.update)
            assert await plays_all(ada) == "too_fast"
            assert len(store.made) >= 20
            assert (await ada.say("ping"))["is"] == "done"
            await ben.creates("duel", 2, bots=["easy"], start=True)
            await ben.until(lambda p: p.moves)
            await ben.plays()
            await ben.say("lobby")
            whole = await store.whole(table)
            assert whole
            assert len(whole.moves) <= 20 + 2 * 20

    within(story, store, sockets=1)


@pytest.mark.usefixtures("few_moves")
def test_bots_wait_when_the_people_at_their_table_had_too_many_moves_saved() -> None:
    store = TimedStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("duel", 2, bots=["easy"], start=True, rounds=5)
            await ada.until(lambda p: p.update)
            while len(store.made) < 30:
                before = ada.at
                if ada.update["awaited"] == [-1]:
                    await ada.say("ready")
                await ada._sees_more_than(before)
        times = [time for time, seat, _ in store.made if seat == 1]
        waits = [b - a for a, b in pairwise(times)]
        assert max(waits[:15]) < 1
        assert min(waits[-5:]) >= 1 / lobbies.MOVES_PER_SECOND

    within(story, store, sockets=1)


@pytest.mark.usefixtures("few_moves")
def test_who_had_too_many_moves_saved_does_not_spoil_the_table_of_others() -> None:
    store = TimedStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby, address=THERE) as ben:
            await ada.creates("classic", 2, bots=["easy"], start=True)
            await ada.until(lambda p: p.update)
            assert await plays_all(ada) == "too_fast"
            ada.update = {}
            await begin(ada, ben, "duel")
            started = now()
            assert await ada.refused("play", move="reveal", at=ada.at) == "too_fast"
            await ben.plays()
            assert now() - started < 1

    within(story, store, sockets=1)


@pytest.mark.usefixtures("few_moves")
def test_what_is_taken_back_counts_too() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            await ada.creates("classic", 2, bots=["easy"], start=True)
            await ada.until(lambda p: p.update)
            refused = ""
            for _ in range(200):
                try:
                    if ada.update["undo"]:
                        await ada.say("undo", at=ada.at)
                    elif ada.moves:
                        await ada.say("play", move=ada.moves[0], at=ada.at)
                    else:
                        await ada._sees_more_than(ada.at)
                except Refusal as refusal:
                    refused = str(refusal.code)
                    if refused == "too_fast":
                        break
            assert refused == "too_fast"

    within(story, sockets=1)


@pytest.mark.usefixtures("few_changes")
def test_an_address_may_change_tables_only_so_often() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada, guest(lobby, address=THERE) as ben:
            table = await ada.creates("classic", 3)
            for bot in ("easy", "hard", "easy"):
                await ada.say("place", seat=1, bot=bot)
            assert await ada.refused("place", seat=1, bot="hard") == "too_fast"
            assert await ada.refused("swap", seat=0, other=1) == "too_fast"
            assert await ada.refused("rename", name="Adelheid") == "too_fast"
            assert await ada.refused("code") == "too_fast"
            await ada.say("place", seat=1, bot="easy")  # which changes nothing
            await ben.enters(table)
            await ben.say("sit", seat=2, name="Ben")
            await ada.say("start")
            await ada.until(lambda p: p.moves or p.update)

    within(story, sockets=1)
