"""The fields of an observation: what stands where, what it means, and how it is written.

A game's `encoding.py` lists its fields with the five functions at the end. Seats are always counted from the
seat that looks: 0 is itself, 1 its left neighbour.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from elfer.core.cards import MOST_SETS, NAME, Card, Cards, each, names
from elfer.core.game import Event, Seat
from elfer.match import Step


class Seen(NamedTuple):
    """All that an observation is made of: what one seat sees, and what it may remember of the round."""

    seat: Seat
    view: Any
    excluded: Any
    """What the table has shown of hidden cards, as the game keeps it; nothing where it keeps none."""
    steps: Sequence[Step]
    """The latest moves of the round."""


Floats = npt.NDArray[np.float32]
LAPS = 3
"""How far an observation looks back: as many moves as this many laps around the table would be."""
Numbers: TypeAlias = "memoryview[float]"
"""An observation, to be written to."""
Write = Callable[[Seen, Numbers], None]


class Field(NamedTuple):
    """A part of an observation: some rows of numbers from 0 to 1."""

    name: str
    about: str
    """What it says, in a sentence."""
    rows: tuple[str, ...]
    """What the rows are: seats, mostly; a single one has no name."""
    columns: tuple[str, ...]
    """What the numbers of a row are: cards, seats, words; a single one has no name."""
    most: int
    """What 1 stands for: the number of cards, say; where the columns are marked, 1 is yes."""
    placed: Callable[[int, Seat], Write]
    """The function that writes it, from this place on, for one seat."""
    of_steps: bool = False
    """Whether it is made of what happened, not of what lies there."""

    @property
    def size(self) -> int:
        return len(self.rows) * len(self.columns)

    def line(self) -> str:
        """The field as a line of a table in Markdown."""
        rows, columns = len(self.rows), len(self.columns)
        shape = f"{rows} × {columns}" if rows > 1 else f"{columns}"
        return f"| `{self.name}` | {shape} | {'yes' if self.most == 1 else self.most} | {self.about} |"


def _around(seats: int, first: int = 0) -> tuple[str, ...]:
    return tuple(f"seat +{i}" if i else "own" for i in range(first, seats))


def marks(
    name: str,
    about: str,
    columns: Sequence[str],
    get: Callable[[Seen], Iterable[str]],
) -> Field:
    """A mark for each of these that is there; of cards with copies, the share that is there."""
    index, share = _index(columns)

    def placed(start: int, _: Seat) -> Write:
        at = {column: start + i for column, i in index.items()}

        def write(seen: Seen, out: Numbers) -> None:
            for key in get(seen):
                out[at[key]] = 1.0

        def add(seen: Seen, out: Numbers) -> None:
            for key in get(seen):
                out[at[key]] += share[key]

        return add if share else write

    return Field(name, about, ("",), tuple(index), 1, placed)


def _index(columns: Sequence[str]) -> tuple[dict[str, int], dict[str, float]]:
    """The place of each column, and, if some are there several times, what one of them counts."""
    index = {column: i for i, column in enumerate(dict.fromkeys(columns))}
    share = {column: 1 / columns.count(column) for column in index}
    return index, share if len(index) < len(columns) else {}


def seat_marks(
    name: str,
    about: str,
    seats: int,
    columns: Sequence[str],
    get: Callable[[Seen], Sequence[Iterable[str] | None]],
    *,
    others: bool = False,
) -> Field:
    """The same for each seat; nothing for a seat of which nothing is seen. *others* leaves oneself out."""
    index, share = _index(columns)
    width = len(index)

    def placed(start: int, own: Seat) -> Write:
        order = [(own + i) % seats for i in range(others, seats)]
        at = [
            (seat, {column: start + row * width + i for column, i in index.items()})
            for row, seat in enumerate(order)
        ]

        def write(seen: Seen, out: Numbers) -> None:
            found = get(seen)
            for seat, places in at:
                for key in found[seat] or ():
                    out[places[key]] = 1.0

        def add(seen: Seen, out: Numbers) -> None:
            found = get(seen)
            for seat, places in at:
                for key in found[seat] or ():
                    out[places[key]] += share[key]

        return add if share else write

    return Field(name, about, _around(seats, int(others)), tuple(index), 1, placed)


def seat_sets(
    name: str, about: str, seats: int, cards: Cards, get: Callable[[Seen], Sequence[Cards]]
) -> Field:
    """The cards of each other seat's set, which is an int: for what is kept as a set, and changes seldom."""
    columns = tuple(dict.fromkeys(names(cards)))
    marked = _Marked({card: columns.index(NAME[card]) for card in each(cards)}, len(columns))

    def placed(start: int, own: Seat) -> Write:
        width = len(columns)
        at = [((own + i) % seats, slice(start + (i - 1) * width, start + i * width)) for i in range(1, seats)]

        def write(seen: Seen, out: Numbers) -> None:
            found = get(seen)
            for seat, place in at:
                out[place] = marked[found[seat] & cards]

        return write

    return Field(name, about, _around(seats, 1), columns, 1, placed)


class _Marked(dict[Cards, Numbers]):
    """A row with a mark for each card of a set, remembered."""

    def __init__(self, places: dict[Card, int], width: int) -> None:
        self.places = places
        self.width = width

    def __missing__(self, cards: Cards) -> Numbers:
        if len(self) == MOST_SETS:
            self.clear()
        row = array("f", bytes(4 * self.width))
        for card in each(cards):
            row[self.places[card]] = 1.0
        self[cards] = found = cast("Numbers", memoryview(row))
        return found


def amount(name: str, about: str, most: int, get: Callable[[Seen], int | None]) -> Field:
    """A number as a share of the most it can be; nothing is 0."""

    def placed(start: int, _: Seat) -> Write:
        def write(seen: Seen, out: Numbers) -> None:
            if value := get(seen):
                out[start] = value / most if value < most else 1.0

        return write

    return Field(name, about, ("",), ("",), most, placed)


def seat_amounts(
    name: str, about: str, seats: int, most: int, get: Callable[[Seen], Sequence[int | None]]
) -> Field:
    """The same for each seat."""

    def placed(start: int, own: Seat) -> Write:
        at = [((own + i) % seats, start + i) for i in range(seats)]

        def write(seen: Seen, out: Numbers) -> None:
            found = get(seen)
            for seat, place in at:
                if value := found[seat]:
                    out[place] = value / most if value < most else 1.0

        return write

    return Field(name, about, ("",), _around(seats), most, placed)


def one_seat(name: str, about: str, seats: int, get: Callable[[Seen], Seat | None]) -> Field:
    """A mark at one seat; none if it is nobody."""

    def placed(start: int, own: Seat) -> Write:
        at = [start + (seat - own) % seats for seat in range(seats)]

        def write(seen: Seen, out: Numbers) -> None:
            seat = get(seen)
            if seat is not None:
                out[at[seat]] = 1.0

        return write

    return Field(name, about, ("",), _around(seats), 1, placed)


def deeds(seats: int, kinds: Sequence[type[Event]]) -> Field:
    """What each seat did last in this round: the kind of event, which everybody sees."""
    words = {kind: kind.__name__.lower() for kind in kinds}

    def latest(seen: Seen) -> list[Iterable[str] | None]:
        found: list[Iterable[str] | None] = [None] * seats
        missing = seats
        for step in reversed(seen.steps):
            if step.seat >= 0 and found[step.seat] is None:
                for event in step.events:
                    if kind := words.get(type(event)):
                        found[step.seat] = (kind,)
                        missing -= 1
                        break
            if not missing:
                break
        return found

    about = f"What each seat did last, within the last {LAPS * seats} moves of the round."
    return seat_marks("did", about, seats, tuple(words.values()), latest)._replace(of_steps=True)


def one(card: str | None) -> tuple[str, ...]:
    """A card that is there or not, as a set."""
    return (card,) if card else ()


def number(card: str | None) -> tuple[str, ...]:
    """The number on a card, where its colour does not matter."""
    return (card[1:],) if card else ()
