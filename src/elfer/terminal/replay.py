"""Steps through a record."""

from __future__ import annotations

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from elfer.core.refusals import BadInput
from elfer.core.texts import Words
from elfer.match import AnyMatch
from elfer.terminal.faces import face_of
from elfer.terminal.keyboard import Keyboard
from elfer.terminal.narration import narrate


def step_through(match: AnyMatch, words: Words, console: Console, at: int = 0) -> None:
    """Show a match move by move, from step *at* on."""
    keyboard = Keyboard(console)
    while True:
        show(match, at, words, console)
        console.print(Text(words.say("table.replay_help"), style="dim"))
        try:
            typed = (keyboard.line("> ") or "").strip().lower()
        except EOFError:
            return
        if typed in ("q", "quit"):
            return
        try:
            at = _target(typed, at, len(match.history))
        except BadInput as refused:
            console.print(Text(refused.tell(words), style="bold red"))


def _target(typed: str, at: int, count: int) -> int:
    if typed in ("", "n"):
        return min(at + 1, count)
    if typed == "b":
        return max(at - 1, 0)
    if not typed.isdecimal() or int(typed) > count:
        raise BadInput("step", step=typed, count=count)
    return int(typed)


def show(match: AnyMatch, at: int, words: Words, console: Console) -> None:
    """Show the table after *at* steps, with all hands open."""
    console.print(Rule(words.say("table.step", step=at, count=len(match.history))))
    if at:
        step = match.history[at - 1]
        for event in step.events:
            console.print(Text("  " + narrate(event, words), style="italic"))
    view = match.at(at).open_view()
    console.print(face_of(view).draw(view, words))
