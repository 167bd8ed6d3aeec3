"""Compiled play of many row games: between bots, and between policies that are tuned."""

from __future__ import annotations

from collections.abc import Sequence

from elfer.bots.strategies import DRAWS, LENGTH, PASSES, POINTS, WINNERS, Batches, PlayDeals
from elfer.compiled.arrays import int_array, ints
from elfer.compiled.bits import unsigned
from elfer.compiled.decorator import PLAIN, Floats, IntArray, Ints, compiled
from elfer.compiled.streams import key_of, mix, stream
from elfer.games.rows.bot.policy import Policies, policy_move
from elfer.games.rows.bot.weights import BY_HAND, POLICIES, policies
from elfer.games.rows.compiled.convert import blank, sheet_of
from elfer.games.rows.compiled.layout import DRAW, PASS, RNG, SIZE, TURN, WINNER, Sheet
from elfer.games.rows.compiled.playout import random_choice
from elfer.games.rows.compiled.rules import deal, may_rest, play, points
from elfer.games.rows.rules import RowGame

if not PLAIN:
    import numpy as np

RANDOM, GREEDY = -2, -1
KINDS = {name: row for row, name in enumerate(POLICIES)} | {"random": RANDOM, "greedy": GREEDY}
"""The bots by number: the row of their weights, if they have weights."""


def player(game: RowGame, seats: int, bots: Sequence[str]) -> PlayDeals:
    """The function that plays deals of a game with these bots."""
    sheet, rows, kinds = sheet_of(game, seats), policies(game.id, seats), int_array([KINDS[b] for b in bots])

    def play(seed: int, deals: range, turns: int, round: int) -> Ints:
        figures = ints(len(deals) * turns, POINTS + seats)
        dealt, stock = blank()
        key, room = key_of(seed), dealt.copy()
        play_deals(dealt, room, sheet, stock, rows, kinds, key, deals.start, turns, round, figures)
        return figures

    return play


BATCHES = Batches(("random", *BY_HAND), ("out",), player)


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
    """Play the deals from number *first* on, each once per turn; a row of figures for each game."""
    for i in range(len(figures) // turns):
        word = stream(key, first + i)
        dealt[RNG] = stream(word, round) if round else word
        deal(dealt, sheet, stock)
        for turn in range(turns):
            for j in range(SIZE):
                room[j] = dealt[j]
            if turn:
                room[RNG] = mix(dealt[RNG] + turn)
            play_out(room, sheet, stock, policies, kinds, turn, figures[i * turns + turn])


@compiled
def play_out(
    game: IntArray, sheet: Sheet, stock: IntArray, policies: Policies, kinds: IntArray, turn: int, row: Ints
) -> None:
    """Play a game to its end and fill its row of figures."""
    moves, draws, passes = 0, 0, 0
    while game[WINNER] < 0:
        entry = game[TURN] - turn
        move = bot_move(game, sheet, policies, kinds[unsigned(entry if entry >= 0 else entry + sheet.seats)])
        play(game, sheet, stock, move)
        moves += 1
        draws += move == DRAW
        passes += move == PASS
    row[WINNERS], row[LENGTH], row[DRAWS], row[PASSES] = 1 << game[WINNER], moves, draws, passes
    for seat in range(sheet.seats):
        row[POINTS + seat] = points(game, seat)


@compiled
def bot_move(game: IntArray, sheet: Sheet, policies: Policies, kind: int) -> int:
    """The move of a bot, as in a match."""
    if kind >= 0:
        return policy_move(game, sheet, policies[kind])
    return random_choice(game, sheet, kind == RANDOM and may_rest(game))


def duel(
    sheet: Sheet, policies: Floats, tested: int, others: int, *, deals: int, seed: int, first: int = 0
) -> Floats:
    """A policy in every seat against another in all others.

    A row per deal: the policy's share of wins, its mean points, and those of the others.
    """
    seats, (dealt, stock) = sheet.seats, blank()
    figures, kinds = ints(deals * seats, POINTS + seats), int_array([tested] + [others] * (seats - 1))
    play_deals(dealt, dealt.copy(), sheet, stock, policies, kinds, key_of(seed), first, seats, 0, figures)
    rounds = figures.reshape(deals, seats, -1)
    turns = np.arange(seats)  # the policy tested sits on the seat of the turn's number
    won, points = rounds[:, turns, WINNERS] == 1 << turns, rounds[:, turns, POINTS + turns]
    theirs = (rounds[:, :, POINTS:].sum((1, 2)) - points.sum(1)) / (seats * (seats - 1))
    return np.column_stack((won.mean(1), points.mean(1), theirs))
