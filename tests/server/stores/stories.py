"""What happens to a store in a test."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

from elfer.server.store import Store

Story: TypeAlias = Callable[[Store], Coroutine[Any, Any, None]]
Within: TypeAlias = Callable[[Story], None]
"""Lets a story happen with a store of its own."""
