"""How a player of the board game judges its moves: what a lay does for this hand, and for others.

Only what the seat knows is looked at: its tiles, the board, and how many tiles the others have.
"""

from __future__ import annotations

from typing import NamedTuple

from elfer.bots.weights import read_weights
from elfer.compiled.bits import count, lowest, unsigned
from elfer.compiled.decorator import IntArray, compiled
from elfer.core.game import Seat
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
    SYMBOL_TILE,
    TABLE,
    TURN,
    earned,
    ends,
    fitting,
    grey_number,
    hand_size,
    joined,
    play,
    room,
)
from elfer.games.board.state import LIMIT

WORST = -1e9
OUT_OF_REACH = 20
"""How far a tile is that cannot be reached, in fields to be filled first."""
FITS, OWN, STEP, REACHED, LEFT = range(SCRATCH, SCRATCH + 20, 4)
"""What a turn is judged by: where tiles fit and where own ones can go. The rest is scratch."""
MOST_MOVES = 2000
"""After this number of moves a round is given up."""


class Weights(NamedTuple):
    """How much a player likes what a lay does."""

    tempo: float
    """A tile less in hand, ..."""
    rush: float
    """... more so, the smaller the smallest hand of the others: this, divided by its size, ..."""
    close: float
    """... and the smaller the own hand."""
    number: float
    """For each point of the tile that is gone."""
    unlock: float
    """For each own tile that can follow."""
    far: float
    """For each own tile further out, towards which the row grows."""
    open: float
    """For each field opened that another hand may fill."""
    block: float
    """For each tile further out that another hand may hold."""
    pair: float
    """A pair of neighbours, so that a tile may be passed on, ..."""
    soon: float
    """... or half of one, with the other half in hand. BOA-9"""
    bonus: float
    """A bonus tile. BOA-8"""
    symbol: float
    """A symbol tile, which brings a free tile. BOA-22"""
    grey: float
    """A grey tile, which fits in many places, instead of keeping it."""
    hold: float
    """What a lay must be worth to follow another."""
    away: float
    """What makes a tile worth passing on: for each field that must be filled first by others, ..."""
    heavy: float
    """... and for each point of it. BOA-24: a symbol counts 11"""


WEIGHTS = read_weights(__package__, Weights)


class Outlook(NamedTuple):
    """What matters for all lays of a turn."""

    tempo: float
    theirs: float
    """How likely a tile that this seat does not hold is in another hand."""
    paired: bool
    """Whether this turn has made a pair already. BOA-9"""


@compiled
def outlook(game: IntArray, weights: Weights) -> Outlook:
    """What the seat to move sees before it lays; where tiles fit and its own can go is noted as scratch."""
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
    return Outlook(tempo, others / (others + game[LAST] - game[NEXT]), paired)


@compiled
def worth(game: IntArray, weights: Weights, seen: Outlook, move: int) -> float:
    """What a lay is worth to the seat to move."""
    row, number = move >> 5 & 3, move & 31
    field = 1 << number
    if move & BESIDE:
        return seen.tempo + weights.symbol
    found = seen.tempo + weights.number * number + opening(game, weights, seen, row, field)
    if not seen.paired:
        nearby = field << 1 | field >> 1
        if nearby & game[unsigned(RUN + row)]:
            found += weights.pair
        elif game[LAID] + 1 < LIMIT and nearby & game[unsigned(OWN + row)] & ~game[unsigned(TABLE + row)]:
            found += weights.soon
    found += weights.bonus * earned(game, row, field)
    return found + weights.grey if move & ON else found


@compiled
def opening(game: IntArray, weights: Weights, seen: Outlook, row: int, field: int) -> float:
    """What a filled field is worth for what it makes possible, to this seat and to others."""
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
def best_lay(game: IntArray, weights: Weights, seen: Outlook, only: int) -> tuple[float, int]:
    """The lay that is worth most, with its worth: of this tile, or if it is -1, of the hand."""
    at, best, found = HANDS + HAND * game[TURN], WORST, 0
    for i in range(12):
        held = game[unsigned(at + i)]
        if only >= 0:
            held = only == GREY_TILE + i - GREYS if i >= GREYS else (only >> 5 == i) << (only & 31)
        for _ in range(count(held) if i < 4 else min(int(held), 1)):
            tile = 32 * i + lowest(held) if i < 4 else GREY_TILE + i - GREYS
            held &= held - 1
            good, move = best_place(game, weights, seen, tile)
            if good > best:
                best, found = good, move
    return best, found


@compiled
def best_place(game: IntArray, weights: Weights, seen: Outlook, tile: int) -> tuple[float, int]:
    """The lay of a tile that is worth most, with its worth."""
    best, found, flag = WORST, 0, 0
    for row in range(4):
        if tile < GREY_TILE:
            fields = room(game, row) & 1 << (tile & 31) if tile >> 5 == row else 0
        elif tile < SYMBOL_TILE:
            fields, flag = room(game, row) & 1 << grey_number(tile - GREY_TILE), ON
        else:
            fields, flag = ends(game, row) if tile - SYMBOL_TILE == row else 0, BESIDE
        while fields:
            move = flag | 32 * row + lowest(fields)
            fields &= fields - 1
            good = worth(game, weights, seen, move)
            if good > best:
                best, found = good, move
    return best, found


@compiled
def judged(game: IntArray, weights: Weights) -> int:
    """The move of a player with these weights."""
    seen, only, rid = outlook(game, weights), game[DRAWN] - 1, -1
    if game[FREE] or (seen.paired and not game[DRAWN]):
        rid = heaviest(game, weights, game[FREE] == 0)
    if game[FREE]:
        if rid < 0:
            return SKIP
        only = rid  # BOA-22
    if only >= 0 or game[LAID] < LIMIT:
        good, move = best_lay(game, weights, seen, only)
        if only < 0 and not game[LAID]:
            return move or (DRAW if game[NEXT] < game[LAST] else PASS)  # BOA-10
        if only >= 0 or (move and (good > weights.hold or nearly_out(game, seen))):
            return move
    return GIVE | rid if seen.paired else END  # BOA-9


@compiled
def nearly_out(game: IntArray, seen: Outlook) -> bool:
    """Whether the hand is so small that it may go in this turn: then nothing is held back. BOA-9, BOA-11"""
    return hand_size(game, game[TURN]) <= LIMIT - game[LAID] + seen.paired


@compiled
def heaviest(game: IntArray, weights: Weights, symbols: bool) -> int:
    """The tile one would like most to be rid of, symbol tiles or not; -1 if there is none. BOA-9, BOA-22"""
    at, best, found = HANDS + HAND * game[TURN], WORST, -1
    for i in range(12 if symbols else 8):
        game[unsigned(LEFT + i)] = game[unsigned(at + i)]
    for row in range(4):
        game[unsigned(REACHED + row)] = game[unsigned(FITS + row)]
    far, more = 0, True
    while far <= OUT_OF_REACH:
        if more:
            while spread(game, True):
                pass
        for i in range(12 if symbols else 8):
            near = waiting(game, i) if more else game[unsigned(LEFT + i)]
            game[unsigned(LEFT + i)] &= ~near
            while near:
                number = lowest(near) if i < 4 else grey_number(i - 4) if i < 8 else 11
                good = weights.away * far + weights.heavy * number
                if good > best:
                    best, found = good, 32 * i + number if i < 4 else GREY_TILE + i - GREYS
                near = near & (near - 1) if i < 4 else 0
        if not more:
            break
        more = spread(game, False)
        far = far + 1 if more else OUT_OF_REACH
    return found


@compiled
def waiting(game: IntArray, i: int) -> int:
    """Of the tiles left in a word of the hand, those that can go on a field that is reached."""
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
    """Reach what is joined to the reached fields, or to those of own tiles; whether there was any."""
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
def play_after(game: IntArray, bag: IntArray, move: int, seat: Seat, own: Weights, others: Weights) -> None:
    """Make a move, and play on to the end: this seat and the others by their weights."""
    while True:
        play(game, bag, move)
        if game[ENDED] or game[STEPS] >= MOST_MOVES:
            return
        move = judged(game, own if game[TURN] == seat else others)
