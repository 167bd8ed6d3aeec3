"""A game of reaction at the terminal: bots call when their time has come, whatever the person does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from elfer.bots import Bot, strategy
from elfer.core.game import TABLE, Move, Seat
from elfer.match import DEAL, AnyMatch
from elfer.terminal.faces import face_of
from elfer.terminal.person import Person

TYPING_SECONDS = 0.8
"""What bots wait beyond their reaction: so long takes a letter, Enter, and finding them."""
LOOKING_SECONDS = 3.0
"""How long a bot that is to move lets the person look."""


def is_timed(match: AnyMatch) -> bool:
    """Whether it matters in this game who calls first."""
    return hasattr(strategy(match.game), "notices")


class Clock:
    """What will happen at a table if the person types nothing, and when."""

    def __init__(self, person: Person, bots: Mapping[Seat, Bot]) -> None:
        self.person, self.bots = person, bots
        person.look()
        self._shown = person.lines.now()
        """When the last card was to be seen."""
        self._waits = self._shown
        """When play came to wait for whom it waits now."""
        self._calls: dict[Seat, tuple[float, Move]] | None = None
        """What bots are about to call on this card, and when."""

    def step(self) -> None:
        """Let the next thing happen: what the person types, if that comes first, or what is due."""
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
        """When the next thing is due, and what it is; nothing, while play waits for the person."""
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
        """What whoever is to move does, unless something is called."""
        return face_of(self.person.match.view(self.person.seat)).enter

    def _reactions(self) -> Iterator[tuple[Seat, tuple[float, Move]]]:
        """What the bots notice on the card that has just been turned up."""
        match = self.person.match
        for seat, bot in self.bots.items():
            if seat in match.actors and (reaction := bot.react(bot.observe(match, seat))):
                yield seat, (self._shown + TYPING_SECONDS + reaction[0] / 1000, reaction[1])

    def _moved(self, awaited: tuple[Seat, ...]) -> None:
        """Something has happened; another's call does not change what bots are about to call."""
        person, match = self.person, self.person.match
        last = match.history[-1]
        if last.seat == TABLE or last.move == self._enter():
            self._calls = None
            if match.moves(TABLE) != (DEAL,) and not match.over:
                person.look()
            self._shown = self._waits = person.lines.now()
        elif match.awaited != awaited:
            self._waits = person.lines.now()
