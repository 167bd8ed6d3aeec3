"""The encoding of Mogeln."""

from __future__ import annotations

from itertools import combinations

from elfer.core.game import Move
from elfer.envs.fields import Field, ViewFields, deeds, marks, seat_sets
from elfer.games.cheat.rules import CAP, Cheat
from elfer.games.cheat.state import Accepted, Claimed, Exposed, LastClaimed, Proven, View

VERSION = 1


def actions(game: Cheat, seats: int) -> tuple[Move, ...]:
    cards = game.deck(seats)
    return (*cards, *map("+".join, combinations(cards, 2)), "doubt", "accept")


def longest(_game: Cheat, seats: int) -> int:
    """Before each lay, all other seats may doubt. CHE-4, CHE-10"""
    return CAP * seats


def fields(game: Cheat, seats: int) -> tuple[Field, ...]:
    deck, field = game.deck(seats), ViewFields(View, seats)
    cards, said = len(deck), tuple(str(i) for i in range(1, game.counts_to(seats) + 1))
    elsewhere = "Cards that are not with a seat, in hand or on this pile, for all that one has seen."
    next_said = "The number that the next lay will be said to be."
    return (
        field.own("hand", "One's own cards.", deck),
        field.own("laid", "What oneself has laid on this pile.", deck, of="laid"),
        seat_sets("excluded", elsewhere, seats, game.in_play(seats), lambda s: s.excluded[s.seat]),
        marks("says", next_said, said, lambda s: (str(s.view.says),)),
        field("turn", "Whose turn it is."),
        field("layer", "Who laid last, while a pile lies."),
        field("sizes", "How many cards each hand should have.", cards),
        field("asked", "Who has yet to doubt or accept a last lay."),
        field("pile", "How many cards the pile should have.", cards),
        field("out", "How many cards have left the game.", cards),
        field("lays", "How many lays there were in this round.", CAP),
        deeds(seats, (Claimed, LastClaimed, Exposed, Proven, Accepted)),
    )
