from __future__ import annotations

from random import Random

import numpy as np

from elfer.compiled.bits import count, lowest, nth, signed, unsigned


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


def test_a_word_keeps_its_bits_when_it_gets_a_sign() -> None:
    for word in (0, 1, 2**63 - 1, 2**63, 2**64 - 1):
        assert signed(word) % 2**64 == word
        assert -(2**63) <= signed(word) < 2**63


def test_an_unsigned_index_is_the_same_index() -> None:
    assert np.arange(5)[unsigned(3)] == 3
