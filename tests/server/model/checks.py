"""Every page shows what it must, and was never told anything else."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from typing import Any

from tests.server.model import expected
from tests.server.model.law import Law
from tests.server.model.world import World
from tests.server.people import News, Person

REMATCH_AFTER = 8.0
"""After how many seconds all are ready, well before the clock would begin without them."""
MISSED = 100
"""The most events that a returning page is told."""
UNSAID = ("events", "wait", "undo", "forced", "calls")
"""Of an update, what the law does not speak of."""


class Checks:
    """Looks at a world after every step."""

    def __init__(self, world: World) -> None:
        self._world = world

    async def look(self) -> None:
        """Wait until all has happened that happens by itself, and look at every page."""
        world = self._world
        for law in world.tables:
            await world.settle(law)
        for page, person in world.pages.open.items():
            await self._look_at(page, person)
        for sat in world.sat:
            sat.clear()
        world.note_seats()
        await self._all_ready_in_time()

    async def look_at_lobby(self, page: int, expected: dict[str, Any]) -> None:
        """A page sees these of our tables, and no others of ours."""
        ours = {law.id for law in self._world.tables}

        def shown(person: Person) -> News:
            tables = next(news["tables"] for news in reversed(person.heard) if news["is"] == "tables")
            found = {table["id"]: table for table in tables if table["id"] in ours}
            return {id: _known(table, expected.get(id)) for id, table in found.items()}

        await _agree(self._world.pages.open[page], shown, expected)

    async def _look_at(self, page: int, person: Person) -> None:
        law = self._world.where.get(page)
        if law and page in law.out:
            await person.hears("out", code=law.out.pop(page))
            del self._world.where[page]
        elif law:
            info = expected.info(law, page)
            await _agree(person, lambda p: _known(p.table, info), info)
            if self._must_know(law, page):
                update = law.story.moments[-1].update(law.seat(page))
                await _agree(person, lambda p: _without_events(p.update), update)
        for news in self._world.pages.unseen(page):
            if law and news["is"] == "table" and news["id"] == law.id:
                assert news["you"] in self._world.sat[page]
            elif news["is"] == "update":
                assert law
                self._may_know(law, page, news)

    def _must_know(self, law: Law, page: int) -> bool:
        """Whether a page must have been told of the last move."""
        at_over = law.phase == "over" and self._world.followed[page] not in (None, law.story.at)
        return law.phase == "playing" or at_over

    def _may_know(self, law: Law, page: int, news: News) -> None:
        """What was told is this seat's own, and each thing that happened is told once."""
        at, seat, before = news["at"], news["view"]["seat"], self._world.followed[page]
        assert seat in self._world.sat[page]
        shown, moments = _without_events(news), [then for then in law.story.moments if then.at == at]
        expected = [then.update(seat) for then in moments]
        assert shown in expected, _difference(shown, expected[-1])
        moment = moments[expected.index(shown)]  # the end of a match and the deal of the next have one number
        assert seat is not None or law.watched[moment.opening.number], "a stranger was shown a private match"
        assert news["events"] == law.story.events(at if before is None else before, moment, seat)[-MISSED:]
        self._world.followed[page] = at

    async def _all_ready_in_time(self) -> None:
        """When one player has wanted another match for long, all do, so no clock decides."""
        for law in self._world.tables:
            if law.phase == "over" and law.ready and time.monotonic() - law.wanted > REMATCH_AFTER:
                await self._world.all_ready(law)


async def _agree(person: Person, shown: Callable[[Person], Any], expected: Any) -> None:
    """Wait until a page shows what it must."""
    with contextlib.suppress(AssertionError):
        await person.until(lambda p: shown(p) == expected)
    assert shown(person) == expected, _difference(shown(person), expected)


def _known(shown: Any, expected: Any) -> Any:
    """What is shown, as far as the law speaks of it."""
    if isinstance(shown, dict) and isinstance(expected, dict):
        return {name: _known(value, expected[name]) for name, value in shown.items() if name in expected}
    if isinstance(shown, list) and isinstance(expected, list) and len(shown) == len(expected):
        return [_known(*pair) for pair in zip(shown, expected, strict=True)]
    return shown


def _without_events(update: News) -> News:
    return {name: value for name, value in update.items() if name not in UNSAID}


def _difference(shown: News, expected: News) -> str:
    """What is shown and must not be, field by field."""
    names = sorted({*shown, *expected})
    found = [(name, shown.get(name), expected.get(name)) for name in names]
    return "\n".join(f"{name} is {one}, must be {other}" for name, one, other in found if one != other)
