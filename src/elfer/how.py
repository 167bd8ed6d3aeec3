"""How a game is offered and taught in a few lines: `how.toml` in the game's folder, before the clauses.

A drawing is a list of lines, and a line has items with blanks between them:

| item | drawn |
|---|---|
| `R8`, `J`, `N13`, `RS` | a card |
| `R8!`, `#!` | one that is being laid or taken |
| `R8?` | the place that waits for it |
| `#`, `##` | the back of a card; a pile of them |
| `R:1-4,18-20`, `R:1-3/11` | a row of 20 numbers, or of so many, and those that lie there |
| `|`, `|9`, `|9*` | a bridge, at this number between two rows; one with a bonus |
| `*` | a bonus |
| `"Stopp!"` | what somebody says |
| `→ ← + = < > ✓` | a sign |

A line may depend on options of the game, and name their values (`elfer.core.texts`).
"""

from __future__ import annotations

import tomllib
import warnings
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from itertools import product
from typing import Any

import msgspec

from elfer.core.game import package_of
from elfer.core.options import options_of
from elfer.core.texts import LANGUAGES, Words, options_in, variant
from elfer.games import BUILT_IN, game_type
from elfer.sheets import title

Drawing = tuple[str, ...]
LINES = ("goal", "turn", "end", "captions")
"""What is said in lines, which may depend on options."""


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said of a game in one language."""

    pitch: str
    """One sentence for who chooses."""
    goal: str
    turn: tuple[str, ...]
    end: tuple[str, ...]
    captions: tuple[str, str]
    options: dict[str, str] = {}
    """What people call an option (`edition`) or a choice of it (`edition.junior`), where that needs words."""


class How(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one game is offered and taught."""

    group: str
    """The heading it is offered under, one of `games/groups.toml`."""
    age: int
    minutes: int
    picture: Drawing
    """What the game is known by when one chooses."""
    pictures: tuple[Drawing, Drawing]
    en: Told
    de: Told
    levels: bool = True
    """Whether it makes a difference how well bots play: not where there is nothing to decide."""

    expert_offline: tuple[int, ...] = ()
    """With how many seats *expert* beats *hard* also where bots think in plain Python: without a network."""

    def told(self, lang: str) -> Told:
        return self.de if lang == "de" else self.en


@cache
def how(id: str) -> How | None:
    """How a game is played where no option is set; games of other packages need not say it."""
    return how_with(id, {})


def how_with(id: str, options: Mapping[str, object]) -> How | None:
    """How a game is played with these options; the others are as at a table where none is set."""
    kind = game_type(id)
    usual = {name: option.default for name, option in options_of(kind).items()} | dict(kind.among_people)
    try:
        text = _file(id)
        return None if text is None else _told(text, {**usual, **options})
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, LookupError) as error:
        if id in BUILT_IN:
            raise
        warnings.warn(f"how.toml of {id} is of no use: {error}", RuntimeWarning, stacklevel=2)
        return None


def variants(id: str) -> list[dict[str, object]]:
    """All values of the options that change what is said of a game, in every combination; none: `[{}]`."""
    offered = options_of(game_type(id))
    named = options_in(_conditions(tomllib.loads(_file(id) or "")))
    all_values = product(*(offered[name].choices for name in named))
    return [dict(zip(named, values, strict=True)) for values in all_values]


@cache
def _file(id: str) -> str | None:
    """The text of a game's `how.toml`."""
    folder = resources.files(package_of(game_type(id)))
    own, shared = folder.joinpath("how.toml"), folder.joinpath("how", f"{id}.toml")
    file = own if own.is_file() else shared
    return file.read_text("utf-8") if file.is_file() else None


def _told(text: str, options: Mapping[str, object]) -> How:
    """What a file says with these options."""
    raw = tomllib.loads(text)
    edition = str(options.get("edition", ""))
    for lang in LANGUAGES:
        words = Words(lang, edition=edition)
        for key in LINES:
            raw[lang][key] = _said(raw[lang][key], words, options)
    return msgspec.convert(raw, How)


def _said(lines: Any, words: Words, options: Mapping[str, object]) -> Any:
    """One line or several, each in the variant that is right, its gaps filled."""
    if isinstance(lines, list):
        found = (_said(line, words, options) for line in lines)
        return [line for line in found if line is not None]
    line = variant(lines, options)
    return None if line is None else words.vformat(line, (), options)


def _conditions(raw: dict[str, Any]) -> Iterator[str]:
    """The conditions of all lines of a file."""
    for lang in LANGUAGES:
        for key in LINES:
            lines = raw[lang][key]
            for line in lines if isinstance(lines, list) else [lines]:
                yield from line if isinstance(line, dict) else ()


@cache
def headings() -> dict[str, dict[str, str]]:
    """The headings that games are offered under, by group and language."""
    text = resources.files("elfer.games").joinpath("groups.toml").read_text("utf-8")
    found: dict[str, dict[str, str]] = tomllib.loads(text)
    return found


def page(id: str, words: Words, options: Mapping[str, object]) -> str | None:
    """The rules of a game with these options on one page, as Markdown; none where it has only its sheet."""
    known = how_with(id, options)
    if not known:
        return None
    told, seats = known.told(words.lang), game_type(id).seats
    few_to_many = "–".join(dict.fromkeys((str(seats[0]), str(seats[-1]))))
    facts = words.say("how.facts", seats=few_to_many, age=known.age, minutes=known.minutes)
    parts = {"goal": (told.goal,), "turn": told.turn, "end": told.end}
    said = "".join(
        f"\n**{words.say(f'how.{part}')}**\n\n" + "".join(f"- {line}\n" for line in lines)
        for part, lines in parts.items()
    )
    return f"# {title(id, words.lang)}\n\n{told.pitch} {facts}\n{said}"
