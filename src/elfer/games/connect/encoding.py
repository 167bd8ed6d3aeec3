"""The encoding of Überall anschließen. Only the numbers of the cards matter, not their colours."""

from __future__ import annotations

from elfer.core.game import Move, Seat
from elfer.envs.fields import Field, ObservationSource, ViewFields, deeds, one_seat
from elfer.games.connect.rules import CAP, CARDS, Connect
from elfer.games.connect.state import CardTurned, Connected, KeptOpen, StoppCalled, View

VERSION = 2
NUMBERS = tuple(str(i) for i in range(1, 21))


def actions(game: Connect, seats: int) -> tuple[Move, ...]:
    stopp = ("stopp",) if game.attention else ()
    return ("reveal", "middle", *(f"pile {seat}" for seat in range(seats)), "own", *stopp)


def fields(_game: Connect, seats: int) -> tuple[Field, ...]:
    cards, field = CARDS.bit_count(), ViewFields(View, seats)
    return (
        field.own_seat("One's own seat: piles are named by seats."),
        field("card", "The card turned up and not placed yet.", NUMBERS),
        field("middle", "The top card of the middle.", NUMBERS),
        field("tops", "The top card of each open pile.", NUMBERS),
        field("middle_size", "How many cards lie in the middle.", cards),
        field("piles", "How many cards each open pile has.", cards),
        field("stacks", "How many cards each stack has.", cards),
        field("ranks", "The rank of a seat without cards.", seats),
        field("turn", "Whose turn it is."),
        field("placer", "Who placed the last card."),
        one_seat("placed", "On whose pile it went; on none if it went to the middle.", seats, _placed),
        field("callers", "Who may call Stopp now."),
        field("idle", "How many cards were turned up since one went to the middle.", CAP),
        deeds(seats, (CardTurned, Connected, KeptOpen, StoppCalled)),
    )


def _placed(seen: ObservationSource) -> Seat | None:
    for step in reversed(seen.steps):
        for event in step.events:
            if isinstance(event, Connected):
                return event.pile
            if isinstance(event, KeptOpen):
                return event.seat
    return None
