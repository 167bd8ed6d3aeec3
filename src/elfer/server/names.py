"""Names that people give themselves."""

from __future__ import annotations

import unicodedata

from elfer.core.refusals import BadInput

MAX_CHARACTERS = 24
HIDDEN = {"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"}
"""Kinds of characters that show nothing, or turn others around: controls, formats, no characters at all."""
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Characters of other kinds that show nothing."""
GLUE = frozenset("\u200d\ufe0e\ufe0f")
"""Joins emoji and chooses their look: harmless among others, nothing by itself."""
MAX_MARKS = 3
"""How many accents and the like a letter may carry, before they cover the lines around it."""


def clean(name: str) -> str:
    """A name fit to be shown: one line of visible characters; markup in it is only text."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not name:
        raise BadInput("name_empty")
    if len(name) > MAX_CHARACTERS:
        raise BadInput("name_long", most=MAX_CHARACTERS)
    kinds = [unicodedata.category(letter) for letter in name if letter not in GLUE and letter != " "]
    if not kinds or HIDDEN.intersection(kinds) or BLANK.intersection(name):
        raise BadInput("name_letters")
    marks = "".join(kind[0] for kind in kinds)
    if marks.startswith("M") or "M" * (MAX_MARKS + 1) in marks:
        raise BadInput("name_letters")
    return name
