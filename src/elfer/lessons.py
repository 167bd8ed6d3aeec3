"""The lessons: how each game is learnt by doing, as data in its folder, and somebody's way through one.

A `lesson.toml` is a list of parts; games that share a folder have one each in `lesson/<game>.toml`. A part
says one sentence and waits for one of its moves, or just for the reader; then the others reply by script.
A sentence may depend on the options, and so may a part (`when`): then the lesson is played with them.
docs/adding-a-game.md has the keys, `elfer.core.texts` the conditions.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from elfer.core.game import Event, Move, Seat, package_of
from elfer.core.options import options_of
from elfer.core.refusals import Refused
from elfer.core.texts import LANGUAGES, Words, holds, options_in, variant
from elfer.games import game_type
from elfer.match import AnyMatch, load
from elfer.positions import Position, missing_cards

LEARNER: Seat = 0
OTHERS = ("Pico", "Tilda", "Bruno")
"""Who sits in the seats after the learner's; lessons speak of them."""
REST = "…"
"""In a card list of a lesson: all cards that the position does not name."""


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in each language."""

    en: str
    de: str

    def in_(self, lang: str) -> str:
        return self.de if lang == "de" else self.en


class Reply(msgspec.Struct, frozen=True):
    """A move that another seat or the table makes by script."""

    seat: Seat
    move: Move


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One sentence of a lesson, and what is done."""

    en: str
    de: str
    position: Position | None = None
    """Where it begins; left out, where the part before has ended."""
    moves: tuple[Move, ...] = ()
    """What the learner should play, any of them; none where there is only something to read."""
    other: Said | None = None
    """The answer to a legal move that is not one of them."""
    replies: tuple[str, ...] = ()
    """What the others do afterwards: a seat and its move each, -1 is the table."""

    @property
    def said(self) -> Said:
        return Said(self.en, self.de)

    @property
    def script(self) -> tuple[Reply, ...]:
        """The replies, read."""
        pairs = (reply.split(" ", 1) for reply in self.replies)
        return tuple(Reply(int(seat), move) for seat, move in pairs)


class Lesson(msgspec.Struct, frozen=True):
    """How one game is taught."""

    game: str
    parts: tuple[Part, ...]


def lesson(game: str, options: Mapping[str, object] | None = None) -> Lesson | None:
    """The lesson of a game, if it has one. Of *options*, those count that the lesson is written for."""
    raw = _parts(game)
    if raw is None:
        return None
    offered, chosen = options_of(game_type(game)), options or {}
    named = options_in(condition for part in raw for condition in _conditions(part))
    known = {name: chosen.get(name, offered[name].default) for name in named}
    parts = [_part(part, known) for part in raw if "when" not in part or holds(part["when"], known)]
    return Lesson(game, tuple(msgspec.convert(parts, list[Part])))


@cache
def _parts(game: str) -> list[dict[str, Any]] | None:
    """The parts of a lesson as they are written."""
    file = _file(game)
    parts: list[dict[str, Any]] = tomllib.loads(file.read_text("utf-8"))["part"] if file.is_file() else []
    return parts or None


def _conditions(part: dict[str, Any]) -> Iterator[str]:
    """The conditions on options in a part."""
    yield from (part["when"],) if "when" in part else ()
    for lang in LANGUAGES:
        yield from part[lang] if isinstance(part[lang], dict) else ()


def _part(part: dict[str, Any], options: Mapping[str, object]) -> dict[str, Any]:
    """A part with these options: its sentence, and its position."""
    said = {lang: variant(part[lang], options) for lang in LANGUAGES}
    found = {name: value for name, value in part.items() if name != "when"} | said
    if options and "position" in part:
        position = part["position"]
        found["position"] = {**position, "options": {**position.get("options", {}), **options}}
    return found


def _file(game: str) -> Traversable:
    folder = resources.files(package_of(game_type(game)))
    own = folder.joinpath("lesson.toml")
    return own if own.is_file() else folder.joinpath("lesson", f"{game}.toml")


def opened(position: Position) -> AnyMatch:
    """The match that goes on from a lesson's position; `…` stands for all cards that it does not name."""
    bare = _filled(position, "")
    return load(_filled(position, " ".join(missing_cards(bare))) if bare != position else position)


def _filled(value: Any, rest: str) -> Any:
    """A position with the rest of the cards in its place."""
    if isinstance(value, str):
        return value.replace(REST, rest)
    if isinstance(value, list):
        return [_filled(item, rest) for item in value]
    if isinstance(value, dict):
        return {key: _filled(item, rest) for key, item in value.items()}
    return value


class Aside(Refused):
    """The answer to a legal move that is not the one to make now."""

    def __init__(self, said: Said | None) -> None:
        super().__init__("lesson_other")
        self._said = said

    def tell(self, words: Words) -> str:
        return self._said.in_(words.lang) if self._said else words.say("refused.lesson_other")


class Learner:
    """Somebody's way through a lesson: the match of a part, and what is still to happen in it."""

    def __init__(self, lesson: Lesson, number: int = 0) -> None:
        self.lesson = lesson
        self.number = min(number, len(lesson.parts) - 1)
        self.done = False
        """Whether the learner has played or read this part; then the others reply."""
        self._replies: list[Reply] = []
        first = max(n for n in range(self.number + 1) if lesson.parts[n].position)
        self.match = opened(lesson.parts[first].position or {})
        for part in lesson.parts[first : self.number]:
            for move in part.moves[:1]:
                self.match.play(LEARNER, move)
            for reply in part.script:
                self.match.play(reply.seat, reply.move)

    @property
    def part(self) -> Part:
        return self.lesson.parts[self.number]

    @property
    def last(self) -> bool:
        """Whether this is the last part, which nothing follows."""
        return self.number + 1 == len(self.lesson.parts)

    @property
    def clears(self) -> bool:
        """Whether the next part begins with a position of its own."""
        return not self.last and self.lesson.parts[self.number + 1].position is not None

    @property
    def moves(self) -> tuple[Move, ...]:
        """What the learner should play now."""
        return () if self.done else self.part.moves

    def play(self, move: Move) -> tuple[Event, ...]:
        """Make a move; the rules refuse what is illegal, the lesson what is not its turn. What happened."""
        if move not in self.moves and move in self.match.moves(LEARNER):
            raise Aside(self.part.other)
        events = self.match.play(LEARNER, move)
        self._be_done()
        return events

    def go_on(self) -> tuple[Event, ...]:
        """Have read the part, or have its move made. What happened."""
        if self.moves:
            return self.play(self.moves[0])
        self._be_done()
        return ()

    @property
    def answering(self) -> bool:
        """Whether others are still to reply."""
        return bool(self._replies)

    def answer(self) -> tuple[Event, ...]:
        """Let the next one reply. What happened."""
        reply = self._replies.pop(0)
        return self.match.play(reply.seat, reply.move)

    def turn_page(self) -> None:
        """Go to the next part."""
        self.number += 1
        self.done = False
        if self.part.position:
            self.match = opened(self.part.position)

    def _be_done(self) -> None:
        self.done = not self.last
        self._replies = list(self.part.script)
