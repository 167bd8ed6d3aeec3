"""Slips of the pen in everything people read: doubled letters and words, blanks too many, signs astray."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted(
    file
    for pattern in (
        "src/elfer/**/texts.*.toml",
        "src/elfer/**/card.toml",
        "src/elfer/**/card/*.toml",
        "src/elfer/**/lesson.toml",
        "src/elfer/**/lesson/*.toml",
        "src/elfer/games/groups.toml",
        "web/src/**/texts.*.json",
    )
    for file in ROOT.glob(pattern)
)
GAP = re.compile(r"\{[^{}]*\}")
SLIPS = re.compile(
    r"""
      \b([^\W\d_])(?i:\1)(?=[^\W\d_])      # Pplay
    | \b(\w+)\s+(?i:\2)\b                 # the the
    | \ (?=[.,;:!?](?:\s|$))               # a blank before a full stop
    | (?<=[^\W\d_])[,;!?](?=[^\W\d_])      # none behind a comma
    | (?<!\.)\.\.(?!\.) | [,;:!?]{2}
    | (?<=\S)\ \ (?=\S)                    # two blanks; three set things apart
    """,
    re.VERBOSE,
)
MEANT = {"der der Spalte", "die die Reihe", "greedy,hard", "Oops"}


def texts(value: object) -> Iterator[str]:
    """All texts in a file, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from texts(one)


def slips(text: str) -> list[str]:
    """The words of a text around each slip in it; whatever stands in a gap is one."""
    found = SLIPS.finditer(GAP.sub("#", text))
    around = [GAP.sub("#", text)[max(0, slip.start() - 10) : slip.end() + 12] for slip in found]
    return [near for near in around if not any(meant in near for meant in MEANT)]


def test_nobody_slipped_with_the_pen() -> None:
    assert len(FILES) > 80
    found = {}
    for file in FILES:
        read = tomllib.loads if file.suffix == ".toml" else json.loads
        if wrong := [slip for text in texts(read(file.read_text("utf-8"))) for slip in slips(text)]:
            found[str(file.relative_to(ROOT))] = wrong
    assert found == {}


@pytest.mark.parametrize("text", ["Pplay it.", "Take the the card.", "Wait .", "One,two", "Now..", "a  b"])
def test_a_slip_is_found(text: str) -> None:
    assert slips(text)


@pytest.mark.parametrize("text", ["Too few … a   b", "Wait...", "{most}, {last}!", "Was? Ja, 3.5!"])
def test_what_is_right_is_none(text: str) -> None:
    assert slips(text) == []
