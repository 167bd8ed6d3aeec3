"""What several tests of the server share."""

from __future__ import annotations

from types import SimpleNamespace

import pytest


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rates see no time pass: what a test does in a row happens at once on the slowest machine, too."""
    monkeypatch.setattr("elfer.server.limits.time", SimpleNamespace(monotonic=lambda: 0.0))
