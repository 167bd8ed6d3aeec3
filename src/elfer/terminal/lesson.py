"""A lesson at the terminal: the real table, one sentence at a time, and moves typed as in a game."""

from __future__ import annotations

from rich.console import Console
from rich.panel import Panel
from rich.rule import Rule
from rich.text import Text

from elfer.bots import Bot
from elfer.core.game import Event, Move
from elfer.core.texts import Words
from elfer.lessons import LEARNER, OTHERS, Learner, Lesson
from elfer.match import AnyMatch
from elfer.sheets import title
from elfer.terminal.faces import face_of
from elfer.terminal.keyboard import Keyboard, Lines
from elfer.terminal.person import Person


class Pupil(Person):
    """Somebody who learns at the keyboard: what is typed goes to the lesson."""

    def __init__(self, learner: Learner, words: Words, console: Console, lines: Lines) -> None:
        super().__init__(learner.match, LEARNER, words, console, Bot("easy", 0), lines=lines)
        self.learner = learner

    def look(self) -> None:
        """Show the table; what to do there is said by the lesson."""
        view = self.match.view(self.seat)
        self.console.print(face_of(view).draw(view, self.words))

    def _make(self, move: Move) -> tuple[Event, ...]:
        return self.learner.play(move)

    def _hint(self) -> None:
        """Say what to type."""
        said = self.words.say("learn.type", moves=self.learner.moves)
        self.console.print(Text(said, style="dim"))


def teach(lesson: Lesson, lang: str, console: Console, lines: Lines | None = None) -> None:
    """Go through a lesson to its end."""
    learner = Learner(lesson)
    words = Words(lang, [Words(lang).say("table.you"), *OTHERS], you=LEARNER)
    lines = lines or Keyboard(console)
    console.print(Rule(words.say("learn.title", title=title(lesson.game, lang))))
    console.print(Text(words.say("learn.help"), style="dim"))
    seen: tuple[AnyMatch, int] | None = None
    while True:
        pupil = Pupil(learner, words, console, lines)
        if seen != (seen := (learner.match, learner.match.steps)):
            pupil.look()
        _study(pupil)
        if learner.last:
            break
        while learner.answering:
            pupil.tell(learner.answer())
        learner.turn_page()
    console.print(Text(words.say("learn.play", game=lesson.game), style="bold"))


def _study(pupil: Pupil) -> None:
    """One part: its sentence, and what the learner does."""
    learner, words = pupil.learner, pupil.words
    number = f"{learner.number + 1}/{len(learner.lesson.parts)}"
    said = Text(learner.part.said.in_(words.lang))
    pupil.console.print(Panel(said, title=number, title_align="left", border_style="bold"))
    if learner.moves:
        while not learner.done:
            pupil.answer(pupil.type())
    elif not learner.last:
        pupil.type(words.say("learn.enter"))
        learner.go_on()
