"""All sentences for people: templates by key, in each package's `texts.en.toml` and `texts.de.toml`.

The page fills the same templates, and in the same grammar those of its own (`web/src/words/format.ts`);
`tests/core/texts.cases.json` holds both to it. A template is text with gaps. `{name}` is the value as it is,
`{name[0]}` an item of a list, `{{` a brace, and `{name:kind}` a formatted value; a capitalised kind begins a
sentence. Numbers below zero have a minus, not a hyphen:

| kind | value | said |
|---|---|---|
| `card`, `cards` | `"R8"`, a list of them | *red 8* |
| `some` | likewise | with an article: *red 8, a joker* |
| `either` | a list of cards | *red 8 or blue 3* |
| `colour` | `"red"` | *red*; *blue* has a name of its own in the Star Wars edition |
| `who`, `whom`, `dative` | a seat, or several | *Ada and Ben*; the reader is *you*: *du*, *dich*, *dir* |
| `others` | several seats | all of them but the reader |
| `whose` | a seat | *Ada's*, in German *von Ada* |
| `move`, `moves` | a move, a list of them | *end*, *red 8*; anything else as it is typed |
| `place` | a rank | *1st place*, in German *1. Platz* |
| `list` | a list | *3, 4* |
| `repr` | any input | *'x'*, *3*, *None* |

A key may have more forms: `key_you` if the first `who` of `key` is the reader or includes the reader,
`key_of_you` if the first `whose` is; `key_one` and `key_you_one` if `count` is 1.

What `card.toml` and `lesson.toml` say may depend on the options of the game. Such a line is a table of
variants, each with its condition: `together` (the option is set), `edition=star-wars` (it has this value), or
`not edition=star-wars`. A line of which no variant is right is left out.
"""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import TypeAlias

LANGUAGES = ("en", "de")
FORMS = {"you": "who", "of_you": "whose"}
"""The forms for the reader, and the kind of gap that names the reader."""
MINUS = "\N{MINUS SIGN}"
CARD = re.compile(r"[RYGBN](?:\d+|S)|J")
_HYPHEN = re.compile(r"^-(?=\d)")
_PLACES = {1: "seat.place_1", 2: "seat.place_2", 3: "seat.place_3"}
_COLOUR_OF = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "N": "grey"}

Line: TypeAlias = str | Mapping[str, str]
"""A text, or its variants by condition."""

_packages = ["elfer.core"]


def add(package: str) -> None:
    """Add a package's `texts.<language>.toml`; keys of elfer take precedence."""
    if package not in _packages:
        _packages.append(package)
        sentences.cache_clear()
        inputs.cache_clear()


@cache
def sentences(lang: str) -> Mapping[str, str]:
    """All templates of a language by dotted key."""
    found: dict[str, str] = {}
    for package in sorted(_packages, key=lambda package: not package.startswith("elfer.")):
        found = sentences_of(package, lang) | found
    return found


@cache
def inputs(lang: str) -> Mapping[str, tuple[str, ...]]:
    """The moves of all games that have words, by what is typed: word of the language, or notation."""
    words, found = Words(lang), dict[str, tuple[str, ...]]()
    for name in sorted(key.removeprefix("input.") for key in sentences(lang) if key.startswith("input.")):
        for typed in {name, words.move(name).lower()}:
            found[typed] = (*found.get(typed, ()), name)
    return found


def sentences_of(package: str, lang: str) -> dict[str, str]:
    """The templates of one package by dotted key."""
    text = resources.files(package).joinpath(f"texts.{lang}.toml").read_text("utf-8")
    groups = tomllib.loads(text).items()
    return {f"{group}.{name}": template for group, entries in groups for name, template in entries.items()}


def holds(condition: str, options: Mapping[str, object]) -> bool:
    """Whether a condition on options is true."""
    name, equals, value = condition.removeprefix("not ").partition("=")
    found = str(options[name]) == value if equals else bool(options[name])
    return found != condition.startswith("not ")


def options_in(conditions: Iterable[str]) -> tuple[str, ...]:
    """The names of the options in conditions, each once."""
    return tuple(dict.fromkeys(one.removeprefix("not ").partition("=")[0] for one in conditions))


def variant(line: Line, options: Mapping[str, object]) -> str | None:
    """The variant of a line for these options, if any."""
    if isinstance(line, str):
        return line
    return next((text for condition, text in line.items() if holds(condition, options)), None)


class Words(string.Formatter):
    """The sentences of one language, for one table: its players' names, its edition's colour names."""

    def __init__(
        self, lang: str, names: Sequence[str] = (), edition: str = "", you: int | None = None
    ) -> None:
        self.lang = lang
        self.names = names
        self.edition = edition
        self.you = you
        """The reader's seat."""

    def say(self, key: str, /, **params: object) -> str:
        """The sentence of this key, its gaps filled."""
        return self.vformat(self._template(key, params), (), params)

    def _template(self, key: str, params: Mapping[str, object]) -> str:
        """The form of a sentence for its reader and count."""
        known = sentences(self.lang)
        forms = (form for form in FORMS.items() if f"{key}_{form[0]}" in known)
        said = (form for form, kind in forms if self._addressed(params.get(_first(known[key], kind))))
        if form := next(said, None):
            key = f"{key}_{form}"
        return known[f"{key}_one" if params.get("count") == 1 and f"{key}_one" in known else key]

    def _addressed(self, who: object) -> bool:
        """Whether *who*, a seat or several, includes the reader."""
        return self.you is not None and (
            self.you in who if isinstance(who, list | tuple) else self.you == who
        )

    def knows(self, key: str) -> bool:
        return key in sentences(self.lang)

    def colour(self, colour: str) -> str:
        """The name of a colour, which an edition may change. GEN-1"""
        own = f"colour.{colour}_{self.edition}"
        return self.say(own if self.knows(own) else f"colour.{colour}")

    def card(self, name: str, some: bool = False) -> str:
        """The name of a card: *red 8*, *joker*; with an article if *some*: *a joker*."""
        if name == "J":
            return self.say("card.some_joker" if some else "card.joker")
        colour = self.colour(_COLOUR_OF[name[0]])
        if name[1:] != "S":
            return f"{colour} {name[1:]}"
        return self.say("card.some_symbol" if some else "card.symbol", colour=colour)

    def who(self, seat: int) -> str:
        """The name of a seat standing alone; the table is seat -1."""
        if seat < 0:
            return self.say("seat.table")
        return self.names[seat] if seat < len(self.names) else self.say("seat.number", number=seat)

    def person(self, seat: int, case: str) -> str:
        """A seat in a sentence, in this case: `who`, `whom` or `dative`."""
        return self.say(f"seat.{case}") if self._addressed(seat) else self.who(seat)

    def people(self, seats: Sequence[int], case: str = "who") -> str:
        """Several seats in a sentence: *Ada, Ben and Cleo*."""
        return self._joined("seat.and", [self.person(seat, case) for seat in seats])

    def _joined(self, key: str, all: Sequence[str]) -> str:
        *most, last = all or ("",)
        return self.say(key, most=", ".join(most), last=last) if most else last

    def move(self, move: str) -> str:
        """A move in this language: a card by its name, others by `[input]`."""
        if CARD.fullmatch(move):
            return self.card(move)
        return self.say(f"input.{move}") if self.knows(f"input.{move}") else move

    def place(self, rank: int) -> str:
        """A rank: *1st place*, *11th place*."""
        last = rank % 10 if rank % 100 - rank % 10 != 10 else 0
        return self.say(_PLACES.get(last, "seat.place"), rank=rank)

    def number(self, value: float, digits: int = 0) -> str:
        """A number with separators: *1,234.5* in English, *1.234,5* in German."""
        text = f"{round(value, digits) + 0.0:,.{digits}f}"  # + 0.0: no -0
        thousands, point = self.say("number.thousands"), self.say("number.point")
        return text.translate({ord(","): thousands, ord("."): point, ord("-"): MINUS})

    def format_field(self, value: object, format_spec: str) -> str:
        match format_spec.lower(), value:
            case "", _:
                return _HYPHEN.sub(MINUS, str(value))
            case "card", str():
                text = self.card(value)
            case "some", str():
                text = self.card(value, some=True)
            case "colour", str():
                text = self.colour(value)
            case ("who" | "whom" | "dative") as case, int():
                text = self.person(value, case)
            case ("who" | "whom" | "dative") as case, list() | tuple():
                text = self.people(value, case)
            case "others", list() | tuple():
                text = self.people([seat for seat in value if not self._addressed(seat)])
            case "whose", int():
                text = self.say("seat.of", name=self.who(value))
            case "place", int():
                text = self.place(value)
            case "list", list() | tuple():
                text = ", ".join(map(str, value))
            case "move", str():
                text = self.move(value)
            case "moves", list() | tuple():
                text = ", ".join(map(self.move, value))
            case "cards", list() | tuple():
                text = ", ".join(map(self.card, value))
            case "some", list() | tuple():
                text = ", ".join(self.card(card, some=True) for card in value)
            case "either", list() | tuple():
                text = self._joined("card.or", [self.card(card) for card in value])
            case "repr", _:
                text = repr(value)
            case kind, _:
                raise TypeError(f"{value!r} cannot be said as {kind}")
        return text[:1].upper() + text[1:] if format_spec[0].isupper() else text


@cache
def _first(template: str, kind: str) -> str:
    """The name of the first gap of a kind, if any."""
    gaps = string.Formatter().parse(template)
    return next((name or "" for _, name, spec, _ in gaps if spec in (kind, kind.capitalize())), "")
