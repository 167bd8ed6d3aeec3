"""A small game with two faults about hidden cards that can be switched on, for the laws to catch."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from elfer.core.cards import BIT, Cards, Fields, each, names, row, union
from elfer.core.chance import Chance
from elfer.core.game import Event, Game, Move, Result, Seat, State, View, replaced_at, seen_hands

LAST_TURN = 40


class Shown(Event, frozen=True):
    """A seat has shown a card of its hand, and put it back."""

    seat: Seat
    card: str


class ShowState(State, frozen=True):
    turn: Seat
    hands: tuple[Cards, ...]
    known: tuple[Fields, ...]
    """The cards that each seat has shown."""
    stock: Cards = 0
    turns: int = 0


class ShowView(View, frozen=True):
    seat: Seat | None
    turn: Seat
    hands: tuple[tuple[str, ...] | None, ...]
    moves: tuple[Move, ...]
    over: bool


class Show(Game[ShowState, ShowView], frozen=True):
    """Show a card of your hand, turn after turn; with `jumps` also out of turn, if it is low."""

    id: ClassVar[str] = "show"
    title: ClassVar[str] = "Show"
    seats: ClassVar[range] = range(3, 4)

    forgets: bool = False
    """Whether `imagine` ignores what was shown."""
    jumps: bool = False
    """Whether a seat that holds a 1 may act out of turn."""

    def blank(self, seats: int) -> ShowState:
        return ShowState(0, (0,) * seats, (0,) * seats)

    def deal(self, seats: int, rng: Chance) -> ShowState:
        cards = rng.shuffled(each(row(0) | row(1)))
        hands = tuple(union(cards[5 * seat : 5 * seat + 5]) for seat in range(seats))
        return replace(self.blank(seats), hands=hands, stock=union(cards[5 * seats :]))

    def actors(self, state: ShowState) -> tuple[Seat, ...]:
        if state.turns == LAST_TURN:
            return ()
        low = [s for s, hand in enumerate(state.hands) if self.jumps and hand & BIT["R1"]]
        return tuple(sorted({state.turn, *low}))

    def awaited(self, state: ShowState) -> tuple[Seat, ...]:
        return self.actors(state) and (state.turn,)

    def moves(self, state: ShowState, seat: Seat) -> tuple[Move, ...]:
        if seat not in self.actors(state):
            return ()
        return names(state.hands[seat]) if seat == state.turn else ("R1",)

    def play(self, state: ShowState, seat: Seat, move: Move) -> tuple[ShowState, tuple[Event, ...]]:
        known = replaced_at(state.known, seat, state.known[seat] | BIT[move])
        turn = (state.turn + (seat == state.turn)) % len(state.hands)
        after = replace(state, turn=turn, known=known, turns=state.turns + 1)
        return after, (Shown(seat, move), *self.closing(after))

    def view(self, state: ShowState, seat: Seat | None, *, open: bool = False) -> ShowView:
        over = not self.actors(state)
        hands = seen_hands(state.hands, seat, over or open)
        return ShowView(seat, state.turn, hands, self.offered(state, seat), over)

    def imagine(self, state: ShowState, seat: Seat | None, rng: Chance) -> ShowState:
        kept = [
            hand if s == seat else 0 if self.forgets else hand & state.known[s]
            for s, hand in enumerate(state.hands)
        ]
        cards = rng.shuffled(each((union(state.hands) | state.stock) & ~union(kept)))
        hands = []
        for hand, own in zip(state.hands, kept, strict=True):
            count = (hand & ~own).bit_count()
            hands.append(own | union(cards[:count]))
            del cards[:count]
        return replace(state, hands=tuple(hands), stock=union(cards))

    def result(self, state: ShowState) -> Result | None:
        return None if self.actors(state) else Result.of([0] * len(state.hands), "played")
