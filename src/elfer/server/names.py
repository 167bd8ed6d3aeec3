"""Names that people give themselves."""

from __future__ import annotations

import unicodedata

from elfer.refusals import BadInput

LONGEST = 24
HIDDEN = {"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"}
"""Kinds of characters that show nothing, or turn others around: controls, formats, no characters at all."""
JOINER = "\u200d"
"""Joins emoji, and is harmless."""


def clean(name: str) -> str:
    """A name fit to be shown: one line of visible characters; markup in it is only text."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not name:
        raise BadInput("name_empty")
    if len(name) > LONGEST:
        raise BadInput("name_long", most=LONGEST)
    if any(unicodedata.category(letter) in HIDDEN for letter in name if letter != JOINER):
        raise BadInput("name_letters")
    if sum(unicodedata.combining(letter) > 0 for letter in name) > len(name) // 2:
        raise BadInput("name_letters")
    return name
