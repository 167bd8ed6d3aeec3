"""Interactive lessons in the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from elfer.bots import Bot
from elfer.core.game import Event, Move
from elfer.core.texts import Words
from elfer.lessons import LEARNER, OTHERS, Learner, Lesson
from elfer.match import AnyMatch
from elfer.sheets import title
from elfer.terminal.faces import face_of
from elfer.terminal.keyboard import Keyboard
from elfer.terminal.person import COMMANDS, PROMPT, Person
from elfer.terminal.screen import EncodableWords, encodable, headline


class Back(Exception):
    """Raised to go back one part."""


class Pupil(Person):
    """A person whose typed moves go to the lesson."""

    commands = (*COMMANDS, "back", "next")

    def __init__(self, learner: Learner, words: Words, console: Console, lines: Keyboard) -> None:
        super().__init__(learner.match, LEARNER, words, console, Bot("easy", 0), lines=lines)
        self.learner = learner

    def look(self) -> None:
        view = self.match.view(self.seat)
        self.console.print(face_of(view).draw(view, self.words))

    def _command(self, command: str, typed: str) -> None:
        match command:
            case "back":
                raise Back
            case "next":
                self.tell(self.learner.go_on())
            case _:
                super()._command(command, typed)

    def _help(self) -> None:
        super()._help()
        self.console.print(Text(self.words.say("learn.pages"), style="dim"))

    def _make(self, move: Move) -> tuple[Event, ...]:
        return self.learner.play(move)

    def _hint(self) -> None:
        """Print the prompt of the lesson."""
        moves = self.learner.moves
        said = self.words.say("learn.type", moves=moves) if moves else self.words.say("learn.enter")
        self.console.print(Text(said, style="dim"))


def teach(lesson: Lesson, lang: str, console: Console, lines: Keyboard | None = None) -> None:
    learner = Learner(lesson)
    edition = getattr(learner.match.game, "edition", "")
    words = EncodableWords(lang, [EncodableWords(lang).say("table.you"), *OTHERS], edition, you=LEARNER)
    lines = lines or Keyboard(console)
    headline(console, words.say("learn.title", title=title(lesson.game, lang)))
    for key in ("learn.help", "learn.pages"):
        console.print(Text(words.say(key), style="dim"))
    seen: tuple[AnyMatch, int] | None = None
    while True:
        pupil = Pupil(learner, words, console, lines)
        if seen != (seen := (learner.match, learner.match.steps)):
            pupil.look()
        try:
            _study(pupil)
        except Back:
            learner = Learner(lesson, max(0, learner.number - 1))
            continue
        if learner.last:
            break
        while learner.answering:
            pupil.tell(learner.answer())
        learner.turn_page()
    console.print(Text(words.say("learn.play", game=lesson.game), style="bold"))


def _study(pupil: Pupil) -> None:
    learner, words = pupil.learner, pupil.words
    number = f"{learner.number + 1}/{len(learner.lesson.parts)}"
    said = Text(encodable(learner.part.text.in_(words.lang)))
    pupil.console.print(Panel(said, title=number, title_align="left", border_style="bold"))
    prompt = PROMPT if learner.moves else words.say("learn.enter")
    while not (learner.done or learner.last):
        typed = pupil.type(prompt)
        if typed or learner.moves:
            pupil.answer(typed)
        else:
            learner.go_on()
