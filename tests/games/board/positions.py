"""Hand-written positions of the board game."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import elfer
from elfer.core.cards import names, parse_cards
from elfer.core.chance import Chance
from elfer.games.board.rules import Board
from elfer.match import AnyMatch

GREY_NUMBERS = ("3", "7", "13", "17")


TWO_BONUSES = """
rows = ["yellow", "red", "blue", "green"]
bridges = {}
[bonus]
yellow-red = [13]
red-blue = [13, 5]
blue-green = [8]
"""
"""A layout in which one tile can bring two bonuses."""


def board(
    *hands: str, bag: str = "", rest: str = "bag", options: dict[str, Any] | None = None, **keys: Any
) -> AnyMatch:
    """A match from a position; the tiles not mentioned go to the bottom of the bag, or to the last hand."""
    options = options or {}
    left = Counter(Board(symbols=options.get("symbols", False)).deck(len(hands)))
    for text in (*hands, bag, keys.get("drawn", "")):
        left -= Counter(parse_cards(text))
    for field in parse_cards(keys.get("table", "")):
        left -= Counter([f"N{field[1:]}" if field[1:] in GREY_NUMBERS else field])
    left -= Counter(f"{end[0]}S" for end in parse_cards(keys.get("symbols", "")))
    others = " ".join(left.elements())
    held = [*hands[:-1], f"{hands[-1]} {others}" if rest == "hand" else hands[-1]]
    pile = f"{bag} {others}" if rest == "bag" else bag
    return elfer.load({"game": "board", "options": options, "hands": held, "bag": pile, **keys})


def happened(match: AnyMatch, seat: int, move: str) -> Any:
    """Plays a move that brings one event, and gives that event."""
    (event,) = match.play(seat, move)
    return event


def refused(match: AnyMatch, move: str, seat: int = 0) -> str:
    """The code with which a move is refused."""
    with pytest.raises(elfer.IllegalMove) as why:
        match.play(seat, move)
    assert str(why.value)
    return why.value.code


def imagined(match: AnyMatch, seat: int, seed: int) -> list[tuple[str, ...]]:
    """The hands of a deal as that seat may imagine it."""
    state: Any = match.imagine(seat, Chance(seed))
    return [names(hand) for hand in state.hands]
