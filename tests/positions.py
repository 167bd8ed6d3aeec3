"""Hand-written positions: name what matters, and the rest of the deck goes to the stock."""

from __future__ import annotations

from typing import Any

from elfer import load
from elfer.core.cards import each, format_cards, parse_cards
from elfer.core.options import configure
from elfer.games import registry
from elfer.match import AnyMatch


def table(
    game: str, *hands: str, rest: str = "stock", options: dict[str, Any] | None = None, **keys: Any
) -> AnyMatch:
    """A match from a position; cards not mentioned go under the pile *rest*, in the order of the deck."""
    made = configure(registry()[game], options or {}, len(hands))
    position: dict[str, Any] = {"game": game, "options": options or {}, "hands": list(hands), **keys}
    start: Any = made.blank(len(hands))
    if "table" not in keys and hasattr(start, "table"):
        position["table"] = format_cards(each(start.table))
    left = list(made.deck(len(hands)))
    for value in position.values():
        for text in value if isinstance(value, list) else [value]:
            for name in _cards(text):
                if name in left:
                    left.remove(name)
    position[rest] = " ".join([position.get(rest, ""), *left]).strip()
    return load(position)


def seen(match: AnyMatch, seat: int | None) -> Any:
    """What a seat sees, with all the fields its game gives it."""
    return match.view(seat)


def _cards(text: object) -> tuple[str, ...]:
    try:
        return parse_cards(text) if isinstance(text, str) else ()
    except ValueError:
        return ()
