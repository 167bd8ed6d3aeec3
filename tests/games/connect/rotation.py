"""What renaming the seats means here: a pile is called by its seat."""

from __future__ import annotations

from elfer.core.game import Move


def renamed(move: Move, seats: int) -> Move:
    """The same move, with the pile of the next seat."""
    return f"pile {(int(move[5:]) + 1) % seats}" if move.startswith("pile ") else move
