"""Random play to the end, of one game or of many."""

from __future__ import annotations

from elfer.compiled.bits import count, nth
from elfer.compiled.decorator import IntArray, Ints, compiled
from elfer.compiled.streams import stream
from elfer.games.rows.compiled.layout import DRAW, PASS, RNG, WINNER, Sheet
from elfer.games.rows.compiled.rules import below, deal, lays, may_rest, play, points, rest

FIGURES = 4
"""How many columns of a game come before those of the points."""


@compiled
def random_move(game: IntArray, sheet: Sheet) -> int:
    """Any legal move, each equally likely."""
    low, high = lays(game, sheet)
    few = count(low)
    cards = few + count(high)
    choices = cards + may_rest(game)
    pick = below(game, choices) if choices > 1 else 0
    if pick == cards:
        return rest(game)
    half = int(pick >= few)
    return half << 6 | nth(high if half else low, pick - few * half)


@compiled
def greedy_move(game: IntArray, sheet: Sheet) -> int:
    """Any card that may be laid, each equally likely; what else there is only where none may be."""
    low, high = lays(game, sheet)
    few = count(low)
    cards = few + count(high)
    if cards == 0:
        return rest(game)
    pick = below(game, cards) if cards > 1 else 0
    half = int(pick >= few)
    return half << 6 | nth(high if half else low, pick - few * half)


@compiled
def playout(game: IntArray, sheet: Sheet, stock: IntArray) -> tuple[int, int, int]:
    """Play on to the end; how many moves that took, and how many of them were draws and passes."""
    moves, draws, passes = 0, 0, 0
    while game[WINNER] < 0:
        move = random_move(game, sheet)
        play(game, sheet, stock, move)
        moves += 1
        draws += move == DRAW
        passes += move == PASS
    return moves, draws, passes


@compiled
def play_games(game: IntArray, sheet: Sheet, stock: IntArray, key: int, first: int, figures: Ints) -> None:
    """Deal and play games from index *first* on; a row each for winner, moves, draws, passes, points."""
    for i in range(len(figures)):
        game[RNG] = stream(key, first + i)
        deal(game, sheet, stock)
        figures[i][1], figures[i][2], figures[i][3] = playout(game, sheet, stock)
        figures[i][0] = game[WINNER]
        for seat in range(sheet.seats):
            figures[i][FIGURES + seat] = points(game, seat)
