from __future__ import annotations

from collections import Counter
from random import Random

from elfer.compiled.bits import mix, signed
from elfer.games.rows.compiled import below, blank, count, lowest, nth, stream
from elfer.games.rows.compiled.layout import RNG


def test_sets_of_bits() -> None:
    rng = Random(1)
    assert count(0) == 0
    for _ in range(300):
        bits = rng.getrandbits(rng.randrange(1, 45)) | 1 << rng.randrange(44)
        places = [place for place in range(64) if bits >> place & 1]
        assert count(bits) == len(places)
        assert lowest(bits) == places[0]
        assert [nth(bits, n) for n in range(len(places))] == places
    assert count(-1) == 64
    assert lowest(-1 << 63) == 63


def test_mixing_is_splitmix64() -> None:
    """The first numbers of the published generator, from the seed 1234567."""
    golden = 0x9E3779B97F4A7C15
    words = [mix(signed((1234567 + i * golden) % 2**64)) % 2**64 for i in (1, 2, 3)]
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
