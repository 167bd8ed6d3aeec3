"""Schwarzer Peter: cards are drawn from the neighbour, pairs go away, and one card has no twin."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import ClassVar

from msgspec.structs import replace

from elfer.core.beliefs import Belief
from elfer.core.cards import COLOURS, LANE, NAME, NUMBER, Card, Cards, each, names, row, union
from elfer.core.chance import Chance
from elfer.core.game import Event, Game, Move, Result, Seat, replaced_at, seen_hands
from elfer.core.options import Colour, First, starting_seat
from elfer.core.refusals import IllegalMove
from elfer.core.texts import Words
from elfer.games.old_maid.beliefs import deal_unpaired
from elfer.games.old_maid.state import DrewFrom, PeterKnown, State, View

ROWS_FROM = tuple(range(0, 4 * LANE, LANE))
ROW = (1 << LANE) - 1
EVERY_ROW = sum(1 << colour for colour in ROWS_FROM)
"""The numbers of the first row times this are the same numbers of every row."""
DRAWS = tuple(f"draw {place}" for place in range(1, 41))
CAP = 1000
"""The number of draws at which the round ends. OLD-4"""


def pairs_in(hand: Cards) -> Cards:
    """The cards of a hand that have their twin there. OLD-2"""
    numbers = twice = 0
    for colour in ROWS_FROM:
        row = hand >> colour & ROW
        twice |= numbers & row
        numbers |= row
    return hand & twice * EVERY_ROW


@cache
def _in_play(short: bool, colours: tuple[Colour, Colour]) -> Cards:
    """The cards of both colours. OLD-1"""
    return union(row(COLOURS.index(colour), range(1, 17 if short else 21)) for colour in colours)


@cache
def _twin_bits(colours: tuple[Colour, Colour]) -> int:
    """The number of bits between a card and its twin."""
    one, other = map(COLOURS.index, colours)
    return abs(other - one) * LANE


class OldMaid(Game[State, View], frozen=True):
    """The seat left with the Schwarze Peter loses."""

    id: ClassVar[str] = "old-maid"
    title: ClassVar[str] = "Schwarzer Peter"
    seats: ClassVar[range] = range(2, 7)

    short: bool = False  # OLD-1
    first: First = 0  # OLD-3
    colours: tuple[Colour, Colour] = ("red", "blue")  # OLD-1

    def in_play(self) -> Cards:
        return _in_play(self.short, self.colours)

    def blank(self, seats: int) -> State:
        none = (0,) * seats
        nothing = ((Belief(),) * (seats + 1),) * seats
        return State(0, none, pairs=none, places=none, excluded=nothing)

    def deal(self, seats: int, rng: Chance) -> State:
        first = starting_seat(self.first, seats, rng)
        aside, *cards = rng.shuffled(each(self.in_play()))  # OLD-1
        # GEN-5: the extra cards go to the seats from `first` on
        hands = tuple(union(cards[(seat - first) % seats :: seats]) for seat in range(seats))
        pairs = tuple(map(pairs_in, hands))  # OLD-2
        left = tuple(hand & ~laid for hand, laid in zip(hands, pairs, strict=True))
        state = replace(self.blank(seats), hands=left, aside=aside, pairs=pairs, chance=rng.branch().mark())
        return replace(state, turn=self._from(state, first))

    def _from(self, state: State, seat: Seat) -> Seat:
        """The first seat from this one on that has cards; the others are skipped. OLD-3"""
        hands, around = state.hands, seat
        while not hands[around]:
            around = (around + 1) % len(hands)
            if around == seat:
                break
        return around

    def _over(self, state: State) -> bool:
        """Only the Schwarze Peter is left, or the cap is reached. OLD-4"""
        return state.hands.count(0) > len(state.hands) - 2 or state.draws >= CAP

    def actors(self, state: State) -> tuple[Seat, ...]:
        return () if self._over(state) else (self._from(state, state.turn),)

    def _source(self, state: State) -> Seat:
        """The seat whose cards are offered: the nearest to the left that has any. OLD-3"""
        return self._from(state, (self._from(state, state.turn) + 1) % len(state.hands))

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        if self._over(state) or seat != self._from(state, state.turn):
            return ()
        return DRAWS[: state.hands[self._source(state)].bit_count()]

    def play(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
        source, place = self._source(state), int(move.split()[1])
        rng = Chance(*state.chance)
        card = rng.shuffled(each(state.hands[source]))[place - 1]  # OLD-5
        pair = pairs_in(state.hands[seat] | card)  # OLD-2
        left = list(state.hands)
        left[source] &= ~card
        left[seat] = (left[seat] | card) & ~pair
        hands, pairs, places = tuple(left), state.pairs, state.places
        emptied = tuple([s for s in (source, seat) if not hands[s]])  # OLD-4: the drawn-from first
        for s in emptied:
            places = replaced_at(places, s, max(places) + 1)
        if pair:
            pairs, excluded = replaced_at(pairs, seat, pairs[seat] | pair), state.excluded
        else:
            excluded = self._moved(state, seat, source, card)
        turn, draws = (seat + 1) % len(hands), state.draws + 1
        after = State(turn, hands, state.aside, pairs, places, draws, excluded, rng.mark())
        if not hands[turn]:
            after = replace(after, turn=self._from(after, turn))
        drew = DrewFrom(seat, source, NAME[card], names(pair) or None, emptied, self._over(after))
        return after, (drew, *self._outcome(after, drew))

    def _outcome(self, state: State, drew: DrewFrom) -> tuple[Event, ...]:
        """The event after a draw, if any; there is always one with three cards left. OLD-4"""
        if drew.over:
            return self.closing(state)
        left = sum(map(int.bit_count, state.hands))
        return (PeterKnown(drew.seat),) if left == 3 and not drew.pair else ()

    def _moved(self, state: State, seat: Seat, source: Seat, card: Card) -> tuple[tuple[Belief, ...], ...]:
        """The knowledge of each seat once a card has gone from hand to hand and stayed there.

        The two know where it is, and that its twin is in neither hand. To the others, any card that may have
        been at the source may be here now, if its twin may be in a third place.
        """
        excluded, twin = [], self._twins(card)
        for knower, known in enumerate(state.excluded):
            here = known[seat].tracked
            if knower in (seat, source):
                row = [belief if belief.tracked & card else belief.without(card) for belief in known]
                row[seat] = Belief(here & ~card).without(twin)
                row[source] = row[source].without(twin)
                known = tuple(row)
            elif here & ~known[source].tracked:
                third = state.hands[knower]
                for s, hand in enumerate((*state.hands, state.aside)):
                    if hand and s not in (seat, source, knower):
                        third |= ~known[s].tracked
                moved = self._twins(third & self.in_play()) & ~known[source].tracked
                known = replaced_at(known, seat, Belief(here & ~moved))
            excluded.append(known)
        return tuple(excluded)

    def _twins(self, cards: Cards) -> Cards:
        """The cards of the same numbers in the other colour."""
        bits = _twin_bits(self.colours)
        return (cards << bits | cards >> bits) & self.in_play()

    def result(self, state: State) -> Result | None:
        if not self._over(state):
            return None
        order = [self._standing(state, seat) for seat in range(len(state.hands))]
        beaten = [sum(other > own for other in order) for own in order]
        return Result.of(beaten, "cap" if sum(map(bool, state.hands)) > 1 else "old_maid")

    def _standing(self, state: State, seat: Seat) -> tuple[bool, bool, int]:
        """The rank key of a seat: the Peter is last, then come other cards, then the places. OLD-4"""
        hand = state.hands[seat]
        peter = any(NUMBER[card] == NUMBER.get(state.aside) for card in each(hand))
        return peter, bool(hand), state.places[seat]

    # What a seat may know.

    def explain(self, state: State, seat: Seat, move: Move) -> IllegalMove:
        moves = self.moves(state, seat)
        return IllegalMove("old_maid_draw", move=move, count=len(moves), source=self._source(state))

    def say(self, move: Move, words: Words) -> str:
        return words.say("move.old_maid_card", place=move.removeprefix("draw "))

    def view(self, state: State, seat: Seat | None, *, open: bool = False) -> View:
        over = self._over(state)
        return View(  # by position, in the order of its fields: that is many times as fast
            seat,
            self._from(state, state.turn),
            self._source(state),
            seen_hands(state.hands, seat, over or open),
            tuple(map(int.bit_count, state.hands)),
            tuple(map(_numbers, state.pairs)),
            state.places,
            state.draws,
            NAME[state.aside] if over and state.aside else None,
            self.offered(state, seat),
            over,
        )

    def imagine(self, state: State, seat: Seat | None, rng: Chance) -> State:
        """The unseen cards dealt so that no hand holds a pair, and none is where it cannot be."""
        if self._over(state):
            return state
        seats = len(state.hands)
        nothing = (Belief(),) * (seats + 1)
        known = nothing if seat is None else state.excluded[seat]
        places = (*state.hands, state.aside)
        hidden = [s for s in range(seats + 1) if s != seat]
        dealt = deal_unpaired(
            union(places[s] for s in hidden),
            [places[s].bit_count() for s in hidden],
            [known[s].tracked for s in hidden],
            rng,
        )
        places = tuple(dealt.pop(0) if s in hidden else cards for s, cards in enumerate(places))
        return replace(
            state,
            hands=places[:seats],
            aside=places[seats],
            excluded=tuple(known if s == seat else nothing for s in range(seats)),
            chance=rng.branch().mark(),
        )


@lru_cache(maxsize=1 << 12)
def _numbers(laid: Cards) -> tuple[int, ...]:
    """The numbers on these cards, each once."""
    return tuple(sorted({NUMBER[card] for card in each(laid)}))
