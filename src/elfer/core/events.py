"""Events that several games share."""

from __future__ import annotations

from elfer.core.game import Event, Seat


class Laid(Event, frozen=True):
    """A seat has laid a card of its hand on the field of the same name."""

    seat: Seat
    card: str

    @property
    def reversible(self) -> bool:
        return True


class Drew(Event, frozen=True):
    """A seat has drawn cards; if one had to be laid, it is the last."""

    seat: Seat
    cards: tuple[str | None, ...]
    laid: str | None = None

    def seen_by(self, seat: Seat | None) -> Drew:
        """Only the drawer sees the cards, except the one that was laid. GEN-8"""
        if seat == self.seat:
            return self
        known = (self.laid,) if self.laid else ()
        return Drew(self.seat, (None,) * (len(self.cards) - len(known)) + known, self.laid)


class TurnEnded(Event, frozen=True, tag="ended"):
    """A seat has ended its turn."""

    seat: Seat


class Passed(Event, frozen=True):
    """A seat had no other legal move."""

    seat: Seat
