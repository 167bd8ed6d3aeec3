"""Rate limits."""

from __future__ import annotations

import pytest

from elfer.server.limits import MAX_FULL_BUCKETS, Bucket, Buckets


class Watch:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    made = Watch()
    monkeypatch.setattr("elfer.server.limits.time.monotonic", made)
    return made


def test_a_bucket_gives_what_it_holds_and_refills(watch: Watch) -> None:
    bucket = Bucket(rate=2, size=3)
    assert bucket.full
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    watch.now = 0.5
    assert [bucket.take(), bucket.take()] == [True, False]
    assert not bucket.full
    watch.now = 100
    assert bucket.full
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_every_address_has_a_bucket_and_quiet_ones_are_forgotten(watch: Watch) -> None:
    buckets = Buckets(rate=1, size=1)
    assert buckets.take("192.0.2.1")
    assert not buckets.take("192.0.2.1")
    assert buckets.take("192.0.2.2")
    for number in range(2 * MAX_FULL_BUCKETS):
        watch.now += 1
        buckets.take(str(number))
    assert len(buckets) <= MAX_FULL_BUCKETS + 1
    assert not buckets.take(str(2 * MAX_FULL_BUCKETS - 1)), "who was here just now is remembered"


def test_what_costs_more_takes_more_and_may_be_owed(watch: Watch) -> None:
    bucket = Bucket(rate=2, size=10)
    assert bucket.take(7)
    assert not bucket.take(4), "and nothing of them is taken"
    assert (bucket.left, bucket.due(), bucket.due(4)) == (3, 0, 0.5)
    bucket.spend(9)
    assert (bucket.left, bucket.due()) == (-6, 3.5)
    watch.now = 3.5
    assert (bucket.due(), bucket.take(), bucket.take()) == (0, True, False)
