"""Games as arrays: a fixed list of actions, masks, and observations of fixed size.

An `Encoding` belongs to a game with its options at a number of seats; the module `encoding` in the game's
folder has a `VERSION`, its `actions` and its `fields`. An observation is made of the seat's view and of
public events: cards that a seat cannot see change no byte of it.

    code = encoding("classic", seats=4)
    match = elfer.start("classic", seats=4)
    code.observation(match, 2)          # float32 from 0 to 1, code.size of them
    code.mask(match.moves(2))           # int8, one for each of code.actions
    code.actions[17], code.ids["R18"]   # from id to move and back; the last id is WAIT
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from types import ModuleType
from typing import Any, SupportsIndex, TypeVar, cast

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from elfer.core.game import AnyGame, Game, Move, Seat, part_of_game
from elfer.core.options import configure
from elfer.core.refusals import BadInput, plain_int, whole_number
from elfer.envs.fields import LAPS, Field, Floats, Numbers, ObservationSource
from elfer.games import game_type
from elfer.match import AnyMatch, Step

WAIT: Move = "wait"
"""The action that declines an optional move; it changes nothing in the match."""

Direct = Callable[[Any, Seat, Floats, Numbers], None]
"""A faster writer of observations, where a game has one."""
Mask = npt.NDArray[np.int8]
T = TypeVar("T", np.float32, np.int8)


class Encoding:
    """The arrays of a game at a number of seats."""

    def __init__(self, game: AnyGame, seats: int, *, direct: bool = True) -> None:
        own = _encoding_module(type(game))
        self.game = game
        self.seats = seats
        self.version: int = own.VERSION
        """Raised when the meaning of an id or a field changes."""
        self.longest: int | None = own.longest(game, seats) if hasattr(own, "longest") else None
        """The most actions, or moves, of a round, where the rules limit them."""
        self.actions: tuple[Move, ...] = (*own.actions(game, seats), WAIT)
        """All moves of seats by id; the last one is `wait`. The table's moves have no id."""
        self.ids: dict[Move, int] = {move: i for i, move in enumerate(self.actions)}
        self.fields: tuple[Field, ...] = tuple(own.fields(game, seats))
        """The parts of an observation, in order."""
        self.slices: dict[str, slice] = {}
        """The place of each field."""
        size = 0
        for field in self.fields:
            self.slices[field.name] = slice(size, size + field.size)
            size += field.size
        self.size = size
        """The size of an observation."""
        self._checked = game
        """The game of the last match observed."""
        self._direct: Direct | None = own.direct(game, seats) if direct and hasattr(own, "direct") else None
        others = [field for field in self.fields if field.of_steps or not self._direct]
        self._writers = [
            [field.writer(self.slices[field.name].start, seat) for field in others] for seat in range(seats)
        ]
        """What writes the fields that `_direct` does not, by seat."""

    def __repr__(self) -> str:
        return (
            f"<Encoding {self.game.id}, {self.seats} seats, {len(self.actions)} actions, {self.size} numbers>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _cached, (self.game, self.seats)

    def observation(self, match: AnyMatch, seat: Seat, out: Floats | None = None) -> Floats:
        """The observation of a seat in the current round; written to *out* if that is given."""
        if match.game is not self._checked:
            self._check_game(match.game)
        if match.seats != self.seats:
            raise BadInput("other_numbers", game=self.game.id, seats=self.seats)
        seat = whole_number("seat", seat)
        if not 0 <= seat < self.seats:
            raise BadInput("seat_range", key="seat", seat=seat, high=self.seats - 1)
        out = _blank(self.size, np.float32, out)
        numbers = cast("Numbers", out.data)
        excluded, steps = getattr(match.state, "excluded", ()), _recent_steps(match)
        if self._direct:
            self._direct(match.state, seat, out, numbers)
        view = None if self._direct else match.view(seat)
        seen = ObservationSource(seat, view, excluded, steps)
        for write in self._writers[seat]:
            write(seen, numbers)
        return out

    def _check_game(self, game: AnyGame) -> None:
        """Refuse a game with another encoding; the starting seat may differ, as between rounds."""
        here, there = self.game, game
        if hasattr(here, "first") and hasattr(there, "first"):
            there = replace(there, first=here.first)
        if there != here:
            raise BadInput("other_numbers", game=here.id, seats=self.seats)
        self._checked = game

    def part(self, observation: Floats, name: str) -> Floats:
        """One field of an observation, as rows and columns."""
        field = next((field for field in self.fields if field.name == name), None)
        if field is None:
            raise BadInput("unknown_field", field=name, fields=tuple(self.slices))
        return observation[self.slices[name]].reshape(len(field.rows), len(field.columns))

    def table(self) -> str:
        """The fields as a Markdown table."""
        head = ("| field | numbers | 1 is | what it says |", "|---|---|---|---|")
        return "\n".join((*head, *(field.line() for field in self.fields)))

    def mask(self, moves: Iterable[Move], out: Mask | None = None) -> Mask:
        """The mask of these moves, which may include `wait`."""
        out = _blank(len(self.actions), np.int8, out)
        marks, ids = out.data, self.ids
        try:
            for move in moves:
                marks[ids[move]] = 1
        except KeyError as unknown:
            raise BadInput("no_action", game=self.game.id, move=unknown.args[0]) from None
        return out

    def action(self, id: SupportsIndex) -> Move:
        """The move of an id, which may be any integer type."""
        place = plain_int(id)
        if place is None or not 0 <= place < len(self.actions):
            raise BadInput("unknown_action", id=id, high=len(self.actions) - 1)
        return self.actions[place]


def encoding(game: str | type[AnyGame], *, seats: int | None = None, **options: object) -> Encoding:
    """The encoding of a game with these options; the arguments are those of `elfer.start`."""
    kind = game_type(game)
    seats = min(4, kind.seats[-1]) if seats is None else whole_number("seats", seats)
    return _cached(configure(kind, options, seats), seats)


def encoding_of(match: AnyMatch) -> Encoding:
    """The encoding of the game of a match."""
    return _cached(match.game, match.seats)


@lru_cache(maxsize=64)
def _cached(game: AnyGame, seats: int) -> Encoding:
    return Encoding(game, seats)


def _blank(size: int, kind: type[T], out: npt.NDArray[T] | None) -> npt.NDArray[T]:
    """An array of zeros: *out*, or a new one."""
    if out is None:
        return np.zeros(size, kind)
    if not isinstance(out, np.ndarray) or out.shape != (size,) or out.dtype != kind:
        raise BadInput("out", size=size, type=kind.__name__)
    out.fill(0)
    return out


def _recent_steps(match: AnyMatch) -> tuple[Step, ...]:
    """The latest moves of this round."""
    steps = match.since(max(0, match.steps - LAPS * match.seats))
    return tuple(step for step in steps if step.round == match.round) if match.round else steps


def _encoding_module(kind: type[AnyGame]) -> ModuleType:
    """The module `encoding` of a game, or of the game it inherits from."""
    for ancestor in kind.__mro__:
        if issubclass(ancestor, Game) and ancestor is not Game:
            part = part_of_game(ancestor, "encoding")
            if part is not None and hasattr(part, "actions"):
                return part
    raise BadInput("no_encoding", game=kind.id)
