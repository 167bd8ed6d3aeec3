"""Write the TypeScript types of all that is on the wire: `python tools/typescript.py`; `--check` compares.

The types come from the msgspec structs themselves: the messages, and the views and events of every game.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import get_type_hints

from msgspec import inspect as mi

from elfer.core.game import Event, RoundOver, package_of
from elfer.games import registry
from elfer.match import Dealt
from elfer.server import wire

FILE = Path(__file__).parents[1] / "web" / "src" / "wire.gen.ts"
HEAD = "// Made by tools/typescript.py from the server's own types; `make types` makes it anew.\n"
ALIASES = {"Command": wire.AnyCommand, "News": wire.AnyNews}


class Types:
    """The declarations found so far, each struct once."""

    def __init__(self) -> None:
        self.found: dict[type, str] = {}
        self._names: dict[str, type] = {}

    def text(self, kind: mi.Type) -> str:
        """A type as TypeScript writes it."""
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
                return " | ".join(f'"{value}"' for value in values)
            case mi.UnionType(types=types):
                return " | ".join(self.text(t) for t in types)
            case mi.TupleType(item_types=types):
                return f"readonly [{', '.join(map(self.text, types))}]"
            case mi.VarTupleType(item_type=item) | mi.ListType(item_type=item):
                return f"readonly ({self.text(item)})[]"
            case mi.DictType(key_type=key, value_type=value):
                return f"{{ readonly [key: {self.text(key)}]: {self.text(value)} }}"
            case mi.StructType():
                return self.struct(kind)
            case mi.AnyType() | mi.RawType():
                return "unknown"
        raise TypeError(f"there is no TypeScript for {kind}")

    def struct(self, kind: mi.StructType) -> str:
        """The name of a struct, which is declared."""
        if kind.cls not in self.found:
            self.found[kind.cls] = ""  # a struct may contain itself
            name = self._name(kind.cls)
            body = [f'  readonly {kind.tag_field}: "{kind.tag}";'] if kind.tag_field else []
            for field in kind.fields:
                absent = "" if field.required else "?"
                body.append(f"  readonly {field.encode_name}{absent}: {self.text(field.type)};")
            self.found[kind.cls] = "\n".join([f"export interface {name} {{", *body, "}", ""])
        return self._name(kind.cls)

    def _name(self, cls: type) -> str:
        """The name of a class; with its module's, where another one has the same."""
        if self._names.setdefault(cls.__name__, cls) is cls:
            return cls.__name__
        return cls.__module__.split(".")[-2].title().replace("_", "") + cls.__name__


def events_of(game: str) -> list[type[Event]]:
    """The events of a game: those that its modules name, and those of every match."""
    folder = package_of(registry()[game])
    homes = [name for name in sys.modules if name.rpartition(".")[0] == folder]
    found = {cls for home in homes for cls in vars(sys.modules[home]).values() if _is_event(cls)}
    return [*sorted(found - {RoundOver}, key=lambda cls: cls.__name__), RoundOver, Dealt]


def _is_event(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Event) and value is not Event


def text() -> str:
    """The whole file."""
    types = Types()
    aliases = [f"export type {name} = {types.text(mi.type_info(kind))};" for name, kind in ALIASES.items()]
    views, events = [], []
    for game, rules in registry().items():
        views.append(
            f'  readonly "{game}": {types.text(mi.type_info(get_type_hints(rules.view)["return"]))};'
        )
        kinds = [types.text(mi.type_info(kind)) for kind in events_of(game)]
        events.append(f'  readonly "{game}": {" | ".join(kinds)};')
    tables = ["export interface Views {", *views, "}", "", "export interface Events {", *events, "}", ""]
    constants = [f"export const PROTOCOL = {wire.VERSION};", ""]
    return "\n".join([HEAD, *constants, *aliases, "", *tables, *types.found.values()])


def main() -> None:
    if sys.argv[1:] == ["--check"]:
        if not FILE.exists() or FILE.read_text("utf-8") != text():
            sys.exit(f"{FILE.name} is stale: run `make types`")
        return
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(text(), "utf-8")


if __name__ == "__main__":
    main()
