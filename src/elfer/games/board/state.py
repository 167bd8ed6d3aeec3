"""A round of the board game, what happens in it, and what a seat sees of it.

The tiles that chance adds to a move (bonus tiles, a drawn tile that fits) are fields of its event, so that
the number of events tells nothing about the bag.
"""

from __future__ import annotations

from msgspec.structs import replace

from elfer.core.beliefs import Belief
from elfer.core.cards import NAME, Card, Cards, Fields, Pile, each
from elfer.core.game import Event, Move, Seat
from elfer.core.game import State as CoreState
from elfer.core.game import View as CoreView
from elfer.games.board.tiles import tile_on

HAND_SIZE = {2: 20, 3: 20, 4: 15}  # BOA-2
LIMIT = 3
"""How many tiles may be laid in a turn. BOA-4"""


class State(CoreState, frozen=True):
    """A round of the board game."""

    turn: Seat
    hands: tuple[Cards, ...]
    table: Fields = 0
    """The filled fields, whatever lies on them."""
    symbols: Fields = 0
    """The ends whose symbol field is filled. BOA-21"""
    bag: Pile = ()
    laid: int = 0
    """How many tiles of this turn count to the three. BOA-4"""
    run: Fields = 0
    """All fields filled in this turn, by bonus and free tiles too. BOA-9"""
    drawn: Card = 0
    """A tile from the bag that is still to be placed, open to all: a bonus, or the first of a turn. BOA-10"""
    free: bool = False
    """Whether a tile may be laid freely, after a symbol tile. BOA-22"""
    owed: int = 0
    """How many bonuses are earned and still to be drawn once the choice at hand is made. BOA-13"""
    given: tuple[str, ...] = ()
    """The tiles each seat has passed on and knows to be with its left neighbour. BOA-9"""
    astray: tuple[str, ...] = ()
    """Those it cannot be sure of, because the neighbour has passed a tile on since; others hold them."""
    excluded: tuple[Belief, ...] = ()
    """What the table knows of each hand. BOA-10"""

    def all_cards(self) -> tuple[str, ...]:
        """The tiles on the fields and symbol fields count with those in hands and bag."""
        lying = (tile_on(field) for field in each(self.table))
        return (*super().all_cards(), *lying, *(f"{NAME[end][0]}S" for end in each(self.symbols)))


def over(state: State) -> bool:
    """Whether a seat has no tile left. BOA-11"""
    return 0 in state.hands


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

    @property
    def reversible(self) -> bool:
        return self.bonus is None


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


class View(CoreView, frozen=True):
    """What a seat sees of the board game."""

    seat: Seat | None
    turn: Seat
    rows: str
    """The letters of the rows from top to bottom. BOA-12"""
    bridges: tuple[tuple[str, str], ...]
    """The plain bridges, each with its two fields."""
    bonuses: tuple[tuple[str, str], ...]
    """The bridges that carry a bonus; it is taken once a tile lies on either field. BOA-8"""
    table: tuple[str, ...]
    """The filled fields."""
    symbols: tuple[str, ...] | None
    """The ends whose symbol field is filled; nothing if symbol tiles do not take part."""
    fits: tuple[str, ...]
    """The fields on which a tile would fit now, from any hand."""
    ends: tuple[str, ...]
    """The ends beside which a symbol tile would fit now."""
    hands: tuple[tuple[str, ...] | None, ...]
    """One's own hand, and all of them once the round is over."""
    sizes: tuple[int, ...]
    bag: int
    laid: int
    run: tuple[str, ...]
    """The fields filled in this turn."""
    drawn: str | None
    """The tile from the bag that is to be placed."""
    free: bool
    """Whether a free tile may be laid. BOA-22"""
    may_give: bool
    """Whether the seat to move may pass a tile on. BOA-9"""
    given: tuple[str, ...]
    """One's own tiles that are known to be with the left neighbour."""
    moves: tuple[Move, ...]
    soon: tuple[str, ...]
    """Own tiles that become playable through others of the hand."""
    over: bool
