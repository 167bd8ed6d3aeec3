"""The encoding of Schwarzer Peter."""

from __future__ import annotations

from elfer.core.cards import NUMBER, each
from elfer.core.game import Move
from elfer.envs.fields import Field, ViewFields, seat_sets
from elfer.games.old_maid.rules import CAP, OldMaid
from elfer.games.old_maid.state import View

VERSION = 1


def actions(game: OldMaid, _seats: int) -> tuple[Move, ...]:
    """A hand has no pair, so it never has more cards than there are numbers. OLD-2"""
    return tuple(f"draw {place}" for place in range(1, len(_numbers(game)) + 1))


def longest(_game: OldMaid, _seats: int) -> int:
    """OLD-4"""
    return CAP


def fields(game: OldMaid, seats: int) -> tuple[Field, ...]:
    deck, field = game.deck(seats), ViewFields(View, seats)
    return (
        field.own("hand", "One's own cards.", deck),
        seat_sets(
            "excluded",
            "Cards that a seat cannot have, for all that one has seen.",
            seats,
            game.in_play(),
            lambda s: [belief.excluded for belief in s.excluded[s.seat]],
        ),
        field("pairs", "The numbers of which each seat has laid aside a pair.", _numbers(game)),
        field("sizes", "How many cards each hand has.", len(deck)),
        field("places", "In which place each seat got rid of its cards.", seats),
        field("turn", "Whose turn it is."),
        field("source", "Whose cards are offered."),
        field("draws", "How many cards have been drawn.", CAP),
    )


def _numbers(game: OldMaid) -> tuple[str, ...]:
    return tuple(map(str, sorted({NUMBER[card] for card in each(game.in_play())})))
