"""The expert's search in the row games: moves are tried in imagined worlds, and played on by policies.

A world is a deal that agrees with what the table has shown, and a policy for the others. All moves meet the
same worlds. Players of unknown style are modelled by two kinds: some hold cards back, and some lay all they
can. The second kind holds no card that fits now, so in their worlds no hand is dealt one. Their share of the
worlds falls with the number of fitting cards that the others would hold in a random deal.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from elfer.compiled.arrays import floats, int_array, ints
from elfer.compiled.bits import count, unsigned
from elfer.compiled.decorator import PLAIN, Floats, IntArray, Ints, compiled
from elfer.compiled.streams import mix
from elfer.core.game import Seat
from elfer.games.rows.bot.policy import Policies, play_on, policy_move
from elfer.games.rows.bot.weights import POLICIES
from elfer.games.rows.compiled.layout import LAST, NEXT, RNG, SIZE, TABLE, WINNER, Sheet
from elfer.games.rows.compiled.rules import below, fits, hand, hand_size, known, play, points
from elfer.games.rows.compiled.sample import sample

if not PLAIN:
    import numpy as np

TUNED = POLICIES.index("tuned")
HOLDING = int_array([POLICIES.index(name) for name in ("hard", "tuned")])
LAYING = int_array([POLICIES.index("greedy")])
"""The policies of the two kinds of players."""
EVEN_CARDS = 2.5
"""The expected number of fitting cards in other hands at which both kinds are equally likely."""
STREAM_OFFSET = 0x5DEECE66D
"""Separates the random numbers of the two kinds of worlds."""
WORLDS_PER_BATCH = 64
"""Worlds between two eliminations."""
STANDARD_ERRORS = 3.0
"""A move drops out when it is this much worse than the best."""
TUNED_LEAD = 0.01
"""Added to the merit of the tuned policy's move."""
MERITS = (1.0, 0.001)
"""The merit of a win, and of a point."""


class EnginePosition(NamedTuple):
    """A game in the engine's arrays, with its policies."""

    sheet: Sheet
    policies: Floats
    array: Ints
    stock: Ints

    def judged(self, policy: int = TUNED) -> int:
        """The move of a policy."""
        return int(policy_move(self.array, self.sheet, self.policies[policy]))


class Worlds:
    """The imagined worlds of a seat, and the results of its moves in them."""

    def __init__(self, position: EnginePosition, seat: Seat, *, wary: bool = False) -> None:
        """*wary* assumes that all others hold cards back: players who lay all they can are easily beaten."""
        self.position, self.seat = position, seat
        laying, expected = suspicion(position, seat)
        self.share = 0.0 if wary else 1 / (1 + exp(expected - EVEN_CARDS))
        """The share of worlds with players who lay all they can."""
        self.kinds = (
            (laying, position.stock.copy(), LAYING),
            (position.array.copy(), position.stock.copy(), HOLDING),
        )
        self.room = ints(SIZE)

    def tried(self, moves: Ints, worlds: int) -> Floats:
        """Whether each move wins, and its points: a row per world, a column per move."""
        sheet, policies, *_ = self.position
        found = floats(worlds, len(moves), 2)
        laying = round(worlds * self.share)
        for (array, stock, others), rows in zip(self.kinds, (found[:laying], found[laying:]), strict=True):
            try_moves(array, sheet, stock, self.seat, policies, others, moves, self.room, rows)
        return found


def best_move(position: EnginePosition, seat: Seat, left: Ints, playouts: int) -> int:
    """The best move: all are tried in more and more worlds, and clearly worse ones drop out."""
    worlds = Worlds(position, seat)
    merits = np.zeros((0, len(left)))
    lead = (left == position.judged()) * TUNED_LEAD
    while True:
        merits = np.concatenate((merits, worlds.tried(left, WORLDS_PER_BATCH) @ np.array(MERITS)))
        playouts -= WORLDS_PER_BATCH * len(left)
        means = merits.mean(0) + lead
        top = int(means.argmax())
        error = (merits[:, [top]] - merits).std(0) / len(merits) ** 0.5
        near = means[top] - means <= STANDARD_ERRORS * error
        if near.sum() == 1 or playouts < WORLDS_PER_BATCH * near.sum():
            return int(left[top])
        left, merits, lead = left[near], merits[:, near], lead[near]


def suspicion(position: EnginePosition, seat: Seat) -> tuple[Ints, float]:
    """The game with all fitting cards excluded from other hands, and the expected number of these cards."""
    sheet, array = position.sheet, position.array
    laying, expected = array.copy(), 0.0
    laying[RNG] += STREAM_OFFSET
    sizes = [hand_size(array, other) for other in range(sheet.seats)]
    unseen = sum(sizes) - sizes[seat] + array[LAST] - array[NEXT]
    for half, cards in enumerate((sheet.low_cards, sheet.high_cards)):
        fitting = fits(array, half) & cards & ~array[TABLE + half] & ~array[hand(seat, half)]
        for other in range(sheet.seats):
            if other != seat:
                at = known(other, half)
                expected += count(int(fitting & ~array[at])) * sizes[other] / unseen
                laying[at] |= fitting
    return laying, float(expected)


@compiled
def try_moves(
    game: IntArray,
    sheet: Sheet,
    stock: IntArray,
    seat: int,
    policies: Policies,
    others: Ints,
    moves: Ints,
    room: IntArray,
    found: Floats,
) -> None:
    """Try each move in as many worlds as *found* has rows: whether it wins there, and its points.

    *others* are the equally likely policies of the other seats; *seat* plays on by the tuned one. The hidden
    cards of *game* are dealt again in place, and *room* is a scratch array.
    """
    for world in range(len(found)):
        sample(game, sheet, stock, seat)
        kind = others[unsigned(below(game, len(others)))]
        for i in range(len(moves)):
            for j in range(SIZE):
                room[j] = game[j]
            room[RNG] = mix(game[RNG])
            play(room, sheet, stock, moves[i])
            play_on(room, sheet, stock, policies, seat, TUNED, kind)
            found[world][i][0] = room[WINNER] == seat
            found[world][i][1] = points(room, seat)
