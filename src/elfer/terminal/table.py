"""A match at the terminal: one person, and bots in the other seats."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rich.console import Console
from rich.markdown import Markdown
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from elfer.bots import Bot
from elfer.core.game import TABLE, Event, Move, Seat
from elfer.core.refusals import Refused
from elfer.core.texts import Words
from elfer.match import DEAL, AnyMatch
from elfer.sheets import sheet, title
from elfer.terminal.faces import face_of
from elfer.terminal.narrate import narrate

MOMENT = 1000
"""A wait of fewer ms is too short for typing."""
BEST = 3
"""How many moves a hint names."""


class Quit(Exception):
    """The person has had enough."""


class Person:
    """The person at the keyboard: sees what one seat may see, and types its moves."""

    def __init__(self, match: AnyMatch, seat: Seat, words: Words, console: Console, hints: Bot) -> None:
        self.match = match
        self.seat = seat
        self.words = words
        self.console = console
        self.hints = hints

    def take_turn(self) -> bool:
        """Show the table and ask until a move has been played; where play does not wait, until Enter."""
        may_wait = self.seat not in self.match.awaited
        view = self.match.view(self.seat)
        face = face_of(view)
        self.console.print(face.draw(view, self.words))
        self.console.print(Text(face.ask(view, self.words), style="bold"))
        while True:
            typed = self.type()
            match self._command(typed):
                case "hint":
                    self._hint()
                case "rules":
                    self.console.print(Markdown(sheet(self.match.game.id, self.words.lang)))
                case "quit":
                    raise Quit
                case None if typed:
                    if self._play(self._moves(typed)):
                        return True
                case None if may_wait:
                    return False
                case None if face.enter in self.match.moves(self.seat):
                    return self._play((face.enter,))
                case _:
                    key = face.help or ("table.help" if face.words else "table.help_moves")
                    said = face.words or self.match.moves(self.seat)
                    self.console.print(Text(self.words.say(key, words=said), style="dim"))

    def _play(self, moves: tuple[Move, ...]) -> bool:
        """Play what was typed, up to the first move that is refused; whether any was played."""
        for played, move in enumerate(moves):
            try:
                self.tell(self.match.play(self.seat, move))
            except Refused as refused:
                self.console.print(Text(refused.tell(self.words), style="bold red"))
                if played:
                    said = self.words.say("table.partly", moves=moves[:played])
                    self.console.print(Text(said, style="dim"))
                return played > 0
        return True

    def tell(self, events: tuple[Event, ...]) -> None:
        """Say what happened."""
        for event in events:
            self.console.print(Text("  " + narrate(event, self.words), style="italic"))

    def type(self, prompt: str = "> ") -> str:
        """What the person types; the end of the input is the end of the game."""
        try:
            return self.console.input(prompt).strip()
        except EOFError:
            raise Quit from None

    def _command(self, typed: str) -> str | None:
        commands = ("hint", "rules", "quit")
        said = {self.words.move(command): command for command in commands} | {c: c for c in commands}
        return "help" if typed in ("help", "?") else said.get(typed.lower())

    def _hint(self) -> None:
        """Say what the best moves are worth, or whether to call now."""
        if self.seat not in self.match.awaited:
            call = self.hints.calls(self.match, self.seat)
            said = self.words.say("table.hint_call", move=self._said(call)) if call else ""
            self.console.print(said or self.words.say("table.hint_wait"))
            return
        for rank, found in enumerate(self.hints.evaluate(self.match, self.seat)[:BEST]):
            key = "table.hint_also" if rank else "table.hint"
            win, points = self.words.number(100 * found.win), self.words.number(found.points, 1)
            self.console.print(self.words.say(key, move=self._said(found.move), win=win, points=points))

    def _said(self, move: Move) -> str:
        return self.words.card(move) if re.fullmatch(r"[RYGB]\d+", move) else self.words.move(move)

    def _moves(self, typed: str) -> tuple[Move, ...]:
        whole = self._move(typed)
        return (whole,) if whole in self.match.moves(self.seat) else tuple(map(self._move, typed.split()))

    def _move(self, typed: str) -> Move:
        """The move that was meant: any case will do, and the language's own words."""
        moves = {move.lower(): move for move in self.match.moves(self.seat)}
        known = ("draw", "keep", "end", "pass", *face_of(self.match.view(self.seat)).words, *moves.values())
        words = {self.words.move(word): word for word in known}
        plain = words.get(typed.lower(), typed.lower())
        return moves.get(plain.lower(), plain.upper() if re.fullmatch(r"[rygb]\d+", plain) else plain)


def play_match(person: Person, bots: Mapping[Seat, Bot]) -> None:
    """Play a match to its end."""
    match = person.match
    _headline(person)
    while not match.over:
        awaited = match.awaited
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
    """Whether a person can act before the table does: not while calls of the same moment come in."""
    return TABLE not in match.awaited or (match.due or 0) >= MOMENT


def _table_moves(person: Person) -> None:
    """What the table itself does: the next deal is waited for, anything else is done at once."""
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
    text = title(match.game.id, words.lang)
    if match.rounds > 1:
        text = words.say("table.title", title=text, round=match.round + 1, rounds=match.rounds)
    person.console.print(Rule(text))


def _score(person: Person) -> None:
    """The open table, the points of the round and of the match, and who won."""
    match, words, console = person.match, person.words, person.console
    view = match.view(person.seat)
    console.print(face_of(view).draw(view, words))
    result = match.results[-1]
    console.print(Text(words.say(f"reason.{result.reason}", winners=result.winners), style="italic"))
    table = Table(title=words.say("table.score", round=match.round + 1) if match.rounds > 1 else None)
    columns = ["player", "points", *(["total"] if match.rounds > 1 else []), "rank"]
    for name in columns:
        table.add_column(words.say(f"table.{name}"), justify="left" if name == "player" else "right")
    ranks = match.result.ranks if match.result else result.ranks
    for seat in range(match.seats):
        total = [str(match.totals[seat])] if match.rounds > 1 else []
        table.add_row(words.who(seat), str(result.points[seat]), *total, str(ranks[seat]))
    console.print(table)
    if match.result:
        winners = match.result.winners
        key = "table.won" if len(winners) == 1 else "table.won_shared"
        console.print(Text(words.say(key, winners=winners), style="bold"))
