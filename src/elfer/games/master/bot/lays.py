"""How a player of Master judges its moves: by weighted features of each lay.

The features use what the seat knows: its hand, the table, and how many cards the others have.
"""

from __future__ import annotations

from typing import NamedTuple

from elfer.bots.search import MOST_MOVES
from elfer.bots.strategies import DRAWS, LENGTH, PASSES, POINTS, REASON
from elfer.bots.weighted import mark_winners, read_weights
from elfer.compiled.bits import count, lowest, unsigned
from elfer.compiled.decorator import IntArray, Ints, compiled
from elfer.games.master.compiled import (
    ABOVE,
    BELOW,
    CONNECTIONS,
    DRAW,
    END,
    ENDED,
    HANDS,
    JOKER,
    LAID,
    LAID_JOKERS,
    LAST,
    LOWER,
    NEXT,
    PASS,
    ROW,
    SCRATCH,
    SEATS,
    STEPS,
    SWAP,
    SWAPPED,
    TABLE,
    TURN,
    UPPER,
    WILD,
    bonuses,
    bridged,
    fitting,
    hand_size,
    play,
    points,
)
from elfer.games.master.rules import MOST
from elfer.games.master.state import BONUSES

LAY_KINDS = (0, JOKER, ABOVE, BELOW)
"""The kinds of lays that are judged: jokers without connection cards."""
WORST = -1e9


class MasterWeights(NamedTuple):
    """The weights of a level's features; about one unit per point."""

    tempo: float
    """One card less in hand."""
    rush: float
    """The same, divided by the size of the others' smallest hand."""
    close: float
    """The same, divided by the size of one's own hand."""
    number: float
    """For each point of the card laid."""
    hurry: float
    """The same, divided by the size of the others' smallest hand."""
    unlock: float
    """For each own card that can follow."""
    far: float
    """For each own card further out, towards which the row grows."""
    open: float
    """For each field opened that another hand may fill."""
    block: float
    """For each card further out that another hand may hold."""
    bonus: float
    """A half row completed. MAS-10"""
    own_last: float
    """A half row that lacks one field, which this hand can fill."""
    their_last: float
    """A half row that lacks one field, which another hand may fill."""
    joker: float
    """A joker laid instead of kept."""
    bridge: float
    """A connection card spent. MAS-9"""
    swap: float
    """A joker taken up for the number card. MAS-8"""
    hold: float
    """What a lay must be worth to follow another."""
    draw: float
    """What the first lay must be worth; else a card is drawn. MAS-5"""
    going_out: float
    """Whether it sees how the whole hand goes in this turn: 1 or 0. MAS-12"""


WEIGHTS = read_weights(__package__, MasterWeights)


class MasterFeatures(NamedTuple):
    """The features that all lays of a turn share."""

    tempo: float
    weight: float
    """The worth of a point of the card laid."""
    theirs: float
    """The chance that a card not in this hand is in another one."""
    prize: bool
    """Whether there are bonus cards left. MAS-10"""


@compiled
def turn_features(game: IntArray, weights: MasterWeights) -> MasterFeatures:
    """The features of the turn."""
    others, least = 0, 99
    for seat in range(game[SEATS]):
        if seat != game[TURN]:
            size = hand_size(game, seat)
            others += size
            least = min(least, size)
    own, stock = hand_size(game, game[TURN]), game[LAST] - game[NEXT]
    return MasterFeatures(
        weights.tempo + weights.rush / least + weights.close / own,
        weights.number + weights.hurry / least,
        others / (others + stock),
        bonuses(game) < BONUSES,
    )


@compiled
def worth(game: IntArray, weights: MasterWeights, seen: MasterFeatures, move: int) -> float:
    """The worth of a lay or a swap to the seat to move: the sum of its weighted features."""
    row, number = move >> 5 & 3, move & 31
    if move & SWAP:
        return weights.swap + seen.weight * (number - 11)
    found = seen.tempo + openings(game, weights, seen, row, 1 << number)
    if move & JOKER:
        found += 11 * seen.weight + weights.joker
    else:
        found += number * seen.weight
    return found + weights.bridge if move & (ABOVE | BELOW) else found


@compiled
def openings(game: IntArray, weights: MasterWeights, seen: MasterFeatures, row: int, field: int) -> float:
    """The worth of what a filled field makes possible, if it opens fields::

        unlock * follow + far * (mine - follow) - theirs * (open * others + block * (beyond - mine))

    *follow* own cards can go next in a chain, *others* counts the opened fields that are not for own cards,
    and *beyond* the empty fields further out, of which *mine* are for own cards. A half row that is complete,
    or lacks one field, counts as well. MAS-10
    """
    own = game[unsigned(HANDS + 4 * game[TURN] + row)]
    empty = ROW & ~game[unsigned(TABLE + row)] & ~field
    shut = empty & ~fitting(game, TABLE, row)
    opened = (field << 1 | field >> 1) & shut
    half = LOWER if LOWER & field else UPPER
    found = 0.0
    if opened:
        run = step = opened & own
        while step:
            step = (step << 1 | step >> 1) & own & shut & ~run
            run |= step
        beyond = half & empty & (field - 1 if half == LOWER else ~(field - 1))
        mine, follow = count(beyond & own), count(run)
        found = weights.unlock * follow + weights.far * (mine - follow)
        others = weights.open * count(opened & ~own) + weights.block * (count(beyond) - mine)
        found -= seen.theirs * others
    left = half & empty
    if not seen.prize or left & (left - 1):
        return found
    if not left:
        return found + weights.bonus
    if left & own or game[unsigned(WILD + game[TURN])]:
        return found + weights.own_last
    return found - weights.their_last * seen.theirs


@compiled
def best_lay(game: IntArray, weights: MasterWeights) -> tuple[float, int]:
    """The most valuable lay or swap, with its worth."""
    seen, best, found = turn_features(game, weights), WORST, 0
    for i in range(20):  # the swaps last: of equals, the first is taken
        row, kind = (i >> 2, LAY_KINDS[i & 3]) if i < 16 else (i - 16, SWAP)
        fields = choices(game, row, kind)
        while fields:
            move = 32 * row + lowest(fields) | kind
            fields &= fields - 1
            good = worth(game, weights, seen, move)
            if good > best:
                best, found = good, move
    return best, found


@compiled
def choices(game: IntArray, row: int, kind: int) -> int:
    """The fields of a row on which the seat to move can make a lay of this kind."""
    own, fits = game[unsigned(HANDS + 4 * game[TURN] + row)], fitting(game, TABLE, row)
    if kind == 0:
        return own & fits
    if kind == JOKER:
        return fits & ~own if game[unsigned(WILD + game[TURN])] else 0
    if kind == SWAP:
        full = game[TABLE] & game[TABLE + 1] & game[TABLE + 2] & game[TABLE + 3] == ROW
        bound = game[SWAPPED] or (full and not game[LAID])  # MAS-8
        return 0 if bound else own & game[unsigned(LAID_JOKERS + row)]
    return own & bridged(game, TABLE, row, kind) if game[unsigned(CONNECTIONS + game[TURN])] else 0


@compiled
def judged(game: IntArray, weights: MasterWeights) -> int:
    """The move of a player with these weights."""
    if weights.going_out > 0:
        move = way_out(game)
        if move:
            return move
    good, move = best_lay(game, weights)
    if game[LAID]:
        return move if good > weights.hold else END
    if good > weights.draw or (move and game[SWAPPED]):
        return move
    if game[NEXT] < game[LAST]:
        return DRAW  # MAS-5
    for row in range(4):
        if game[unsigned(HANDS + 4 * game[TURN] + row)] & fitting(game, TABLE, row):
            return move  # MAS-11
    return PASS


# The way out: how the whole hand can go in one turn, found by a greedy search. MAS-12


@compiled
def way_out(game: IntArray) -> int:
    """The first move of a way to lay the whole hand in this turn, or 0. MAS-12"""
    if hand_size(game, game[TURN]) > MOST - game[LAID]:
        return 0
    return way(game, True) or way(game, False)


@compiled
def way(game: IntArray, thrifty: bool) -> int:
    """The same; *thrifty* tries connection cards before jokers."""
    seat = game[TURN]
    for row in range(4):
        game[unsigned(SCRATCH + row)] = game[unsigned(HANDS + 4 * seat + row)]
        game[unsigned(SCRATCH + 4 + row)] = game[unsigned(TABLE + row)]
        game[unsigned(SCRATCH + 8 + row)] = game[unsigned(LAID_JOKERS + row)]
    wild, spare, first = game[unsigned(WILD + seat)], game[unsigned(CONNECTIONS + seat)], 0
    while game[SCRATCH] | game[SCRATCH + 1] | game[SCRATCH + 2] | game[SCRATCH + 3]:
        move = next_step(game, wild, spare, thrifty)
        if not move:
            return 0
        first = first or move
        row, field = move >> 5 & 3, 1 << (move & 31)
        if move & SWAP:
            wild += 1
            game[unsigned(SCRATCH + 8 + row)] ^= field
        else:
            game[unsigned(SCRATCH + 4 + row)] |= field
        if move & JOKER:
            wild -= 1
        else:
            game[unsigned(SCRATCH + row)] ^= field
        spare -= move & (ABOVE | BELOW) != 0
    return first or last_joker(game)


@compiled
def next_step(game: IntArray, wild: int, spare: int, thrifty: bool) -> int:
    """The next move on the way out: what fits, then swaps, connection cards, jokers that open the way."""
    for row in range(4):
        fields = game[unsigned(SCRATCH + row)] & fitting(game, SCRATCH + 4, row)
        if fields:
            return 32 * row + lowest(fields)
    for row in range(4):
        fields = game[unsigned(SCRATCH + row)] & game[unsigned(SCRATCH + 8 + row)]
        if fields:
            return 32 * row + lowest(fields) | SWAP
    joker = 0 if thrifty else opening_joker(game, wild, spare)
    if joker:
        return joker
    for row in range(4):
        for flag in (ABOVE, BELOW):
            fields = game[unsigned(SCRATCH + row)] & bridged(game, SCRATCH + 4, row, flag) if spare else 0
            if fields:
                return 32 * row + lowest(fields) | flag
    return opening_joker(game, wild, spare)


@compiled
def opening_joker(game: IntArray, wild: int, spare: int) -> int:
    """A joker that opens the way for a card left: beside it, or where a connection card starts."""
    for far in range(1, wild + 1):
        for row in range(4):
            own = game[unsigned(SCRATCH + row)]
            fields = (own << far | own >> far) & fitting(game, SCRATCH + 4, row)
            if fields:
                return 32 * row + lowest(fields) | JOKER
            for other in (row - 1, row + 1):
                needed = game[unsigned(SCRATCH + other)] if spare and 0 <= other <= 3 else 0
                fields = (needed << far - 1 | needed >> far - 1) & fitting(game, SCRATCH + 4, row)
                if fields:
                    return 32 * row + lowest(fields) | JOKER
    for row in range(4):
        own = game[unsigned(SCRATCH + row)]
        for flag in (ABOVE, BELOW):
            near = own << 1 | own >> 1
            for other in (row - 1, row + 1):
                near |= game[unsigned(SCRATCH + other)] if spare > 1 and 0 <= other <= 3 else 0
            fields = near & bridged(game, SCRATCH + 4, row, flag) if wild and spare else 0
            if fields:
                return 32 * row + lowest(fields) | JOKER | flag
    return 0


@compiled
def last_joker(game: IntArray) -> int:
    """The last joker's lay: where it completes a half row, else anywhere. MAS-10"""
    found = 0
    for row in range(4):
        fields, table = fitting(game, TABLE, row), game[unsigned(TABLE + row)]
        while fields:
            field = fields & -fields
            fields ^= field
            if not found or (LOWER if LOWER & field else UPPER) & ~table == field:
                found = 32 * row + lowest(field) | JOKER
    return found


@compiled
def play_out(
    game: IntArray, stock: IntArray, medium: MasterWeights, hard: MasterWeights, kinds: Ints, figures: Ints
) -> None:
    """Play a round to its end and fill its row of figures; *kinds* has 1 for each seat that plays *hard*."""
    while not game[ENDED] and game[STEPS] < MOST_MOVES:
        move = judged(game, hard if kinds[unsigned(game[TURN])] else medium)
        play(game, stock, move)
        figures[DRAWS] += move == DRAW
        figures[PASSES] += move == PASS
    figures[LENGTH], figures[REASON] = game[STEPS], 1
    for seat in range(len(kinds)):
        figures[unsigned(POINTS + seat)] = points(game, seat)
        if hand_size(game, seat) == 0:
            figures[REASON] = 0  # MAS-12
    mark_winners(figures, len(kinds))  # MAS-13
