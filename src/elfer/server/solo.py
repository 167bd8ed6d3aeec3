"""A person among bots: what that one may take back, and where there is nothing to decide."""

from __future__ import annotations

from elfer.core.game import Move, Seat
from elfer.match import AnyMatch
from elfer.server.table import Table


def alone(table: Table, seat: Seat) -> bool:
    """Whether all others who play at a table are its bots."""
    return table.phase == "playing" and table.people == (seat,)


def may_undo(table: Table, match: AnyMatch, seat: Seat) -> bool:
    """Whether a seat may take its last move back: only bots have seen it, and they forget."""
    return match.undoable == seat and alone(table, seat)


def forced(table: Table, match: AnyMatch, seat: Seat, moves: tuple[Move, ...]) -> bool:
    """Whether a seat can only say that its turn is over, and no person would learn from it that it must."""
    return len(moves) == 1 and moves[0] in match.game.idle and alone(table, seat)
