"""What moves are worth to the tuned policy of the row games: advice where nothing is compiled."""

from __future__ import annotations

from elfer.bots.search import Estimate, behind, likely
from elfer.compiled.arrays import int_array, mean
from elfer.compiled.decorator import Ints
from elfer.core.game import Seat
from elfer.games.rows.bot.policy import policy_move, resting, tightness, worth_of
from elfer.games.rows.bot.worlds import TUNED, Position, Worlds
from elfer.games.rows.compiled import DRAW, may_rest, to_move

WORLDS = 18
"""In how many worlds the best move is tried."""
UNIT = 5.0
"""How much less a move must be worth to divide the odds by e."""


def advised(position: Position, seat: Seat, legal: Ints) -> list[Estimate]:
    """The policy's move, tried in imagined worlds; and the others by how much less they are worth to it."""
    sheet, table, array, _ = position
    best = int(policy_move(array, sheet, table, TUNED))
    ((wins, points),) = mean(Worlds(position, seat, wary=True).tried(int_array([best]), WORLDS))
    top = Estimate(to_move(best), likely(WORLDS * float(wins), WORLDS, sheet.seats), float(points))
    worths = [worth(position, int(move), len(legal)) for move in legal]
    most = max(worths)
    return [
        top if move == best else behind(top, to_move(int(move)), (most - own) / UNIT)
        for move, own in zip(legal, worths, strict=True)
    ]


def worth(position: Position, move: int, choices: int) -> float:
    """What a move is worth to the policy, where doing nothing is worth 0."""
    sheet, table, array, _ = position
    if move >= DRAW:
        return 0.0
    next_stuck, all_stuck = tightness(array, sheet)
    found = worth_of(array, sheet, table, TUNED, move >> 6, move & 63, next_stuck, all_stuck)
    if may_rest(array):
        found += resting(array, sheet, table, TUNED, choices - 1, next_stuck)
    return found
