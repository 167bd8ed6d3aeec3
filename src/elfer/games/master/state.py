"""The table of Elfer raus! Master: its fields, what lies on them, and the moves as texts."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from elfer.core.beliefs import Belief
from elfer.core.cards import (
    BIT,
    COLOURS,
    COPIES,
    LANE,
    LETTERS,
    NAME,
    NUMBER,
    ROWS,
    Card,
    Cards,
    Fields,
    Pile,
    beside,
    each,
    names,
    row,
    rows,
    total,
    union,
)
from elfer.core.events import Laid
from elfer.core.game import Event, Move, Seat, Struct
from elfer.core.game import State as CoreState
from elfer.core.game import View as CoreView

FIELDS = rows(range(1, 22))  # MAS-1
JOKERS = union(COPIES["J"])  # MAS-1
CONNECTIONS, BONUSES = 15, 7  # MAS-1
BONUS_POINTS, JOKER_POINTS = 11, 11  # MAS-13
ELEVENS = rows((11,))  # MAS-3
HALVES = tuple(row(colour, half) for colour in range(4) for half in (range(1, 12), range(11, 22)))  # MAS-10


class State(CoreState, frozen=True):
    """A round of Master."""

    turn: Seat
    hands: tuple[Cards, ...]
    table: Fields = ELEVENS
    """The filled fields, whatever lies on them. MAS-3"""
    jokers: Fields = 0
    """The fields on which jokers lie."""
    stock: Pile = ()
    connections: tuple[int, ...] = ()
    bonus: tuple[int, ...] = ()
    laid: int = 0
    """How many of the four cards this turn has brought so far."""
    swapped: bool = False
    """Whether a swap binds the seat to lay a card. MAS-8"""
    excluded: tuple[Belief, ...] = ()
    """What is known of each hand, known jokers apart. MAS-11"""
    known_jokers: tuple[int, ...] = ()
    """How many jokers each seat has taken up openly and not laid since. MAS-8"""
    bridges: Fields = 0
    """The fields from which a connection card leads to the row below. MAS-9"""

    def all_cards(self) -> tuple[str, ...]:
        """The cards on the fields count with those in hands and stock: a joker, or the field's own card."""
        return (*super().all_cards(), *names(self.table & ~self.jokers), *["J"] * self.jokers.bit_count())


class Score(Struct, frozen=True):
    """How the points of a seat come about. MAS-13"""

    bonus: int
    """What its bonus cards bring."""
    cards: int
    """What the number cards left in its hand cost."""
    jokers: int
    """What the jokers left in its hand cost."""

    @property
    def points(self) -> int:
        return self.bonus - self.cards - self.jokers


class View(CoreView, frozen=True):
    """What a seat sees of Master."""

    seat: Seat | None
    turn: Seat
    row_order: tuple[str, ...]
    table: tuple[str, ...]
    jokers: tuple[str, ...]
    fits: tuple[str, ...]
    """The empty fields that can be filled without a connection card."""
    hands: tuple[tuple[str, ...] | None, ...]
    """One's own hand, and all of them once the round is over."""
    sizes: tuple[int, ...]
    known_jokers: tuple[int, ...]
    stock: int
    connections: tuple[int, ...]
    bonus: tuple[int, ...]
    laid: int
    swapped: bool
    moves: tuple[Move, ...]
    soon: tuple[str, ...]
    """Own cards that become playable through an own run."""
    over: bool
    scores: tuple[Score, ...] = ()
    """How the points of each seat come about, once the round is over."""
    bridges: tuple[tuple[str, str], ...] = ()
    """The connection cards on the table: the field above and the field below each. MAS-9"""


class JokerLaid(Event, frozen=True):
    """A joker lies on a field; with *source*, through a connection card from there."""

    seat: Seat
    field: str
    source: str | None = None

    reversible = True


class Bridged(Event, frozen=True):
    """A number card was laid through a connection card from *source*."""

    seat: Seat
    card: str
    source: str

    reversible = True


class JokerSwapped(Event, frozen=True):
    """A number card took the place of a joker, which went to the hand."""

    seat: Seat
    card: str

    reversible = True


class BonusTaken(Event, frozen=True):
    """A half row is complete."""

    seat: Seat
    bonus: int
    """How many bonus cards the seat has now."""

    reversible = True


def fitting(table: Fields) -> Fields:
    """The empty fields beside a filled one of their row. MAS-6"""
    return beside(table) & FIELDS & ~table


@cache
def letters_of(row_order: tuple[str, ...]) -> str:
    """The letters of the rows from top to bottom."""
    return "".join(LETTERS[COLOURS.index(colour)] for colour in row_order)


def adjacent(row_order: tuple[str, ...], one: str, other: str) -> bool:
    """Whether the rows of these letters lie directly above one another. MAS-9"""
    letters = letters_of(row_order)
    return abs(letters.index(one) - letters.index(other)) == 1


@cache
def _steps(row_order: tuple[str, ...]) -> tuple[tuple[str, Fields, int], ...]:
    """Each step from row to row, downwards first: letter and fields of the first row, bits to the second."""
    lanes = [COLOURS.index(colour) for colour in row_order]
    pairs = [*pairwise(lanes), *((below, above) for above, below in pairwise(lanes))]
    return tuple((LETTERS[a], ROWS[a], (b - a) * LANE) for a, b in pairs)


def bridged(row_order: tuple[str, ...], table: Fields) -> list[tuple[str, Fields]]:
    """The fields that connection cards reach, by the row they lead from, and downwards first. MAS-9"""
    return [
        (letter, (table & fields) << bits if bits > 0 else (table & fields) >> -bits)
        for letter, fields, bits in _steps(row_order)
    ]


def spans(row_order: tuple[str, ...], laid: Fields) -> tuple[tuple[str, str], ...]:
    """The two fields that each connection card on the table joins, the upper one first. MAS-9"""
    below = dict(pairwise(letters_of(row_order)))
    return tuple((name, f"{below[name[0]]}{name[1:]}") for name in names(laid))


def completed(table: Fields, field: Fields) -> int:
    """How many half rows this field, just filled, has made complete. MAS-10"""
    return sum(1 for half in HALVES if half & field and not half & ~table)


def soon(hand: Cards, table: Fields) -> Cards:
    """The number cards of a hand that fit once others of the hand have been laid."""
    now = reached = hand & fitting(table)
    while further := beside(reached) & hand & ~table & ~reached:
        reached |= further
    return reached & ~now


def scores(state: State) -> tuple[Score, ...]:
    """What each seat would get if the round ended now. MAS-13"""
    return tuple(
        Score(BONUS_POINTS * bonus, total(hand & ~JOKERS), JOKER_POINTS * (hand & JOKERS).bit_count())
        for bonus, hand in zip(state.bonus, state.hands, strict=True)
    )


class FieldLay(NamedTuple):
    """What a move lays: on which field, as a joker, through a connection card from which row."""

    field: Card
    joker: bool
    source: str

    def origin(self) -> Card:
        """The field from which the connection card leads."""
        return BIT[f"{self.source}{NUMBER[self.field]}"]

    def bridge(self, row_order: tuple[str, ...]) -> Fields:
        """The upper one of the fields that its connection card joins; none without one."""
        if not self.source:
            return 0
        letters = letters_of(row_order)
        return min(self.field, self.origin(), key=lambda field: letters.index(NAME[field][0]))

    def event(self, seat: Seat) -> Event:
        """The event of this lay by a seat."""
        name, source = NAME[self.field], NAME[self.origin()] if self.source else None
        if self.joker:
            return JokerLaid(seat, name, source)
        return Bridged(seat, name, source) if source else Laid(seat, name)


LAYS: dict[Move, FieldLay] = {}
SWAPS: dict[Move, Card] = {}
for _field in each(FIELDS):
    (_name,) = names(_field)
    SWAPS[f"{_name}xJ"] = _field
    for _joker in (False, True):
        _text = f"J={_name}" if _joker else _name
        LAYS[_text] = FieldLay(_field, _joker, "")
        for _letter in LETTERS.replace(_name[0], ""):
            LAYS[f"{_text}<{_letter}"] = FieldLay(_field, _joker, _letter)


@lru_cache(maxsize=1 << 14)
def texts(form: str, fields: Fields) -> tuple[Move, ...]:
    """A move of this form for each field: `J={}<Y` with R9 is `J=R9<Y`."""
    return tuple(form.format(name) for name in names(fields))
