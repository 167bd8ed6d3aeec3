"""People do anything at any time; what must come of it, the law says."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from tests.server.model.checks import Checks
from tests.server.model.law import PLAIN, Law, Setup
from tests.server.model.pages import PAGES
from tests.server.model.world import World
from tests.server.people import Server

GAMES = {
    "classic": (2, 3),
    "junior": (2, 4),
    "highest": (2, 3),
    "duel": (2,),
    "guess": (2, 3),
    "old-maid": (3,),
}
"""Games without calls, in which the table only deals, so that only people and bots decide."""
LONG_MATCH = 200
"""As many moves as all of these games end after."""
DIARY_LINES = 25
MOST_TABLES = 2
MOST_KILLS = 3

pages = st.integers(0, 3 * PAGES - 1)
"""Who does something."""
seats = st.integers(0, 4)
levels = st.sampled_from(["easy", "medium"])
choices = st.integers(0, 999)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    game = draw(st.sampled_from(sorted(GAMES)))
    return {
        **PLAIN,
        "game": game,
        "seats": draw(st.sampled_from(GAMES[game])),
        "rounds": draw(st.sampled_from([1, 1, 2])),
        "watch": draw(st.booleans()),
        "listed": draw(st.booleans()),
    }


class Machine(RuleBasedStateMachine):
    """A world in which anything may be tried next."""

    failures: ClassVar[list[AssertionError]] = []
    """What went wrong. The same steps meet other cards the next time, and may go well."""

    def __init__(self, server: Server) -> None:
        super().__init__()
        self._runner = asyncio.Runner()
        self._server = server
        self.world = World(server)
        self._checks = Checks(self.world)
        self.kills = 0

    def teardown(self) -> None:
        self._runner.run(self.world.close())
        self._runner.close()

    def lets(self, happen: Coroutine[Any, Any, object]) -> None:
        """Let something happen, and look whether all is as it must be."""

        async def step() -> None:
            await happen
            await self._checks.look()

        try:
            self._runner.run(step())
        except Exception as error:
            told = "\n".join(self.world.diary[-DIARY_LINES:])
            self.failures.append(
                AssertionError(f"{error!r} after\n{told}").with_traceback(error.__traceback__)
            )
            raise

    def does(self, page: int, do: str, rule: Callable[..., object], **fields: Any) -> None:
        """Let a person do something at a table."""
        self.lets(self.world.does(self.who(page), do, rule, **fields))

    def law(self, choice: int) -> Law:
        return self.world.tables[choice % len(self.world.tables)]

    def who(self, number: int) -> int:
        """The page with this number; larger ones select a page at a table, or a host."""
        kind, page = divmod(number, PAGES)
        tables = self.world.tables
        there = [page for law in tables for page in law.pages]
        hosts = [page for law in tables for page in law.pages if law.is_host(page)]
        found = (range(PAGES), there, hosts)[kind] or range(PAGES)
        return found[page % len(found)]

    # How it begins

    @initialize(
        setup=setups(),
        bots=st.integers(0, 1),
        moves=st.sampled_from([None, 0, 10, LONG_MATCH, LONG_MATCH]),
        then=st.none() | setups(),
    )
    def a_group(self, setup: Setup, bots: int, moves: int | None, then: Setup | None) -> None:
        """A table with as many people as it has seats, less the bots; perhaps they have played already."""

        async def gather() -> None:
            world = self.world
            await world.creates(0, setup, ["easy"] * bots, False)
            (law,) = world.tables
            for page in range(1, PAGES):
                await world.enters(page, law)
            for seat in range(bots + 1, setup["seats"]):
                await world.sits(seat, seat)
            if moves is not None:
                await world.does(0, "start", Law.start)
                await world.play_on(law, moves, 0)
            if then:
                await world.does(0, "change", Law.change, setup=then)

        self.lets(gather())

    # Coming and going

    @rule(page=pages, setup=setups(), bots=st.lists(levels, max_size=3), start=st.booleans())
    def create(self, page: int, setup: Setup, bots: list[str], start: bool) -> None:
        if len(self.world.tables) < MOST_TABLES:
            self.lets(self.world.creates(self.who(page), setup, bots, start))

    @rule(page=pages, table=choices)
    def enter(self, page: int, table: int) -> None:
        self.lets(self.world.enters(self.who(page), self.law(table)))

    @rule(page=pages, abruptly=st.booleans())
    def reload(self, page: int, abruptly: bool) -> None:
        """A page loses the connection and comes back."""
        self.lets(self.world.reloads(self.who(page), abruptly=abruptly))

    @rule(page=pages, abruptly=st.booleans())
    def go(self, page: int, abruptly: bool) -> None:
        self.lets(self.world.goes(self.who(page), abruptly=abruptly))

    @rule(page=pages)
    def lobby(self, page: int) -> None:
        async def look_around() -> None:
            visitor = self.who(page)
            await self._checks.look_at_lobby(visitor, await self.world.looks_around(visitor))

        self.lets(look_around())

    # Seats

    @rule(page=pages, seat=seats, free=st.booleans())
    def sit(self, page: int, seat: int, free: bool) -> None:
        page = self.who(page)
        law = self.world.where.get(page)
        chairs = law.chairs if law and free else []
        found = [number for number, chair in enumerate(chairs) if not chair.name] or [seat]
        self.lets(self.world.sits(page, found[seat % len(found)]))

    @rule(page=pages)
    def leave(self, page: int) -> None:
        self.does(page, "leave", Law.leave)

    @rule(page=pages, number=st.integers(0, 9))
    def rename(self, page: int, number: int) -> None:
        self.does(page, "rename", Law.rename, name=f"Eve {number}")

    @rule(page=pages)
    def clear(self, page: int) -> None:
        self.does(page, "clear", Law.clear)

    @rule(page=pages, seat=seats)
    def remove(self, page: int, seat: int) -> None:
        self.does(page, "remove", Law.remove, seat=seat)

    @rule(page=pages, seat=seats, other=seats)
    def swap(self, page: int, seat: int, other: int) -> None:
        self.does(page, "swap", Law.swap, seat=seat, other=other)

    @rule(page=pages, seat=seats, bot=st.none() | levels)
    def place(self, page: int, seat: int, bot: str | None) -> None:
        self.does(page, "place", Law.place, seat=seat, bot=bot)

    @rule(page=pages, setup=setups())
    def change(self, page: int, setup: Setup) -> None:
        self.does(page, "change", Law.change, setup=setup)

    @rule(page=pages)
    def code(self, page: int) -> None:
        self.lets(self.world.asks_for_code(self.who(page)))

    @rule(page=pages, code=choices)
    def redeem(self, page: int, code: int) -> None:
        codes = ["ABCDEFGH", *self.world.codes]
        self.lets(self.world.redeems(self.who(page), codes[-1 - code % len(codes)]))

    # Matches

    @rule(page=pages)
    def start(self, page: int) -> None:
        self.does(page, "start", Law.start)

    @rule(page=pages)
    def ready(self, page: int) -> None:
        self.does(page, "ready", Law.be_ready)

    @rule(page=pages, seat=seats)
    def substitute(self, page: int, seat: int) -> None:
        self.lets(self.world.substitutes(self.who(page), seat))

    @rule(page=pages, choice=choices, late=st.integers(0, 3), wrong=st.booleans())
    def play(self, page: int, choice: int, late: int, wrong: bool) -> None:
        page = self.who(page)
        sent = self.world.a_move(page, choice)
        move = "R77" if wrong else sent["move"]
        self.lets(self.world.plays(page, move, sent["id"], max(0, sent["at"] - late)))

    @precondition(lambda self: self.world.done)
    @rule(choice=choices)
    def send_again(self, choice: int) -> None:
        self.lets(self.world.sends_again(choice))

    @rule(page=pages, choice=choices)
    def resend(self, page: int, choice: int) -> None:
        if self.world.played:
            sender, sent = self.world.played[choice % len(self.world.played)]
            self.lets(self.world.plays(sender if choice % 3 else self.who(page), **sent))

    @rule(table=choices, count=st.sampled_from([1, 5, 20, LONG_MATCH]), choice=choices)
    def play_on(self, table: int, count: int, choice: int) -> None:
        self.lets(self.world.play_on(self.law(table), count, choice))

    @rule(table=choices)
    def all_ready(self, table: int) -> None:
        self.lets(self.world.all_ready(self.law(table)))

    @rule(table=choices)
    def play_at_once(self, table: int) -> None:
        self.lets(self.world.play_at_once(self.law(table)))

    @rule(page=pages, match=st.integers(0, 3))
    def record(self, page: int, match: int) -> None:
        self.lets(self.world.looks_back(self.who(page), match or None))

    # Faults

    @precondition(lambda self: self.kills < MOST_KILLS)
    @rule(playing=st.booleans(), gently=st.booleans())
    def kill(self, playing: bool, gently: bool) -> None:
        """The server ends in the middle of everybody's moves, who send them again."""
        self.kills += 1
        self.lets(self.world.ends(lambda: self._restart(gently=gently), playing=playing))

    def _restart(self, *, gently: bool) -> None:
        if gently:
            assert self._server.stop() == 0
        else:
            self._server.kill()
        self._server.start(self._server.port)
