"""The steps of a match: what was played, what a move would lead to, and where the match stood."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from elfer.core.game import AnyGame, Event, Move, Seat

DEAL: Move = "deal"
STOP: Move = "stop"
"""The table breaks a match off that has become too long: it is never offered, and always taken."""


UNDO: Move = "undo"
"""A person takes the last move back: kept in a table's log, and in no record."""


class Dealt(Event, frozen=True):
    """The table has dealt the next round."""

    round: int


class TakenBack(Event, frozen=True):
    """A seat has taken its last move back."""

    seat: Seat
    move: Move


class Step(msgspec.Struct, frozen=True, gc=False):
    """One move of a match and what came of it."""

    round: int
    seat: Seat
    move: Move
    events: tuple[Event, ...]


class Foreseen(msgspec.Struct, frozen=True, gc=False):
    """What a move would lead to: nothing has changed yet."""

    seat: Seat
    move: Move
    game: AnyGame
    state: Any
    events: tuple[Event, ...]
    actors: tuple[Seat, ...]
    over: bool
    """Whether the match would be over."""


class Moment(NamedTuple):
    """Where a match stands between two moves."""

    game: AnyGame
    state: Any
    actors: tuple[Seat, ...]
    round: int
    finished: int
    """How many rounds have been played to the end."""
    between: bool
