"""A round of the board game: all there is to know about it."""

from __future__ import annotations

from elfer.core.beliefs import Belief
from elfer.core.cards import NAME, Card, Cards, Fields, Pile, each
from elfer.core.game import Seat
from elfer.core.game import State as CoreState
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

    def held(self) -> tuple[str, ...]:
        """The tiles on the fields and symbol fields count with those in hands and bag."""
        lying = (tile_on(field) for field in each(self.table))
        return (*super().held(), *lying, *(f"{NAME[end][0]}S" for end in each(self.symbols)))


def over(state: State) -> bool:
    """Whether a seat has no tile left. BOA-11"""
    return 0 in state.hands
