"""The way out in Master: how the whole hand can go in one turn, found by a greedy search. MAS-12"""

from __future__ import annotations

from elfer.compiled.bits import lowest, unsigned
from elfer.compiled.decorator import IntArray, compiled
from elfer.games.master.compiled import (
    ABOVE,
    BELOW,
    CONNECTIONS,
    HANDS,
    JOKER,
    LAID,
    LAID_JOKERS,
    LOWER,
    SCRATCH,
    SWAP,
    TABLE,
    TURN,
    UPPER,
    WILD,
    bridged,
    fitting,
    hand_size,
)
from elfer.games.master.rules import MOST


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
                reach = needed if far == 1 else needed << far - 1 | needed >> far - 1
                fields = reach & fitting(game, SCRATCH + 4, row)
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
