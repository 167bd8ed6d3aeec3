"""Cards, and sets of cards.

A card is one bit and a set of cards is one int, so that `hand & fits` is all of legality. Each
colour has 22 bits of its own; the lowest is never a card, so that a shift by one is *the next
number* and cannot run into another colour. Copies of a card (jokers, grey tiles) are different
bits of the same name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Annotated

from elfer.core.refusals import BadInput

Card = Annotated[int, "card"]
"""One card: an int with one bit set, or 0 for no card."""
Cards = Annotated[int, "cards"]
"""A set of cards: an int with one bit per card."""
Fields = Annotated[int, "fields"]
"""A set of places, each named after the card that belongs there; another card may lie on one."""
Pile = tuple[Card, ...]
"""Cards in order, the next one to be taken first."""

COLOURS = ("red", "yellow", "green", "blue")  # GEN-1
LETTERS = "RYGB"
SYMBOLS = "■▲★●"  # GEN-1: in the order of COLOURS
LANE = 22

NAME: dict[Card, str] = {}
"""The notation of each card. GEN-3"""
COPIES: dict[str, tuple[Card, ...]] = {}
"""The bits that bear a name: one for most cards."""


def _name(first_bit: int, name: str, copies: int = 1) -> int:
    bits = tuple(1 << first_bit + i for i in range(copies))
    NAME.update(dict.fromkeys(bits, name))
    COPIES[name] = bits
    return first_bit + copies


for _lane, _letter in enumerate(LETTERS):
    for _number in range(1, LANE):
        _name(_lane * LANE + _number, f"{_letter}{_number}")
_next = _name(4 * LANE, "J", 4)
for _number in (3, 7, 13, 17):
    _next = _name(_next, f"N{_number}", 4)
for _letter in LETTERS:
    _next = _name(_next, f"{_letter}S", 2)

BIT: dict[str, Card] = {name: bits[0] for name, bits in COPIES.items() if len(bits) == 1}
"""The card of each name that exists once."""


def row(colour: int, numbers: Iterable[int] = range(1, 21)) -> Cards:
    """These numbers of one colour."""
    return sum(1 << colour * LANE + number for number in numbers)


@cache
def rows(numbers: Sequence[int] = range(1, 21), without: str | None = None) -> Cards:
    """These numbers of every colour but one."""
    return sum(row(i, numbers) for i, colour in enumerate(COLOURS) if colour != without)


ROWS = tuple(row(colour, range(1, LANE)) for colour in range(4))
NUMBER: dict[Card, int] = {card: int(name[1:]) for card, name in NAME.items() if name[1:].isdigit()}
"""The number on each card that bears one."""


def beside(cards: Cards) -> Cards:
    """The fields one lower or one higher in the same colour; may include fields without a card."""
    return cards << 1 | cards >> 1


def each(cards: Cards) -> Iterator[Card]:
    """The cards of a set, one by one, in order of colour and number."""
    while cards:
        card = cards & -cards
        yield card
        cards ^= card


@cache
def listed(cards: Cards) -> Pile:
    """The cards of a set in order, cached."""
    return tuple(each(cards))


MOST_SETS = 1 << 16
"""Most sets whose names are cached."""


class _Names(dict[Cards, tuple[str, ...]]):
    """Cached notations of sets; cleared when full."""

    def __init__(self, spell: Callable[[Cards], tuple[str, ...]]) -> None:
        self.spell = spell

    def __missing__(self, cards: Cards) -> tuple[str, ...]:
        if len(self) == MOST_SETS:
            self.clear()
        found = self[cards] = self.spell(cards)
        return found


def _lane_names(lane: int) -> _Names:
    """The notations of sets of one colour, of which there are few."""
    return _Names(lambda bits: tuple(NAME[card] for card in each(bits << lane * LANE)))


_RED, _YELLOW, _GREEN, _BLUE, _OTHERS = map(_lane_names, range(5))


def spelled(cards: Cards) -> tuple[str, ...]:
    """The notation of each card of a set, cached by colour only; for sets that rarely recur."""
    found = _RED[cards & 0x3FFFFF] + _YELLOW[cards >> 22 & 0x3FFFFF]
    found += _GREEN[cards >> 44 & 0x3FFFFF] + _BLUE[cards >> 66 & 0x3FFFFF]
    return found + _OTHERS[cards >> 88] if cards >> 88 else found


names: Callable[[Cards], tuple[str, ...]] = _Names(spelled).__getitem__
"""The notation of each card of a set."""


def union(cards: Iterable[Cards]) -> Cards:
    """All cards of several sets or piles."""
    together = 0
    for some in cards:
        together |= some
    return together


def total(cards: Cards) -> int:
    """The sum of the numbers on these cards."""
    return sum(map(NUMBER.__getitem__, each(cards)))


def format_cards(cards: Iterable[Card]) -> str:
    """A card list in this order, runs of one colour as ranges: `R8-14 Y11`."""
    runs: list[list[Card]] = []
    for card in cards:
        if runs and runs[-1][-1] << 1 == card and card in NUMBER and NAME[card][0] in LETTERS:
            runs[-1].append(card)
        else:
            runs.append([card])
    texts = []
    for run in runs:
        if len(run) > 2:
            texts.append(f"{NAME[run[0]]}-{NUMBER[run[-1]]}")
        else:
            texts.extend(NAME[card] for card in run)
    return " ".join(texts)


MOST_CARDS = len(NAME)
"""Most cards of a card list; a longer one repeats a card."""
_RANGE = re.compile(r"([RYGB])(\d{1,2})-(\d{1,2})")


def parse_cards(text: object) -> tuple[str, ...]:
    """The card names in a card list, ranges written out: `R8-10 J` is R8, R9, R10, J."""
    if not isinstance(text, str):
        raise BadInput("card_list", found=repr(text))
    found: list[str] = []
    for word in text.split():
        span = _RANGE.fullmatch(word)
        letter, low, high = span.groups() if span else ("", "0", "-1")
        expanded = [f"{letter}{number}" for number in range(int(low), int(high) + 1)] or [word]
        for name in expanded:
            if name not in COPIES:
                raise BadInput("unknown_card", card=word)
        found.extend(expanded)
        if len(found) > MOST_CARDS:
            raise BadInput("card_twice", card=word)
    return tuple(found)
