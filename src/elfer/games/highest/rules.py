"""Die höchste Karte gewinnt: all lay a card in secret, and the single highest takes them."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from elfer.core.cards import BIT, NAME, NUMBER, Cards, Pile, each, names, row, union
from elfer.core.chance import Chance
from elfer.core.game import Event, Game, Move, Result, Seat, replaced_at
from elfer.core.refusals import BadInput, IllegalMove
from elfer.games.highest.state import Chose, State, TrickShown, View

NUMBERS = range(1, 12)


def colour_of(seat: Seat) -> Cards:
    """The cards of a seat. HIG-1"""
    return row(seat, NUMBERS)


class TrickCount(NamedTuple):
    """The cards that the tricks so far brought each seat."""

    won: list[Cards]
    aside: Cards
    """The cards that the next winner takes too."""
    taker: Seat | None
    """The winner of the last trick."""


def tally(played: tuple[Pile, ...]) -> TrickCount:
    """The winners of the tricks so far, and the cards that lie aside."""
    won, aside, taker = [0] * len(played), 0, None
    for trick in zip(*played, strict=True):
        numbers = [NUMBER[card] for card in trick]
        aside |= union(trick)  # HIG-3
        single = numbers.count(max(numbers)) == 1
        taker = numbers.index(max(numbers)) if single else None
        if taker is not None:  # HIG-2
            won[taker] |= aside
            aside = 0
    return TrickCount(won, aside, taker)


class Highest(Game[State, View], frozen=True):
    """The same numbers for all, and one secret choice after the other."""

    id: ClassVar[str] = "highest"
    title: ClassVar[str] = "The highest card wins"
    seats: ClassVar[range] = range(2, 5)

    def check_position(self, state: State) -> None:
        for seat, cards in enumerate(state.played):
            foreign = (state.hands[seat] | state.chosen[seat] | union(cards)) & ~colour_of(seat)
            if foreign:
                raise BadInput("highest_colour", seat=seat, cards=names(foreign))
        if len({len(pile) for pile in state.played}) > 1:
            raise BadInput("highest_tricks")
        if all(state.chosen) or any(cards.bit_count() > 1 for cards in state.chosen):
            raise BadInput("highest_chosen")

    def blank(self, seats: int) -> State:
        return State((0,) * seats, (0,) * seats, ((),) * seats)

    def deal(self, seats: int, rng: Chance) -> State:
        return replace(self.blank(seats), hands=tuple(map(colour_of, range(seats))))  # HIG-1

    def actors(self, state: State) -> tuple[Seat, ...]:
        return tuple(s for s, hand in enumerate(state.hands) if hand and not state.chosen[s])  # HIG-2

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        return names(state.hands[seat]) if seat in self.actors(state) else ()

    def play(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
        card = BIT[move]
        hands = replaced_at(state.hands, seat, state.hands[seat] & ~card)
        chosen = replaced_at(state.chosen, seat, card)
        if not all(chosen):
            return replace(state, hands=hands, chosen=chosen), (Chose(seat, move),)
        played = tuple((*pile, own) for pile, own in zip(state.played, chosen, strict=True))
        after = State(hands, (0,) * len(hands), played)
        shown = self._shown(state, after)
        return after, (Chose(seat, move), shown, *self.closing(after))

    def _shown(self, before: State, after: State) -> TrickShown:
        cards = tuple(NAME[pile[-1]] for pile in after.played)
        taker = tally(after.played).taker
        count = len(cards) + tally(before.played).aside.bit_count()
        if taker is not None:
            return TrickShown(cards, taker, count)
        return TrickShown(cards, None, 0, None if any(after.hands) else count)  # HIG-4

    def result(self, state: State) -> Result | None:
        if any(state.hands) or any(state.chosen):
            return None
        won = tally(state.played).won  # HIG-4: what lies aside counts for no seat
        return Result.of([cards.bit_count() for cards in won], "played")  # HIG-5

    # What a seat may know.

    def explain(self, state: State, seat: Seat, move: Move) -> IllegalMove:
        card = BIT.get(move, 0)
        if card & union(state.played[seat]):
            return IllegalMove("highest_played", move=move, moves=self.moves(state, seat))
        if card & union(map(colour_of, range(len(state.hands)))):
            return IllegalMove("not_in_hand", move=move)
        return IllegalMove("unknown_move", move=move, moves=self.moves(state, seat))

    def view(self, state: State, seat: Seat | None, *, open: bool = False) -> View:
        count = tally(state.played)
        seen = [card if open or s == seat else 0 for s, card in enumerate(state.chosen)]
        shown = (hand | card & ~own for hand, card, own in zip(state.hands, state.chosen, seen, strict=True))
        return View(  # by position, in the order of its fields: that is many times as fast
            seat,
            tuple(map(names, shown)),
            tuple(NAME.get(card) for card in seen),
            tuple(map(bool, state.chosen)),
            tuple(NAME[pile[-1]] for pile in state.played if pile),
            count.taker,
            names(count.aside),
            tuple(map(names, count.won)),
            len(state.played[0]),
            self.offered(state, seat),
            self.result(state) is not None,
        )

    def imagine(self, state: State, seat: Seat | None, rng: Chance) -> State:
        """All is known but what the others have laid face down: any card of their hands. HIG-2"""
        hands, chosen = state.hands, state.chosen
        for other, card in enumerate(state.chosen):
            if card and other != seat:
                hand = state.hands[other] | card
                laid = rng.shuffled(each(hand))[0]
                hands, chosen = replaced_at(hands, other, hand & ~laid), replaced_at(chosen, other, laid)
        return replace(state, hands=hands, chosen=chosen)
