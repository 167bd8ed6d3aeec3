"""How often somebody may do something, and how much at a time."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import AsyncIterator

from elfer.core.refusals import Refused

MAX_FULL_BUCKETS = 10_000
"""Beyond this number, addresses that have been quiet for long are forgotten."""


class Bucket:
    """A token bucket: a number of permissions that refills at a steady rate."""

    __slots__ = ("_filled", "_left", "_rate", "_size")

    def __init__(self, rate: float, size: float) -> None:
        self._rate, self._size = rate, size
        self._left, self._filled = size, time.monotonic()

    @property
    def left(self) -> float:
        """How many permissions there are; fewer than none where more was spent than there was."""
        now = time.monotonic()
        self._left = min(self._size, self._left + (now - self._filled) * self._rate)
        self._filled = now
        return self._left

    def take(self, count: float = 1) -> bool:
        """Whether there were so many permissions left, which are taken then."""
        if self.left < count:
            return False
        self._left -= count
        return True

    def spend(self, count: float = 1) -> None:
        """Take permissions whether they are there or not."""
        self._left = self.left - count

    def due(self, count: float = 1) -> float:
        """In how many seconds there will be so many permissions."""
        return max(0.0, (count - self.left) / self._rate)

    @property
    def full(self) -> bool:
        """Whether nothing was taken for so long that the bucket can be forgotten."""
        return self.left >= self._size


class Buckets:
    """A bucket for each address."""

    def __init__(self, rate: float, size: float) -> None:
        self._rate, self._size = rate, size
        self._buckets: dict[str, Bucket] = {}

    def of(self, address: str) -> Bucket:
        """The bucket of an address."""
        if address not in self._buckets:
            if len(self._buckets) > MAX_FULL_BUCKETS:
                self._buckets = {a: bucket for a, bucket in self._buckets.items() if not bucket.full}
            self._buckets[address] = Bucket(self._rate, self._size)
        return self._buckets[address]

    def take(self, address: str) -> bool:
        return self.of(address).take()

    def __len__(self) -> int:
        return len(self._buckets)


class Lock(asyncio.Lock):
    """A lock that refuses all who wait or come once its room is given up."""

    given_up = False

    async def __aenter__(self) -> None:
        await self.acquire()
        if self.given_up:
            self.release()
            raise Refused("not_saved")


class Queues:
    """A queue for each address: so many have their turn at a time, some more wait, others are refused."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._at_once, self._most = at_once, at_once + waiting
        self._counts: Counter[str] = Counter()
        self._queues: dict[str, asyncio.Semaphore] = {}

    @contextlib.asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """What is to be done when it is its turn; refused where too many wait already."""
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
