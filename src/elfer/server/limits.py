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

    def take(self) -> bool:
        """Whether there was a permission left."""
        now = time.monotonic()
        self._left = min(self._size, self._left + (now - self._filled) * self._rate)
        self._filled = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether nothing was taken for so long that the bucket can be forgotten."""
        return self._left + (time.monotonic() - self._filled) * self._rate >= self._size


class Buckets:
    """A bucket for each address."""

    def __init__(self, rate: float, size: float) -> None:
        self._rate, self._size = rate, size
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        if address not in self._buckets:
            if len(self._buckets) > MAX_FULL_BUCKETS:
                self._buckets = {a: bucket for a, bucket in self._buckets.items() if not bucket.full}
            self._buckets[address] = Bucket(self._rate, self._size)
        return self._buckets[address].take()

    def __len__(self) -> int:
        return len(self._buckets)
