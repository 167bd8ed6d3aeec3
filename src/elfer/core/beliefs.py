"""What the table has shown of hidden hands, and random deals that agree with it.

Who draws or passes has shown that no card in the hand fitted. A `Belief` keeps that, exactly, for one
hand; `deal_hidden` deals the unseen cards so that every deal the beliefs allow is equally likely.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import comb, perm, prod
from typing import NamedTuple

import msgspec

from elfer.core.cards import Cards, each, union
from elfer.core.chance import Chance

NONE = ((0, 1.0),)
MOST_LOOSE_CARDS = 12
"""How many cards that only the newer part of a hand may hold are tracked at most; play never has more."""
MOST_COMBINATIONS = 20_000
"""Beyond this number a deal is found by trial instead of counting; never in play."""


class Belief(msgspec.Struct, frozen=True, gc=False):
    """What is known of one hidden hand: which of the *tracked* cards it may hold together, with what odds.

    A hand that holds none of them, the usual case, has the odds `NONE`.
    """

    tracked: Cards = 0
    odds: tuple[tuple[Cards, float], ...] = NONE

    @property
    def excluded(self) -> Cards:
        """The cards this hand is known not to hold."""
        return self.tracked & ~union(cards for cards, _ in self.odds)

    def without(self, cards: Cards) -> Belief:
        """It has been shown that the hand holds none of these."""
        odds = self.odds
        if odds is not NONE:
            odds = tuple((held, weight) for held, weight in odds if not held & cards) or NONE
        return Belief(self.tracked | cards, NONE if odds == NONE else odds)

    def after(self, card: Cards) -> Belief:
        """The hand has let go of this card; laying an untracked card tells nothing."""
        if self.odds is NONE or not card & self.tracked:
            return self
        odds = tuple((held ^ card, weight) for held, weight in self.odds if held & card)
        return Belief(self.tracked, NONE if not odds or odds == ((0, odds[0][1]),) else odds)

    def drew(self, fits: Cards, size: int, drawn: int, unseen: Cards) -> Belief:
        """No card of this hand of *size* was among those that fit, nor any of those it then took up."""
        if self.odds is NONE and not self.tracked & unseen & ~fits:
            return Belief(fits)
        return self.without(fits).joined(size, Belief(fits), drawn, unseen)

    def joined(self, size: int, new: Belief, drawn: int, unseen: Cards) -> Belief:
        """This hand of *size* cards has taken up *drawn* cards, of which *new* is known.

        What *new* tracks is tracked already; the other tracked cards may be among the new ones.
        """
        tracked, fresh = self.tracked & unseen, new.tracked & unseen
        loose = tracked & ~fresh
        if loose.bit_count() > MOST_LOOSE_CARDS:
            tracked, loose = fresh, 0
        if not loose and self.odds is NONE and new.odds is NONE:
            return Belief(tracked)
        weights: dict[Cards, float] = {}
        for (held, weight), (got, likely), free in product(self.odds, new.odds, _subsets(loose, drawn)):
            old, young = held & tracked, got | free
            a, b = old.bit_count(), young.bit_count()
            if not old & young and a <= size and b <= drawn:
                ways = perm(size, a) * perm(drawn, b) / perm(size + drawn, a + b)
                weights[old | young] = weights.get(old | young, 0.0) + weight * likely * ways
        odds = tuple(sorted(weights.items()))
        return Belief(tracked, NONE if len(odds) == 1 and odds[0][0] == 0 else odds or NONE)


def _subsets(cards: Cards, most: int) -> list[Cards]:
    """Every subset of a set with *most* cards at most."""
    every = tuple(each(cards))
    return [sum(some) for count in range(most + 1) for some in combinations(every, count)]


class Hand(NamedTuple):
    """A hidden hand to be dealt: how many cards, and what is known of them."""

    size: int
    belief: Belief


def deal_hidden(unseen: Cards, hands: Sequence[Hand], rng: Chance) -> tuple[list[Cards], list[Cards]]:
    """Deal the unseen cards to the hands, uniformly over all deals the beliefs allow; the rest, shuffled."""
    order = sorted(range(len(hands)), key=lambda i: -(hands[i].belief.tracked & unseen).bit_count())
    sorted_hands = [hands[i] for i in order]
    dealt = _deal_nested(unseen, sorted_hands, rng) or _Plan(unseen, sorted_hands).deal(rng)
    by_hand = [0] * len(hands)
    for i, cards in zip(order, dealt, strict=True):
        by_hand[i] = cards
    return by_hand, rng.shuffled(each(unseen & ~union(dealt)))


def _deal_nested(unseen: Cards, hands: Sequence[Hand], rng: Chance) -> list[Cards]:
    """The usual case of what a `_Plan` deals, with the same chance: every hand excludes what later ones do.

    Then there is one choice for each hand, and nothing to count. Nothing, if it is another case.
    """
    left, dealt, counter = unseen, list[Cards](), rng.counter
    tracked = hands[0].belief.tracked if hands else 0
    for size, belief in hands:
        free = left & ~belief.tracked
        if belief.odds is not NONE or belief.tracked & unseen & ~tracked or free.bit_count() < size:
            rng.counter = counter
            return []
        rng.counter += 1  # where a plan weighs its choices
        tracked = belief.tracked
        dealt.append(_some(free, size, rng))
        left &= ~dealt[-1]
    return dealt


class _Plan:
    """Counts the deals to hand after hand.

    The hand with most tracked cards comes first. In play the later hands then track nothing that it does not
    track too, so there is one choice per hand and the count is a formality; in general *classes* of cards
    that the later hands cannot tell apart keep it small.
    """

    def __init__(self, unseen: Cards, hands: Sequence[Hand]) -> None:
        self.unseen = unseen
        self.hands = [Hand(size, Belief(b.tracked & unseen, b.odds)) for size, b in hands]
        self.later = [union(h.belief.tracked for h in self.hands[i:]) for i in range(len(hands) + 1)]
        self.classes = [self._classes(i) for i in range(len(hands) + 1)]
        self.memo: dict[tuple[int, ...], float] = {}

    def _classes(self, i: int) -> list[Cards]:
        """The cards that the hands from *i* on track, grouped by what is known of them."""
        groups: dict[object, Cards] = {}
        for card in each(self.later[i]):
            known = tuple(
                card if any(card & held for held, _ in h.belief.odds) else bool(card & h.belief.tracked)
                for h in self.hands[i:]
            )
            groups[known] = groups.get(known, 0) | card
        return list(groups.values())

    def deal(self, rng: Chance) -> list[Cards]:
        tangled = any(
            prod(c.bit_count() + 1 for c in classes) > MOST_COMBINATIONS for classes in self.classes
        )
        if tangled or not self._ways(0, self.later[0]):
            return self._by_trial(rng)
        dealt, left, tracked = [], self.unseen, self.later[0]
        for i, hand in enumerate(self.hands):
            choices = list(self._choices(i, tracked))
            held, counts, _ = choices[rng.weighted([weight for *_, weight in choices])]
            for part, count in zip(self._loose(i, tracked), counts, strict=True):
                held |= _some(part, count, rng)
            held |= _some(left & ~tracked, hand.size - held.bit_count(), rng)
            dealt.append(held)
            left &= ~held
            tracked &= ~held & self.later[i + 1]
        return dealt

    def _loose(self, i: int, tracked: Cards) -> list[Cards]:
        """The tracked cards left that hand *i* may take freely, but later hands may not, by class."""
        free = tracked & ~self.hands[i].belief.tracked
        return [free & cards for cards in self.classes[i + 1] if free & cards]

    def _choices(self, i: int, tracked: Cards) -> Iterator[tuple[Cards, tuple[int, ...], float]]:
        """What hand *i* may take of the tracked cards: these, a count per loose class, in how many ways."""
        size, belief = self.hands[i]
        pool = self.unseen.bit_count() - sum(h.size for h in self.hands[:i]) - tracked.bit_count()
        loose = self._loose(i, tracked)
        for held, weight in belief.odds:
            if held & ~tracked:
                continue
            for counts in product(*(range(part.bit_count() + 1) for part in loose)):
                rest = size - held.bit_count() - sum(counts)
                if not 0 <= rest <= pool:
                    continue
                taken = held | union(_lowest(part, n) for part, n in zip(loose, counts, strict=True))
                ways = prod(comb(part.bit_count(), n) for part, n in zip(loose, counts, strict=True))
                after = self._ways(i + 1, tracked & ~taken & self.later[i + 1])
                yield held, counts, weight * ways * comb(pool, rest) * after

    def _ways(self, i: int, tracked: Cards) -> float:
        """In how many ways the hands from *i* on can be dealt."""
        if i == len(self.hands):
            return 1.0
        key = (i, *((tracked & cards).bit_count() for cards in self.classes[i]))
        if key not in self.memo:
            self.memo[key] = sum(weight for *_, weight in self._choices(i, tracked))
        return self.memo[key]

    def _by_trial(self, rng: Chance) -> list[Cards]:
        """Deal hand after hand and start over when one cannot be filled; in the end, without beliefs."""
        for attempt in range(100):
            dealt, left = [], self.unseen
            for size, belief in self.hands:
                allowed = left & ~(belief.excluded if attempt < 99 else 0)
                if allowed.bit_count() < size:
                    break
                dealt.append(_some(allowed, size, rng))
                left &= ~dealt[-1]
            else:
                break
        return dealt


def _some(cards: Cards, count: int, rng: Chance) -> Cards:
    """*count* of these cards, at random."""
    if not count:
        return 0
    return union(rng.shuffled(each(cards))[:count])


def _lowest(cards: Cards, count: int) -> Cards:
    """The first *count* of these cards."""
    taken = 0
    for _ in range(count):
        taken |= (cards & ~taken) & -(cards & ~taken)
    return taken
