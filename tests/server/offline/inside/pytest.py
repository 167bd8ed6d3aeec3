"""In the place of pytest, which would take longer to start than all laws to be tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any


def parametrize(
    names: str | tuple[str, ...], values: Iterable[Any], ids: object = None
) -> Callable[[Any], Any]:
    """Lets a test be tried with all of the values, which it has as `cases`."""

    def tried(test: Any) -> Any:
        several = isinstance(names, tuple)
        rows = [dict(zip(names, value, strict=True)) if several else {names: value} for value in values]
        test.cases = [row | case for row in rows for case in getattr(test, "cases", [{}])]
        return test

    return tried


mark = SimpleNamespace(parametrize=parametrize)


@contextmanager
def raises(kind: type[Exception]) -> Iterator[Any]:
    raised = SimpleNamespace(value=None)
    try:
        yield raised
    except kind as error:
        raised.value = error
    assert raised.value, f"there was no {kind.__name__}"
