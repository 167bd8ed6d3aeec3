"""Rate and concurrency limits per address."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import AsyncIterator

from elfer.core.refusals import Refused

MAX_FULL_BUCKETS = 10_000
"""Above this number of addresses, full buckets are dropped."""


class Bucket:
    """A token bucket that refills at *rate* tokens per second up to *size*."""

    __slots__ = ("_filled", "_left", "_rate", "_size")

    def __init__(self, rate: float, size: float) -> None:
        self._rate, self._size = rate, size
        self._left, self._filled = size, time.monotonic()

    @property
    def left(self) -> float:
        """Available tokens; negative after overspending."""
        now = time.monotonic()
        self._left = min(self._size, self._left + (now - self._filled) * self._rate)
        self._filled = now
        return self._left

    def take(self, count: float = 1) -> bool:
        """Take *count* tokens if available."""
        if self.left < count:
            return False
        self._left -= count
        return True

    def spend(self, count: float = 1) -> None:
        """Take *count* tokens unconditionally."""
        self._left = self.left - count

    def due(self, count: float = 1) -> float:
        """Seconds until *count* tokens are available."""
        return max(0.0, (count - self.left) / self._rate)

    @property
    def full(self) -> bool:
        return self.left >= self._size


class Buckets:
    """A token bucket per address."""

    def __init__(self, rate: float, size: float) -> None:
        self._rate, self._size = rate, size
        self._buckets: dict[str, Bucket] = {}

    def of(self, address: str) -> Bucket:
        if address not in self._buckets:
            if len(self._buckets) > MAX_FULL_BUCKETS:
                self._buckets = {a: bucket for a, bucket in self._buckets.items() if not bucket.full}
            self._buckets[address] = Bucket(self._rate, self._size)
        return self._buckets[address]

    def take(self, address: str) -> bool:
        return self.of(address).take()

    def __len__(self) -> int:
        return len(self._buckets)


class Queues:
    """A queue per address: *at_once* run concurrently, *waiting* more wait, any further are refused."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._at_once, self._most = at_once, at_once + waiting
        self._counts: Counter[str] = Counter()
        self._queues: dict[str, asyncio.Semaphore] = {}

    @contextlib.asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for a turn in the queue of *address*."""
        if self._counts[address] >= self._most:
            raise Refused("too_fast")
        self._counts[address] += 1
        try:
            async with self._queues.setdefault(address, asyncio.Semaphore(self._at_once)):
                yield
        finally:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address], self._queues[address]

    def __len__(self) -> int:
        return len(self._queues)
