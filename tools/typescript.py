"""Writes the TypeScript types of the protocol: `python tools/typescript.py`; `--check` compares.

They are generated from the msgspec structs of the messages, and of the views and events of this package's
games.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from importlib import import_module
from itertools import groupby
from pathlib import Path
from pkgutil import iter_modules
from typing import get_type_hints

from msgspec import inspect as mi

from elfer.core.game import AnyGame, Event, RoundOver, package_of
from elfer.games import family_of, registry
from elfer.match import RoundDealt, TakenBack
from elfer.server import wire

FILE = Path(__file__).parents[1] / "web" / "src" / "wire.gen.ts"
HEAD = "// Made by tools/typescript.py from the server's own types; do not edit, run `make types`.\n"
ALIASES = {"Command": wire.AnyCommand, "News": wire.AnyNews}
OF_THE_GAME = {"view": "Views[F]", "events": "readonly Events[F][]"}
"""Fields of messages whose type depends on the game; raw bytes to the server."""


class Types:
    """The declarations so far, one per struct."""

    def __init__(self) -> None:
        self.found: dict[type, str] = {}
        self._classes: defaultdict[str, set[type]] = defaultdict(set)

    def text(self, kind: mi.Type) -> str:
        """A type in TypeScript."""
        match kind:
            case mi.Metadata(type=inner):
                return self.text(inner)
            case mi.NoneType():
                return "null"
            case mi.BoolType():
                return "boolean"
            case mi.StrType():
                return "string"
            case mi.IntType() | mi.FloatType():
                return "number"
            case mi.LiteralType(values=values):
                return " | ".join(f"'{value}'" for value in values)
            case mi.UnionType(types=types):
                return " | ".join(self.text(t) for t in types)
            case mi.TupleType(item_types=types):
                return f"readonly [{', '.join(map(self.text, types))}]"
            case mi.VarTupleType(item_type=item) | mi.ListType(item_type=item):
                each = self.text(item)
                return f"readonly ({each})[]" if " " in each else f"readonly {each}[]"
            case mi.DictType(key_type=key, value_type=value):
                return f"{{ readonly [key: {self.text(key)}]: {self.text(value)} }}"
            case mi.StructType():
                return self.struct(kind)
            case mi.AnyType():
                return "unknown"
        raise TypeError(f"there is no TypeScript for {kind}")

    def struct(self, kind: mi.StructType) -> str:
        """The name of a struct, which is declared as a type: an interface is not assignable to a record."""
        if kind.cls not in self.found:
            self.found[kind.cls] = ""  # a struct may contain itself
            tag = [f"  readonly {kind.tag_field}: '{kind.tag}';"] if kind.tag_field else []
            raw = any(is_raw(field.type) for field in kind.fields)
            head = f"export type {self.name(kind.cls)}{'<F extends Family = Family>' if raw else ''} = {{"
            self.found[kind.cls] = "\n".join([head, *tag, *map(self.field, kind.fields), "};", ""])
        return self.name(kind.cls)

    def field(self, field: mi.Field) -> str:
        """A field of a struct's declaration."""
        name = field.encode_name
        kind = OF_THE_GAME[name] if is_raw(field.type) else self.text(field.type)
        return f"  readonly {name}{'' if field.required else '?'}: {kind};"

    def name(self, cls: type) -> str:
        """The name of a class, prefixed by its folder for views and where two classes share a name."""
        same = self._classes[cls.__name__]
        same.add(cls)
        if cls.__name__ != "View" and len(same) == 1:
            return cls.__name__
        return package_of(cls).rpartition(".")[2].title().replace("_", "") + cls.__name__


def is_raw(kind: mi.Type) -> bool:
    return isinstance(kind, mi.RawType) or (isinstance(kind, mi.VarTupleType) and is_raw(kind.item_type))


def families() -> dict[str, list[type[AnyGame]]]:
    """This package's games by family."""
    own = [game for game in registry().values() if package_of(game).startswith("elfer.games.")]
    return {family: list(games) for family, games in groupby(sorted(own, key=family_of), family_of)}


def events_of(package: str) -> list[type[Event]]:
    """The events of a family: those in the modules of its folder, and those of every match."""
    folder = import_module(package)
    homes = [import_module(f"{package}.{module.name}") for module in iter_modules(folder.__path__)]
    found = {value for home in homes for value in vars(home).values() if _is_event(value)}
    return [*sorted(found - {RoundOver}, key=lambda cls: cls.__name__), RoundOver, RoundDealt, TakenBack]


def _is_event(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Event) and value is not Event


def union(indent: str, kinds: list[str]) -> str:
    return "".join(f"\n{indent}| {kind}" for kind in kinds)


def written(types: Types) -> str:
    """The whole file."""
    types.found.clear()
    aliases = [
        f"export type {name} ={union('  ', types.text(mi.type_info(kind)).split(' | '))};\n"
        for name, kind in ALIASES.items()
    ]
    views, events = [], []
    for family, games in families().items():
        seen = {types.text(mi.type_info(get_type_hints(game.view)["return"])): None for game in games}
        views.append(f"  readonly {family}: {' | '.join(seen)};")
        kinds = [types.text(mi.type_info(kind)) for kind in events_of(package_of(games[0]))]
        events.append(f"  readonly {family}:{union('    ', kinds)};")
    tables = ["export type Views = {", *views, "};", "", "export type Events = {", *events, "};", ""]
    key = ["/** The folder of games that look alike. */", "export type Family = keyof Views;", ""]
    constants = [f"export const PROTOCOL = {wire.VERSION};", ""]
    return "\n".join([HEAD, *constants, *aliases, *tables, *key, *types.found.values()])


def text() -> str:
    """The whole file, generated twice: shared names are known only after the first pass."""
    types = Types()
    written(types)
    return written(types)


def main() -> None:
    if sys.argv[1:] == ["--check"]:
        if not FILE.exists() or FILE.read_text("utf-8") != text():
            sys.exit(f"{FILE.name} is stale: run `make types`")
        return
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(text(), "utf-8")


if __name__ == "__main__":
    main()
