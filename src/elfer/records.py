"""Records: a match as text; docs/notation.md has the grammar."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from elfer.core.game import TABLE, Move, Seat
from elfer.core.refusals import BadInput

Tags = dict[str, Any]
"""What stands in the head of a record: JSON values by name."""


class Record(msgspec.Struct, frozen=True):
    """A match as it is written down."""

    tags: Tags
    moves: tuple[tuple[Seat, Move], ...]


TAGS = ("Game", "Version", "Options", "Seats", "Rounds", "Seed", "Position", "Result")
_TAG = re.compile(r"\[(\w+) (.*)\]")
_TURN = re.compile(r"(\d{1,2}|table): (.+)")
UNFINISHED = "*"


def format_record(tags: Tags, moves: list[tuple[Seat, Move]]) -> str:
    """The text of a match: tags, a line for each turn, and the result once more as the last line."""
    lines = [f"[{name} {json.dumps(tags[name], ensure_ascii=False)}]" for name in TAGS if name in tags]
    lines.append("")
    turns: list[tuple[Seat, list[Move]]] = []
    for seat, move in moves:
        if not turns or turns[-1][0] != seat:
            turns.append((seat, []))
        turns[-1][1].append(move)
    lines += [f"{'table' if seat == TABLE else seat}: {', '.join(turn)}" for seat, turn in turns]
    lines.append(_closing(tags["Result"]))
    return "\n".join(lines) + "\n"


def _closing(result: str | list[int]) -> str:
    return UNFINISHED if result == UNFINISHED else "= " + " ".join(map(str, result))


def parse_record(text: str) -> Record:
    """The tags and moves of a record; comments are skipped."""
    if not isinstance(text, str):
        raise BadInput("record_type", found=type(text).__name__)
    tags: Tags = {}
    moves: list[tuple[Seat, Move]] = []
    closing = ""
    for number, line in _lines(text):
        if closing:
            raise BadInput("record_after_end", line=number)
        if tag := _TAG.fullmatch(line):
            if moves:
                raise BadInput("record_line", line=number, text=line)
            tags[_tag_name(tag[1], tags, number)] = _tag_value(tag[1], tag[2], number)
        elif turn := _TURN.fullmatch(line):
            seat = TABLE if turn[1] == "table" else int(turn[1])
            moves += [(seat, move.strip()) for move in turn[2].split(",")]
        elif line == UNFINISHED or line.startswith("= "):
            closing = line
        else:
            raise BadInput("record_line", line=number, text=line[:40])
    _check_record(tags, closing)
    return Record(tags, tuple(moves))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The numbered lines of a record without `{…}`, which may span lines, and `; …`; tags are left alone."""
    inside, kept = False, ""
    for number, line in enumerate(text.split("\n"), 1):
        for part in [line] if line.startswith("[") and not inside else re.split(r"([{};])", line):
            if part in "{}" and part and inside == (part == "}"):
                inside = part == "{"
            elif part == ";" and not inside:
                break
            elif not inside:
                kept += part
        if not inside:
            if kept.strip():
                yield number, kept.strip()
            kept = ""
    if inside:
        raise BadInput("record_comment")


def _tag_name(name: str, tags: Tags, number: int) -> str:
    if name not in TAGS or name in tags:
        raise BadInput("record_tag", tag=name, line=number, tags=TAGS)
    return name


def _tag_value(name: str, text: str, number: int) -> object:
    try:
        return json.loads(text)
    except ValueError:
        raise BadInput("record_tag_value", tag=name, line=number) from None


def _check_record(tags: Tags, closing: str) -> None:
    for name in ("Game", "Version", "Options", "Seats", "Rounds", "Result"):
        if name not in tags:
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
