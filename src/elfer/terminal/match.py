"""Plays a match of one person against bots."""

from __future__ import annotations

from collections.abc import Mapping

from rich.table import Table
from rich.text import Text

from elfer.bots import Bot
from elfer.core.game import TABLE, Seat
from elfer.match import DEAL, AnyMatch
from elfer.sheets import title
from elfer.terminal.clock import Clock, is_timed
from elfer.terminal.faces import face_of
from elfer.terminal.person import Person
from elfer.terminal.screen import headline, plainly

MOMENT = 1000
"""Shortest wait, in ms, in which a person can type."""


def play_match(person: Person, bots: Mapping[Seat, Bot]) -> None:
    """Play a match to its end."""
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
    text = plainly(title(match.game.id, words.lang))
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
