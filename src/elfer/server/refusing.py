"""What is said of a command that is refused: which one it was, and why."""

from __future__ import annotations

import msgspec

from elfer.core.refusals import Refused
from elfer.server import wire

MAX_ITEMS = 200
"""How many of a list are told."""


class _HasId(msgspec.Struct):
    id: wire.Id


def id_of(frame: str) -> str | None:
    """The id of a command that is wrong otherwise."""
    try:
        return msgspec.json.decode(frame, type=_HasId).id
    except (msgspec.DecodeError, RecursionError):
        return None


def plain(refused: Refused) -> dict[str, object]:
    """The parameters of a refusal as they are told, and as JSON can hold them."""
    return {name: _plain(value) for name, value in refused.shown.items()}


def _plain(value: object) -> object:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, Refused):
        return {"code": value.code, "params": plain(value)}
    if isinstance(value, list | tuple | range):
        return [_plain(item) for item in value[:MAX_ITEMS]]
    return str(value)
