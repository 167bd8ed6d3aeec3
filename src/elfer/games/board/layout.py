"""The layout of the board, read from a text: the order of the rows, the bridges, and which carry a bonus."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cached_property, lru_cache
from importlib import resources

import msgspec

from elfer.core.cards import COLOURS, LETTERS, Fields, names, row, union
from elfer.core.refusals import BadInput

PARTS = ("rows", "bridges", "bonus")
BONUSES = 4
MOST_KNOWN = 1 << 14
MAX_CHARACTERS = 4_000
"""Of a layout's text, several times as long as the default with its comments, …"""
MAX_MARKS = 300
"""… and its punctuation: a key of thousands of parts takes a second to read."""
CONNECTED = (1, 11, 20)
"""The numbers that connection areas join already. BOA-6"""


class Layout(msgspec.Struct, frozen=True, dict=True):
    """Where the rows lie and how they are joined. A bridge is the set of its two fields."""

    rows: str
    """The letters of the colours from top to bottom."""
    plain: tuple[Fields, ...]
    bonus: tuple[Fields, ...]
    """The bridges that carry a bonus, the upper ones first."""

    def across(self, table: Fields) -> Fields:
        """The fields of all bridges on which a tile lies. BOA-7"""
        return self._reached(table & self._ends)

    @cached_property
    def _ends(self) -> Fields:
        """The fields of all bridges."""
        return union(self.plain + self.bonus)

    @cached_property
    def _bonus_ends(self) -> Fields:
        """The fields of all bridges that carry a bonus."""
        return union(self.bonus)

    @cached_property
    def _reached(self) -> Callable[[Fields], Fields]:
        """The fields of all bridges that have one of these ends, cached."""
        bridges = self.plain + self.bonus
        return lru_cache(MOST_KNOWN)(lambda ends: union(bridge for bridge in bridges if bridge & ends))

    def earned(self, table: Fields, field: Fields) -> int:
        """How many bonuses a tile earns on this field: it is the first on either end. BOA-8"""
        if not field & self._bonus_ends:
            return 0
        return len([1 for bridge in self.bonus if bridge & field and not bridge & table])

    @cached_property
    def bridges(self) -> tuple[tuple[str, str], ...]:
        """The plain bridges, each with the names of its two fields, the upper one first."""
        return self._named(self.plain)

    @cached_property
    def bonuses(self) -> tuple[tuple[str, str], ...]:
        """The same for the bridges that carry a bonus."""
        return self._named(self.bonus)

    def _named(self, bridges: tuple[Fields, ...]) -> tuple[tuple[str, str], ...]:
        pairs = (sorted(names(bridge), key=lambda field: self.rows.index(field[0])) for bridge in bridges)
        return tuple((upper, lower) for upper, lower in pairs)


@lru_cache(maxsize=16)
def parse_layout(text: str | None) -> Layout:
    """The layout of this text, or the one that comes with the game. BOA-12"""
    if text is None:
        text = resources.files(__package__).joinpath("layout.toml").read_text("utf-8")
    found = _parts(text)
    order = _rows(found["rows"])
    seen: set[Fields] = set()
    plain = _bridges("bridges", found["bridges"], order, seen)
    bonus = _bridges("bonus", found["bonus"], order, seen)
    if len(bonus) != BONUSES:
        raise BadInput("layout_bonus", entry="bonus", count=len(bonus), wanted=BONUSES)
    return Layout("".join(LETTERS[COLOURS.index(colour)] for colour in order), plain, bonus)


def _parts(text: str) -> dict[str, object]:
    if len(text) > MAX_CHARACTERS or sum(map(text.count, ".,=[{")) > MAX_MARKS:
        raise BadInput("layout_long", characters=MAX_CHARACTERS, marks=MAX_MARKS)
    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise BadInput("layout_toml", why=wrong) from None
    for key in found:
        if key not in PARTS:
            raise BadInput("layout_key", entry=key, keys=PARTS)
    for part in PARTS:
        if part not in found:
            raise BadInput("layout_lacks", entry=part)
    return found


def _rows(found: object) -> list[str]:
    """The colours from top to bottom, each once."""
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
        raise BadInput("layout_rows", entry="rows", found=found, rows=COLOURS)
    for name in found:
        _check_row("rows", name)
    if sorted(found) != sorted(COLOURS):
        raise BadInput("layout_rows", entry="rows", found=found, rows=COLOURS)
    return found


def _check_row(entry: str, name: str) -> None:
    if name not in COLOURS:
        raise BadInput("layout_row", entry=entry, row=name, rows=COLOURS)


def _bridges(part: str, found: object, order: list[str], seen: set[Fields]) -> tuple[Fields, ...]:
    """The bridges of a part, from top to bottom; those seen before are refused."""
    if not isinstance(found, dict):
        raise BadInput("layout_pairs", entry=part)
    bridges = []
    for pair, numbers in found.items():
        upper, lower = _neighbours(f"{part}.{pair}", pair, order)
        if not isinstance(numbers, list):
            raise BadInput("layout_numbers", entry=f"{part}.{pair}", found=numbers)
        for number in numbers:
            _check_number(f"{part}.{pair}", number)
            bridge = sum(row(COLOURS.index(order[place]), (number,)) for place in (upper, lower))
            if bridge in seen:
                raise BadInput("layout_twice", entry=f"{part}.{pair}", number=number)
            seen.add(bridge)
            bridges.append((upper, number, bridge))
    return tuple(bridge for _, _, bridge in sorted(bridges))


def _neighbours(entry: str, pair: str, order: list[str]) -> tuple[int, int]:
    """The places of two rows that lie side by side, the upper one first."""
    names = pair.split("-")
    if len(names) != 2:
        raise BadInput("layout_pair", entry=entry)
    for name in names:
        _check_row(entry, name)
    upper, lower = sorted(order.index(name) for name in names)
    if lower - upper != 1:
        raise BadInput("layout_neighbours", entry=entry, order=order)
    return upper, lower


def _check_number(entry: str, number: object) -> None:
    if type(number) is not int:
        raise BadInput("layout_numbers", entry=entry, found=number)
    if not 1 <= number <= 20:
        raise BadInput("layout_range", entry=entry, number=number)
    if number in CONNECTED:
        raise BadInput("layout_connected", entry=entry, number=number)
