"""The screen: as wide as it is, and in letters that it can show."""

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
"""What stands for a sign where there is nothing but ASCII."""
REPLACED = "elfer"
LINES = {"HORIZONTAL": "-", "VERTICAL": "|"}


def screen() -> Console:
    """Standard output, for what is printed in colours where there are any."""
    console = Console(highlight=False)
    if console.is_dumb_terminal:  # its size is known all the same
        console.size = ConsoleDimensions(*shutil.get_terminal_size())
    return console


def headline(console: Console, text: str) -> None:
    """What comes now, in a line across the screen; where it is too long for one, by itself."""
    fits = len(text) + len("─  ─") <= console.width
    console.print(Rule(text) if fits else Text(text, style="bold"))


def plainly(text: str) -> str:
    """A text in letters that standard output can show: before it is laid out, since some become two."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, REPLACED).decode(encoding)


class Spelled(Words):
    """The sentences of one table, in letters that standard output can show."""

    def vformat(self, template: str, args: Sequence[Any], params: Mapping[str, Any]) -> str:
        return plainly(super().vformat(template, args, params))


def speak_plainly() -> None:
    """Let signs that an output cannot show be replaced by others that look like them."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=REPLACED)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return "".join(map(_plain, error.object[error.start : error.end])), error.end


def _plain(sign: str) -> str:
    """A sign in ASCII; a question mark if nothing looks like it."""
    if sign in LOOK_ALIKES:
        return LOOK_ALIKES[sign]
    name = unicodedata.name(sign, "")
    if name.startswith("BOX DRAWINGS"):
        return next((line for kind, line in LINES.items() if name.endswith(kind)), "+")
    return unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode() or "?"


codecs.register_error(REPLACED, _replaced)
