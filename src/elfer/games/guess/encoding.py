"""The encoding of Ratefix."""

from __future__ import annotations

from elfer.core.game import Move
from elfer.envs.fields import Field, ViewFields, amount
from elfer.games.guess.rules import HIGHEST, STACK, Guess, possible_sums
from elfer.games.guess.state import View

VERSION = 1
NUMBERS = tuple(map(str, range(1, HIGHEST + 1)))


def actions(_game: Guess, seats: int) -> tuple[Move, ...]:
    return tuple(map(str, possible_sums(seats)))


def fields(game: Guess, seats: int) -> tuple[Field, ...]:
    deck, field = game.deck(seats), ViewFields(View, seats)
    return (
        field.own("card", "One's own card in the middle.", NUMBERS, of="cards"),
        field("guesses", "What each seat has guessed.", HIGHEST * seats),
        field("won", "The cards each seat has won.", deck),
        field.last("The cards turned up last.", NUMBERS),
        field("taker", "Who took them."),
        field("turn", "Whose turn it is."),
        amount("stacks", "How many cards each stack has.", STACK[seats], lambda s: s.view.stacks[0]),
    )
