"""Parts of a match: its steps, foreseen moves, snapshots, and the moves of the table."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from elfer.core.game import AnyGame, Event, Move, Result, Seat

DEAL: Move = "deal"
STOP: Move = "stop"
"""The table breaks off a match that is too long; never offered, always accepted."""
UNDO: Move = "undo"
"""A person takes back the last move; in a table's log, but in no record."""


class RoundDealt(Event, frozen=True, tag="dealt"):
    """The table has dealt the next round."""

    round: int


class TakenBack(Event, frozen=True):
    """A seat has taken its last move back."""

    seat: Seat
    move: Move


class Step(msgspec.Struct, frozen=True, gc=False):
    """One move of a match and its events."""

    round: int
    seat: Seat
    move: Move
    events: tuple[Event, ...]


class Foreseen(msgspec.Struct, frozen=True, gc=False):
    """A computed move that has not been applied."""

    seat: Seat
    move: Move
    game: AnyGame
    state: Any
    events: tuple[Event, ...]
    actors: tuple[Seat, ...]
    over: bool
    """Whether it ends the match."""


class Snapshot(NamedTuple):
    """The parts of a match that moves change."""

    game: AnyGame
    state: Any
    actors: tuple[Seat, ...]
    round: int
    results: tuple[Result, ...]
    between: bool
