"""All templates there are: those of the program, and those of the page in the same grammar."""

from __future__ import annotations

import json
import string
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from elfer.core.game import Event

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "elfer"
PAGE = ROOT / "web" / "src"


def files(lang: str) -> dict[str, dict[str, str]]:
    """The templates of a language by folder and key; a page's key has its folder before it: `duel/takes`."""
    found: dict[str, dict[str, str]] = {}
    for file in SOURCE.rglob(f"texts.{lang}.toml"):
        groups = tomllib.loads(file.read_text("utf-8"))
        found[str(file.parent.relative_to(ROOT))] = {
            f"{group}.{key}": text for group, entries in groups.items() for key, text in entries.items()
        }
    for file in PAGE.rglob(f"texts.{lang}.json"):
        entries = json.loads(file.read_text("utf-8"))
        folder = file.parent
        found[str(folder.relative_to(ROOT))] = {f"{folder.name}/{key}": text for key, text in entries.items()}
    return found


@cache
def everything(lang: str) -> dict[str, str]:
    """Every template of a language by key."""
    return {key: text for templates in files(lang).values() for key, text in templates.items()}


def gaps(template: str) -> list[tuple[str, str]]:
    """The name and kind of each gap; of one out of a list, those of the list."""
    found = [(name, (spec or "").lower()) for _, name, spec, _ in string.Formatter().parse(template) if name]
    return [(name.split("[")[0], spec + "s" * bool(spec and "[" in name)) for name, spec in found]


def events(kind: type[Event] = Event) -> Iterator[type[Event]]:
    """All event types of the package; tests may have defined others."""
    for event in kind.__subclasses__():
        if event.__module__.startswith("elfer."):
            yield event
        yield from events(event)


def base(key: str) -> str:
    """The key that code says, of any of its forms."""
    return key.removesuffix("_one").removesuffix("_of_you").removesuffix("_you")
