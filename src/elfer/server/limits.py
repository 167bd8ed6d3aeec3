"""Rates: how often somebody may do something."""

from __future__ import annotations

import time

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
