"""Players' names: one line of visible characters."""

from __future__ import annotations

import unicodedata

from elfer.core.refusals import BadInput

MAX_NAME_CHARACTERS = 24
HIDDEN = {"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"}
"""Unicode categories refused in names: controls, formats, unassigned."""
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Invisible characters of other categories."""
GLUE = frozenset("\u200d\ufe0e\ufe0f")
"""Emoji joiners and variation selectors: allowed, but not alone."""
MAX_MARKS = 3
"""Combining marks in a row; more would cover neighbouring lines."""


def clean_name(name: str) -> str:
    """A name as one line of visible characters; refused if it cannot be shown safely."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not name:
        raise BadInput("name_empty")
    if len(name) > MAX_NAME_CHARACTERS:
        raise BadInput("name_long", most=MAX_NAME_CHARACTERS)
    kinds = [unicodedata.category(letter) for letter in name if letter not in GLUE and letter != " "]
    if not kinds or HIDDEN.intersection(kinds) or BLANK.intersection(name):
        raise BadInput("name_letters")
    marks = "".join(kind[0] for kind in kinds)
    if marks.startswith("M") or "M" * (MAX_MARKS + 1) in marks:
        raise BadInput("name_letters")
    return name
