"""Mogeln as numbers."""

from __future__ import annotations

from itertools import combinations

from elfer.core.game import Move
from elfer.envs.fields import Field, amount, deeds, marks, one_seat, seat_amounts, seat_sets
from elfer.games.cheat.rules import CAP, Cheat
from elfer.games.cheat.state import Accepted, Claimed, Exposed, LastClaimed, Proven

VERSION = 1


def actions(game: Cheat, seats: int) -> tuple[Move, ...]:
    cards = game.deck(seats)
    return (*cards, *map("+".join, combinations(cards, 2)), "doubt", "accept")


def longest(_game: Cheat, seats: int) -> int:
    """Before each lay, everybody but its layer may be asked whether to doubt. CHE-4, CHE-10"""
    return CAP * seats


def fields(game: Cheat, seats: int) -> tuple[Field, ...]:
    deck = game.deck(seats)
    cards, said = len(deck), tuple(str(i) for i in range(1, game.counts_to(seats) + 1))
    return (
        marks("hand", "The own cards.", deck, lambda s: s.view.hands[s.seat]),
        marks("laid", "What oneself has laid on this pile.", deck, lambda s: s.view.laid[s.seat]),
        seat_sets(
            "excluded",
            "Cards that are not with a seat, in hand or on this pile, for all that one has seen.",
            seats,
            game.in_play(seats),
            lambda s: s.excluded[s.seat],
        ),
        marks(
            "says", "The number that the next lay will be said to be.", said, lambda s: (str(s.view.says),)
        ),
        one_seat("turn", "Whose turn it is.", seats, lambda s: s.view.turn),
        one_seat("layer", "Who laid last, while a pile lies.", seats, lambda s: s.view.layer),
        seat_amounts("sizes", "How many cards each hand should have.", seats, cards, lambda s: s.view.sizes),
        seat_amounts(
            "asked",
            "Who has yet to doubt or accept a last lay.",
            seats,
            1,
            lambda s: [seat in s.view.asked for seat in range(seats)],
        ),
        amount("pile", "How many cards the pile should have.", cards, lambda s: s.view.pile),
        amount("out", "How many cards have left the game.", cards, lambda s: s.view.out),
        amount("lays", "How many lays there were in this round.", CAP, lambda s: s.view.lays),
        deeds(seats, (Claimed, LastClaimed, Exposed, Proven, Accepted)),
    )
