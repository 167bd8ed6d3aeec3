"""How much work something is, counted in calls of functions: the same on every machine, however busy."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable

from elfer.core.refusals import Refused


def calls(do: Callable[[], object]) -> int:
    """How many functions are called, and generators resumed, until this is done or refused."""
    count = 0

    def counted(_frame: object, event: str, _arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        with contextlib.suppress(Refused):
            do()
    finally:
        sys.setprofile(None)
    return count
