"""A policy for the row games: the lay with the greatest weighted sum of features.

A card is judged by the *ways* it opens, up and down: the free fields beyond it, as far as the next card on
the table. Features of a way are who holds the next card, how long a run of own cards follows, and whether own
cards wait behind a gap. After the first card of a turn, another one is laid only if its worth is positive.
A policy is a row of weights (see `weights`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from elfer.compiled.bits import count, lowest, unsigned, wrapped
from elfer.compiled.decorator import IntArray, compiled
from elfer.games.rows.compiled.layout import DRAWN, LAST, NEXT, OPENERS, TABLE, TURN, WINNER, Sheet
from elfer.games.rows.compiled.rules import (
    below,
    fits,
    hand,
    hand_size,
    known,
    lays,
    may_rest,
    play,
    rest,
    untouched,
)

CARD = ("bias", "number", "closed", "opens", "tight_next", "tight_all", "run", "far", "gap", "mine", "others")
"""The features of a card, weighted separately for the first card of a turn and for those after it.

`closed`: it opens no way. Of each way that it opens, `opens`: the next card is not mine; `tight_next`,
`tight_all`: in that case, how little the next seat, or all others, can lay as far as is known (1: nothing);
`run`: the number of my cards that come next; `far`: a card of mine waits behind a gap; `gap`: its size;
`mine`, `others`: the number of my cards, and of those of others.
"""
RESTING = ("hand", "fewest", "choices", "empty", "next_stuck", "late")
"""The features of a turn that may end: the size of one's own hand and of the others' smallest one, the number
of playable cards, whether the stock is empty, how little the next seat can lay, and whether another seat has
at most three cards."""
NOISE = 2 * len(CARD) + len(RESTING)
"""The index of the weight of the noise."""
MOST_MOVES = 2000
"""More than a game can take."""

BIAS, NUMBER, CLOSED, OPENS, TIGHT_NEXT, TIGHT_ALL, RUN, FAR, GAP, MINE, OTHERS = range(11)
FURTHER = len(CARD)
HAND, FEWEST, CHOICES, EMPTY, NEXT_STUCK, LATE = range(2 * FURTHER, NOISE)


Weights: TypeAlias = Sequence[float]
"""A policy, as a compiled function sees it."""


class Policies(Protocol):
    """A table of policies."""

    def __getitem__(self, policy: int, /) -> Weights: ...


@compiled
def policy_move(game: IntArray, sheet: Sheet, policy: Weights) -> int:
    """The move of a policy, based on what the seat knows."""
    low, high = lays(game, sheet)
    choices = count(low) + count(high)
    further = may_rest(game)
    if choices == 0:
        return rest(game)
    if (choices == 1 and not further) or finishes(game):
        return lowest(low) if low else 64 | lowest(high)
    next_stuck, all_stuck = tightness(game, sheet)
    best, found = -1e30, 0
    for half in range(2):
        cards = high if half else low
        while cards:
            place = lowest(cards)
            cards &= cards - 1
            worth = worth_of(game, sheet, policy, half, place, next_stuck, all_stuck)
            if worth > best:
                best, found = worth, half << 6 | place
    if further and best + resting(game, sheet, policy, choices, next_stuck) <= 0.0:
        return rest(game)
    return found


@compiled
def worth_of(
    game: IntArray, sheet: Sheet, policy: Weights, half: int, bit: int, next_stuck: float, all_stuck: float
) -> float:
    """The worth of a card to a policy, with the weights of its place in the turn::

    bias + number * n / 10 + sum over its ways (see `with_way`), or closed + noise * [-1, 1]
    """
    at = FURTHER if may_rest(game) else 0
    mine = game[hand(game[TURN], half)]
    taken = game[unsigned(TABLE + half)] | ~(sheet.high_cards if half else sheet.low_cards)
    number = bit - 22 if bit > 22 else bit
    worth = policy[at + BIAS] + policy[at + NUMBER] * number * 0.1
    closed = True
    for down in range(2):
        if down:
            mine, taken, bit = mirrored(mine), mirrored(taken), 63 - bit
        free = lowest(taken >> bit + 1)
        if free:
            closed = False
            own = mine >> bit + 1 & (1 << free) - 1
            worth = with_way(worth, policy, at, own, free, next_stuck, all_stuck)
    if closed:
        worth += policy[at + CLOSED]
    if policy[NOISE] != 0.0:
        worth += policy[NOISE] * (below(game, 2001) - 1000) * 0.001
    return worth


@compiled
def with_way(
    worth: float, policy: Weights, at: int, own: int, free: int, next_stuck: float, all_stuck: float
) -> float:
    """A worth with that of a way added: *free* fields, of which the bits of *own* are those of own cards::

    opens + tight_next * next_stuck + tight_all * all_stuck     if the next card is not mine
    + far + gap * size / 5                                      if a card of mine waits behind a gap
    + run * length / 5 + mine * cards * 3 / 10 + others * (free - cards) / 5
    """
    run = lowest(~own)
    if run == 0:
        worth += (
            policy[at + OPENS] + policy[at + TIGHT_NEXT] * next_stuck + policy[at + TIGHT_ALL] * all_stuck
        )
    if own >> run:
        worth += policy[at + FAR]
        worth += policy[at + GAP] * lowest(own >> run) * 0.2
    size = count(own)
    worth += policy[at + RUN] * run * 0.2
    worth += policy[at + MINE] * size * 0.3
    worth += policy[at + OTHERS] * (free - size) * 0.2
    return worth


@compiled
def mirrored(bits: int) -> int:
    """The bits in reverse order."""
    bits = (bits >> 1 & 0x5555555555555555) | (bits & 0x5555555555555555) << 1
    bits = (bits >> 2 & 0x3333333333333333) | (bits & 0x3333333333333333) << 2
    bits = (bits >> 4 & 0x0F0F0F0F0F0F0F0F) | (bits & 0x0F0F0F0F0F0F0F0F) << 4
    bits = (bits >> 8 & 0x00FF00FF00FF00FF) | (bits & 0x00FF00FF00FF00FF) << 8
    bits = (bits >> 16 & 0x0000FFFF0000FFFF) | (bits & 0x0000FFFF0000FFFF) << 16
    return wrapped((bits >> 32 & 0xFFFFFFFF) | bits << 32)


@compiled
def finishes(game: IntArray) -> bool:
    """Whether the whole hand goes in this turn: each card joins the table, or a card that has joined it."""
    if untouched(game) or game[DRAWN]:
        return False
    for half in range(2):
        own, table = game[hand(game[TURN], half)], game[unsigned(TABLE + half)]
        openers = own & game[unsigned(OPENERS + half)]
        low = openers & 0x3FFFFF  # one card opens a row, and the others must join it: THR-2
        openers = (low & -low) | ((openers ^ low) & -(openers ^ low))
        laid = own & (table << 1 | table >> 1 | openers)
        more = True
        while more:
            longer = laid | own & (laid << 1 | laid >> 1)
            more = longer != laid
            laid = longer
        if laid != own:
            return False
    return True


@compiled
def tightness(game: IntArray, sheet: Sheet) -> tuple[float, float]:
    """How little the next seat and all others can lay: the mean of 1 / (1 + cards they may lay)."""
    me = game[TURN]
    low = fits(game, 0) & sheet.low_cards & ~game[TABLE] & ~game[hand(me, 0)]
    high = fits(game, 1) & sheet.high_cards & ~game[TABLE + 1] & ~game[hand(me, 1)]
    following, total = 0.0, 0.0
    for i in range(1, sheet.seats):
        seat = me + i if me + i < sheet.seats else me + i - sheet.seats
        tight = 1.0 / (1.0 + count(low & ~game[known(seat, 0)]) + count(high & ~game[known(seat, 1)]))
        total += tight
        if i == 1:
            following = tight
    return following, total / (sheet.seats - 1)


@compiled
def resting(game: IntArray, sheet: Sheet, policy: Weights, choices: int, next_stuck: float) -> float:
    """The worth of going on, added to that of any further card: the features `RESTING`, weighted."""
    own, fewest = 0, 99
    for seat in range(sheet.seats):
        size = hand_size(game, seat)
        if seat == game[TURN]:
            own = size
        elif size < fewest:
            fewest = size
    worth = policy[HAND] * own * 0.1 + policy[FEWEST] * fewest * 0.1
    worth += policy[CHOICES] * choices * 0.25 + policy[NEXT_STUCK] * next_stuck
    if game[NEXT] == game[LAST]:
        worth += policy[EMPTY]
    if fewest <= 3:
        worth += policy[LATE]
    return worth


@compiled
def play_on(
    game: IntArray, sheet: Sheet, stock: IntArray, policies: Policies, seat: int, own: int, others: int
) -> None:
    """Play to the end, *seat* by the policy *own*; leaves no winner after `MOST_MOVES`."""
    for _ in range(MOST_MOVES):
        if game[WINNER] >= 0:
            break
        policy = policies[own if game[TURN] == seat else others]
        play(game, sheet, stock, policy_move(game, sheet, policy))
