"""Looking ahead in the row games: moves are tried in imagined worlds, and played on by policies to the end.

All moves meet the same worlds. A world is a deal that agrees with what the table has shown, and a policy
for the others: nobody knows how they play, and a bot that takes them for copies of itself is beaten by
those who are not.
"""

from __future__ import annotations

from elfer.compiled.bits import unsigned
from elfer.compiled.decorator import Floats, IntArray, Ints, compiled
from elfer.compiled.streams import mix
from elfer.games.rows.bot.policy import Policies, play_on
from elfer.games.rows.compiled.layout import RNG, SIZE, WINNER, Sheet
from elfer.games.rows.compiled.rules import below, play, points
from elfer.games.rows.compiled.sample import sample


@compiled
def try_moves(
    game: IntArray,
    sheet: Sheet,
    stock: IntArray,
    seat: int,
    policies: Policies,
    own: int,
    others: Ints,
    moves: Ints,
    room: IntArray,
    by_seat: IntArray,
    found: Floats,
) -> None:
    """Try each move in as many worlds as *found* has rows: whether it wins there, and its points.

    *own* is the policy to play on with, *others* the policies that the others may have, all equally likely.
    The game's hidden cards are dealt anew in place; *room* and *by_seat* are scratch arrays.
    """
    for world in range(len(found)):
        sample(game, sheet, stock, seat)
        kind = others[unsigned(below(game, len(others)))]
        for other in range(sheet.seats):
            by_seat[unsigned(other)] = own if other == seat else kind
        for i in range(len(moves)):
            for j in range(SIZE):
                room[j] = game[j]
            room[RNG] = mix(game[RNG])
            play(room, sheet, stock, moves[i])
            play_on(room, sheet, stock, policies, by_seat)
            found[world][i][0] = room[WINNER] == seat
            found[world][i][1] = points(room, seat)
