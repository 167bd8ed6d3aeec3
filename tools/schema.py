"""Writes the JSON schema of the protocol: `python -m tools.schema`; `--check` compares.

It is generated from the msgspec structs of the messages, and of the views and events of this package's games.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any, get_type_hints

from msgspec.json import schema_components

from elfer.core.game import package_of
from elfer.server import wire
from tools.typescript import events_of, families

FILE = Path(__file__).parents[1] / "docs" / "protocol.schema.json"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
REF = "#/$defs/{name}"
TOLD = {
    "Command": "What a page sends: `do` says which command it is.",
    "News": "What the server sends: `is` says which message it is.",
    "View": "All that a seat may know, of a game that comes with elfer; one of another package has its own.",
    "Event": "Something that happened, in a game that comes with elfer.",
}


def schema() -> dict[str, Any]:
    """The whole schema: a message is a command or news."""
    views = {get_type_hints(game.view)["return"]: None for games in families().values() for game in games}
    events = {event: None for games in families().values() for event in events_of(package_of(games[0]))}
    kinds = [wire.AnyCommand, wire.AnyNews, *views, *events]
    (command, news, *others), parts = schema_components(kinds, ref_template=REF)
    for message in ("Update", "Frame"):
        fields = parts[message]["properties"]
        fields["view"] = {"$ref": REF.format(name="View")}
        fields["events"]["items"] = {"$ref": REF.format(name="Event")}
    choices = {
        "Command": command["anyOf"],
        "News": news["anyOf"],
        "View": others[: len(views)],
        "Event": others[len(views) :],
    }
    named = {name: {"description": TOLD[name], "anyOf": refs} for name, refs in choices.items()}
    return {
        "$schema": DIALECT,
        "title": "The protocol of elfer",
        "description": f"A frame of version {wire.VERSION} is one of these objects.",
        "anyOf": [{"$ref": REF.format(name=name)} for name in ("Command", "News")],
        "$defs": named | parts,
    }


def text() -> str:
    """The whole file, a line for each part.

    Where several share a name, each is called after its folder; Python's `\\Z` is what others write as `$`.
    """
    head = schema()
    parts = ",\n".join(f"  {_json(name)}: {_json(part)}" for name, part in head.pop("$defs").items())
    lines = [f" {_json(name)}: {_json(value)},\n" for name, value in head.items()]
    written = "{\n" + "".join(lines) + f' "$defs": {{\n{parts}\n }}\n}}\n'
    return re.sub(r"elfer(?:\.\w+)*\.(\w+)\.\w+\.(\w+)", _short, written).replace(r"\\Z", "$")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _short(found: re.Match[str]) -> str:
    return found[1].title().replace("_", "") + found[2]


def main() -> None:
    if sys.argv[1:] == ["--check"]:
        if not FILE.exists() or FILE.read_text("utf-8") != text():
            sys.exit(f"{FILE.name} is stale: run `make docs`")
        return
    FILE.write_text(text(), "utf-8")


if __name__ == "__main__":
    main()
