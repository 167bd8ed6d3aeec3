"""The fields of an observation: their places, meanings and writers.

A game's `encoding.py` lists its fields, most of them by `ViewFields`. Seats are counted from the observing
seat: 0 is itself, 1 its left neighbour.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

import numpy as np
import numpy.typing as npt

from elfer.core.cards import MOST_SETS, NAME, Cards, each, names
from elfer.core.game import Event, Seat, View
from elfer.match import Step


class ObservationSource(NamedTuple):
    """What an observation is made from: a seat's view, and its memory of the round."""

    seat: Seat
    view: Any
    excluded: Any
    """The game's public knowledge about hidden cards; empty where it has none."""
    steps: Sequence[Step]
    """The latest moves of the round."""


Floats = npt.NDArray[np.float32]
LAPS = 3
"""How far an observation looks back: this many moves per seat."""
Numbers: TypeAlias = "memoryview[float]"
"""The buffer of an observation."""
Write = Callable[[ObservationSource, Numbers], None]
T = TypeVar("T")
Get = Callable[[ObservationSource], T]


class Field(NamedTuple):
    """A part of an observation: rows of numbers from 0 to 1."""

    name: str
    about: str
    """Its meaning, in a sentence."""
    rows: tuple[str, ...]
    """The names of the rows, mostly seats; a single row has none."""
    columns: tuple[str, ...]
    """The names of the columns: cards, seats, words; a single column has none."""
    most: int
    """What 1 stands for, such as the number of cards; of marks, 1 is yes."""
    writer: Callable[[int, Seat], Write]
    """Makes the function that writes it for a seat, from a place on."""
    of_steps: bool = False
    """Whether it is made of the history, not of the view."""

    @property
    def size(self) -> int:
        return len(self.rows) * len(self.columns)

    @property
    def shape(self) -> str:
        """Its rows and columns as text."""
        rows, columns = len(self.rows), len(self.columns)
        return f"{rows} × {columns}" if rows > 1 else f"{columns}"

    def line(self) -> str:
        """The field as a row of a Markdown table."""
        return f"| `{self.name}` | {self.shape} | {'yes' if self.most == 1 else self.most} | {self.about} |"


def _seat_names(seats: int, first: int = 0) -> tuple[str, ...]:
    return tuple(f"seat +{i}" if i else "own" for i in range(first, seats))


def marks(name: str, about: str, columns: Sequence[str], get: Get[Iterable[str]]) -> Field:
    """A mark for each column that is present; of cards with copies, the share that is present."""
    index, share = _index(columns)

    def writer(start: int, _: Seat) -> Write:
        at = {column: start + i for column, i in index.items()}

        def write(seen: ObservationSource, out: Numbers) -> None:
            for key in get(seen):
                out[at[key]] = 1.0

        def add(seen: ObservationSource, out: Numbers) -> None:
            for key in get(seen):
                out[at[key]] += share[key]

        return add if share else write

    return Field(name, about, ("",), tuple(index), 1, writer)


def _index(columns: Sequence[str]) -> tuple[dict[str, int], dict[str, float]]:
    """The place of each column, and the share of one copy if there are copies."""
    index = {column: i for i, column in enumerate(dict.fromkeys(columns))}
    share = {column: 1 / columns.count(column) for column in index}
    return index, share if len(index) < len(columns) else {}


def seat_marks(
    name: str,
    about: str,
    seats: int,
    columns: Sequence[str],
    get: Get[Sequence[Iterable[str] | None]],
    *,
    others: bool = False,
) -> Field:
    """Marks for each seat, none where nothing is visible; *others* leaves out the observing seat."""
    index, share = _index(columns)
    width = len(index)

    def writer(start: int, own: Seat) -> Write:
        order = [(own + i) % seats for i in range(others, seats)]
        at = [
            (seat, {column: start + row * width + i for column, i in index.items()})
            for row, seat in enumerate(order)
        ]

        def write(seen: ObservationSource, out: Numbers) -> None:
            found = get(seen)
            for seat, places in at:
                for key in found[seat] or ():
                    out[places[key]] = 1.0

        def add(seen: ObservationSource, out: Numbers) -> None:
            found = get(seen)
            for seat, places in at:
                for key in found[seat] or ():
                    out[places[key]] += share[key]

        return add if share else write

    return Field(name, about, _seat_names(seats, int(others)), tuple(index), 1, writer)


def seat_sets(name: str, about: str, seats: int, cards: Cards, get: Get[Sequence[Cards]]) -> Field:
    """Marks of each other seat's set of cards (an int); cached, for sets that change seldom."""
    columns = tuple(dict.fromkeys(names(cards)))
    places, width = {card: columns.index(NAME[card]) for card in each(cards)}, len(columns)

    @lru_cache(MOST_SETS)
    def marked(held: Cards) -> Numbers:
        row = array("f", bytes(4 * width))
        for card in each(held):
            row[places[card]] = 1.0
        return cast("Numbers", memoryview(row))

    def writer(start: int, own: Seat) -> Write:
        at = [((own + i) % seats, slice(start + (i - 1) * width, start + i * width)) for i in range(1, seats)]

        def write(seen: ObservationSource, out: Numbers) -> None:
            found = get(seen)
            for seat, place in at:
                out[place] = marked(found[seat] & cards)

        return write

    return Field(name, about, _seat_names(seats, 1), columns, 1, writer)


def amount(name: str, about: str, most: int, get: Get[int | None]) -> Field:
    """A number as a share of *most*; none is 0."""

    def writer(start: int, _: Seat) -> Write:
        def write(seen: ObservationSource, out: Numbers) -> None:
            if value := get(seen):
                out[start] = value / most if value < most else 1.0

        return write

    return Field(name, about, ("",), ("",), most, writer)


def seat_amounts(name: str, about: str, seats: int, most: int, get: Get[Sequence[int | None]]) -> Field:
    """An amount for each seat."""

    def writer(start: int, own: Seat) -> Write:
        at = [((own + i) % seats, start + i) for i in range(seats)]

        def write(seen: ObservationSource, out: Numbers) -> None:
            found = get(seen)
            for seat, place in at:
                if value := found[seat]:
                    out[place] = value / most if value < most else 1.0

        return write

    return Field(name, about, ("",), _seat_names(seats), most, writer)


def one_seat(name: str, about: str, seats: int, get: Get[Seat | None]) -> Field:
    """A mark at one seat, or at none."""

    def writer(start: int, own: Seat) -> Write:
        at = [start + (seat - own) % seats for seat in range(seats)]

        def write(seen: ObservationSource, out: Numbers) -> None:
            seat = get(seen)
            if seat is not None:
                out[at[seat]] = 1.0

        return write

    return Field(name, about, ("",), _seat_names(seats), 1, writer)


def deeds(seats: int, kinds: Sequence[type[Event]]) -> Field:
    """The kind of each seat's last event in this round, which is public."""
    words = {kind: (str(kind.__struct_config__.tag),) for kind in kinds}

    def latest(seen: ObservationSource) -> list[Iterable[str] | None]:
        found: list[Iterable[str] | None] = [None] * seats
        for step in reversed(seen.steps):
            if step.seat >= 0 and found[step.seat] is None:
                for event in step.events:
                    if kind := words.get(type(event)):
                        found[step.seat] = kind
                        break
                if None not in found:
                    break
        return found

    tags = [tag for (tag,) in words.values()]
    about = f"What each seat did last, within the last {LAPS * seats} moves of the round."
    return seat_marks("did", about, seats, tags, latest)._replace(of_steps=True)


def one(card: str | None) -> tuple[str, ...]:
    """A card or none, as a set."""
    return (card,) if card else ()


def number(card: str | None) -> tuple[str, ...]:
    """The number on a card, where its colour does not matter."""
    return (card[1:],) if card else ()


class ViewFields:
    """Makes the fields of an observation that are fields of a view; the annotated type says how.

    `Seat` becomes a mark at that seat, `int` and `bool` an amount, and cards (`str`) marks. A tuple of
    amounts, of card sets or of optional cards has an entry per seat; a tuple of seats marks each of them.
    Where the columns are numbers, the numbers of the cards are marked.
    """

    def __init__(self, view: type[View], seats: int) -> None:
        self.types: dict[str, str] = view.__annotations__
        self.seats = seats

    def __call__(
        self, name: str, about: str, scale: Sequence[str] | int = 1, *, others: bool = False
    ) -> Field:
        """A field by its name in the view. *scale* is the columns of marks, or what 1 stands for."""
        seats, get, kind = self.seats, attrgetter(f"view.{name}"), self.types[name].removesuffix(" | None")
        if kind == "Seat":
            return one_seat(name, about, seats, get)
        if isinstance(scale, int):
            if kind in ("int", "bool"):
                return amount(name, about, scale, get)
            if kind == "tuple[Seat, ...]":
                return seat_amounts(name, about, seats, scale, lambda s: [i in get(s) for i in range(seats)])
            return seat_amounts(name, about, seats, scale, get)
        numbers = scale[0].isdecimal()
        if kind == "str":
            single = number if numbers else one
            return marks(name, about, scale, lambda s: single(get(s)))
        if kind == "tuple[str, ...]":
            return marks(name, about, scale, get)
        if kind == "tuple[tuple[int, ...], ...]":
            return seat_marks(name, about, seats, scale, lambda s: [map(str, own) for own in get(s)])
        if kind == "tuple[str | None, ...]":
            return seat_marks(name, about, seats, scale, lambda s: list(map(number, get(s))))
        if numbers:
            return seat_marks(name, about, seats, scale, lambda s: [[c[1:] for c in own] for own in get(s)])
        return seat_marks(name, about, seats, scale, get, others=others)

    def own(self, name: str, about: str, columns: Sequence[str], of: str = "hands") -> Field:
        """The observing seat's entry of a view's field with an entry per seat."""
        get = attrgetter(f"view.{of}")
        if self.types[of] == "tuple[str | None, ...]":
            single = number if columns[0].isdecimal() else one
            return marks(name, about, columns, lambda s: single(get(s)[s.seat]))
        return marks(name, about, columns, lambda s: get(s)[s.seat])

    def last(self, about: str, numbers: Sequence[str]) -> Field:
        """The numbers of the cards in `last`, by seat; none before there are any."""
        none = [()] * self.seats
        return seat_marks(
            "last", about, self.seats, numbers, lambda s: [number(c) for c in s.view.last] or none
        )

    def own_seat(self, about: str) -> Field:
        """The number of the observing seat."""
        return marks("seat", about, [str(i) for i in range(self.seats)], lambda s: (str(s.seat),))


def excluded(about: str, seats: int, cards: Cards) -> Field:
    """The cards that each other seat is known not to hold."""
    return seat_sets("excluded", about, seats, cards, lambda s: [belief.excluded for belief in s.excluded])
