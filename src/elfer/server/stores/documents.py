"""What is kept as JSON in a database, read back."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from elfer.core.refusals import Refused

T = TypeVar("T")


def read(text: str, kind: type[T]) -> T:
    """A document of this kind; `Refused` if it is none."""
    try:
        return msgspec.json.decode(text, type=kind)
    except ValueError as error:
        raise Refused("table_broken", why=str(error)) from None
