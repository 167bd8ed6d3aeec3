from __future__ import annotations

from collections import Counter

import pytest

from elfer.core.chance import Chance, fresh_seed, seed_for
from elfer.core.refusals import BadInput


def test_the_stream_is_fixed_for_ever() -> None:
    """Records are replayed from their seed: these numbers must never change."""
    assert Chance(1).shuffled("abcdefgh") == list("cfgadehb")
    assert [Chance(2**128 - 1, 3).below(1000) for _ in range(2)] == [Chance(2**128 - 1, 3).below(1000)] * 2


def test_seed_round_and_counter_all_matter() -> None:
    numbers = {
        Chance(seed, round, counter).number() for seed in (0, 1) for round in (0, 1) for counter in (0, 1)
    }
    assert len(numbers) == 8


def test_a_mark_goes_on_where_it_was_made() -> None:
    rng = Chance(5, 1)
    rng.number()
    assert repr(rng) == "Chance(5, 1, 1)"
    copy = Chance(*rng.mark())
    assert copy.number() == rng.number()


def test_every_order_is_equally_likely() -> None:
    found = Counter(tuple(Chance(seed).shuffled(range(4))) for seed in range(24 * 200))
    assert len(found) == 24
    assert sum((n - 200) ** 2 / 200 for n in found.values()) < 23 + 5 * 46**0.5


@pytest.mark.parametrize("size", [88, 89, 200])
def test_a_large_deck_is_shuffled_evenly(size: int) -> None:
    first = Counter(Chance(seed).shuffled(range(size))[0] for seed in range(size * 50))
    last = Counter(Chance(seed).shuffled(range(size))[-1] for seed in range(size * 50))
    for found in (first, last):
        assert sum((found[i] - 50) ** 2 / 50 for i in range(88)) < 87 + 5 * 174**0.5


def test_a_seed_is_not_below_0() -> None:
    with pytest.raises(BadInput, match=r"^The seed cannot be -3\. "):
        Chance(-3)


def test_weights() -> None:
    rng = Chance(3)
    found = Counter(rng.weighted([1, 0, 3]) for _ in range(4000))
    assert found[1] == 0
    assert 0.7 < found[2] / 4000 < 0.8


def test_a_derived_seed_depends_on_seed_and_purpose() -> None:
    seeds = {
        seed_for(seed, *purpose) for seed in (0, 1) for purpose in ((), ("bot",), ("deal", 1), ("deal", 2))
    }
    assert len(seeds) == 8
    assert max(seeds) < 1 << 128
    assert seed_for(1, "bot") == seed_for(1, "bot")


def test_fresh_seeds_are_large_and_different() -> None:
    assert len({fresh_seed() for _ in range(100)}) == 100
    assert max(fresh_seed() for _ in range(100)) > 2**120


def test_a_branch_is_a_stream_of_its_own_in_small_numbers() -> None:
    rng = Chance(5)
    branch, other = rng.branch(), rng.branch()
    assert branch.mark() != other.mark()
    assert max(branch.mark()) < 1 << 53
    assert branch.number() == Chance(5).branch().number() != Chance(5).number()
