"""Die höchste Karte gewinnt as numbers."""

from __future__ import annotations

from elfer.core.game import Move
from elfer.envs.fields import Field, amount, marks, number, one, one_seat, seat_amounts, seat_marks
from elfer.games.highest.rules import NUMBERS, Highest

VERSION = 1


def actions(game: Highest, seats: int) -> tuple[Move, ...]:
    return game.deck(seats)


def fields(game: Highest, seats: int) -> tuple[Field, ...]:
    deck, numbers = game.deck(seats), tuple(map(str, NUMBERS))
    return (
        seat_marks(
            "hands",
            "The numbers each seat has left; another's card that lies face down is among them.",
            seats,
            numbers,
            lambda s: [[card[1:] for card in hand] for hand in s.view.hands],
        ),
        marks("chosen", "The own card that lies face down.", deck, lambda s: one(s.view.chosen[s.seat])),
        seat_amounts("ready", "Who has laid a card face down.", seats, 1, lambda s: s.view.ready),
        seat_marks(
            "last",
            "The cards of the last trick.",
            seats,
            numbers,
            lambda s: [number(card) for card in s.view.last] or [None] * seats,
        ),
        one_seat("taker", "Who took them.", seats, lambda s: s.view.taker),
        marks("aside", "The cards that the next winner takes too.", deck, lambda s: s.view.aside),
        seat_marks("won", "The cards each seat has won.", seats, deck, lambda s: s.view.won),
        amount("trick", "How many tricks have been played.", len(NUMBERS), lambda s: s.view.trick),
        marks(
            "seat",
            "The own seat: its colour is in the cards' names.",
            _seats(seats),
            lambda s: (str(s.seat),),
        ),
    )


def _seats(seats: int) -> tuple[str, ...]:
    return tuple(map(str, range(seats)))
