"""Interactive lessons: data in each game's folder, and a learner's progress through one.

A `lesson.toml` is a list of parts; games that share a folder have `lesson/<id>.toml` each. A part is one
sentence and the moves it waits for, if any; then the other seats reply by script. A sentence may depend on
options, and so may a part (`when`); the lesson is then played with these options.
docs/adding-a-game.md lists the keys, `elfer.core.texts` the conditions.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from elfer.core.game import Event, Move, Seat, file_of
from elfer.core.options import options_of
from elfer.core.refusals import Refused
from elfer.core.texts import LANGUAGES, Words, holds, options_in, variant
from elfer.game_card import policy_of
from elfer.games import game_type
from elfer.match import AnyMatch, load
from elfer.positions import Position, missing_cards

LEARNER: Seat = 0
OTHERS = ("Pico", "Tilda", "Bruno")
"""The names of the seats after the learner's, used in lessons."""
REST = "…"
"""In a card list of a lesson: all cards that the position does not list."""


class Bilingual(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in each language."""

    en: str
    de: str

    def in_(self, lang: str) -> str:
        return self.de if lang == "de" else self.en


class LessonPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One sentence of a lesson, and the moves that follow."""

    en: str
    de: str
    position: Position | None = None
    """Its start; if omitted, the end of the part before."""
    moves: tuple[Move, ...] = ()
    """Moves of which the learner plays one; empty if there is only text to read."""
    other: Bilingual | None = None
    """The answer to any other legal move."""
    replies: tuple[str, ...] = ()
    """The moves of the others afterwards, each as `<seat> <move>`; -1 is the table."""

    @property
    def text(self) -> Bilingual:
        return Bilingual(self.en, self.de)

    @property
    def script(self) -> tuple[tuple[Seat, Move], ...]:
        """The replies, parsed."""
        pairs = (reply.split(" ", 1) for reply in self.replies)
        return tuple((int(seat), move) for seat, move in pairs)


class Lesson(msgspec.Struct, frozen=True):
    game: str
    parts: tuple[LessonPart, ...]


def lesson(game: str, options: Mapping[str, object] | None = None) -> Lesson | None:
    """The lesson of a game, if it has one. Only options that its conditions name have an effect; those not
    given are those of a new table."""
    raw = _parts(game)
    if not raw:
        return None
    kind = game_type(game)
    offered, chosen = options_of(kind), {**policy_of(kind).options, **(options or {})}
    named = options_in(condition for part in raw for condition in _conditions(part))
    known = {name: chosen.get(name, offered[name].default) for name in named}
    parts = [_part(part, known) for part in raw if "when" not in part or holds(part["when"], known)]
    return Lesson(game, tuple(msgspec.convert(parts, list[LessonPart])))


@cache
def _parts(game: str) -> list[dict[str, Any]]:
    """The parts of a lesson file; none without one."""
    file = file_of(game_type(game), "lesson", ".toml")
    parts: list[dict[str, Any]] = tomllib.loads(file.read_text("utf-8"))["part"] if file.is_file() else []
    return parts


def _conditions(part: dict[str, Any]) -> Iterator[str]:
    """The conditions of a part and of its sentence."""
    yield from (part["when"],) if "when" in part else ()
    for lang in LANGUAGES:
        yield from part[lang] if isinstance(part[lang], dict) else ()


def _part(part: dict[str, Any], options: Mapping[str, object]) -> dict[str, Any]:
    """A part with the sentence and the position for these options."""
    said = {lang: variant(part[lang], options) for lang in LANGUAGES}
    found = {name: value for name, value in part.items() if name != "when"} | said
    if "position" in part:
        position = part["position"]
        found["position"] = {**position, "options": {**position.get("options", {}), **options}}
    return found


def opened(position: Position) -> AnyMatch:
    """A match from a lesson's position, `…` replaced by all cards that it does not list."""
    text = msgspec.json.encode(position).decode()
    if REST not in text:
        return load(position)
    missing = missing_cards(msgspec.json.decode(text.replace(REST, "")))
    return load(msgspec.json.decode(text.replace(REST, " ".join(missing))))


class Aside(Refused):
    """The answer to a legal move that the lesson does not want now."""

    def __init__(self, text: Bilingual | None) -> None:
        super().__init__("lesson_other")
        self._text = text

    def tell(self, words: Words) -> str:
        return self._text.in_(words.lang) if self._text else words.say("refused.lesson_other")


class Learner:
    """Progress through a lesson: the current part, its match, and the replies still to come."""

    def __init__(self, lesson: Lesson, number: int = 0) -> None:
        self.lesson = lesson
        self.number = min(number, len(lesson.parts) - 1)
        self.done = False
        """Whether the learner has played or read this part, so that the others reply."""
        self._replies: list[tuple[Seat, Move]] = []
        first = max(n for n in range(self.number + 1) if lesson.parts[n].position)
        self.match = opened(lesson.parts[first].position or {})
        for part in lesson.parts[first : self.number]:
            for move in part.moves[:1]:
                self.match.play(LEARNER, move)
            for seat, move in part.script:
                self.match.play(seat, move)

    @property
    def part(self) -> LessonPart:
        return self.lesson.parts[self.number]

    @property
    def last(self) -> bool:
        return self.number + 1 == len(self.lesson.parts)

    @property
    def clears(self) -> bool:
        """Whether the next part begins with a position of its own."""
        return not self.last and self.lesson.parts[self.number + 1].position is not None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that the lesson waits for."""
        return () if self.done else self.part.moves

    def play(self, move: Move) -> tuple[Event, ...]:
        """Play a move and return its events; a legal move that the lesson does not want raises `Aside`."""
        if move not in self.moves and move in self.match.moves(LEARNER):
            raise Aside(self.part.other)
        events = self.match.play(LEARNER, move)
        self._be_done()
        return events

    def go_on(self) -> tuple[Event, ...]:
        """Mark the part as read, or play its first move; returns the events."""
        if self.moves:
            return self.play(self.moves[0])
        self._be_done()
        return ()

    @property
    def answering(self) -> bool:
        """Whether replies are pending."""
        return bool(self._replies)

    def answer(self) -> tuple[Event, ...]:
        """Play the next reply; returns the events."""
        return self.match.play(*self._replies.pop(0))

    def turn_page(self) -> None:
        """Go to the next part."""
        self.number += 1
        self.done = False
        if self.part.position:
            self.match = opened(self.part.position)

    def _be_done(self) -> None:
        self.done = not self.last
        self._replies = list(self.part.script)
