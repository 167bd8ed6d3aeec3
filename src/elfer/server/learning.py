"""A lesson that one page goes through: it tells what a table would tell, and nothing of it is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from elfer.core.game import Event, Move
from elfer.core.options import Value, given
from elfer.core.refusals import Refused
from elfer.lessons import LEARNER, OTHERS, Learner, lesson
from elfer.server import wire

TABLE_ID = "learn"
"""What its table is called; no true table can be."""
LOOK_FACTOR = {True: 3.0, False: 0.5}
"""For how many pauses one looks at what has happened before the next sentence: longer, where all is cleared
away for it."""


class Learning:
    """One page's lesson."""

    def __init__(
        self, game: str, options: dict[str, Value], tell: Callable[[wire.News], None], pause: float
    ) -> None:
        found = lesson(game, options)
        if found is None:
            raise Refused("no_lesson", game=game)
        self.taught, self.at = (game, options), 0
        """What is taught, and how much has been told of the match."""
        self._tell, self._pause = tell, pause
        self._learner = Learner(found)
        self._matches = 0
        """How many positions have been told."""
        self._going_on: asyncio.Task[None] | None = None

    def close(self) -> None:
        if self._going_on:
            self._going_on.cancel()

    def play(self, move: Move) -> int:
        """Play what the lesson expects; its number."""
        self._hurry()
        self._happened(self._learner.play(move))
        at = self.at
        self._go_on()
        return at

    def go_to(self, part: int) -> None:
        """Go to a part; on the way to the next one, the move of this one is made and shown."""
        learner = self._learner
        if not self._matches or learner.last or part != learner.number + 1:
            self.close()
            self._learner = Learner(learner.lesson, part)
            self._tell_start()
        elif learner.done:
            self._hurry()
        else:
            if events := learner.go_on():
                self._happened(events)
            self._go_on()

    def _go_on(self) -> None:
        """Let the others reply, and turn to the next part."""
        played = bool(self._learner.part.moves)
        if played or self._learner.answering:
            self._tell_part()
            self._going_on = asyncio.get_running_loop().create_task(self._replies())
        else:
            self._turn_page()

    async def _replies(self) -> None:
        """The others reply at a pace that one can follow."""
        while self._learner.answering:
            await asyncio.sleep(self._pause)
            self._happened(self._learner.answer())
        await asyncio.sleep(self._pause * LOOK_FACTOR[self._learner.clears])
        self._turn_page()

    def _hurry(self) -> None:
        """Let all that is still to happen in a part happen at once."""
        if self._learner.done:
            self.close()
            while self._learner.answering:
                self._happened(self._learner.answer())
            self._turn_page()

    def _turn_page(self) -> None:
        self._learner.turn_page()
        if self._learner.part.position:
            self._tell_start()
        else:
            self._tell_part()

    # What is told

    def _tell_start(self) -> None:
        self._matches += 1
        self._tell(self._info())
        self._happened(())
        self._tell_part()

    def _tell_part(self) -> None:
        learner = self._learner
        self._tell(
            wire.LessonPart(
                game=learner.lesson.game,
                part=learner.number,
                parts=len(learner.lesson.parts),
                text=learner.part.said,
                other=learner.part.other,
                moves=learner.moves,
                done=learner.done,
            )
        )

    def _info(self) -> wire.TableInfo:
        """The table as it looks to the learner, whose name the page knows."""
        match = self._learner.match
        setup = wire.Setup(
            game=match.game.id, options=given(match.game), seats=match.seats, watch=False, hints=False
        )
        others = OTHERS[: match.seats - 1]
        return wire.TableInfo(
            id=TABLE_ID,
            setup=setup,
            chairs=(_chair(""), *(_chair(name, "easy") for name in others)),
            host=None,
            you=LEARNER,
            phase="playing",
            match=self._matches,
            watching=0,
        )

    def _happened(self, events: Iterable[Event]) -> None:
        match = self._learner.match
        self.at += 1
        self._tell(
            wire.Update(
                at=self.at,
                round=0,
                totals=match.totals,
                awaited=match.awaited,
                wait=None,
                view=wire.raw(match.view(LEARNER)),
                events=wire.raw_events(events, LEARNER),
                result=match.result,
            )
        )


def _chair(name: str, bot: wire.Level | None = None) -> wire.Chair:
    return wire.Chair(name, bot, here=True, stand_in=False, ready=False, program=False)
