"""A remote player in a lobby of the same process, where a test can break the connection."""

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
from elfer.remote_bot.bot import RemoteBot
from elfer.remote_bot.player import RemotePlayer
from elfer.server import wire
from elfer.server.lobby import Lobby
from elfer.server.stores.key_value_store import KeyValueStore
from tests.bots import own_bots
from tests.server.indoors import BalkyStore, Guest, Link, guest, within
from tests.server.nodes.forwarding import ForwardableLink, settled, two_nodes, visitor
from tests.server.outdated import NOW, finishes, leaves, rewritten

WELCOME = wire.format_news(wire.Welcome(version=wire.VERSION, server="0.1.0", link="http://localhost/"))


class Program:
    """A remote player and its connection, which can be cut."""

    def __init__(
        self,
        lobby: Lobby,
        table: str,
        bot: Any = own_bots.first,
        link: type[Link] = Link,
        name: str = "Robi",
        seat: int | None = None,
    ) -> None:
        self._lobby, self._link_type = lobby, link
        self.told: list[tuple[str, dict[str, Any]]] = []
        self.player = RemotePlayer(table, RemoteBot(bot, 1), name, seat=seat, tell=self._tell)
        self.sent: list[wire.AnyCommand] = []
        self.refused: Refused | None = None
        self.mend()

    def _tell(self, key: str, **params: Any) -> None:
        self.told.append((key, params))

    def mend(self, breaks: str = "") -> None:
        """Connect; the connection breaks when a move is sent, *before* or *after* it has arrived."""
        self._link = self._link_type(self._lobby, "192.0.2.7")
        self.task = asyncio.create_task(self._converse(breaks))

    async def _converse(self, breaks: str) -> None:
        self.player.connected()
        try:
            self.player.receive(WELCOME)
            await self._send(breaks)
            async for frame in self._link:
                self.player.receive(frame)
                if await self._send(breaks):
                    return
        except Refused as refused:
            self.refused = refused

    async def _send(self, breaks: str) -> bool:
        """Send the player's next command; whether the connection breaks."""
        command = self.player.next_command()
        if not command:
            return False
        await asyncio.sleep(command.delay)
        self.sent.append(command.command)
        broken = breaks if isinstance(command.command, wire.Play) else ""
        if broken != "before":
            await self._link.send(msgspec.json.encode(command.command).decode())
        return bool(broken)

    @property
    def plays(self) -> list[wire.Play]:
        return [command for command in self.sent if isinstance(command, wire.Play)]

    async def cut(self) -> None:
        await self._link.close()
        await self.task


@asynccontextmanager
async def program(lobby: Lobby, table: str, *arguments: Any, **more: Any) -> AsyncIterator[Program]:
    made = Program(lobby, table, *arguments, **more)
    try:
        yield made
    finally:
        await made.cut()


@asynccontextmanager
async def at_a_table(
    lobby: Lobby, game: str, bot: Any = own_bots.first, seats: int = 2, start: bool = True, **setup: Any
) -> AsyncIterator[tuple[Guest, Program]]:
    """Ada and a program at a table of hers, with a match if it is to *start*."""
    async with guest(lobby) as ada:
        table = await ada.creates(game, seats, programs=True, **setup)
        async with program(lobby, table, bot) as robi:
            await seated(ada)
            if start:
                await ada.say("start")
            yield ada, robi


async def seated(host: Guest) -> None:
    await host.until(lambda p: all(chair["name"] for chair in p.table["chairs"]), "for programs")


async def over(host: Guest, match: int = 1) -> None:
    await host.until(lambda p: p.table.get("phase") == "over" and p.table["match"] == match, "for the end")


def test_a_match_without_a_winner_is_told() -> None:
    async def story(lobby: Lobby) -> None:
        async with at_a_table(lobby, "duel", own_bots.Curious()) as (ada, robi):
            await over(ada)
            assert [key for key, _ in robi.told] == ["join.sits", "join.no_winner"]

    within(story, moves=10)


@pytest.mark.parametrize("game", registry())
def test_a_program_plays_every_game(game: str) -> None:
    async def story(lobby: Lobby) -> None:
        curious, seats = own_bots.Curious(), max(2, registry()[game].seats[0])
        options = {"attention": False} if game == "connect" else {}
        table = at_a_table(lobby, game, curious, seats, bots=["easy"] * (seats - 2), options=options)
        async with table as (ada, robi):
            assert ada.table["chairs"][seats - 1]["program"]
            await ada.plays_on(lambda moves: moves[-1])
            await over(ada)
            assert not robi.refused
            (sits, where), (ends, result) = robi.told
            assert (sits, ends) == ("join.sits", "join.over")
            assert where == {"name": "Robi", "seat": seats - 1, "game": game}
            assert list(result["points"]) == ada.update["result"]["points"]
            check_seen(curious.seen, elfer.replay((await ada.say("record"))["text"]))

    within(story)


def check_seen(seen: list[elfer.Observation], played: AnyMatch) -> None:
    """All observations of a bot were true, in their order."""
    seat, match, waiting = played.seats - 1, played.at(0), seen[::-1]
    for step in played.history:
        if waiting and waiting[-1].view == match.view(seat):
            told = waiting.pop()
            assert (told.seat, told.seats, told.moves) == (seat, match.seats, match.moves(seat))
            assert (told.game, told.history) == (match.game, match.events(seat))
        match.play(step.seat, step.move)
    assert not waiting


def test_a_program_finds_a_legal_move_where_a_view_offers_more() -> None:
    """CON-7: a view does not say where a card fits."""

    async def story(lobby: Lobby) -> None:
        async with at_a_table(lobby, "connect", own_bots.Curious()) as (ada, robi):
            await ada.until(lambda who: who.update, "for the match")
            while (at := ada.at) < 60:
                if ada.seat in ada.update["awaited"]:
                    await ada.say("play", move=ada.moves[-1], at=at)
                await ada._sees_more_than(at)
            assert robi.refused is None

    within(story)


def test_programs_play_to_the_end_and_again_when_a_person_wants_it() -> None:
    async def story(lobby: Lobby) -> None:
        async with guest(lobby) as ada:
            table = await ada.creates("classic", 3, programs=True)
            async with (
                program(lobby, table, own_bots.Lowest) as one,
                program(lobby, table, own_bots.Lowest, name="Otto") as two,
            ):
                await seated(ada)
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
        async with at_a_table(lobby, "duel", start=False) as (ada, robi):
            await robi.cut()
            robi.mend(breaks)
            await ada.say("start")
            await robi.task
            await robi.cut()
            assert ada.at == (breaks == "after")
            lost = robi.sent[-1]
            robi.mend()
            await ada.until(lambda p: p.update.get("result"), "for the end")
            assert robi.plays[:2] == [lost, lost]
            played = elfer.replay((await ada.say("record"))["text"])
            assert played.steps == len({move.id for move in robi.plays})

    within(story)


class NoRefusal(ForwardableLink):
    """Loses the refusal of what was not answered."""

    def _receive(self, frame: str, merge: str = "") -> None:
        if '"not_saved"' not in frame:
            super()._receive(frame)


class RefusalLast(ForwardableLink):
    """Delivers the refusals after `out`."""

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


@pytest.mark.parametrize("link", [ForwardableLink, NoRefusal, RefusalLast])
def test_a_program_whose_table_changes_its_node_goes_on_on_the_same_connection(link: type[Link]) -> None:
    """A move that was under way is sent again as it was, with or without its refusal."""

    async def story() -> None:
        store, shut = BalkyStore(), list[elfer.Observation]()

        def shuts(observation: elfer.Observation) -> str:
            if not shut:
                shut.append(observation)
                store.open.clear()
            return observation.moves[0]

        async with two_nodes(store) as (owner, other, server), visitor(owner) as ada:
            table = await ada.creates("highest", 2, programs=True)
            async with program(other, table, shuts, link) as robi:
                await seated(ada)
                await ada.say("start")
                playing = asyncio.create_task(ada.plays_on())
                await settled(lambda: shut and server.answering)
                for connection in list(server.connections):
                    connection.abort()
                store.open.set()
                await playing
                assert not robi.refused
                assert robi.plays[:2] == [robi.plays[0]] * 2

    asyncio.run(story())


def test_a_program_that_a_table_does_not_want_is_refused() -> None:
    async def story(lobby: Lobby) -> None:
        async def refusal(table: str, **more: Any) -> str:
            async with program(lobby, table, **more) as robi:
                await robi.task
                assert robi.refused
                return robi.refused.code

        async with guest(lobby) as ada:
            table = await ada.creates("classic", 3, bots=["easy"])
            assert await refusal(table) == "no_programs"
            await ada.say("change", setup={"game": "classic", "seats": 3, "programs": True})
            assert await refusal(table, seat=1) == "seat_taken"
            assert await refusal(table, seat=9) == "seat_range"
            assert await refusal(table, name="x" * 30) == "name_long"
            assert await refusal("A" * 22) == "no_table"
            await ada.say("place", seat=2, bot="easy")
            assert await refusal(table) == "no_free_seat"

    within(story)


def test_a_program_that_is_removed_ends() -> None:
    async def story(lobby: Lobby) -> None:
        async with at_a_table(lobby, "classic", start=False) as (ada, robi):
            await ada.say("remove", seat=1)
            await robi.task
            assert robi.refused
            assert robi.refused.code == "join_removed"

    within(story)


def dreams(observation: elfer.Observation) -> str:
    return observation.imagine(1).moves(0)[0]


@pytest.mark.parametrize(
    ("bot", "code", "text"),
    [
        (own_bots.Illegal, "bot_illegal", '"seat":1'),
        (own_bots.Silent, "bot_none", '"seat":1'),
        (own_bots.Raising, "bot_raised", '"seat":1'),
        (dreams, "bot_raised", "Nothing can be imagined"),
    ],
)
def test_a_bot_that_errs_is_named_with_its_view(bot: Any, code: str, text: str) -> None:
    async def story(lobby: Lobby) -> None:
        async with at_a_table(lobby, "highest", bot) as (_, robi):
            await robi.task
            assert isinstance(robi.refused, elfer.BotError)
            assert (robi.refused.code, robi.refused.params["seat"]) == (code, 1)
            assert text in str(robi.refused)
            assert "\n" not in str(robi.refused)
            assert robi.player.leave()

    within(story)


def asking() -> tuple[RemotePlayer, str]:
    """A player that has sent its first command, and the command's id."""
    player = RemotePlayer("A" * 22, RemoteBot(own_bots.first, 1), "Robi")
    player.receive(WELCOME)
    command = player.next_command()
    assert command
    assert not command.delay
    return player, command.command.id


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ('{"is":"welcome","version":99,"server":"9","link":""}', "join_version"),
        ('{"hello":1}', "not_elfer"),
        ("hello", "not_elfer"),
    ],
)
def test_another_server_is_refused(frame: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        asking()[0].receive(frame)
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
    player, id = asking()
    with pytest.raises(Refused) as refused:
        player.receive(f'{{"is":"refused","id":"{id}",{params}}}')
    assert str(refused.value) == said


def test_a_transient_refusal_is_followed_by_another_attempt() -> None:
    player, id = asking()
    player.receive(f'{{"is":"refused","id":"{id}","code":"too_fast","params":{{}}}}')
    again = player.next_command()
    assert again
    assert isinstance(again.command, wire.Enter)
    assert again.delay > 0


@pytest.mark.parametrize("changes", [True, False])
def test_a_program_plays_on_after_a_match_of_other_rules(changes: bool) -> None:
    """After the host changes the setup and starts, or as soon as a person is ready."""
    store = KeyValueStore()

    async def story(lobby: Lobby) -> None:
        async with at_a_table(lobby, "duel") as (ada, robi):
            await ada.until(lambda p: p.update, "for the deal")
            table = ada.table["id"]
            await robi.cut()
            await leaves(lobby, ada)
            setup: dict[str, Any] = {"options": {"jokers": 3}} if changes else {}
            await rewritten(store, table, NOW - 1, **setup)
            robi.mend()
            await ada.enters(table)
            await ada.until(lambda p: p.table["chairs"][1]["here"], "for the program")
            began = asyncio.get_running_loop().time()
            if changes:
                await ada.say("change", setup={"game": "duel", "seats": 2, "programs": True})
                await ada.say("start")
            else:
                await ada.say("ready")
            await ada.until(lambda p: p.update, "for another match")
            assert asyncio.get_running_loop().time() - began < 1
            await finishes(ada)
            assert robi.refused is None

    within(story, store)
