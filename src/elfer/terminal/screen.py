"""The screen: as wide as it is, and in letters that it can show."""

from __future__ import annotations

import codecs
import io
import shutil
import sys
import unicodedata

from rich.console import Console, ConsoleDimensions

LOOK_ALIKES = {
    "■": "#", "▲": "^", "★": "*", "●": "o", "▫": "_", "▸": ">", "·": ".", "◆": "+", "◇": "o",
    "–": "-", "—": "-", "−": "-", "…": "...", "’": "'", "‘": "'", "„": '"', "“": '"', "”": '"',
    "×": "x", "≥": ">=", "≤": "<=", "±": "+-", "→": "->", "⚖": "*", "•": "*",
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss",
}  # fmt: skip
"""What stands for a sign where there is nothing but ASCII."""
LINES = {"HORIZONTAL": "-", "VERTICAL": "|"}


def screen() -> Console:
    """Standard output, for what is printed in colours where there are any."""
    console = Console(highlight=False)
    if console.is_dumb_terminal:  # its size is known all the same
        console.size = ConsoleDimensions(*shutil.get_terminal_size())
    return console


def speak_plainly() -> None:
    """Let signs that an output cannot show be replaced by others that look like them."""
    codecs.register_error("elfer", _replaced)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="elfer")


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
