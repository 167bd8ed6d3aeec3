"""Random deals of hidden hands that hold no pair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import prod

from elfer.core.cards import NUMBER, Card, Cards, each, union
from elfer.core.chance import Chance

STEPS = 5000
"""Steps after which the search is given up; in play it mostly takes one for each number."""


def deal_unpaired(unseen: Cards, sizes: Sequence[int], excluded: Sequence[Cards], rng: Chance) -> list[Cards]:
    """Deal the unseen cards to places of these sizes: no pair in one place, and no card where it is excluded.

    If there is no such deal, which never happens in play, only the sizes are kept.
    """
    guess = _Guess(unseen, sizes, excluded, rng)
    if guess.deal(0):
        return guess.dealt
    cards = rng.shuffled(each(unseen))
    return [union(cards.pop() for _ in range(size)) for size in sizes]


class _Guess:
    """A search for one deal, number after number, the ones with the least choice first."""

    def __init__(self, unseen: Cards, sizes: Sequence[int], excluded: Sequence[Cards], rng: Chance) -> None:
        self.rng = rng
        self.room = list(sizes)
        self.dealt = [0] * len(sizes)
        self.steps = 0
        groups: dict[int, list[Card]] = {}
        for card in rng.shuffled(each(unseen)):
            groups.setdefault(NUMBER[card], []).append(card)
        ways = [(cards, self._ways(cards, excluded)) for cards in groups.values()]
        self.groups = sorted(ways, key=lambda group: (len(group[1]) > 1, -len(group[0]), len(group[1])))
        self.takers = [{place for way in ways for place in way} for _, ways in self.groups]

    def _ways(self, cards: list[Card], excluded: Sequence[Cards]) -> list[tuple[int, ...]]:
        """All ways to put the cards of one number into different places."""
        ways = permutations(range(len(excluded)), len(cards))
        return [
            way
            for way in ways
            if not any(excluded[place] & card for place, card in zip(way, cards, strict=True))
        ]

    def deal(self, at: int) -> bool:
        """Deal the numbers from this one on; whether that can be done."""
        self.steps += 1
        if at == len(self.groups) or self.steps > STEPS:
            return at == len(self.groups)
        cards = self.groups[at][0]
        for way in self._tried(at):
            self._put(cards, way, 1)
            if self._fillable(at + 1) and self.deal(at + 1):
                return True
            self._put(cards, way, -1)
        return False

    def _tried(self, at: int) -> Iterator[tuple[int, ...]]:
        """The ways there is room for, at random, those into the larger places sooner."""
        ways = [way for way in self.groups[at][1] if all(self.room[place] for place in way)]
        weights = [prod(self.room[place] for place in way) for way in ways]
        while ways:
            i = self.rng.weighted(weights)
            yield ways.pop(i)
            del weights[i]

    def _put(self, cards: list[Card], way: tuple[int, ...], count: int) -> None:
        for place, card in zip(way, cards, strict=True):
            self.room[place] -= count
            self.dealt[place] ^= card

    def _fillable(self, at: int) -> bool:
        """Whether each place can still be filled with cards of different numbers."""
        left = self.takers[at:]
        return all(room <= sum(place in takers for takers in left) for place, room in enumerate(self.room))
