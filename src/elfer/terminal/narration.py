"""Events as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins

from elfer.core.game import Event
from elfer.core.texts import Words


def narrate(event: Event, words: Words) -> str:
    """The sentence for an event, as seen by the reader's seat."""
    return sentence_of(to_builtins(event.seen_by(words.you)), words)


def sentence_of(event: Mapping[str, Any], words: Words) -> str:
    """The sentence of an event as it stands on the wire; the page's `Speaker.narrate` has the same rules.

    Its key is `event.<tag>`, with `_<field>` behind it for each field, in their order, that has a value and a
    sentence of its own. Beside the fields there are `count`, of `cards`, and `number`, of the round from 1.
    An event without a sentence gives an empty text.
    """
    params = {name: value for name, value in event.items() if name != "event"}
    key = f"event.{event['event']}"
    for name, value in params.items():
        if value is not None and words.knows(f"{key}_{name}"):
            key = f"{key}_{name}"
    if isinstance(params.get("cards"), list | tuple):
        params["count"] = len(params["cards"])
    if "round" in params:
        params["number"] = params["round"] + 1
    return words.say(key, **params) if words.knows(key) else ""
