"""The encoding of Die höchste Karte gewinnt."""

from __future__ import annotations

from elfer.core.game import Move
from elfer.envs.fields import Field, ViewFields
from elfer.games.highest.rules import NUMBERS, Highest
from elfer.games.highest.state import View

VERSION = 1


def actions(game: Highest, seats: int) -> tuple[Move, ...]:
    return game.deck(seats)


def fields(game: Highest, seats: int) -> tuple[Field, ...]:
    deck, numbers, field = game.deck(seats), tuple(map(str, NUMBERS)), ViewFields(View, seats)
    left = "The numbers each seat has left; another's card that lies face down is among them."
    return (
        field("hands", left, numbers),
        field.own("chosen", "One's own card that lies face down.", deck, of="chosen"),
        field("ready", "Who has laid a card face down."),
        field.last("The cards of the last trick.", numbers),
        field("taker", "Who took them."),
        field("aside", "The cards that the next winner takes too.", deck),
        field("won", "The cards each seat has won.", deck),
        field("trick", "How many tricks have been played.", len(NUMBERS)),
        field.own_seat("One's own seat: its colour is in the cards' names."),
    )
