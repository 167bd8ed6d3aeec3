"""Standard output: its width, and characters it can encode."""

from __future__ import annotations

import codecs
import io
import shutil
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console, ConsoleDimensions
from rich.rule import Rule
from rich.text import Text

from elfer.core.texts import Words

LOOK_ALIKES = {
    "■": "#", "▲": "^", "★": "*", "●": "o", "▫": "_", "▸": ">", "·": ".", "◆": "+", "◇": "x", "┃": "H",
    "–": "-", "—": "-", "−": "-", "…": "...", "’": "'", "‘": "'", "„": '"', "“": '"', "”": '"',
    "×": "x", "≥": ">=", "≤": "<=", "±": "+-", "→": "->", "⚖": "*", "•": "*",
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss",
}  # fmt: skip
"""ASCII replacements for symbols."""
REPLACED = "elfer"
LINES = {"HORIZONTAL": "-", "VERTICAL": "|"}


def screen() -> Console:
    """A console on standard output."""
    console = Console(highlight=False)
    if console.is_dumb_terminal:  # its size is known all the same
        console.size = ConsoleDimensions(*shutil.get_terminal_size())
    return console


def headline(console: Console, text: str) -> None:
    """Print a heading as a rule, or without one if it is too long."""
    fits = len(text) + len("─  ─") <= console.width
    console.print(Rule(text) if fits else Text(text, style="bold"))


def encodable(text: str) -> str:
    """Replace characters that standard output cannot encode. Done before layout, since widths change."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, REPLACED).decode(encoding)


class EncodableWords(Words):
    """`Words` limited to characters that standard output can encode."""

    def vformat(self, template: str, args: Sequence[Any], params: Mapping[str, Any]) -> str:
        return encodable(super().vformat(template, args, params))


def replace_unencodable() -> None:
    """Make the standard streams replace characters that they cannot encode."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=REPLACED)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return "".join(map(_plain, error.object[error.start : error.end])), error.end


def _plain(sign: str) -> str:
    """An ASCII replacement for a character, or a question mark."""
    if sign in LOOK_ALIKES:
        return LOOK_ALIKES[sign]
    name = unicodedata.name(sign, "")
    if name.startswith("BOX DRAWINGS"):
        return next((line for kind, line in LINES.items() if name.endswith(kind)), "+")
    return unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode() or "?"


codecs.register_error(REPLACED, _replaced)
