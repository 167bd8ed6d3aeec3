"""The person at the keyboard: commands, moves and hints."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from elfer.bots import Bot
from elfer.core.game import Event, Move, Seat
from elfer.core.options import given
from elfer.core.refusals import Refused
from elfer.core.texts import Words
from elfer.game_card import page
from elfer.match import AnyMatch
from elfer.move_parser import MoveParser, Unclear, closed, parser_for
from elfer.sheets import sheet
from elfer.terminal.faces import PLAIN, face_of
from elfer.terminal.keyboard import Keyboard
from elfer.terminal.narration import narrate
from elfer.terminal.screen import encodable

BEST = 3
"""Moves listed in a hint."""
PROMPT = "> "
COMMANDS = ("hint", "rules", "table", "help", "save", "quit", "leave")


class Quit(Exception):
    """Raised when the person quits."""


class Person:
    """Shows one seat's view and reads its moves."""

    commands: tuple[str, ...] = COMMANDS

    def __init__(
        self,
        match: AnyMatch,
        seat: Seat,
        words: Words,
        console: Console,
        hints: Bot,
        *,
        lines: Keyboard | None = None,
        save: Callable[[str], None] | None = None,
    ) -> None:
        self.match = match
        self.seat = seat
        self.words = words
        self.console = console
        self.hints = hints
        self.lines = lines or Keyboard(console)
        self._save = save
        """Saves the match to a file."""
        self._open = ""
        """Typed text that still needs a colour."""

    def take_turn(self) -> bool:
        """Prompt until a move is played; Enter declines an optional action."""
        self.look()
        while (done := self.answer(self.type())) is None:
            pass
        return done

    def look(self) -> None:
        """Show the table and the prompt."""
        view = self.match.view(self.seat)
        face = face_of(view)
        self.console.print(face.draw(view, self.words))
        asked = Text(face.ask(view, self.words), style="bold")
        if (self.only_move() or face.enter) != face.enter:
            asked.append("  [Enter]", style="not bold dim")
        self.console.print(asked)

    def only_move(self) -> Move | None:
        """The move that Enter plays: the only one, or the face's default."""
        if self.seat not in self.match.awaited:
            return None
        moves, enter = self.match.moves(self.seat), face_of(self.match.view(self.seat)).enter
        return enter if enter in moves else moves[0] if len(moves) == 1 else None

    def answer(self, typed: str) -> bool | None:
        """Handle a line: whether a move was played; `None` to prompt again."""
        if not typed and self.seat not in self.match.awaited:
            return False
        try:
            moves = self._parsed(typed)
            if moves[0] in self.commands and moves[0] not in self.match.moves(self.seat):
                self._command(moves[0], typed)
                return None
            return self._play(moves) or None
        except Refused as refused:
            self._open = refused.open if isinstance(refused, Unclear) else ""
            self.console.print(Text(refused.tell(self.words), style="bold red"))
            return None

    def _parsed(self, typed: str) -> tuple[str, ...]:
        """Parse a line into moves, or run it as a command."""
        parser, self._open, open = self._parser(), "", self._open
        if not typed or typed == "?":
            return ((not typed and self.only_move()) or "help",)
        if open and (text := closed(open, typed, self.words.lang)):
            return parser.read(text)
        short = face_of(self.match.view(self.seat)).short.get(typed.lower())
        first = parser.parse(typed.split()[0]) if len(typed.split()) == 2 else ()
        if short or first == ("save",):
            return (short or "save",)
        return parser.parse(typed) or ("help",)

    def _parser(self) -> MoveParser:
        face = face_of(self.match.view(self.seat))
        known = (*face.words, *self.commands)
        if face is PLAIN:
            known = tuple(word for word in known if word != "leave")  # it may be a move of this game
        return parser_for(self.match, self.seat, self.words, known)

    def _command(self, command: str, typed: str) -> None:
        match command:
            case "hint":
                self._hint()
            case "rules":
                self._rules()
            case "table":
                self.look()
            case "save" if self._save and len(typed.split()) > 1:
                self._save(typed.split(maxsplit=1)[1])
            case "quit" | "leave":
                raise Quit
            case _:
                self._help()

    def _rules(self) -> None:
        id = self.match.game.id
        short = page(id, self.words, given(self.match.game))
        self.console.print(Markdown(encodable(short or sheet(id, self.words.lang))))
        if short:
            self.console.print(Text(self.words.say("page.exact", game=id), style="dim"))

    def _help(self) -> None:
        face = face_of(self.match.view(self.seat))
        key = face.help or ("table.help" if face.words else "table.help_moves")
        said = self.words.say(key, words=face.words or self.match.moves(self.seat))
        self.console.print(Text(f"{said}\n{self.words.say('table.help_always')}", style="dim"))

    def _play(self, moves: tuple[Move, ...]) -> bool:
        """Play moves up to the first refused one; whether any was played."""
        for played, move in enumerate(moves):
            try:
                self.tell(self._make(move))
            except Refused as refused:
                self.console.print(Text(refused.tell(self.words), style="bold red"))
                if played:
                    said = self.words.say("table.partly", moves=moves[:played])
                    self.console.print(Text(said, style="dim"))
                return played > 0
        return True

    def _make(self, move: Move) -> tuple[Event, ...]:
        return self.match.play(self.seat, move)

    def tell(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.console.print(Text("  " + narrate(event, self.words), style="italic"))

    def type(self, prompt: str = PROMPT) -> str:
        """Read a line; the end of input quits."""
        typed = self.type_within(None, prompt)
        assert typed is not None
        return typed

    def type_within(self, seconds: float | None, prompt: str = PROMPT) -> str | None:
        """Read a line within *seconds*, or return `None`."""
        try:
            typed = self.lines.line(prompt, seconds)
        except EOFError:
            raise Quit from None
        return None if typed is None else typed.strip()

    def _hint(self) -> None:
        """Print the values of the best moves, or whether to call."""
        if self.seat not in self.match.awaited:
            call = self.hints.calls(self.match, self.seat)
            said = self.words.say("table.hint_call", move=self._said(call)) if call else ""
            self.console.print(said or self.words.say("table.hint_wait"))
            return
        for rank, found in enumerate(self.hints.evaluate(self.match, self.seat)[:BEST]):
            key = "table.hint_also" if rank else "table.hint"
            win, points = self.words.number(100 * found.win), self.words.number(found.points, 1)
            self.console.print(self.words.say(key, move=self._said(found.move), win=win, points=points))
            for reason in found.why:
                self.console.print(Text(f"      {reason.tell(self.words)}", style="dim"))

    def _said(self, move: Move) -> str:
        return self.match.game.say(move, self.words)
