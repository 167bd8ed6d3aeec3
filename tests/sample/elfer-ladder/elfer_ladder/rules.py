"""Ladder: rung upon rung, each higher than the last, while others knock off yours.

Data sheet: 2 to 4 seats; 44 cards, 1 to 11 in four colours; three to seven in hand; a point for every rung.
"""

from __future__ import annotations

from itertools import islice
from typing import ClassVar, Literal

from elfer.core.cards import BIT, NAME, NUMBER, Card, Cards, Pile, each, names, rows, union
from elfer.core.chance import Chance
from elfer.core.events import Drew
from elfer.core.game import Event, Game, Move, Result, Seat, replaced_at, seen_hands
from elfer.core.options import First, starting_seat
from elfer.core.refusals import IllegalMove
from msgspec.structs import replace

from elfer_ladder.state import Climbed, Dropped, Fell, State, View

DECK = rows(range(1, 12))  # LAD-1
DROP = "drop "


class Ladder(Game[State, View], frozen=True):
    """The longest ladder wins."""

    id: ClassVar[str] = "ladder"
    title: ClassVar[str] = "Ladder"
    seats: ClassVar[range] = range(2, 5)

    first: First = 0
    motley: bool = False  # LAD-7
    hand: Literal[3, 5, 7] = 5  # LAD-1

    def blank(self, seats: int) -> State:
        return State(turn=0, hands=(0,) * seats, ladders=((),) * seats, dropped=(0,) * seats)

    def deal(self, seats: int, rng: Chance) -> State:
        cards = rng.shuffled(each(DECK))
        size = self.hand
        hands = tuple(union(cards[seat * size : (seat + 1) * size]) for seat in range(seats))  # LAD-1
        stock = tuple(cards[seats * size :])
        turn = starting_seat(self.first, seats, rng)
        return replace(self.blank(seats), turn=turn, hands=hands, stock=stock)

    def actors(self, state: State) -> tuple[Seat, ...]:
        return (state.turn,) if state.hands[state.turn] else ()  # LAD-6

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        if seat not in self.actors(state):
            return ()
        hand = state.hands[seat]
        rungs = (card for card in each(hand) if self._fits(card, state.ladders[seat]))
        return (*(NAME[card] for card in rungs), *(DROP + name for name in names(hand)))  # LAD-2, LAD-4

    def _fits(self, card: Card, ladder: Pile) -> bool:
        """Whether a card can be the next rung."""
        if not ladder:
            return True
        higher = NUMBER[card] > NUMBER[ladder[0]]  # LAD-2
        return higher and not (self.motley and _colour(card) == _colour(ladder[0]))  # LAD-7

    def play(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
        card = BIT[move.removeprefix(DROP)]
        left = replace(state, hands=replaced_at(state.hands, seat, state.hands[seat] & ~card))
        after, done = (_drop if move.startswith(DROP) else _climb)(left, seat, card)
        after, drawn = _next_turn(after, seat)
        return after, (*done, *drawn, *self.closing(after))

    def result(self, state: State) -> Result | None:
        if self.actors(state):
            return None
        return Result.of([len(ladder) for ladder in state.ladders], "played")  # LAD-6

    def explain(self, state: State, seat: Seat, move: Move) -> IllegalMove:
        card = BIT.get(move.removeprefix(DROP), 0)
        if not card & DECK:
            return IllegalMove("unknown_move", move=move, moves=self.moves(state, seat))
        if not card & state.hands[seat]:
            return IllegalMove("ladder_not_held", card=NAME[card])
        top = state.ladders[seat][0]
        code = "ladder_colour" if NUMBER[card] > NUMBER[top] else "ladder_low"
        return IllegalMove(code, card=NAME[card], top=NAME[top])

    # What a seat may know.

    def view(self, state: State, seat: Seat | None, *, open: bool = False) -> View:
        over = not self.actors(state)
        return View(
            seat=seat,
            turn=state.turn,
            hands=seen_hands(state.hands, seat, open or over),
            sizes=tuple(hand.bit_count() for hand in state.hands),
            ladders=tuple(tuple(NAME[card] for card in ladder) for ladder in state.ladders),
            dropped=seen_hands(state.dropped, seat, open or over),  # LAD-4
            fallen=names(state.fallen),
            stock=len(state.stock),
            moves=self.offered(state, seat),
            over=over,
        )

    def imagine(self, state: State, seat: Seat | None, rng: Chance) -> State:
        """A seat knows its hand, what it has put away and all that lies open; the rest is dealt at random."""
        own = 0 if seat is None else state.hands[seat] | state.dropped[seat]
        lying = state.fallen | union(card for ladder in state.ladders for card in ladder)
        unseen = iter(rng.shuffled(each(DECK & ~own & ~lying)))

        def dealt(piles: tuple[Cards, ...]) -> tuple[Cards, ...]:
            return tuple(
                pile if other == seat else union(islice(unseen, pile.bit_count()))
                for other, pile in enumerate(piles)
            )

        return replace(state, hands=dealt(state.hands), dropped=dealt(state.dropped), stock=tuple(unseen))


def _colour(card: Card) -> str:
    return NAME[card][0]


def _climb(state: State, seat: Seat, card: Card) -> tuple[State, tuple[Event, ...]]:
    """Lay a rung; the other ladders' top rungs of the same number fall off. LAD-3"""
    falls = {
        other: ladder[0]
        for other, ladder in enumerate(state.ladders)
        if other != seat and ladder and NUMBER[ladder[0]] == NUMBER[card]
    }
    ladders = tuple(ladder[1:] if other in falls else ladder for other, ladder in enumerate(state.ladders))
    after = replace(
        state,
        ladders=replaced_at(ladders, seat, (card, *ladders[seat])),
        fallen=state.fallen | union(falls.values()),
    )
    return after, (Climbed(seat, NAME[card]), *(Fell(other, NAME[rung]) for other, rung in falls.items()))


def _drop(state: State, seat: Seat, card: Card) -> tuple[State, tuple[Event, ...]]:
    """Put a card away face down. LAD-4"""
    dropped = replaced_at(state.dropped, seat, state.dropped[seat] | card)
    return replace(state, dropped=dropped), (Dropped(seat, NAME[card]),)


def _next_turn(state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    """Fill up the hand while the stock lasts; then it is the left neighbour's turn. LAD-5"""
    after = replace(state, turn=(seat + 1) % len(state.hands))
    if not state.stock:
        return after, ()
    card, *stock = state.stock
    hands = replaced_at(state.hands, seat, state.hands[seat] | card)
    return replace(after, hands=hands, stock=tuple(stock)), (Drew(seat, (NAME[card],)),)
