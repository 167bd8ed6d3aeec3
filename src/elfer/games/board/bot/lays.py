"""How a player of the board game judges its moves: by weighted features of each lay.

The features use what the seat knows: its tiles, the board, and how many tiles the others have.
"""

from __future__ import annotations

from typing import NamedTuple

from elfer.bots.search import MOST_MOVES
from elfer.bots.strategies import DRAWS, LENGTH, PASSES, POINTS
from elfer.bots.weighted import mark_winners, read_weights
from elfer.compiled.bits import count, lowest, unsigned
from elfer.compiled.decorator import IntArray, Ints, compiled
from elfer.games.board.compiled import (
    BESIDE,
    DRAW,
    DRAWN,
    ELEVEN,
    END,
    ENDED,
    ENDS,
    ENDS_FILLED,
    FREE,
    GIVE,
    GREY_TILE,
    GREYS,
    HAND,
    HANDS,
    LAID,
    LAST,
    NEXT,
    ON,
    PASS,
    ROW,
    RUN,
    SCRATCH,
    SEATS,
    SKIP,
    STEPS,
    TABLE,
    TURN,
    chosen_freely,
    earned,
    fields_for,
    fitting,
    flag_of,
    grey_number,
    hand_size,
    joined,
    play,
    points,
)
from elfer.games.board.state import LIMIT

WORST = -1e9
OUT_OF_REACH = 20
"""The distance of a tile that cannot be reached."""
FITS, OWN, STEP, REACHED, LEFT = range(SCRATCH, SCRATCH + 20, 4)
"""Scratch words by row: where tiles fit, where own ones can go, and the sets of a search."""


class BoardWeights(NamedTuple):
    """The weights of a level's features."""

    tempo: float
    """One tile less in hand."""
    rush: float
    """The same, divided by the size of the others' smallest hand."""
    close: float
    """The same, divided by the size of one's own hand."""
    number: float
    """For each point of the tile laid."""
    unlock: float
    """For each own tile that can follow."""
    far: float
    """For each own tile further out, towards which the row grows."""
    open: float
    """For each field opened that another hand may fill."""
    block: float
    """For each tile further out that another hand may hold."""
    pair: float
    """A pair of neighbours, so that a tile may be passed on. BOA-9"""
    soon: float
    """Half of a pair, with the other half in hand. BOA-9"""
    bonus: float
    """A bonus tile. BOA-8"""
    symbol: float
    """A symbol tile, which brings a free tile. BOA-22"""
    grey: float
    """A grey tile laid instead of kept."""
    hold: float
    """What a lay must be worth to follow another."""
    away: float
    """Passing a tile on, for each field that others must fill before it fits."""
    heavy: float
    """Passing a tile on, for each point of it. BOA-24: a symbol counts 11"""


WEIGHTS = read_weights(__package__, BoardWeights)


class BoardFeatures(NamedTuple):
    """The features that all lays of a turn share."""

    tempo: float
    theirs: float
    """The chance that a tile not in this hand is in another one."""
    paired: bool
    """Whether this turn has made a pair already. BOA-9"""


@compiled
def turn_features(game: IntArray, weights: BoardWeights) -> BoardFeatures:
    """The features of the turn; fills the scratch words `FITS` and `OWN`."""
    others, least, paired = 0, 99, False
    for seat in range(game[SEATS]):
        if seat != game[TURN]:
            size = hand_size(game, seat)
            others += size
            least = min(least, size)
    at, homes = HANDS + HAND * game[TURN], 0
    for kind in range(4):
        homes |= (game[unsigned(at + GREYS + kind)] > 0) << grey_number(kind)
    for row in range(4):
        game[unsigned(FITS + row)] = fitting(game, row)
        game[unsigned(OWN + row)] = game[unsigned(at + row)] | homes
        paired = paired or game[unsigned(RUN + row)] & game[unsigned(RUN + row)] << 1 != 0
    tempo = weights.tempo + weights.rush / least + weights.close / max(1, hand_size(game, game[TURN]))
    return BoardFeatures(tempo, others / (others + game[LAST] - game[NEXT]), paired)


@compiled
def worth(game: IntArray, weights: BoardWeights, seen: BoardFeatures, move: int) -> float:
    """The worth of a lay to the seat to move: the sum of its weighted features."""
    row, number = move >> 5 & 3, move & 31
    field = 1 << number
    if move & BESIDE:
        return seen.tempo + weights.symbol
    found = seen.tempo + weights.number * number + openings(game, weights, seen, row, field)
    if not seen.paired:
        nearby = field << 1 | field >> 1
        if nearby & game[unsigned(RUN + row)]:
            found += weights.pair
        elif game[LAID] + 1 < LIMIT and nearby & game[unsigned(OWN + row)] & ~game[unsigned(TABLE + row)]:
            found += weights.soon
    found += weights.bonus * earned(game, row, field)
    return found + weights.grey if move & ON else found


@compiled
def openings(game: IntArray, weights: BoardWeights, seen: BoardFeatures, row: int, field: int) -> float:
    """The worth of what a filled field makes possible::

        unlock * follow + far * mine - theirs * (open * others + block * (beyond - mine))

    *follow* own tiles can go next in a chain, *others* counts the opened fields that are not for own tiles,
    and *beyond* the empty fields further out, of which *mine* are for own tiles.
    """
    for r in range(4):
        game[unsigned(REACHED + r)] = 0
    game[unsigned(REACHED + row)] = field
    opened, theirs = 0, 0
    for r in range(4):
        shut = joined(game, REACHED, r) & ~game[unsigned(TABLE + r)] & ~game[unsigned(FITS + r)]
        shut &= ~game[unsigned(REACHED + r)]
        opened |= shut
        theirs += count(shut & ~game[unsigned(OWN + r)])
        game[unsigned(STEP + r)] = shut & game[unsigned(OWN + r)]
    if not opened:
        return 0.0
    follow = 0
    while game[STEP] | game[STEP + 1] | game[STEP + 2] | game[STEP + 3]:
        for r in range(4):
            follow += count(game[unsigned(STEP + r)])
            game[unsigned(REACHED + r)] |= game[unsigned(STEP + r)]
        for r in range(4):
            shut = game[unsigned(OWN + r)] & ~game[unsigned(TABLE + r)] & ~game[unsigned(FITS + r)]
            game[unsigned(STEP + r)] = joined(game, REACHED, r) & shut & ~game[unsigned(REACHED + r)]
    beyond = 0
    if field <= ELEVEN:
        beyond |= field - 1
    if field >= ELEVEN:
        beyond |= ~(field - 1) & ~field
    beyond &= ROW & ~game[unsigned(TABLE + row)]
    mine = count(beyond & game[unsigned(OWN + row)])
    found = weights.unlock * follow + weights.far * mine
    return found - seen.theirs * (weights.open * theirs + weights.block * (count(beyond) - mine))


@compiled
def best_lay(game: IntArray, weights: BoardWeights, seen: BoardFeatures) -> tuple[float, int]:
    """The most valuable lay of any tile of the hand, with its worth."""
    at, best, found = HANDS + HAND * game[TURN], WORST, 0
    for i in range(12):
        held = game[unsigned(at + i)]
        while held:
            tile = 32 * i + lowest(held) if i < 4 else GREY_TILE + i - GREYS
            held = held & (held - 1) if i < 4 else 0
            good, move = best_place(game, weights, seen, tile)
            if good > best:
                best, found = good, move
    return best, found


@compiled
def best_place(game: IntArray, weights: BoardWeights, seen: BoardFeatures, tile: int) -> tuple[float, int]:
    """The most valuable lay of a tile, with its worth."""
    anywhere = game[FREE] != 0 or (game[DRAWN] != 0 and chosen_freely(game))
    best, found = WORST, 0
    for row in range(4):
        fields = fields_for(game, tile, row, anywhere)
        while fields:
            move = flag_of(tile) | 32 * row + lowest(fields)
            fields &= fields - 1
            good = worth(game, weights, seen, move)
            if good > best:
                best, found = good, move
    return best, found


@compiled
def judged(game: IntArray, weights: BoardWeights) -> int:
    """The move of a player with these weights."""
    seen = turn_features(game, weights)
    if game[DRAWN] or game[FREE]:
        tile = game[DRAWN] - 1 if game[DRAWN] else heaviest(game, weights, False)  # BOA-22
        return best_place(game, weights, seen, tile)[1] if tile >= 0 else SKIP
    if game[LAID] < LIMIT:
        good, move = best_lay(game, weights, seen)
        if not game[LAID]:
            return move or (DRAW if game[NEXT] < game[LAST] else PASS)  # BOA-10
        if move and (good > weights.hold or nearly_out(game, seen)):
            return move
    return GIVE | heaviest(game, weights, True) if seen.paired else END  # BOA-9


@compiled
def nearly_out(game: IntArray, seen: BoardFeatures) -> bool:
    """Whether the whole hand may go in this turn: then nothing is held back. BOA-9, BOA-11"""
    return hand_size(game, game[TURN]) <= LIMIT - game[LAID] + seen.paired


@compiled
def heaviest(game: IntArray, weights: BoardWeights, symbols: bool) -> int:
    """The tile to be rid of first, symbol tiles or not; -1 if there is none. BOA-9, BOA-22

    It maximises ``away * distance + heavy * number``. The distance is the number of fields that others must
    fill before the tile fits: a breadth-first search from the fields that fit now (`REACHED`), in which
    fields of own tiles cost nothing, takes the tiles it reaches out of `LEFT`.
    """
    at, words = HANDS + HAND * game[TURN], 12 if symbols else 8
    for i in range(words):
        game[unsigned(LEFT + i)] = game[unsigned(at + i)]
    for row in range(4):
        game[unsigned(REACHED + row)] = game[unsigned(FITS + row)]
    best, found, distance, growing = WORST, -1, 0, True
    while growing:
        while spread(game, True):
            pass
        for i in range(words):
            near = waiting(game, i)
            game[unsigned(LEFT + i)] &= ~near
            best, found = heavier(weights, i, near, distance, best, found)
        growing = spread(game, False)
        distance += 1
    for i in range(words):
        best, found = heavier(weights, i, game[unsigned(LEFT + i)], OUT_OF_REACH, best, found)
    return found


@compiled
def heavier(
    weights: BoardWeights, i: int, tiles: int, distance: int, best: float, found: int
) -> tuple[float, int]:
    """The better of the tile found so far and those of a word of the hand at this distance."""
    while tiles:
        number = lowest(tiles) if i < 4 else grey_number(i - 4) if i < 8 else 11
        good = weights.away * distance + weights.heavy * number
        if good > best:
            best, found = good, 32 * i + number if i < 4 else GREY_TILE + i - GREYS
        tiles = tiles & (tiles - 1) if i < 4 else 0
    return best, found


@compiled
def waiting(game: IntArray, i: int) -> int:
    """The tiles left in a word of the hand that fit on a reached field."""
    left = game[unsigned(LEFT + i)]
    if i < 4:
        return left & game[unsigned(REACHED + i)]
    if i < 8:
        near = game[REACHED] | game[REACHED + 1] | game[REACHED + 2] | game[REACHED + 3]
        return left if near >> grey_number(i - 4) & 1 else 0
    near = game[unsigned(REACHED + i - 8)] | game[unsigned(TABLE + i - 8)]
    return left if near & ENDS & ~game[unsigned(ENDS_FILLED + i - 8)] else 0


@compiled
def spread(game: IntArray, own: bool) -> bool:
    """Reach the fields joined to reached ones, or only to those of own tiles; whether there were any."""
    more = False
    for row in range(4):
        game[unsigned(STEP + row)] = game[unsigned(REACHED + row)] & (
            game[unsigned(OWN + row)] if own else ROW
        )
    for row in range(4):
        further = joined(game, STEP, row) & ~game[unsigned(TABLE + row)] & ~game[unsigned(REACHED + row)]
        game[unsigned(REACHED + row)] |= further
        more = more or further != 0
    return more


@compiled
def play_out(
    game: IntArray, bag: IntArray, medium: BoardWeights, hard: BoardWeights, kinds: Ints, figures: Ints
) -> None:
    """Play a round to its end and fill its row of figures; *kinds* has 1 for each seat that plays *hard*."""
    while not game[ENDED] and game[STEPS] < MOST_MOVES:
        move = judged(game, hard if kinds[unsigned(game[TURN])] else medium)
        play(game, bag, move)
        figures[DRAWS] += move == DRAW
        figures[PASSES] += move == PASS
    figures[LENGTH] = game[STEPS]
    for seat in range(len(kinds)):
        figures[unsigned(POINTS + seat)] = points(game, seat)
    mark_winners(figures, len(kinds))  # BOA-11
