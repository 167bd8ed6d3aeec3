"""Schnipp Schnapp: cards are turned up, and the first seat to call two equal ones takes them."""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import ClassVar

from msgspec.structs import replace

from elfer.core.beliefs import Belief
from elfer.core.cards import NAME, each, names, rows
from elfer.core.chance import Chance
from elfer.core.game import TABLE, Event, Game, Move, Result, RoundOver, Seat, replaced_at, seen_hands
from elfer.core.options import First, starting_seat
from elfer.core.refusals import BadInput, IllegalMove
from elfer.games.snap.calls import calls, late_next, resolve
from elfer.games.snap.state import (
    SAME,
    AllFlipped,
    CalledOut,
    Flipped,
    LookedThrough,
    State,
    View,
    as_set,
    has_cards,
    imagined_stacks,
    in_order,
    numbers_of,
    quartets_in,
    revealed,
    turn_up,
)

CALLS = ("schnapp", "schnipp")
WINDOW_MS = 80  # SNA-6
COUNTDOWN_MS = 3000
"""How long *3 – 2 – 1 – go* takes. SNA-11"""
ALONE_MS = 1500
"""How long the table waits for calls before the only seat with cards turns up the next one. SNA-9"""
CAP = 3000
"""The number of cards turned up at which the round ends. SNA-9"""


class Snap(Game[State, View], frozen=True):
    """A game of reaction: all may call at any time, once for each card turned up."""

    id: ClassVar[str] = "snap"
    title: ClassVar[str] = "Schnipp Schnapp"
    seats: ClassVar[range] = range(2, 7)
    version: ClassVar[int] = 3

    together: bool = False  # SNA-11
    first: First = 0  # GEN-4

    def blank(self, seats: int) -> State:
        none = (0,) * seats
        return State(
            turn=0,
            hands=((),) * seats,
            piles=((),) * seats,
            quartets=none,
            schnapp=none,
            schnipp=none,
            called=(False,) * seats,
            known=none,
            excluded=(Belief(),) * seats,
        )

    def check_position(self, state: State) -> None:
        for quartets in state.quartets:
            if quartets_in((quartets,)) != quartets:
                raise BadInput("snap_quartets", cards=names(quartets))
        window = calls(state)
        places = sorted(at for at in (*state.schnapp, *state.schnipp) if at)
        callers = {seat for seat, _ in window if state.called[seat]}
        if places != list(range(1, len(window) + 1)) or len(callers) != len(window):
            raise BadInput("snap_calls")

    def deal(self, seats: int, rng: Chance) -> State:
        first = starting_seat(self.first, seats, rng)
        cards = rng.shuffled(each(rows()))
        # GEN-5: the extra cards go to the seats from `first` on
        dealt = [cards[(seat - first) % seats :: seats] for seat in range(seats)]
        quartets, excluded = tuple(map(quartets_in, dealt)), (Belief(),) * seats  # SNA-1
        for seat, four in enumerate(quartets):
            excluded = revealed(excluded, seat, four)
        hands = tuple(
            tuple(card for card in own if not card & four) for own, four in zip(dealt, quartets, strict=True)
        )
        chance, blank = rng.branch().mark(), self.blank(seats)
        return replace(blank, turn=first, hands=hands, quartets=quartets, excluded=excluded, chance=chance)

    # Who may do what.

    def _over(self, state: State) -> bool:
        return _ended(state, _seats_left(state))

    def _table_turns_up(self, state: State) -> bool:
        """Whether the table says when to turn up: where all do, or only one seat has cards. SNA-11, SNA-9"""
        return self.together or _seats_left(state) == 1

    def _waited(self, state: State) -> Seat | None:
        """The seat that play waits for; none once the round is over."""
        left = _seats_left(state)
        if _ended(state, left):
            return None
        return TABLE if self.together or left == 1 or calls(state) else self._next(state)

    def _next(self, state: State) -> Seat:
        """The seat that turns up the next card; seats without cards are out for now. SNA-8, SNA-9"""
        seat, hands, piles = state.turn, state.hands, state.piles
        while not hands[seat] and not piles[seat]:
            seat = (seat + 1) % len(hands)
            if seat == state.turn:
                break
        return seat

    def _may_call(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """The words a seat may still call on this card, rightly, falsely or late. SNA-4, SNA-6"""
        if state.called[seat]:
            return ()
        return CALLS if has_cards(state, seat) else ("schnipp",)  # SNA-8

    def actors(self, state: State) -> tuple[Seat, ...]:
        """The one that play waits for comes first."""
        waited = self._waited(state)
        return () if waited is None else _waited_first(waited, state.called)

    def awaited(self, state: State) -> tuple[Seat, ...]:
        return self.actors(state)[:1]

    def due(self, state: State) -> int | None:
        if calls(state):
            return WINDOW_MS
        if self.together:
            return COUNTDOWN_MS
        return ALONE_MS if self._table_turns_up(state) else None

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        waited = self._waited(state)
        if waited is None:
            return ()
        if seat != TABLE:
            return ("reveal", *self._may_call(state, seat)) if seat == waited else self._may_call(state, seat)
        if waited != TABLE:
            return ()
        return ("resolve",) if calls(state) else ("go",)

    # What the moves do.

    def play(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
        if move in CALLS:
            return self._call(state, seat, move), (CalledOut(seat, move),)
        if move == "resolve":
            after, events = resolve(state)
            over = self._over(after)
        else:
            after, events = self._go(state) if self.together else self._reveal(state, self._next(state))
            over = after.turned >= CAP  # a card turned up stays with its seat, so nothing else ends the round
        if not over:
            return after, tuple(events)
        closed, found = self._closed(after)
        return closed, (*events, LookedThrough(found), RoundOver.of(self._score(closed)))

    def _reveal(self, state: State, seat: Seat) -> tuple[State, list[Event]]:
        after, card, shuffled = turn_up(state, seat, (seat + 1) % len(state.hands), late_next(state))
        return after, [Flipped(seat, NAME[card], shuffled)]

    def _go(self, state: State) -> tuple[State, list[Event]]:
        """All turn up a card at the same time. SNA-11"""
        seats, late = len(state.hands), late_next(state)
        cards: list[str | None] = [None] * seats
        shuffles: list[int | None] = [None] * seats
        for seat in range(seats):
            if has_cards(state, seat):
                state, card, shuffles[seat] = turn_up(state, seat, state.turn, late)
                cards[seat] = NAME[card]
        return state, [AllFlipped(tuple(cards), tuple(shuffles))]

    def _call(self, state: State, seat: Seat, word: Move) -> State:
        """The first call opens the window, the others join it. SNA-6"""
        place, called = len(calls(state)) + 1, replaced_at(state.called, seat, True)
        if word == "schnapp":
            return replace(state, schnapp=replaced_at(state.schnapp, seat, place), called=called)
        return replace(state, schnipp=replaced_at(state.schnipp, seat, place), called=called)

    def _closed(self, state: State) -> tuple[State, tuple[tuple[int, ...], ...]]:
        """The end, with the quartets laid aside that were hidden in each seat's own cards. SNA-9"""
        found = [quartets_in((*s, *p)) for s, p in zip(state.hands, state.piles, strict=True)]
        own = list(zip(found, state.hands, state.piles, state.quartets, strict=True))
        closed = replace(
            state,
            hands=tuple(tuple(card for card in stack if not card & q) for q, stack, _, _ in own),
            piles=tuple(tuple(card for card in pile if not card & q) for q, _, pile, _ in own),
            quartets=tuple(q | aside for q, _, _, aside in own),
        )
        return closed, tuple(map(numbers_of, found))

    def result(self, state: State) -> Result | None:
        return self._score(self._closed(state)[0]) if self._over(state) else None

    def _score(self, state: State) -> Result:
        reason = "cap" if state.turned >= CAP else "snap_done"
        if not self.together:
            return Result.of([quartets.bit_count() // 4 for quartets in state.quartets], reason)
        own = zip(state.quartets, state.hands, state.piles, strict=True)
        return Result.of([q.bit_count() + len(stack) + len(pile) for q, stack, pile in own], reason)  # SNA-11

    # What a seat may know.

    def explain(self, state: State, seat: Seat, move: Move) -> IllegalMove:
        if seat == TABLE or move not in (*CALLS, "reveal"):
            return IllegalMove("unknown_move", move=move, moves=self.moves(state, seat))
        if move in CALLS:
            return IllegalMove("snap_called" if state.called[seat] else "snap_out")
        if calls(state):
            return IllegalMove("snap_window")
        if self.together:
            return IllegalMove("snap_go")
        if self._table_turns_up(state):
            return IllegalMove("snap_alone")
        return IllegalMove("snap_turn", turn=self._next(state))

    def view(self, state: State, seat: Seat | None, *, open: bool = False) -> View:
        over = self._over(state)
        return View(  # by position, in the order of its fields: that is many times as fast
            seat,
            self.together,
            None if self.together else self._next(state),
            tuple(NAME[pile[0]] if pile else None for pile in state.piles),
            tuple(map(len, state.piles)),
            tuple(map(len, state.hands)),
            NAME[state.middle[0]] if state.middle else None,
            len(state.middle),
            tuple(map(numbers_of, state.quartets)),
            calls(state),
            state.called,
            state.turned,
            seen_hands(
                state.hands,
                None if state.turned else seat,  # SNA-1
                over or open,
                in_order if state.turned else as_set,
            ),
            self.offered(state, seat),
            over,
        )

    def imagine(self, state: State, seat: Seat | None, rng: Chance) -> State:
        """A seat has looked at the cards it was dealt, so it knows which of them are still to come. SNA-1"""
        if self._over(state):
            return state
        return replace(state, hands=imagined_stacks(state, seat, rng), chance=rng.branch().mark())


def _seats_left(state: State) -> int:
    """How many seats have cards: exact below 2, at least 2 otherwise. SNA-9"""
    hands, piles, left = state.hands, state.piles, 0
    if hands.count(()) < len(hands) - 1:
        return 2
    for seat, stack in enumerate(hands):
        if stack or piles[seat]:
            left += 1
    return left


def _ended(state: State, left: int) -> bool:
    """Whether the round is over, if *left* seats have cards. SNA-9"""
    if state.turned >= CAP or not left:
        return True
    if left > 1:
        return False
    return not state.middle or SAME[state.middle[0]].isdisjoint(chain(*state.hands, *state.piles))


@cache
def _waited_first(waited: Seat, called: tuple[bool, ...]) -> tuple[Seat, ...]:
    """The one that play waits for, and all who may still call."""
    return (waited, *(seat for seat, done in enumerate(called) if seat != waited and not done))
