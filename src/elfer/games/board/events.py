"""What happens in the board game.

The tiles that chance adds to a move (bonus tiles, a drawn tile that fits) are fields of its event, so that
the number of events tells nothing about the bag.
"""

from __future__ import annotations

from msgspec.structs import replace

from elfer.core.game import Event, Seat


class TileLaid(Event, frozen=True):
    """A seat has laid a tile: on its own field, or on the one that is named."""

    seat: Seat
    tile: str
    field: str | None = None
    """Where a grey tile lies."""
    end: str | None = None
    """Beside which end number a symbol tile lies."""
    bonus: tuple[str, ...] | None = None
    """The bonus tiles that this brought. BOA-8"""
    places: tuple[str | None, ...] = ()
    """Where the bonus tiles lie; none for the one whose place is still to be chosen."""


class TilesDrawn(Event, frozen=True):
    """A seat has drawn because nothing fitted; a tile that fits is the last of them, and open. BOA-10"""

    seat: Seat
    cards: tuple[str | None, ...]
    shown: str | None = None
    """The tile that fits, if its place is still to be chosen."""
    laid: str | None = None
    """The tile that fits and has been laid."""
    place: str | None = None
    bonus: tuple[str, ...] | None = None
    places: tuple[str | None, ...] = ()

    def seen_by(self, seat: Seat | None) -> TilesDrawn:
        """Only the drawer sees the tiles that were kept. GEN-8"""
        if seat == self.seat:
            return self
        known = self.shown or self.laid
        kept = len(self.cards) - bool(known)
        return replace(self, cards=(None,) * kept + ((known,) if known else ()))


class FreeSkipped(Event, frozen=True):
    """A seat has laid no free tile; a bonus that was still owed may follow. BOA-22"""

    seat: Seat
    bonus: tuple[str, ...] | None = None
    places: tuple[str | None, ...] = ()


class TileGiven(Event, frozen=True):
    """A seat has passed a tile on, face down. BOA-9"""

    seat: Seat
    to: Seat
    tile: str | None

    def seen_by(self, seat: Seat | None) -> TileGiven:
        """Giver and taker alone know the tile. GEN-8"""
        return self if seat in (self.seat, self.to) else replace(self, tile=None)
