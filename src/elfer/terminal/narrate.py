"""What happened, in words."""

from __future__ import annotations

from elfer.core.game import Event
from elfer.core.texts import Words


def narrate(event: Event, words: Words) -> str:
    """One event as its reader's seat has seen it."""
    seen = event.seen_by(words.you)
    fields = {name: getattr(seen, name) for name in seen.__struct_fields__}
    if isinstance(fields.get("cards"), tuple):
        fields["count"] = len(fields["cards"])
    if "round" in fields:
        fields["number"] = fields["round"] + 1
    key = f"event.{type(seen).__struct_config__.tag}"
    for name, value in fields.items():
        if value is not None and words.knows(f"{key}_{name}"):
            key = f"{key}_{name}"
    return words.say(key, **fields)
