"""Positions of Schnipp Schnapp: what is not mentioned lies at the bottom of one seat's stack."""

from __future__ import annotations

from typing import Any

from elfer import load
from elfer.core.cards import LETTERS, parse_cards
from elfer.core.game import TABLE
from elfer.match import AnyMatch


def snap(
    hands: list[str], piles: list[str], *, under: int = 0, options: dict[str, Any] | None = None, **keys: Any
) -> AnyMatch:
    """A match from these stacks and open piles; cards not mentioned go under the stack of seat *under*."""
    texts = [*hands, *piles, keys.get("middle", ""), *keys.get("quartets", [])]
    mentioned = {name for text in texts for name in parse_cards(text)}
    left = [f"{letter}{n}" for n in range(1, 21) for letter in LETTERS if f"{letter}{n}" not in mentioned]
    stacks = [" ".join([hand, *(left if seat == under else [])]) for seat, hand in enumerate(hands)]
    position = {"game": "snap", "options": options or {}, "hands": stacks, "piles": piles, **keys}
    return load(position)


def call(match: AnyMatch, *calls: tuple[int, str]) -> list[Any]:
    """Calls of the same moment, and what the table makes of them."""
    for seat, word in calls:
        match.play(seat, word)
    return list(match.play(TABLE, "resolve"))


def quartet(*numbers: int) -> str:
    """The cards of whole quartets."""
    return " ".join(f"{letter}{number}" for number in numbers for letter in LETTERS)


def lying(match: AnyMatch) -> Any:
    """What lies where, as texts: the position."""
    return match.position()
