"""Zweikampf: both turn up their top card, and the higher one takes all cards turned up."""

from __future__ import annotations

from itertools import chain, islice
from typing import ClassVar

from msgspec.structs import replace

from elfer.core.cards import COLOURS, NAME, NUMBER, each, row
from elfer.core.chance import Chance
from elfer.core.game import Event, Game, Move, Result, Seat, replaced_at
from elfer.core.options import Colour
from elfer.core.refusals import BadInput
from elfer.games.duel.state import Compared, StackRenewed, State, View

CAP = 2000  # DUE-4


class Duel(Game[State, View], frozen=True):
    """Pure luck, for two."""

    id: ClassVar[str] = "duel"
    title: ClassVar[str] = "Duel"
    seats: ClassVar[range] = range(2, 3)

    to_the_end: bool = False  # DUE-4
    colours: tuple[Colour, Colour] = ("red", "blue")  # DUE-1

    def check_position(self, state: State) -> None:
        if len(state.open[0]) != len(state.open[1]):
            raise BadInput("duel_open")

    def blank(self, seats: int) -> State:
        return State(((), ()))

    def deal(self, seats: int, rng: Chance) -> State:
        cards = tuple(rng.shuffled(each(sum(row(COLOURS.index(colour)) for colour in self.colours))))
        half = len(cards) // 2
        return State((cards[:half], cards[half:]))  # DUE-1

    def actors(self, state: State) -> tuple[Seat, ...]:
        return () if self.result(state) else (0, 1)

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        return ("reveal",) if seat in self.actors(state) else ()

    def play(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
        """Either seat's `reveal` turns up both cards. DUE-2"""
        before = self._ready(state)
        one, other = before.hands
        first, second = one[0], other[0]
        stacks, piles = (one[1:], other[1:]), ((*before.open[0], first), (*before.open[1], second))
        after = State(stacks, piles, before.won, before.turned, state.comparisons + 1)
        taker = _taker(after)
        undecided = True if taker is None and self.result(after) else None
        taken = 0 if taker is None else 2 * len(piles[0])
        compared = Compared((NAME[first], NAME[second]), taker, taken, undecided)
        if all(state.hands) and all(stacks) and not self.to_the_end:
            return after, (compared,)
        renewed = (StackRenewed(s, len(before.hands[s])) for s in (0, 1) if not state.hands[s])
        return after, (*renewed, compared, *self.closing(after))

    def _ready(self, state: State) -> State:
        """The state in which the next cards are turned up: used-up stacks replaced by the won cards. DUE-4"""
        state = _gathered(state)
        if not self.to_the_end:
            return state
        for seat in (0, 1):
            if not state.hands[seat]:
                state = replace(
                    state,
                    hands=replaced_at(state.hands, seat, state.won[seat]),
                    won=replaced_at(state.won, seat, ()),
                    turned=replaced_at(state.turned, seat, True),
                )
        return state

    def result(self, state: State) -> Result | None:
        if all(state.hands) and not (self.to_the_end and state.comparisons >= CAP):
            return None
        ready = self._ready(state)
        able = [bool(stack) for stack in ready.hands]
        cards = [len(pile) for pile in ready.won]
        if not self.to_the_end:
            return None if all(able) else Result.of(cards, "played")  # DUE-3
        cards = [len(stack) + count for stack, count in zip(ready.hands, cards, strict=True)]
        if all(able):
            return Result.of(cards, "cap") if state.comparisons >= CAP else None
        if not ready.open[0]:
            return Result.of(cards, "duel_all")  # DUE-4
        if any(able):  # who can still turn up a card takes those of the tie, and so has all: DUE-4
            cards[able.index(True)] += 2 * len(ready.open[0])
        return Result.of(cards, "duel_tie")

    # What a seat may know.

    def view(self, state: State, seat: Seat | None, *, open: bool = False) -> View:
        gathered = _gathered(state)
        return View(  # by position, in the order of its fields: that is many times as fast
            seat,
            tuple([tuple(map(NAME.__getitem__, pile)) for pile in state.open]),
            _taker(state),
            tuple(map(len, state.hands)),
            tuple([tuple(map(NAME.__getitem__, pile)) for pile in gathered.won]),
            state.comparisons,
            self.to_the_end,
            self.offered(state, seat),
            self.result(state) is not None,
        )

    def imagine(self, state: State, seat: Seat | None, rng: Chance) -> State:
        """Stacks as dealt are unknown to all; stacks of won cards are known to all. DUE-4"""
        unknown = [s for s in (0, 1) if not state.turned[s]]
        unseen = iter(rng.shuffled(sorted(card for s in unknown for card in state.hands[s])))
        hands = tuple(
            tuple(islice(unseen, len(hand))) if s in unknown else hand for s, hand in enumerate(state.hands)
        )
        return replace(state, hands=hands)


def _taker(state: State) -> Seat | None:
    """The seat with the higher of the cards turned up last. DUE-2"""
    if not state.open[0]:
        return None
    mine, other = NUMBER[state.open[0][-1]], NUMBER[state.open[1][-1]]
    return None if mine == other else int(other > mine)


def _gathered(state: State) -> State:
    """Decided cards go down pair by pair in the order of turning up, the winner's first. DUE-4"""
    taker = _taker(state)
    if taker is None:
        return state
    pairs = zip(state.open[taker], state.open[1 - taker], strict=True)
    won = state.won[taker] + tuple(chain.from_iterable(pairs))
    gathered = (won, state.won[1]) if taker == 0 else (state.won[0], won)
    return State(state.hands, ((), ()), gathered, state.turned, state.comparisons)
