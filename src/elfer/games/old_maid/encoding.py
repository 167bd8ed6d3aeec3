"""Schwarzer Peter as numbers."""

from __future__ import annotations

from elfer.core.cards import NUMBER, each
from elfer.core.game import Move
from elfer.envs.fields import Field, amount, marks, one_seat, seat_amounts, seat_marks, seat_sets
from elfer.games.old_maid.rules import CAP, OldMaid

VERSION = 1


def actions(game: OldMaid, _seats: int) -> tuple[Move, ...]:
    """A hand has no pair, so it never has more cards than there are numbers. OLD-2"""
    return tuple(f"draw {place}" for place in range(1, len(_numbers(game)) + 1))


def longest(_game: OldMaid, _seats: int) -> int:
    """OLD-4"""
    return CAP


def fields(game: OldMaid, seats: int) -> tuple[Field, ...]:
    deck, numbers = game.deck(seats), _numbers(game)
    cards = len(deck)
    return (
        marks("hand", "The own cards.", deck, lambda s: s.view.hands[s.seat]),
        seat_sets(
            "excluded",
            "Cards that a seat cannot have, for all that one has seen.",
            seats,
            game.in_play(),
            lambda s: [belief.excluded for belief in s.excluded[s.seat]],
        ),
        seat_marks(
            "pairs",
            "The numbers of which each seat has laid aside a pair.",
            seats,
            numbers,
            lambda s: [map(str, laid) for laid in s.view.pairs],
        ),
        seat_amounts("sizes", "How many cards each hand has.", seats, cards, lambda s: s.view.sizes),
        seat_amounts(
            "places", "In which place each seat got rid of its cards.", seats, seats, lambda s: s.view.places
        ),
        one_seat("turn", "Whose turn it is.", seats, lambda s: s.view.turn),
        one_seat("source", "Whose cards are offered.", seats, lambda s: s.view.source),
        amount("draws", "How many cards have been drawn.", CAP, lambda s: s.view.draws),
    )


def _numbers(game: OldMaid) -> tuple[str, ...]:
    return tuple(map(str, sorted({NUMBER[card] for card in each(game.in_play())})))
