"""Views, events, positions and all the rest as canonical JSON."""

from __future__ import annotations

import msgspec


def _plain(value: object) -> object:
    if isinstance(value, range):
        return list(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


to_bytes = msgspec.json.Encoder(enc_hook=_plain, order="deterministic").encode
"""Views, events, positions and all the rest as canonical JSON, in UTF-8."""


def to_json(value: object) -> str:
    """Views, events, positions and all the rest as canonical JSON."""
    return to_bytes(value).decode()
