"""Hand-written positions of Master, where a joker may lie on the field of a card."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import elfer
from elfer import IllegalMove
from elfer.core.cards import parse_cards
from elfer.core.texts import LANGUAGES, Words
from elfer.games.master.rules import Master
from elfer.match import AnyMatch

ELEVENS = "R11 Y11 G11 B11"
DECK = Master().deck(2)


def master(
    *hands: str,
    table: str = "",
    jokers: str = "",
    rest: str | int = "stock",
    options: dict[str, Any] | None = None,
    **keys: Any,
) -> AnyMatch:
    """A position: the 11s, *table* and *jokers* lie; the rest goes to the stock, the table or a seat."""
    lying = Counter(dict.fromkeys(parse_cards(f"{ELEVENS} {table}"), 1))
    joker_fields = parse_cards(jokers)
    used = (
        lying
        + Counter(name for hand in hands for name in parse_cards(hand))
        + Counter(parse_cards(keys.get("stock", "")))
    )
    used["J"] += len(joker_fields)
    left = list((Counter(DECK) - used).elements())
    filled = [*lying, *joker_fields]
    given = list(hands)
    if rest == "table":
        filled += [name for name in left if name != "J"]
        given[-1] += " J" * left.count("J")
    elif isinstance(rest, int):
        given[rest] += " " + " ".join(left)
    else:
        keys["stock"] = " ".join([keys.get("stock", ""), *left])
    position = {"game": "master", "options": options or {}, "hands": given, "jokers": jokers, **keys}
    return elfer.load(position | {"table": " ".join(filled)})


def refused(match: AnyMatch, move: str) -> str:
    """The code with which a move is refused; the sentence exists in both languages."""
    seat = match.actors[0]
    assert move not in match.moves(seat)
    with pytest.raises(IllegalMove) as why:
        match.play(seat, move)
    assert all(why.value.tell(Words(lang)) for lang in LANGUAGES)
    return why.value.code


def hand(match: AnyMatch, seat: int) -> list[str]:
    return list(parse_cards(match.position()["hands"][seat]))
