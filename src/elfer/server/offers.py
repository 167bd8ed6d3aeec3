"""What each seat may do, and since when: who acts on what is long over is found out by it."""

from __future__ import annotations

from elfer.core.game import Move, Seat
from elfer.match import AnyMatch


class Offers:
    """The legal moves of each seat, and the number of the move since which it has had them."""

    def __init__(self) -> None:
        self.moves: tuple[tuple[Move, ...], ...] = ()
        self._since: list[int] = []

    def note(self, match: AnyMatch, at: int) -> None:
        """Look at a match after a move with this number."""
        moves = tuple(map(match.moves, range(match.seats)))
        if len(moves) != len(self.moves):
            self._since = [at] * len(moves)
        else:
            for seat, (before, now) in enumerate(zip(self.moves, moves, strict=True)):
                if before != now:
                    self._since[seat] = at
        self.moves = moves

    def since(self, seat: Seat) -> int:
        """The move since which a seat has had its present legal moves."""
        return self._since[seat]
