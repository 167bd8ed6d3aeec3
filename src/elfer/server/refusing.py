"""What is said of a command that is refused: which one it was, and why."""

from __future__ import annotations

import msgspec

from elfer.core.refusals import Refused
from elfer.server import wire


class _HasId(msgspec.Struct):
    id: wire.Id


def id_of(frame: str) -> str | None:
    """The id of a command that is wrong otherwise."""
    try:
        return msgspec.json.decode(frame, type=_HasId).id
    except (msgspec.DecodeError, RecursionError):
        return None


def plain(params: dict[str, object]) -> dict[str, object]:
    """Parameters as JSON can hold them."""
    return {name: _plain(value) for name, value in params.items()}


def _plain(value: object) -> object:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Refused):
        return {"code": value.code, "params": plain(value.params)}
    if isinstance(value, list | tuple | range):
        return [_plain(item) for item in value]
    return str(value)
