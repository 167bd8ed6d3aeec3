"""Records: a match as text; docs/notation.md gives the grammar."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from elfer.core.game import TABLE, Move, Seat
from elfer.core.refusals import BadInput, plain_int

Tags = dict[str, Any]
"""The head of a record: JSON values by name."""
Comments = dict[int, str]
"""Comments by the number of moves before them."""


class ParsedRecord(msgspec.Struct, frozen=True):
    """The parts of a record."""

    tags: Tags
    moves: tuple[tuple[Seat, Move], ...]
    comments: Comments

    @property
    def free_tags(self) -> Tags:
        """The tags that do not affect the match."""
        return {name: value for name, value in self.tags.items() if name not in TAGS}


TAGS = ("Game", "Version", "Options", "Seats", "Rounds", "Seed", "Position", "Result")
"""The tags that define a match; others are kept unchanged."""
_TAG = re.compile(r"\[(\w+) (.*)\]")
_MARK = re.compile(r"([{};])")
_MOVE = re.compile(r"(?:^|,)\s*")
_TURN = re.compile(r"(\d{1,2}|table): (.+)")
UNFINISHED = "*"
BOM = "\N{BYTE ORDER MARK}"
"""Some editors put it at the start of a file."""


def format_record(tags: Tags, moves: Sequence[tuple[Seat, Move]], comments: Comments) -> str:
    """The text of a match: tags, a line per turn, and the result again."""
    named = [*(name for name in TAGS if name in tags), *(name for name in tags if name not in TAGS)]
    lines = [f"[{name} {json.dumps(tags[name], ensure_ascii=False)}]" for name in named]
    lines += ["", *_comment(comments.get(0)), *_turns(moves, comments), _closing(tags["Result"])]
    return "\n".join(lines) + "\n"


def _turns(moves: Sequence[tuple[Seat, Move]], comments: Comments) -> Iterator[str]:
    """The lines of turns and of comments between them."""
    turn: list[str] = []
    whose: Seat | None = None
    for number, (seat, move) in enumerate(moves, 1):
        if seat == whose:
            turn.append(f", {move}")
        else:
            yield from _line(turn)
            turn = [f"{'table' if seat == TABLE else seat}: {move}"]
        whose = seat
        if comment := _comment(comments.get(number)):
            turn.append(f" {comment[0]}")
            if comment[0].startswith(";"):
                yield from (*_line(turn), *comment[1:])
                turn, whose = [], None
    yield from _line(turn)


def _line(parts: list[str]) -> list[str]:
    return ["".join(parts)] if parts else []


def _comment(text: str | None) -> list[str]:
    """A comment in braces, or as `; …` lines if it contains a brace."""
    text = (text or "").strip()
    if "}" in text:
        return [f"; {line}" for line in text.split("\n")]
    return [f"{{{text}}}"] if text else []


def _closing(result: str | list[int]) -> str:
    return UNFINISHED if result == UNFINISHED else "= " + " ".join(map(str, result))


def check_tags_and_comments(tags: Mapping[str, object], comments: Mapping[int, object], moves: int) -> None:
    """Refuse tags and comments that could not be read back."""
    for name, value in tags.items():
        try:
            kept = re.fullmatch(r"\w+", name) and name not in TAGS
            kept = kept and json.loads(json.dumps(value)) == value
        except (TypeError, ValueError, RecursionError):
            kept = False
        if not kept:
            raise BadInput("record_free_tag", tag=name, tags=TAGS)
    for at, text in comments.items():
        if plain_int(at) is None or not 0 <= at <= moves or not isinstance(text, str):
            raise BadInput("record_comment_at", at=at, count=moves)


def read_records(text: str | Iterable[str]) -> Iterator[str]:
    """The records in a text or an open file, one by one, each for `replay`.

    A record begins with its first tag. Comments between two records belong to the one before.
    """
    if not isinstance(text, Iterable):
        raise BadInput("record_type", found=type(text).__name__)
    found, played = list[str](), False
    for line in _lines(re.findall(r".*\n|.+", text) if isinstance(text, str) else text):
        tag = line.text.startswith("[")
        if tag and played:
            yield "".join(found)
            found, played = [], False
        played |= not tag and bool(line.text)
        found.append(line.raw)
    if "".join(found).strip():
        yield "".join(found)


def parse_record(text: str) -> ParsedRecord:
    """The tags, moves and comments of a record."""
    if not isinstance(text, str):
        raise BadInput("record_type", found=type(text).__name__)
    tags: Tags = {}
    moves: list[tuple[Seat, Move]] = []
    comments: dict[int, list[str]] = {}
    closing = ""
    for number, line, inline, closed, _ in _lines(text.split("\n")):
        starts: list[int] = []
        if not closed:
            raise BadInput("record_comment")
        if closing and line:
            raise BadInput("record_after_end", line=number)
        if (tag := _TAG.fullmatch(line)) and not moves:
            _add_tag(tags, tag[1], tag[2], number)
        elif turn := _TURN.fullmatch(line):
            seat = TABLE if turn[1] == "table" else int(turn[1])
            starts = [turn.start(2) + found.end() for found in _MOVE.finditer(turn[2])]
            moves += [(seat, move.strip()) for move in turn[2].split(",")]
        elif line == UNFINISHED or line.startswith("= "):
            closing = line
        elif line:
            raise BadInput("record_line", line=number, text=line)
        for place, comment in inline:
            after = len(moves) - len(starts) + bisect_left(starts, place)
            comments.setdefault(after, []).append(comment)
    _check_record(tags, closing)
    return ParsedRecord(tags, tuple(moves), _joined(comments))


def _joined(comments: dict[int, list[str]]) -> Comments:
    texts = {at: "\n".join(parts).strip() for at, parts in comments.items()}
    return {at: text for at, text in texts.items() if text}


class _Line(NamedTuple):
    """A line, or several that a comment joins: without comments, and the comments by their places."""

    number: int
    text: str
    comments: list[tuple[int, str]]
    closed: bool
    """Whether its last comment ends."""
    raw: str


def _lines(lines: Iterable[str]) -> Iterator[_Line]:
    """The lines of records; comments are `{…}`, also over several lines, and `; …`."""
    raw, kept, length, comments, inside = list[str](), list[str](), 0, list[tuple[int, str]](), list[str]()
    for number, line in enumerate(lines, 1):
        if not isinstance(line, str):
            raise BadInput("record_type", found=type(line).__name__)
        raw.append(line if inside else line.removeprefix(BOM))
        line = raw[-1].removesuffix("\n")
        parts = [line] if line.lstrip().startswith("[") and not inside else _MARK.split(line)
        for i, part in enumerate(parts):
            if inside and part == "}":
                comments.append((length, "".join(inside[1:]).strip()))
                inside = []
            elif inside or part == "{":
                inside.append(part)
            elif part == ";":
                comments.append((length, "".join(parts[i + 1 :]).removeprefix(" ").rstrip()))
                break
            else:
                kept.append(part if length else part.lstrip())
                length += len(kept[-1])
        if inside:
            inside.append("\n")
        else:
            yield _Line(number, "".join(kept).rstrip(), comments, True, "".join(raw))
            raw, kept, length, comments = [], [], 0, []
    if inside:
        yield _Line(number, "".join(kept), comments, False, "".join(raw))


def _add_tag(tags: Tags, name: str, text: str, number: int) -> None:
    if name in tags:
        raise BadInput("record_tag", tag=name, line=number)
    try:
        tags[name] = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput("record_tag_value", tag=name, line=number) from None


def _check_record(tags: Tags, closing: str) -> None:
    for name in ("Game", "Version", "Options", "Seats", "Rounds", "Result"):
        if tags.get(name) is None:
            raise BadInput("record_lacks", tag=name)
    if ("Seed" in tags) == ("Position" in tags):
        raise BadInput("record_deal")
    if not closing:
        raise BadInput("record_truncated")
    result = tags["Result"]
    if result != UNFINISHED and not isinstance(result, list):
        raise BadInput("record_tag_value", tag="Result", line=len(tags))
    if closing != _closing(result):
        raise BadInput("record_result", tag=result, closing=closing)
