from __future__ import annotations

from collections import Counter

from elfer.compiled.bits import signed
from elfer.compiled.streams import GOLDEN, key_of, mix, stream
from elfer.games.rows.compiled.convert import blank
from elfer.games.rows.compiled.layout import RNG
from elfer.games.rows.compiled.rules import below


def test_mixing_is_splitmix64() -> None:
    """The first numbers of the published generator, from the seed 1234567."""
    words = [mix(signed((1234567 + i * GOLDEN) % 2**64)) % 2**64 for i in (1, 2, 3)]
    assert words == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_random_numbers_are_even_and_streams_differ() -> None:
    array, _ = blank()
    seen: Counter[tuple[int, int]] = Counter()
    for index in range(700):
        array[RNG] = stream(1, index)
        last = below(array, 7)
        for _ in range(100):
            number = below(array, 7)
            seen[last, number] += 1
            last = number
    assert set(seen) == {(a, b) for a in range(7) for b in range(7)}
    mean = 70_000 / 49
    assert sum((n - mean) ** 2 / mean for n in seen.values()) < 48 + 5 * 96**0.5
    assert len({stream(key, index) for key in range(30) for index in range(300)}) == 9000


def test_a_seed_of_any_size_is_one_word() -> None:
    keys = [key_of(seed) for seed in (0, 1, -1, 2**64, 2**128)]
    assert len(set(keys)) == 5
    assert all(-(2**63) <= key < 2**63 for key in keys)
