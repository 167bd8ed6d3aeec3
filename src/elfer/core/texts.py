"""Every sentence the program says: a folder for each language, a file for each kind of game, the same keys.

A sentence is a template; `{card:card}` becomes *red 8*, `{seat:who}` a name or *seat 2*, and a capital
letter (`{card:Card}`) begins a sentence. Who reads it is never called by name: a sentence whose first
`{seat:who}` is the reader is said in the form with `_you` behind its key, and where a person is not what the
sentence is about, `{source:whom}` and `{source:dative}` become *you*, in German *dich* and *dir*. Of several
people `{winners:others}` names all but the reader.
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources

LANGUAGES = ("en", "de")
_COLOUR_OF = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "N": "grey"}


_packages = ["elfer.core"]


def add(package: str) -> None:
    """Add the sentences in a package's `texts.<language>.toml`; none takes the place of one there before."""
    if package not in _packages:
        _packages.append(package)
        _sentences.cache_clear()


class Words(string.Formatter):
    """The sentences of one language, for one table: its players' names, its edition's colour names."""

    def __init__(
        self, lang: str, names: Sequence[str] = (), edition: str = "", you: int | None = None
    ) -> None:
        self.lang = lang
        self.names = names
        self.edition = edition
        self.you = you
        """The seat of who reads it."""

    def say(self, key: str, /, **params: object) -> str:
        """The sentence of this key, its gaps filled."""
        sentences = _sentences(self.lang)
        if f"{key}_you" in sentences and self._addressed(params.get(_subject(sentences[key]))):
            key = f"{key}_you"
        return self.vformat(sentences[key], (), params)

    def _addressed(self, who: object) -> bool:
        """Whether a seat is the reader's, or one of several is."""
        return self.you is not None and (
            self.you in who if isinstance(who, list | tuple) else self.you == who
        )

    def knows(self, key: str) -> bool:
        return key in _sentences(self.lang)

    def colour(self, colour: str) -> str:
        """What a colour is called; blue has a name of its own in the Star Wars edition. GEN-1"""
        return self.say(f"colour.{'purple' if (colour, self.edition) == ('blue', 'star-wars') else colour}")

    def card(self, name: str) -> str:
        """What a card is called: *red 8*."""
        if name == "J":
            return self.say("card.joker")
        colour = self.colour(_COLOUR_OF[name[0]])
        return self.say("card.symbol", colour=colour) if name[1:] == "S" else f"{colour} {name[1:]}"

    def who(self, seat: int) -> str:
        """What a seat is called where its name stands alone; the table itself is seat -1."""
        if seat < 0:
            return self.say("seat.table")
        return self.names[seat] if seat < len(self.names) else self.say("seat.number", number=seat)

    def person(self, seat: int, case: str) -> str:
        """A seat in a sentence, in this case: `who`, `whom` or `dative`."""
        return self.say(f"seat.{case}") if self._addressed(seat) else self.who(seat)

    def people(self, seats: Sequence[int], case: str = "who") -> str:
        """Several seats in a sentence: *Ada, Ben and Cleo*."""
        *most, last = (self.person(seat, case) for seat in seats)
        return self.say("seat.and", most=", ".join(most), last=last) if most else last

    def move(self, move: str) -> str:
        """How a move is said in this language."""
        return self.say(f"input.{move}") if self.knows(f"input.{move}") else move

    def number(self, value: float, digits: int = 0) -> str:
        """How a number is written: *1,234.5* in English, *1.234,5* in German."""
        text = f"{round(value, digits) + 0.0:,.{digits}f}"  # + 0.0: no -0
        return text.translate({ord(","): self.say("number.thousands"), ord("."): self.say("number.point")})

    def format_field(self, value: object, format_spec: str) -> str:
        match format_spec.lower(), value:
            case "card", str():
                text = self.card(value)
            case "colour", str():
                text = self.colour(value)
            case ("who" | "whom" | "dative") as case, int():
                text = self.person(value, case)
            case ("who" | "whom" | "dative") as case, list() | tuple():
                text = self.people(value, case)
            case "others", list() | tuple():
                text = self.people([seat for seat in value if not self._addressed(seat)])
            case "list", list() | tuple():
                text = ", ".join(map(str, value))
            case "moves", list() | tuple():
                text = ", ".join(map(self.move, value))
            case "cards", list() | tuple():
                text = ", ".join(self.card(name) for name in value)
            case _:
                return str(format(value, format_spec))
        return text[:1].upper() + text[1:] if format_spec[0].isupper() else text


@cache
def _subject(template: str) -> str:
    """The gap of whom a sentence is about, if it is about somebody."""
    gaps = string.Formatter().parse(template)
    return next((name or "" for _, name, spec, _ in gaps if spec in ("who", "Who")), "")


@cache
def _sentences(lang: str) -> dict[str, str]:
    """All templates of a language by dotted key."""
    found: dict[str, str] = {}
    for package in _packages:
        text = resources.files(package).joinpath(f"texts.{lang}.toml").read_text("utf-8")
        for group, entries in tomllib.loads(text).items():
            found = {f"{group}.{name}": template for name, template in entries.items()} | found
    return found
