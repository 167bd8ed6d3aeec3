"""A lesson on one page: sends what a table would send, and saves nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from elfer.core.game import Event, Move
from elfer.core.options import Value, given
from elfer.core.refusals import Refused
from elfer.lessons import LEARNER, OTHERS, Learner, lesson
from elfer.server import wire

TABLE_ID = "learn"
"""The id of the lesson's table; no real table can have it."""
LOOK_FACTOR = {True: 3.0, False: 0.5}
"""Pauses before the next part, by whether the table is cleared for it."""


class LessonSession:
    def __init__(
        self, game: str, options: dict[str, Value], tell: Callable[[wire.News], None], pause: float
    ) -> None:
        found = lesson(game, options)
        if found is None:
            raise Refused("no_lesson", game=game)
        self.subject = game, options
        self._at = 0
        """Number of updates sent."""
        self._tell, self._pause = tell, pause
        self._learner = Learner(found)
        self._matches = 0
        """Number of positions shown."""
        self._replying: asyncio.Task[None] | None = None

    def close(self) -> None:
        if self._replying:
            self._replying.cancel()

    def play(self, move: Move) -> int:
        """Play a move that the lesson expects; its number."""
        self._finish_part()
        self._tell_update(self._learner.play(move))
        at = self._at
        self._go_on()
        return at

    def go_to(self, part: int) -> None:
        """Go to a part; on the way to the next one, the current part's move is made and shown."""
        learner = self._learner
        if not self._matches or learner.last or part != learner.number + 1:
            self.close()
            self._learner = Learner(learner.lesson, part)
            self._tell_start()
        elif learner.done:
            self._finish_part()
        else:
            if events := learner.go_on():
                self._tell_update(events)
            self._go_on()

    def _go_on(self) -> None:
        """Let the other players reply, and go to the next part."""
        if self._learner.part.moves or self._learner.answering:
            self._tell_part()
            self._replying = asyncio.get_running_loop().create_task(self._reply())
        else:
            self._turn_page()

    async def _reply(self) -> None:
        """The other players reply, one move per pause."""
        while self._learner.answering:
            await asyncio.sleep(self._pause)
            self._tell_update(self._learner.answer())
        await asyncio.sleep(self._pause * LOOK_FACTOR[self._learner.clears])
        self._turn_page()

    def _finish_part(self) -> None:
        """Play the remaining replies of a part at once."""
        if self._learner.done:
            self.close()
            while self._learner.answering:
                self._tell_update(self._learner.answer())
            self._turn_page()

    def _turn_page(self) -> None:
        self._learner.turn_page()
        if self._learner.part.position:
            self._tell_start()
        else:
            self._tell_part()

    # News

    def _tell_start(self) -> None:
        """Show a new position: the table as the learner sees it, whose name the page knows."""
        match = self._learner.match
        self._matches += 1
        setup = wire.Setup(
            game=match.game.id, options=given(match.game), seats=match.seats, watch=False, hints=False
        )
        others = OTHERS[: match.seats - 1]
        self._tell(
            wire.TableInfo(
                id=TABLE_ID,
                setup=setup,
                chairs=(_chair(""), *(_chair(name, "easy") for name in others)),
                host=None,
                you=LEARNER,
                phase="playing",
                match=self._matches,
                watching=0,
            )
        )
        self._tell_update(())
        self._tell_part()

    def _tell_part(self) -> None:
        learner = self._learner
        self._tell(
            wire.LessonNews(
                game=learner.lesson.game,
                part=learner.number,
                parts=len(learner.lesson.parts),
                text=learner.part.text,
                other=learner.part.other,
                moves=learner.moves,
                done=learner.done,
            )
        )

    def _tell_update(self, events: Iterable[Event]) -> None:
        match = self._learner.match
        self._at += 1
        self._tell(
            wire.Update(
                at=self._at,
                round=0,
                totals=match.totals,
                awaited=match.awaited,
                wait=None,
                view=wire.raw(match.view(LEARNER)),
                events=wire.raw_events(events, LEARNER),
                result=match.result,
            )
        )


def _chair(name: str, bot: wire.Level | None = None) -> wire.ChairInfo:
    return wire.ChairInfo(name, bot, here=True, stand_in=False, ready=False, program=False)
