"""Canonical JSON of views, events, positions and other values."""

from __future__ import annotations

import msgspec


def _plain(value: object) -> object:
    if isinstance(value, range):
        return list(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


to_bytes = msgspec.json.Encoder(enc_hook=_plain, order="deterministic").encode
"""A value as canonical JSON, in UTF-8."""


def to_json(value: object) -> str:
    """A value as canonical JSON."""
    return to_bytes(value).decode()
