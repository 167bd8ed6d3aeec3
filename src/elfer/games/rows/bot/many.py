"""Many games between bots of the row games, compiled: each seat decides as the bot of its name does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from elfer.compiled.arrays import int_array, ints
from elfer.compiled.bits import unsigned
from elfer.compiled.decorator import IntArray, Ints, compiled
from elfer.compiled.many import DRAWS, LENGTH, PASSES, POINTS, WINNERS
from elfer.compiled.streams import key_of, mix, stream
from elfer.games.rows.bot.policy import Policies, policy_move
from elfer.games.rows.bot.weights import BY_HAND, POLICIES, policies
from elfer.games.rows.compiled.convert import blank, sheet_of
from elfer.games.rows.compiled.layout import DRAW, PASS, RNG, SIZE, TURN, WINNER, Sheet
from elfer.games.rows.compiled.playout import greedy_move, random_move
from elfer.games.rows.compiled.rules import deal, play, points
from elfer.games.rows.rules import RowGame

RANDOM, GREEDY = -2, -1
KINDS = {name: row for row, name in enumerate(POLICIES)} | {"random": RANDOM, "greedy": GREEDY}
"""The bots by number: that of the row of their weights, if they look at more than their moves."""


class Many:
    """Many rounds between bots."""

    bots: ClassVar[tuple[str, ...]] = ("random", *BY_HAND)
    reasons: ClassVar[tuple[str, ...]] = ("out",)

    def __init__(self, game: RowGame, seats: int, bots: Sequence[str]) -> None:
        self.sheet, self.policies = sheet_of(game, seats), policies(game.id, seats)
        self.kinds = int_array([KINDS[name] for name in bots])

    def play(self, seed: int, deals: range, turns: int, round: int) -> Ints:
        """A row for each deal and turn; with each turn the bots move on by one seat."""
        figures = ints(len(deals) * turns, POINTS + self.sheet.seats)
        (dealt, stock), key = blank(), key_of(seed)
        room = dealt.copy()
        play_deals(
            dealt, room, self.sheet, stock, self.policies, self.kinds, key, deals.start, turns, round, figures
        )
        return figures


@compiled
def play_deals(
    dealt: IntArray,
    room: IntArray,
    sheet: Sheet,
    stock: IntArray,
    policies: Policies,
    kinds: IntArray,
    key: int,
    first: int,
    turns: int,
    round: int,
    figures: Ints,
) -> None:
    """Play the deals from number *first* on, each as many times as there are turns."""
    for i in range(len(figures) // turns):
        word = stream(key, first + i)
        dealt[RNG] = stream(word, round) if round else word
        deal(dealt, sheet, stock)
        for turn in range(turns):
            for j in range(SIZE):
                room[j] = dealt[j]
            if turn:
                room[RNG] = mix(dealt[RNG] + turn)
            play_out(room, sheet, stock, policies, kinds, turn, figures, i * turns + turn)


@compiled
def play_out(
    game: IntArray,
    sheet: Sheet,
    stock: IntArray,
    policies: Policies,
    kinds: IntArray,
    turn: int,
    figures: Ints,
    row: int,
) -> None:
    """Play a game to its end, and write down what it came to."""
    moves, draws, passes = 0, 0, 0
    while game[WINNER] < 0:
        entry = game[TURN] - turn
        move = bot_move(game, sheet, policies, kinds[unsigned(entry if entry >= 0 else entry + sheet.seats)])
        play(game, sheet, stock, move)
        moves += 1
        draws += move == DRAW
        passes += move == PASS
    figures[row][WINNERS] = 1 << game[WINNER]
    figures[row][LENGTH], figures[row][DRAWS], figures[row][PASSES] = moves, draws, passes
    for seat in range(sheet.seats):
        figures[row][POINTS + seat] = points(game, seat)


@compiled
def bot_move(game: IntArray, sheet: Sheet, policies: Policies, kind: int) -> int:
    """The move of a bot."""
    if kind == RANDOM:
        return random_move(game, sheet)
    if kind == GREEDY:
        return greedy_move(game, sheet)
    return policy_move(game, sheet, policies, kind)
