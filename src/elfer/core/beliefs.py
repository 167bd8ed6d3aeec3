"""Public knowledge of hidden hands, and random deals that agree with it.

A seat that draws or passes has shown that no card of its hand fitted. A `Belief` keeps that exactly for one
hand; `deal_hidden` deals the unseen cards so that every deal that the beliefs allow is equally likely.
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
"""Most tracked cards that only newly drawn cards may be; play never has more."""
MOST_COMBINATIONS = 20_000
"""Beyond this number a deal is found by trial instead of counting; never reached in play."""


class Belief(msgspec.Struct, frozen=True, gc=False):
    """Knowledge of one hidden hand: the subsets of the *tracked* cards that it may hold, with their odds.

    `NONE`, the usual case, is the empty subset alone: the hand holds no tracked card.
    """

    tracked: Cards = 0
    odds: tuple[tuple[Cards, float], ...] = NONE

    @property
    def excluded(self) -> Cards:
        """The cards this hand is known not to hold."""
        if self.odds is NONE:
            return self.tracked
        return self.tracked & ~union(cards for cards, _ in self.odds)

    def without(self, cards: Cards) -> Belief:
        """The belief after the hand has shown that it holds none of these cards."""
        odds = self.odds
        if odds is not NONE:
            odds = tuple((held, weight) for held, weight in odds if not held & cards) or NONE
        return Belief(self.tracked | cards, NONE if odds == NONE else odds)

    def after(self, card: Cards) -> Belief:
        """The belief after the hand has lost this card; an untracked card shows nothing."""
        if self.odds is NONE or not card & self.tracked:
            return self
        odds = tuple((held ^ card, weight) for held, weight in self.odds if held & card)
        return Belief(self.tracked, NONE if not odds or odds == ((0, odds[0][1]),) else odds)

    def drew(self, fits: Cards, size: int, drawn: int, unseen: Cards) -> Belief:
        """The belief after a hand of *size* cards, none of *fits*, took up *drawn* cards, none of *fits*."""
        if self.odds is NONE and not self.tracked & unseen & ~fits:
            return Belief(fits)
        return self.without(fits).joined(size, Belief(fits), drawn, unseen)

    def joined(self, size: int, new: Belief, drawn: int, unseen: Cards) -> Belief:
        """The belief after this hand of *size* cards has taken up *drawn* cards, for which *new* holds.

        What *new* tracks is tracked already; the other tracked cards may be among the drawn ones. A subset
        with *a* cards in the old part and *b* in the new part has the weight of both beliefs, times the share
        of arrangements of its cards over the whole hand that put them so:
        size!/(size-a)! * drawn!/(drawn-b)! / ((size+drawn)!/(size+drawn-a-b)!).
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
    """Every subset of at most *most* cards."""
    every = tuple(each(cards))
    return [sum(some) for count in range(most + 1) for some in combinations(every, count)]


class Hand(NamedTuple):
    """A hidden hand to be dealt: its size, and the belief about it."""

    size: int
    belief: Belief


def deal_hidden(unseen: Cards, hands: Sequence[Hand], rng: Chance) -> tuple[list[Cards], list[Cards]]:
    """The unseen cards dealt uniformly over all deals that the beliefs allow, and the rest shuffled."""
    order = sorted(range(len(hands)), key=lambda i: -(hands[i].belief.tracked & unseen).bit_count())
    sorted_hands = [hands[i] for i in order]
    dealt = _deal_nested(unseen, sorted_hands, rng) or _Plan(unseen, sorted_hands).deal(rng)
    by_hand = [0] * len(hands)
    for i, cards in zip(order, dealt, strict=True):
        by_hand[i] = cards
    return by_hand, rng.shuffled(each(unseen & ~union(dealt)))


def _deal_nested(unseen: Cards, hands: Sequence[Hand], rng: Chance) -> list[Cards]:
    """The deal of a `_Plan` in the usual case, with the same random numbers; empty in any other case.

    In the usual case every hand excludes all that later hands exclude, so there is nothing to count.
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
    """Deals hand after hand, each choice weighted by the number of deals that it leaves for later hands.

    ways(i, tracked) = sum over the choices of hand i: odds * prod C(class, count) * C(pool, rest)
                       * ways(i + 1, tracked - taken)
    where *tracked* are the cards left that hands from i on track, *pool* are the other cards left, and
    *classes* are groups of cards that the beliefs do not tell apart, of which only counts matter.
    """

    def __init__(self, unseen: Cards, hands: Sequence[Hand]) -> None:
        self.unseen = unseen
        self.hands = [Hand(size, Belief(b.tracked & unseen, b.odds)) for size, b in hands]
        self.later = [union(h.belief.tracked for h in self.hands[i:]) for i in range(len(hands) + 1)]
        self.classes = [self._classes(i) for i in range(len(hands) + 1)]
        self.memo: dict[tuple[int, ...], float] = {}

    def _classes(self, i: int) -> list[Cards]:
        """The cards that the hands from *i* on track, grouped by the beliefs about them."""
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
        """The tracked cards left that only later hands track, by class: hand *i* may take any of them."""
        free = tracked & ~self.hands[i].belief.tracked
        return [free & cards for cards in self.classes[i + 1] if free & cards]

    def _choices(self, i: int, tracked: Cards) -> Iterator[tuple[Cards, tuple[int, ...], float]]:
        """The choices of hand *i*: a subset of its tracked cards, a count per loose class, and the weight."""
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
        """The weighted number of deals to the hands from *i* on."""
        if i == len(self.hands):
            return 1.0
        key = (i, *((tracked & cards).bit_count() for cards in self.classes[i]))
        if key not in self.memo:
            self.memo[key] = sum(weight for *_, weight in self._choices(i, tracked))
        return self.memo[key]

    def _by_trial(self, rng: Chance) -> list[Cards]:
        """Deal hand after hand, and start over if one cannot be filled; after 99 failures ignore beliefs."""
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
