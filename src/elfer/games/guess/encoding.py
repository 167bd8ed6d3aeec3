"""Ratefix as numbers."""

from __future__ import annotations

from elfer.core.game import Move
from elfer.envs.fields import Field, amount, marks, number, one_seat, seat_amounts, seat_marks
from elfer.games.guess.rules import HIGHEST, STACK, Guess

VERSION = 1
NUMBERS = tuple(str(i) for i in range(1, HIGHEST + 1))


def actions(_game: Guess, seats: int) -> tuple[Move, ...]:
    return tuple(str(guess) for guess in range(seats, HIGHEST * seats + 1))


def fields(game: Guess, seats: int) -> tuple[Field, ...]:
    deck, most = game.deck(seats), HIGHEST * seats
    return (
        marks("card", "The own card in the middle.", NUMBERS, lambda s: number(s.view.cards[s.seat])),
        seat_amounts("guesses", "What each seat has guessed.", seats, most, lambda s: s.view.guesses),
        seat_marks("won", "The cards each seat has won.", seats, deck, lambda s: s.view.won),
        seat_marks(
            "last",
            "The cards turned up last.",
            seats,
            NUMBERS,
            lambda s: [number(card) for card in s.view.last] or [None] * seats,
        ),
        one_seat("taker", "Who took them.", seats, lambda s: s.view.taker),
        one_seat("turn", "Whose turn it is.", seats, lambda s: s.view.turn),
        amount("stacks", "How many cards each stack has.", STACK[seats], lambda s: s.view.stacks[0]),
    )
