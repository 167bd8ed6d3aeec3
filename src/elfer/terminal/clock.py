"""Real-time play of reaction games: bots call after their reaction time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from elfer.bots import Bot, strategy
from elfer.core.game import TABLE, Move, Seat
from elfer.match import DEAL, AnyMatch
from elfer.terminal.faces import face_of
from elfer.terminal.person import Person

TYPING_SECONDS = 0.8
"""Added to bots' reaction times, since typing a letter and Enter takes longer than a tap."""
LOOKING_SECONDS = 3.0
"""Delay before a bot moves."""


def is_timed(match: AnyMatch) -> bool:
    """Whether the order of calls matters in this game."""
    return hasattr(strategy(match.game), "notices")


class Clock:
    """Schedules the next action of bots and table while the person may type."""

    def __init__(self, person: Person, bots: Mapping[Seat, Bot]) -> None:
        self.person, self.bots = person, bots
        person.look()
        self._shown = person.lines.now()
        """When the last card was shown."""
        self._waits = self._shown
        """When the awaited seats last changed."""
        self._calls: dict[Seat, tuple[float, Move]] | None = None
        """Planned calls of bots for this card, with their times."""

    def step(self) -> None:
        """Play what the person types before the next deadline, or what is due then."""
        person, match = self.person, self.person.match
        due, seat, move = self._next()
        awaited, steps = match.awaited, match.steps
        if person.seat in match.actors:
            typed = person.type_within(None if due is None else max(0.0, due - person.lines.now()))
            if typed is None:
                person.console.print()
            elif person.answer(typed) or typed:
                move = None
        if move is not None:
            person.tell(match.play(seat, move))
        if match.steps > steps:
            self._moved(awaited)

    def _next(self) -> tuple[float | None, Seat, Move | None]:
        """The next scheduled action and its time; `None` while play waits for the person."""
        match = self.person.match
        if self._calls is None:
            self._calls = dict(self._reactions())
        plans: list[tuple[float, Seat, Move]] = [
            (due, seat, call)
            for seat, (due, call) in self._calls.items()
            if seat in match.actors and call in match.moves(seat)
        ]
        first = match.awaited[0]
        if first == TABLE:
            plans.append((self._waits + (match.due or 0) / 1000, TABLE, match.moves(TABLE)[0]))
        elif first in self.bots:
            move = self._enter() or self.bots[first].choose(match, first)
            plans.append((self._waits + LOOKING_SECONDS, first, move))
        return min(plans, default=(None, self.person.seat, None), key=lambda plan: plan[0])

    def _enter(self) -> Move:
        """The move of the awaited seat."""
        return face_of(self.person.match.view(self.person.seat)).enter

    def _reactions(self) -> Iterator[tuple[Seat, tuple[float, Move]]]:
        """Plan the bots' calls for the card just turned up."""
        match = self.person.match
        for seat, bot in self.bots.items():
            if seat in match.actors and (reaction := bot.react(bot.observe(match, seat))):
                yield seat, (self._shown + TYPING_SECONDS + reaction[0] / 1000, reaction[1])

    def _moved(self, awaited: tuple[Seat, ...]) -> None:
        """Reset the timers; calls do not change other planned calls."""
        person, match = self.person, self.person.match
        last = match.history[-1]
        if last.seat == TABLE or last.move == self._enter():
            self._calls = None
            if match.moves(TABLE) != (DEAL,) and not match.over:
                person.look()
            self._shown = self._waits = person.lines.now()
        elif match.awaited != awaited:
            self._waits = person.lines.now()
