"""The meaning of every game's numbers; `python -m tests.envs.kept` stores and documents it."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path

from elfer.envs.encoding import Encoding, encoding
from elfer.games import BUILT_IN
from tests.variants import VARIANTS

FILE = Path(__file__).parent / "encodings.json"
GUIDE = Path(__file__).parent.parent.parent / "docs" / "environments.md"
BEGIN, END = "<!-- fields: python -m tests.envs.kept -->", "<!-- end of fields -->"
Meaning = dict[str, int | str]


def meaning(code: Encoding) -> Meaning:
    """The size of an encoding, and a hash of what every id and every number of it means."""
    fields = [(f.name, f.rows, f.columns, f.most) for f in code.fields]
    text = json.dumps([code.actions, fields])
    return {
        "version": code.version,
        "actions": len(code.actions),
        "numbers": code.size,
        "hash": blake2b(text.encode(), digest_size=8).hexdigest(),
    }


def meanings() -> dict[str, Meaning]:
    """The meaning of every game's numbers, at every seat count and with every choice of every option."""
    return {
        f"{id} {seats} {json.dumps(options, sort_keys=True)}": meaning(encoding(id, seats=seats, **options))
        for id, seats, options in VARIANTS
    }


def documented() -> str:
    """The fields and sizes of every game for the documentation; games with the same ones share a line."""
    games: dict[str, list[str]] = {}
    for id in BUILT_IN:
        fields = " · ".join(f"`{field.name}` {field.shape}" for field in encoding(id).fields)
        games.setdefault(fields, []).append(f"`{id}`")
    return "\n".join(f"- **{', '.join(ids)}**: {fields}" for fields, ids in games.items())


def write() -> None:
    lines = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in meanings().items()]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    before, _, rest = GUIDE.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    assert end, f"{GUIDE} has no place for the fields"
    GUIDE.write_text(f"{before}{BEGIN}\n{documented()}\n{END}{after}", "utf-8")


if __name__ == "__main__":
    write()
