"""The rule sheets: a Markdown file per game and language, in the game's folder."""

from __future__ import annotations

import re
from importlib import resources

from elfer.core.game import file_of
from elfer.core.refusals import BadInput
from elfer.core.texts import LANGUAGES
from elfer.games import game_type

_FOR_TYPISTS = re.compile(r"\s*\([^()]*`[^()]*\)")
_BUILDS_ON = re.compile(r"^(?:Builds on|Grundlage): (.+)$", re.MULTILINE)


def sheet(name: str, lang: str) -> str:
    """The sheet of a game, or of the `general` rules."""
    if lang not in LANGUAGES:
        raise BadInput("unknown_lang", lang=lang, langs=LANGUAGES)
    suffix = f".{lang}.md"
    general = resources.files("elfer.core").joinpath(f"sheet{suffix}")
    return (general if name == "general" else file_of(game_type(name), "sheet", suffix)).read_text("utf-8")


def sheets(name: str, lang: str) -> list[str]:
    """The sheet of a game and those it builds on."""
    own = sheet(name, lang)
    builds_on = _BUILDS_ON.search(own)
    return [own, *(sheet(other, lang) for other in (builds_on[1].split(", ") if builds_on else ()))]


def title(name: str, lang: str) -> str:
    """The title of a game in a language."""
    return sheet(name, lang).split("\n", 1)[0].removeprefix("# ")


def said_aloud(text: str) -> str:
    """A sheet without parentheses that contain `code`, which matter only to players who type."""
    return _FOR_TYPISTS.sub("", text)
