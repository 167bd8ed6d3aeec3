"""Überall anschließen as numbers. Only the numbers of the cards matter, not their colours."""

from __future__ import annotations

from elfer.core.game import Move, Seat
from elfer.envs.fields import (
    Field,
    Seen,
    amount,
    deeds,
    marks,
    number,
    one_seat,
    seat_amounts,
    seat_marks,
)
from elfer.games.connect.rules import CAP, CARDS, Connect
from elfer.games.connect.state import CardTurned, Connected, KeptOpen, StoppCalled

VERSION = 2
NUMBERS = tuple(str(i) for i in range(1, 21))


def actions(game: Connect, seats: int) -> tuple[Move, ...]:
    stopp = ("stopp",) if game.attention else ()
    return ("reveal", "middle", *(f"pile {seat}" for seat in range(seats)), "own", *stopp)


def fields(_game: Connect, seats: int) -> tuple[Field, ...]:
    cards = CARDS.bit_count()
    numbers = tuple(map(str, range(seats)))
    return (
        marks("seat", "The own seat: piles are named by seats.", numbers, lambda s: (str(s.seat),)),
        marks("card", "The card turned up and not placed yet.", NUMBERS, lambda s: number(s.view.card)),
        marks("middle", "The top card of the middle.", NUMBERS, lambda s: number(s.view.middle)),
        seat_marks(
            "tops",
            "The top card of each open pile.",
            seats,
            NUMBERS,
            lambda s: list(map(number, s.view.tops)),
        ),
        amount("middle_size", "How many cards lie in the middle.", cards, lambda s: s.view.middle_size),
        seat_amounts("piles", "How many cards each open pile has.", seats, cards, lambda s: s.view.piles),
        seat_amounts("stacks", "How many cards each stack has.", seats, cards, lambda s: s.view.stacks),
        seat_amounts("ranks", "The rank of a seat without cards.", seats, seats, lambda s: s.view.ranks),
        one_seat("turn", "Whose turn it is.", seats, lambda s: s.view.turn),
        one_seat("placer", "Who placed the last card.", seats, lambda s: s.view.placer),
        one_seat("placed", "On whose pile it went; on none if it went to the middle.", seats, _placed),
        seat_amounts(
            "callers",
            "Who may call Stopp now.",
            seats,
            1,
            lambda s: [seat in s.view.callers for seat in range(seats)],
        ),
        amount(
            "idle", "How many cards were turned up since one went to the middle.", CAP, lambda s: s.view.idle
        ),
        deeds(seats, (CardTurned, Connected, KeptOpen, StoppCalled)),
    )


def _placed(seen: Seen) -> Seat | None:
    for step in reversed(seen.steps):
        for event in step.events:
            if isinstance(event, Connected):
                return event.pile
            if isinstance(event, KeptOpen):
                return event.seat
    return None
