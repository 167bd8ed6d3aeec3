"""How to play the row games.

*Easy*, *medium* and *hard* play by the policies of these names (see `rows_weights`): *easy* lays any card and often
another one; *medium* lays one card a turn, rather one that leads to own cards; *hard* holds back what opens the
way for others. All finish when the whole hand goes. *Expert* tries its moves in imagined worlds (see `rows_search`);
when two play and the stock is empty it knows the other hand, and solves the rest (see `rows_endgame`).
"""

from __future__ import annotations

import math

import numpy as np

from elfer.bots.rows_endgame import winning_move
from elfer.bots.rows_policy import finishes, hand_size, policy_move
from elfer.bots.rows_search import try_moves
from elfer.bots.rows_weights import POLICIES, Weights, policies
from elfer.bots.search import Estimate
from elfer.chance import Chance
from elfer.core import Move, Seat
from elfer.engine.layout import LAST, NEXT, EXCLUDED, TABLE
from elfer.engine import MOVES, RNG, count, fits, Sheet, from_state, moves, sheet_of, to_move
from elfer.engine.convert import Array, Stock
from elfer.row_table import State
from elfer.rows import RowGame

PLAYOUTS = 1600
"""How many games a decision of the expert may play, at most."""
OTHERS = np.array([POLICIES.index(name) for name in ("hard", "tuned", "tuned")])
"""How the others may play."""
GREEDY = np.array([0])
TRUST = 1.0
LEAD = 0.03
TUNED = POLICIES.index("tuned")


class Table:
    """A game as the engine sees it, with the policies for it."""

    def __init__(self, sheet: Sheet, table: Weights, array: Array, stock: Stock) -> None:
        self.sheet, self.policies, self.array, self.stock = sheet, table, array, stock

    @classmethod
    def of(cls, game: RowGame, state: State, rng: Chance) -> Table:
        seats = len(state.hands)
        array, stock = from_state(game, state, rng.below(1 << 63))
        return cls(sheet_of(game, seats), policies(game.id, seats), array, stock)

    def moves(self) -> Array:
        found = np.zeros(MOVES, np.int64)
        return found[: moves(self.array, self.sheet, found)]

    def tried(self, seat: Seat, among: Array, worlds: int) -> Weights:
        """Games won and points of each move, summed over so many worlds."""
        found, room, by_seat = np.zeros((len(among), 2)), np.zeros_like(self.array), np.zeros(6, np.int64)
        greedy = round(worlds * self.greedy)
        for array, stock, others, size in (
            (self.array, self.stock, OTHERS, worlds - greedy),
            (self.strict, self.stock2, GREEDY, greedy),
        ):
            try_moves(
                array,
                self.sheet,
                stock,
                seat,
                self.policies,
                TUNED,
                others,
                among,
                size,
                room,
                by_seat,
                found,
            )
        return found

    def suspect(self, seat: Seat) -> None:
        low = fits(self.array, 0) & self.sheet.low_cards & ~self.array[TABLE]
        high = fits(self.array, 1) & self.sheet.high_cards & ~self.array[TABLE + 1]
        self.strict = self.array.copy()
        self.strict[RNG] += 12345
        self.stock2 = self.stock.copy()
        mine = self.array[2 * seat : 2 * seat + 2]
        sizes = [hand_size(self.array, s) for s in range(self.sheet.seats)]
        unseen = sum(sizes) - sizes[seat] + self.array[LAST] - self.array[NEXT]
        e = 0.0
        for s in range(self.sheet.seats):
            if s != seat:
                x, y = self.array[EXCLUDED + 2 * s : EXCLUDED + 2 * s + 2]
                e += (count(int(low & ~x & ~mine[0])) + count(int(high & ~y & ~mine[1]))) * sizes[s] / unseen
                self.strict[EXCLUDED + 2 * s] |= low
                self.strict[EXCLUDED + 2 * s + 1] |= high
        self.greedy = 1 / (1 + math.exp(e - TRUST))


def choose(level: str, game: RowGame, state: State, seat: Seat, rng: Chance) -> Move:
    return to_move(decide(level, Table.of(game, state, rng), seat))


def call(_level: str, _game: RowGame, _state: State, _seat: Seat, _rng: Chance) -> Move | None:
    return None


def estimate(game: RowGame, state: State, seat: Seat, rng: Chance) -> tuple[Estimate, ...]:
    """Every legal move with what the expert's search finds."""
    table = Table.of(game, state, rng)
    legal = table.moves()
    worlds = PLAYOUTS // len(legal)
    found = table.tried(seat, legal, worlds) / worlds
    return tuple(
        Estimate(to_move(int(move)), float(win), float(points))
        for move, (win, points) in zip(legal, found, strict=True)
    )


def decide(level: str, table: Table, seat: Seat) -> int:
    """The move of a level, as the engine's number."""
    policy = TUNED if level == "expert" else POLICIES.index(level)
    legal = table.moves()
    if level != "expert" or len(legal) == 1 or finishes(table.array, table.sheet):
        return policy_move(table.array, table.sheet, table.policies, policy)
    winning = winning_move(table.array, table.sheet, table.stock, legal)
    return best(table, seat, legal) if winning is None else winning


def best(table: Table, seat: Seat, left: Array) -> int:
    """The best move, found by sequential halving: the better half of the moves is tried again and again."""
    table.suspect(seat)
    halvings = (len(left) - 1).bit_length()
    total = np.zeros((len(left), 2))
    lead = (left == policy_move(table.array, table.sheet, table.policies, TUNED)) * LEAD
    while len(left) > 1:
        more = PLAYOUTS // (halvings * len(left))
        total += table.tried(seat, left, more)
        total[:, 0] += more * lead
        order = np.argsort(-total @ (1.0, 0.001), kind="stable")[: (len(left) + 1) // 2]
        left, total, lead = left[order], total[order], lead[order]
    return int(left[0])
