"""Many games between policies of the row games: the same deals, with the tested one in every seat in turn."""

from __future__ import annotations

from elfer.compiled.arrays import floats, ints
from elfer.compiled.decorator import Floats, IntArray, compiled
from elfer.compiled.streams import key_of, stream
from elfer.games.rows.bot.policy import Policies, play_on
from elfer.games.rows.compiled.convert import blank
from elfer.games.rows.compiled.layout import RNG, WINNER, Sheet
from elfer.games.rows.compiled.rules import deal, points


@compiled
def play_deals(
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
    """Play each deal once for every seat: how often the tested policy wins, its points, those of others."""
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
    """A row for each deal: the share of games that the tested policy won, its points, those of others."""
    figures = floats(deals, 3)
    game, stock = blank()
    by_seat = ints(6)
    play_deals(game, sheet, stock, policies, by_seat, key_of(seed), first, tested, others, figures)
    return figures
