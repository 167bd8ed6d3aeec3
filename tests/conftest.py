"""In which order all tests run."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those in the browser first: they wait a lot, best beside a worker whose tests compute."""
    items.sort(key=lambda item: not item.nodeid.startswith("tests/web"))
