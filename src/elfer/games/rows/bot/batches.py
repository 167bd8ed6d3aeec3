"""Compiled play of many row games: between bots, and between policies that are tuned."""

from __future__ import annotations

from collections.abc import Sequence

from elfer.bots.strategies import DRAWS, LENGTH, PASSES, POINTS, WINNERS, Batches, PlayDeals
from elfer.compiled.arrays import floats, int_array, ints
from elfer.compiled.bits import unsigned
from elfer.compiled.decorator import Floats, IntArray, Ints, compiled
from elfer.compiled.streams import key_of, mix, stream
from elfer.games.rows.bot.policy import Policies, play_on, policy_move
from elfer.games.rows.bot.weights import BY_HAND, POLICIES, policies
from elfer.games.rows.compiled.convert import blank, sheet_of
from elfer.games.rows.compiled.layout import DRAW, PASS, RNG, SIZE, TURN, WINNER, Sheet
from elfer.games.rows.compiled.playout import greedy_move, random_move
from elfer.games.rows.compiled.rules import deal, play, points
from elfer.games.rows.rules import RowGame

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
    """Play a game to its end and fill its row of figures."""
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
    """The move of a bot, as in a match."""
    if kind == RANDOM:
        return random_move(game, sheet)
    if kind == GREEDY:
        return greedy_move(game, sheet)
    return policy_move(game, sheet, policies, kind)


@compiled
def compare_deals(
    game: IntArray,
    sheet: Sheet,
    stock: IntArray,
    policies: Policies,
    by_seat: IntArray,
    key: int,
    first: int,
    tested: int,
    others: int,
    figures: Floats,
) -> None:
    """Play each deal with the tested policy in every seat; fill the columns of `duel`."""
    seats = sheet.seats
    for i in range(len(figures)):
        for own in range(seats):
            game[RNG] = stream(key, first + i)
            deal(game, sheet, stock)
            for seat in range(seats):
                by_seat[seat] = tested if seat == own else others
            play_on(game, sheet, stock, policies, by_seat)
            figures[i][0] += (game[WINNER] == own) / seats
            for seat in range(seats):
                figures[i][1 if seat == own else 2] += (
                    points(game, seat) / seats / (1 if seat == own else seats - 1)
                )


def duel(
    sheet: Sheet, policies: Floats, tested: int, others: int, *, deals: int, seed: int, first: int = 0
) -> Floats:
    """A policy against another: per deal its share of wins, its points, and those of the others."""
    figures = floats(deals, 3)
    game, stock = blank()
    by_seat = ints(6)
    compare_deals(game, sheet, stock, policies, by_seat, key_of(seed), first, tested, others, figures)
    return figures
