"""Endgame solver for a row game of two with an empty stock, where nothing is hidden.

A depth-first search with an explicit stack over the engine's rules, and a transposition table. The two hands,
the turn and whether a card was laid determine a position, since all other cards are on the table; its key is
a 64-bit hash of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from elfer.compiled.arrays import ints
from elfer.compiled.bits import lowest, unsigned
from elfer.compiled.decorator import PLAIN, IntArray, Ints, compiled
from elfer.compiled.streams import mix
from elfer.games.rows.bot.policy import finishes
from elfer.games.rows.bot.worlds import EnginePosition
from elfer.games.rows.compiled.layout import HANDS, LAID, LAST, NEXT, SIZE, TURN, WINNER, Sheet
from elfer.games.rows.compiled.rules import lays, may_rest, play, rest

MOST_MOVES = 300
"""More than two hands can take."""
MEMORY_SLOTS = 1 << 12 if PLAIN else 1 << 17
"""The size of the transposition table; a power of two."""
MOST_POSITIONS = 1_500 if PLAIN else 400_000
"""The most positions searched."""
REST, LOW, HIGH, KEY = range(4)


def winners(position: EnginePosition, moves: Ints) -> Iterator[int]:
    """The winner after each move with perfect play, -1 where unsolved; empty if cards are hidden."""
    sheet, array, stock = position.sheet, position.array, position.stock
    if sheet.seats != 2 or array[NEXT] != array[LAST]:
        return
    path, todo = ints(MOST_MOVES, SIZE), ints(MOST_MOVES, 4)
    memory, left = ints(MEMORY_SLOTS), MOST_POSITIONS
    for move in moves:
        path[0][:] = array
        play(path[0], sheet, stock, int(move))
        winner, left = solve(path, sheet, stock, todo, memory, left)
        yield int(winner)


@compiled
def solve(
    path: Ints, sheet: Sheet, stock: IntArray, todo: Ints, memory: IntArray, left: int
) -> tuple[int, int]:
    """The winner of the game at the start of the path, -1 if given up; and the positions left to search."""
    depth, winner = 0, enter(path[0], sheet, todo[0], memory)
    while left > 0 and depth < MOST_MOVES - 1:
        if winner < 0:
            move = next_move(path[depth], todo[depth])
            if move >= 0:
                for i in range(SIZE):
                    path[depth + 1][i] = path[depth][i]
                depth += 1
                left -= 1
                play(path[depth], sheet, stock, move)
                winner = enter(path[depth], sheet, todo[depth], memory)
                continue
            winner = 1 - path[depth][TURN]  # no move wins
        if todo[depth][KEY]:
            memory[unsigned(todo[depth][KEY] >> 1 & MEMORY_SLOTS - 1)] = todo[depth][KEY] & ~1 | winner
        if depth == 0:
            return winner, left
        depth -= 1
        if winner != path[depth][TURN]:
            winner = -1  # this move loses: try the next one
    return -1, 0


@compiled
def enter(game: IntArray, sheet: Sheet, todo: IntArray, memory: IntArray) -> int:
    """The winner of a position that needs no search; else -1, with the moves to try in *todo*."""
    todo[KEY] = 0
    if game[WINNER] >= 0:
        return game[WINNER]
    if finishes(game):
        return game[TURN]
    key = hash_of(game)
    known = memory[unsigned(key >> 1 & MEMORY_SLOTS - 1)]
    if known & ~1 == key:
        return known & 1
    todo[LOW], todo[HIGH] = lays(game, sheet)
    todo[REST] = int(may_rest(game) or todo[LOW] | todo[HIGH] == 0)
    todo[KEY] = key
    return -1


@compiled
def hash_of(game: IntArray) -> int:
    """The hash of a position; its last bit is 0."""
    key = game[TURN] << 1 | int(game[LAID] > 0)
    for i in range(4):
        key = mix(key + game[HANDS + i])
    return key & ~1


@compiled
def next_move(game: IntArray, todo: IntArray) -> int:
    """The next move to try, or -1: to rest, then cards that open nothing for the other, then all others."""
    if todo[REST]:
        todo[REST] = 0
        return rest(game)
    other = HANDS + 2 * (1 - game[TURN])
    for careless in range(2):
        for half in range(2):
            cards = todo[LOW + half]
            if not careless:
                theirs = game[unsigned(other + half)]
                cards &= ~(theirs << 1 | theirs >> 1)
            if cards:
                todo[LOW + half] &= ~(cards & -cards)
                return half << 6 | lowest(cards)
    return -1
