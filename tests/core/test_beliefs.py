"""Hidden hands dealt by what is known of them."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from elfer.core.beliefs import Belief, Hand, deal_hidden
from elfer.core.cards import BIT, Cards, each, parse_cards, union
from elfer.core.chance import Chance


def everything(cards: str) -> Cards:
    return sum(BIT[name] for name in parse_cards(cards))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("cards", "one", "other"), [("R1-6", "R1 R2", "R2 R3"), ("R1-7", "R1-3", "R4 R5")])
def test_beliefs_that_are_not_nested_are_dealt_evenly_too(
    cards: str, one: str, other: str, seed: int
) -> None:
    """Two hands, each known not to hold cards that the other may: as a position can say."""
    unseen = everything(cards)
    hands = [Hand(2, Belief(everything(one))), Hand(2, Belief(everything(other)))]
    found = Counter(tuple(deal_hidden(unseen, hands, Chance(seed, i))[0]) for i in range(3000))
    possible = [
        (union(a), union(b))
        for a in permutations(each(unseen), 2)
        for b in permutations(each(unseen & ~union(a)), 2)
        if a[0] < a[1] and b[0] < b[1]
        if not union(a) & everything(one) and not union(b) & everything(other)
    ]
    assert set(found) == set(possible)
    mean = 3000 / len(possible)
    assert (
        sum((found[deal] - mean) ** 2 / mean for deal in possible)
        < len(possible) + 5 * (2 * len(possible)) ** 0.5
    )


def test_beliefs_beyond_counting_are_still_honoured() -> None:
    rng = Chance(1)
    unseen = everything("R1-20 Y1-20 G1-20 B1-20")
    hands = [Hand(12, Belief(union(rng.shuffled(each(unseen))[:40]))) for _ in range(5)]
    dealt, rest = deal_hidden(unseen, hands, rng)
    assert all(not cards & hand.belief.excluded for cards, hand in zip(dealt, hands, strict=True))
    assert union(dealt) | union(rest) == unseen


def test_beliefs_that_cannot_be_are_given_up() -> None:
    unseen = everything("R1-4")
    dealt, rest = deal_hidden(unseen, [Hand(2, Belief(unseen)), Hand(2, Belief())], Chance(1))
    assert [cards.bit_count() for cards in dealt] == [2, 2]
    assert rest == []
