"""Answers to commands: which command a frame is or answers, and the reasons of a refusal."""

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


class _Told(msgspec.Struct):
    kind: str = msgspec.field(name="is")
    id: str | None = None


def answered_by(frame: str) -> str | None:
    """The id of the command that a frame of the server answers, if any."""
    told = msgspec.json.decode(frame, type=_Told)
    return None if told.kind == "table" else told.id  # whose id is the table's


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
