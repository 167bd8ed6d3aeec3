"""A bot at somebody else's table, whose connection a test carries from hand to hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

import elfer
from elfer.core.refusals import Refused
from elfer.games import registry
from elfer.match import AnyMatch
from elfer.server import wire
from elfer.server.guest import Guest
from elfer.server.lobby import Lobby
from elfer.server.stores.memory import MemoryStore
from elfer.server.visitor import Visitor
from tests.bots import own_bots
from tests.server.indoors import BalkyStore, Link, guest, within
from tests.server.indoors import Guest as Person
from tests.server.outdated import NOW, finishes, leaves, rewritten
from tests.server.web.piping import Carried, settled, two_nodes, visitor

WELCOME = wire.format_news(wire.Welcome(version=wire.VERSION, server="0.1.0", link="http://localhost/"))


class Told:
    """What a guest has told."""

    def __init__(self) -> None:
        self.said: list[tuple[str, dict[str, Any]]] = []

    def __call__(self, key: str, **params: Any) -> None:
        self.said.append((key, params))


def made(table: str, player: Any = own_bots.first, **more: Any) -> Guest:
    return Guest(table, Visitor(player, 1), more.pop("name", "Robi"), **more)


@asynccontextmanager
async def visiting(
    lobby: Lobby, visitor: Guest, address: str = "192.0.2.7", link: type[Link] = Link
) -> AsyncIterator[Visit]:
    """A guest who talks to the lobby; what puts an end to it is kept."""
    visit = Visit(lobby, visitor, address, link)
    try:
        yield visit
    finally:
        await visit.cut()


class Visit:
    """A guest's connection, which can be cut."""

    def __init__(self, lobby: Lobby, visitor: Guest, address: str, link: type[Link]) -> None:
        self._lobby, self.guest, self._address, self._to = lobby, visitor, address, link
        self.said: list[wire.AnyCommand] = []
        self.refused: Refused | None = None
        self.mend()

    def mend(self, breaks: str = "") -> None:
        """Connect; the connection breaks when a move is sent, *before* or *after* it has arrived."""
        self._link = self._to(self._lobby, self._address)
        self.task = asyncio.create_task(self._talk(breaks))

    async def _talk(self, breaks: str) -> None:
        self.guest.connected()
        try:
            self.guest.hear(WELCOME)
            await self._speak(breaks)
            async for frame in self._link:
                self.guest.hear(frame)
                if await self._speak(breaks):
                    return
        except Refused as refused:
            self.refused = refused

    async def _speak(self, breaks: str) -> bool:
        """Send what the guest says; whether the connection breaks."""
        saying = self.guest.say()
        if not saying:
            return False
        await asyncio.sleep(saying.after)
        self.said.append(saying.command)
        broken = breaks if isinstance(saying.command, wire.Play) else ""
        if broken != "before":
            await self._link.send(msgspec.json.encode(saying.command).decode())
        return bool(broken)

    async def cut(self) -> None:
        await self._link.close()
        await self.task


async def over(host: Person, match: int = 1) -> None:
    await host.until(lambda p: p.table.get("phase") == "over" and p.table["match"] == match, "for the end")


async def seated(host: Person, seats: int) -> None:
    await host.until(lambda p: all(chair["name"] for chair in p.table["chairs"][:seats]), "for guests")


def test_a_guest_is_told_that_nobody_has_won_a_match_broken_off_in_its_first_round() -> None:
    async def story(lobby: Lobby) -> None:
        told = Told()
        async with guest(lobby) as ada:
            table = await ada.creates("duel", 2, programs=True)
            async with visiting(lobby, made(table, own_bots.Curious(), tell=told)):
                await seated(ada, 2)
                await ada.say("start")
                await over(ada)
        assert [key for key, _ in told.said] == ["join.sits", "join.no_winner"]

    within(story, moves=10)


@pytest.mark.parametrize("game", registry())
def test_a_guest_plays_every_game(game: str) -> None:
    async def story(lobby: Lobby) -> None:
        curious, told, seats = own_bots.Curious(), Told(), max(2, registry()[game].seats[0])
        async with guest(lobby) as ada:
            options = {"attention": False} if game == "connect" else {}
            bots = ["easy"] * (seats - 2)
            table = await ada.creates(game, seats, bots=bots, programs=True, options=options)
            async with visiting(lobby, made(table, curious, tell=told)) as visit:
                await seated(ada, seats)
                assert ada.table["chairs"][seats - 1]["program"]
                await ada.say("start")
                await ada.plays_on(lambda moves: moves[-1])
                await over(ada)
                assert not visit.refused
            assert [key for key, _ in told.said] == ["join.sits", "join.over"]
            assert told.said[0][1] == {"name": "Robi", "seat": seats - 1, "game": game}
            assert list(told.said[1][1]["points"]) == ada.update["result"]["points"]
            check_seen(curious.seen, elfer.replay((await ada.say("record"))["text"]))

    within(story)


def test_a_guest_finds_its_way_where_a_view_offers_more_than_is_legal() -> None:
    """CON-7: a view does not say where a card fits."""

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await ada.creates("connect", 2, programs=True)
            async with visiting(lobby, made(table, own_bots.Curious())) as visit:
                await seated(ada, 2)
                await ada.say("start")
                await ada.until(lambda who: who.update, "for the match")
                while (at := ada.at) < 60:
                    if ada.seat in ada.update["awaited"]:
                        await ada.say("play", move=ada.moves[-1], at=at)
                    await ada._sees_more_than(at)
                assert visit.refused is None

    within(story)


def check_seen(seen: list[elfer.Observation], played: AnyMatch) -> None:
    """All that a bot was shown was so, one after the other."""
    seat, match, waiting = played.seats - 1, played.at(0), seen[::-1]
    for step in played.history:
        if waiting and waiting[-1].view == match.view(seat):
            told = waiting.pop()
            assert (told.seat, told.seats, told.moves) == (seat, match.seats, match.moves(seat))
            assert (told.game, told.history) == (match.game, match.events(seat))
        match.play(step.seat, step.move)
    assert not waiting


def test_guests_alone_play_to_the_end_and_want_another_match_when_a_person_does() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await ada.creates("classic", 3, programs=True)
            async with (
                visiting(lobby, made(table, own_bots.Lowest)) as one,
                visiting(lobby, made(table, own_bots.Lowest, name="Otto"), "192.0.2.8") as two,
            ):
                await seated(ada, 3)
                await ada.say("start")
                await ada.plays_on()
                await over(ada)
                await asyncio.sleep(3600)
                assert ada.table["match"] == 1
                await ada.say("ready")
                await ada.until(lambda p: p.table["match"] == 2 and not p.update["result"], "for a rematch")
                await ada.plays_on()
                await over(ada, 2)
                assert (one.refused, two.refused) == (None, None)

    within(story)


@pytest.mark.parametrize("breaks", ["before", "after"])
def test_a_move_that_was_not_answered_is_sent_again_and_played_once(breaks: str) -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await ada.creates("duel", 2, programs=True)
            async with visiting(lobby, made(table)) as visit:
                await seated(ada, 2)
                await visit.cut()
                visit.mend(breaks)
                await ada.say("start")
                await visit.task
                await visit.cut()
                assert ada.at == (breaks == "after")
                lost = visit.said[-1]
                visit.mend()
                await ada.until(lambda p: p.update.get("result"), "for the end")
                moves = [command for command in visit.said if isinstance(command, wire.Play)]
                assert moves[:2] == [lost, lost]
                played = elfer.replay((await ada.say("record"))["text"])
                assert played.steps == len({move.id for move in moves})

    within(story)


@pytest.mark.parametrize("told", ["refused", "out", "both"])
def test_a_guest_whose_table_changes_its_node_goes_on_on_the_same_connection(told: str) -> None:
    """A move that was under way is sent again as it was, whichever of both it hears first or at all."""

    async def story() -> None:
        store = BalkyStore()
        shut: list[elfer.Observation] = []

        def shuts(observation: elfer.Observation) -> str:
            if not shut:
                shut.append(observation)
                store.open.clear()
            return observation.moves[0]

        async with two_nodes(store) as (owner, other, listener), visitor(owner) as ada:
            table = await ada.creates("highest", 2, programs=True)
            async with visiting(other, made(table, shuts), link=links[told]) as visit:
                await seated(ada, 2)
                await ada.say("start")
                playing = asyncio.create_task(ada.plays_on())
                await settled(lambda: shut and listener.answering)
                for end in list(listener.ends):
                    end.hang_up()
                store.open.set()
                await playing
                assert not visit.refused
                moves = [command for command in visit.said if isinstance(command, wire.Play)]
                assert moves[:2] == [moves[0]] * 2

    asyncio.run(story())


class NoRefusal(Carried):
    """Hears nothing of what was not answered, as at a node of an earlier version."""

    def _receive(self, frame: str, merge: str = "") -> None:
        if '"not_saved"' not in frame:
            super()._receive(frame)


class RefusalLast(Carried):
    """Hears first that it is out."""

    def __init__(self, lobby: Lobby, address: str) -> None:
        self._late: list[str] = []
        super().__init__(lobby, address)

    def _receive(self, frame: str, merge: str = "") -> None:
        if '"not_saved"' in frame:
            self._late.append(frame)
            return
        super()._receive(frame)
        if '"reload"' in frame:
            for late in self._late:
                super()._receive(late)


links: dict[str, type[Link]] = {"refused": Carried, "out": NoRefusal, "both": RefusalLast}


async def refusal(lobby: Lobby, visitor: Guest) -> str:
    async with visiting(lobby, visitor) as visit:
        await visit.task
        assert visit.refused
        return visit.refused.code


def test_what_a_table_does_not_want_is_said() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await ada.creates("classic", 3, bots=["easy"])
            assert await refusal(lobby, made(table)) == "no_programs"
            await ada.say("change", setup={"game": "classic", "seats": 3, "programs": True})
            assert await refusal(lobby, made(table, seat=1)) == "seat_taken"
            assert await refusal(lobby, made(table, seat=9)) == "seat_range"
            assert await refusal(lobby, made(table, name="x" * 30)) == "name_long"
            assert await refusal(lobby, made("A" * 22)) == "no_table"
            await ada.say("place", seat=2, bot="easy")
            assert await refusal(lobby, made(table)) == "no_free_seat"

    within(story)


def test_who_is_removed_goes() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await ada.creates("classic", 2, programs=True)
            async with visiting(lobby, made(table)) as visit:
                await seated(ada, 2)
                await ada.say("remove", seat=1)
                await visit.task
                assert visit.refused
                assert visit.refused.code == "join_removed"

    within(story)


@pytest.mark.parametrize(
    ("player", "code"),
    [(own_bots.Illegal, "bot_illegal"), (own_bots.Silent, "bot_none"), (own_bots.Raising, "bot_raised")],
)
def test_a_bot_that_errs_is_named_with_what_it_saw(player: Any, code: str) -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await ada.creates("highest", 2, programs=True)
            async with visiting(lobby, made(table, player)) as visit:
                await seated(ada, 2)
                await ada.say("start")
                await visit.task
                assert isinstance(visit.refused, elfer.BotError)
                assert visit.refused.code == code
                assert visit.refused.params["seat"] == 1
                assert '"seat":1' in str(visit.refused)
                assert visit.guest.goodbye()

    within(story)


def test_nothing_can_be_imagined_and_that_is_said() -> None:
    def dreams(observation: elfer.Observation) -> str:
        return observation.imagine(1).moves(0)[0]

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await ada.creates("highest", 2, programs=True)
            async with visiting(lobby, made(table, dreams)) as visit:
                await seated(ada, 2)
                await ada.say("start")
                await visit.task
                assert "Nothing can be imagined" in str(visit.refused)
                assert "\n" not in str(visit.refused)

    within(story)


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ('{"is":"welcome","version":99,"server":"9","link":""}', "join_version"),
        ('{"hello":1}', "not_elfer"),
        ("hello", "not_elfer"),
    ],
)
def test_another_server_is_noticed(frame: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        made("A" * 22).hear(frame)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ('"code":"of_the_future","params":{}', "The server has refused it: of_the_future."),
        ('"code":"seat_range","params":{}', "The server has refused it: seat_range."),
        (
            '"code":"table_broken","params":{"why":{"code":"record_lacks","params":{"tag":"Game"}}}',
            "This table cannot be read any more: The record has no tag 'Game'.",
        ),
    ],
)
def test_refusals_of_any_server_become_a_sentence(params: str, said: str) -> None:
    guest = made("A" * 22)
    guest.hear(WELCOME)
    saying = guest.say()
    assert saying
    with pytest.raises(Refused) as refused:
        guest.hear(f'{{"is":"refused","id":"{saying.command.id}",{params}}}')
    assert str(refused.value) == said


def test_what_passes_is_tried_again_a_little_later() -> None:
    guest = made("A" * 22)
    guest.hear(WELCOME)
    saying = guest.say()
    assert saying
    guest.hear(wire.format_news(wire.Refused(id=saying.command.id, code="too_fast", params={})))
    again = guest.say()
    assert again
    assert isinstance(again.command, wire.Enter)
    assert again.after > saying.after


def test_a_program_of_somebodys_plays_the_next_match() -> None:
    store = MemoryStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await ada.creates("duel", 2, programs=True)
            visitor = made(table)
            async with visiting(lobby, visitor) as visit:
                await ada.until(lambda p: p.table["chairs"][1]["name"], "for the program")
                await ada.say("start")
                await ada.until(lambda p: p.update, "for the deal")
                await visit.cut()
                await leaves(lobby, ada)
                rewritten(store, table, NOW - 1, options={"jokers": 3})
                visit.mend()
                await ada.enters(table)
                await ada.until(lambda p: p.table["chairs"][1]["here"], "for the program")
                await ada.say("change", setup={"game": "duel", "seats": 2, "programs": True})
                await ada.say("start")
                await ada.until(lambda p: p.update, "for the deal")
                await finishes(ada)
                assert visit.refused is None

    within(story, store)


def test_a_program_wants_the_next_match_when_a_person_does() -> None:
    store = MemoryStore()

    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await ada.creates("duel", 2, programs=True)
            async with visiting(lobby, made(table)) as visit:
                await ada.until(lambda p: p.table["chairs"][1]["name"], "for the program")
                await ada.say("start")
                await visit.cut()
                await leaves(lobby, ada)
                rewritten(store, table, NOW - 1)
                await ada.enters(table)
                async with visiting(lobby, visit.guest):
                    await ada.until(lambda p: p.table["chairs"][1]["here"], "for the program")
                    began = asyncio.get_running_loop().time()
                    await ada.say("ready")
                    await ada.until(lambda p: p.update, "for another match")
                    assert asyncio.get_running_loop().time() - began < 1

    within(story, store)
