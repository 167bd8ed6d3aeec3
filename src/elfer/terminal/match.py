"""Plays a match of one person against bots, reaction games in real time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.table import Table
from rich.text import Text

from elfer.bots import Bot, strategy
from elfer.core.game import TABLE, Move, Seat
from elfer.match import DEAL, AnyMatch
from elfer.sheets import title
from elfer.terminal.faces import face_of
from elfer.terminal.person import Person
from elfer.terminal.screen import encodable, headline

MOMENT = 1000
"""Shortest wait, in ms, in which a person can type."""
TYPING_SECONDS = 0.8
"""Added to bots' reaction times, since typing a letter and Enter takes longer than a tap."""
LOOKING_SECONDS = 3.0
"""Delay before a bot moves."""


def play_match(person: Person, bots: Mapping[Seat, Bot]) -> None:
    match, clock = person.match, None
    _headline(person)
    while not match.over:
        awaited = match.awaited
        if is_timed(match) and person.lines.can_wait and match.moves(TABLE) != (DEAL,):
            clock = clock or Clock(person, bots)
            clock.step()
            continue
        clock = None
        if person.seat in match.actors and _leaves_time(match) and person.take_turn():
            continue
        calls = ((seat, bots[seat].calls(match, seat)) for seat in match.actors if seat in bots)
        seat, move = next(((seat, call) for seat, call in calls if call), (awaited[0], None))
        if seat == TABLE:
            _table_moves(person)
        elif seat in bots:
            person.tell(match.play(seat, move or bots[seat].choose(match, seat)))
    _score(person)


def _leaves_time(match: AnyMatch) -> bool:
    """Whether the person has time to act before the table does."""
    return TABLE not in match.awaited or (match.due or 0) >= MOMENT


def _table_moves(person: Person) -> None:
    """Play the table's move; the next deal waits for the person."""
    match = person.match
    if match.moves(TABLE) != (DEAL,):
        person.tell(match.play(TABLE, match.moves(TABLE)[0]))
        return
    _score(person)
    person.type(person.words.say("table.next_round"))
    match.play(TABLE, DEAL)
    _headline(person)


def _headline(person: Person) -> None:
    match, words = person.match, person.words
    text = encodable(title(match.game.id, words.lang))
    if match.rounds > 1:
        text = words.say("table.title", title=text, round=match.round + 1, rounds=match.rounds)
    headline(person.console, text)


def _score(person: Person) -> None:
    """Print the table, the points of round and match, and the winners."""
    match, words, console = person.match, person.words, person.console
    view = match.view(person.seat)
    console.print(face_of(view).draw(view, words))
    result = match.results[-1]
    out = [seat for seat, size in enumerate(getattr(view, "sizes", ())) if not size]
    console.print(Text(words.say(f"reason.{result.reason}", winners=result.winners, out=out), style="italic"))
    table = Table(title=words.say("table.score", round=match.round + 1) if match.rounds > 1 else None)
    columns = ["player", "points", *(["total"] if match.rounds > 1 else []), "rank"]
    for name in columns:
        table.add_column(words.say(f"table.{name}"), justify="left" if name == "player" else "right")
    ranks = match.result.ranks if match.result else result.ranks
    for seat in range(match.seats):
        total = [words.number(match.totals[seat])] if match.rounds > 1 else []
        table.add_row(words.who(seat), words.number(result.points[seat]), *total, str(ranks[seat]))
    console.print(table)
    if words.knows(key := f"points.{match.game.id}"):
        console.print(Text(words.say(key), style="dim"))
    if match.result:
        winners = match.result.winners
        key = "table.won" if len(winners) == 1 else "table.won_shared"
        console.print(Text(words.say(key, winners=winners), style="bold"))


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
