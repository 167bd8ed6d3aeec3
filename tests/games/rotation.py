"""The same table with other seats: what a bot may not tell apart."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from msgspec.structs import replace

from elfer.core.game import AnyGame, Game, Move, Seat, State, fields_of
from elfer.games import family_of


class Rotation:
    """A table with every seat renamed to the next one.

    A game whose cards or moves name seats says what that means in its folder's `rotation`.
    """

    def __init__(self, game: AnyGame, seats: int) -> None:
        self.seats = seats
        self.game: AnyGame = Game.next_round(game, game.blank(seats), seats)
        self.ends = [(count, game.blank(count)) for count in (game.seats[0], game.seats[-1])]
        own = f"tests.games.{family_of(type(game))}.rotation"
        self.own = import_module(own) if find_spec(own) else None

    def state(self, state: State) -> State:
        """The same state at this table."""
        fields = {}
        for name, kind in fields_of(type(state)).items():
            now, ends = getattr(state, name), [(count, getattr(end, name)) for count, end in self.ends]
            fields[name] = (now + 1) % self.seats if kind == Seat else self._moved(now, ends)
        found: State = replace(state, **fields)
        recoloured = getattr(self.own, "recoloured", None)
        return recoloured(found, self.seats) if recoloured else found

    def move(self, move: Move | None) -> Move | None:
        """The same move at this table."""
        renamed = getattr(self.own, "renamed", None)
        return renamed(move, self.seats) if renamed and move else move

    def _moved(self, value: Any, ends: list[tuple[int, Any]]) -> Any:
        """A part of a state, each seat's share one seat further; what belongs to no seat stays at the end.

        It has shares if it grows with the table from one of the *ends*, the smallest and the largest, to the
        other.
        """
        if not isinstance(ends[0][1], tuple):
            return value
        rest = {len(blank) - count for count, blank in ends}
        if len(rest) > 1 or min(rest) < 0:
            return value
        shares = [self._moved(share, [(count, blank[0]) for count, blank in ends]) for share in value]
        return (shares[self.seats - 1], *shares[: self.seats - 1], *shares[self.seats :])
