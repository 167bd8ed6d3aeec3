"""Überall anschließen: turn up your cards, and lay each on a pile whose top card is one lower."""

from __future__ import annotations

from itertools import islice
from typing import ClassVar

from msgspec.structs import replace

from elfer.core.cards import NAME, Pile, each, rows, union
from elfer.core.chance import Chance
from elfer.core.game import Event, Game, Move, Result, Seat, replaced_at
from elfer.core.options import First, starting_seat
from elfer.core.refusals import BadInput, IllegalMove
from elfer.core.texts import Words
from elfer.games.connect.state import (
    CardTurned,
    Connected,
    KeptOpen,
    RanOut,
    State,
    StoppCalled,
    View,
    misfit,
    next_in,
    owned,
    pile_of,
    places,
    right_places,
)

CARDS = rows()  # CON-1
CAP = 2000
"""The number of cards turned up without one for the middle that ends the round. CON-9, GEN-7"""


class Connect(Game[State, View], frozen=True):
    """A game of luck; with `attention` a player says where a card goes, rightly or not."""

    id: ClassVar[str] = "connect"
    title: ClassVar[str] = "Connect anywhere"
    seats: ClassVar[range] = range(2, 7)
    version: ClassVar[int] = 3

    attention: bool = False  # CON-7
    first: First = 0  # CON-2

    def blank(self, seats: int) -> State:
        nothing: tuple[Pile, ...] = ((),) * seats
        return State(0, nothing, nothing, ranks=(0,) * seats, callers=(False,) * seats)

    def check_position(self, state: State) -> None:
        if not owned(state, state.turn) and not self._over(state):
            raise BadInput("connect_turn", seat=state.turn)
        for seat, may_call in enumerate(state.callers):
            placed = self.attention and not state.card and seat != state.placer
            if may_call and not (placed and owned(state, seat)):
                raise BadInput("connect_callers", seat=seat)
        if state.belongs not in ("", "middle", "own", *(f"pile {seat}" for seat in range(len(state.hands)))):
            raise BadInput("position_value", key="belongs", value=state.belongs)

    def deal(self, seats: int, rng: Chance) -> State:
        """As evenly as possible, the extra cards to the seats from `first` on. CON-1"""
        first = starting_seat(self.first, seats, rng)
        cards = iter(rng.shuffled(each(CARDS)))
        size, extra = divmod(CARDS.bit_count(), seats)
        stacks = [tuple(islice(cards, size + (place < extra))) for place in range(seats)]
        hands = tuple(stacks[(seat - first) % seats] for seat in range(seats))
        return replace(self.blank(seats), turn=first, hands=hands)

    def _over(self, state: State) -> bool:
        return state.idle >= CAP or len(state.middle) == CARDS.bit_count()  # CON-9, CON-8

    def actors(self, state: State) -> tuple[Seat, ...]:
        if self._over(state):
            return ()
        return tuple(s for s, may_call in enumerate(state.callers) if may_call or s == state.turn)

    def awaited(self, state: State) -> tuple[Seat, ...]:
        return () if self._over(state) else (state.turn,)

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        if seat not in self.actors(state):
            return ()
        call = ("stopp",) if state.callers[seat] else ()
        if seat != state.turn:
            return call
        if not state.card:
            return ("reveal", *call)
        return (*places(state), "own") if self._may_err(state) else right_places(state)

    def _may_err(self, state: State) -> bool:
        """Whether the card turned up may be put anywhere: the first one may not. CON-7, CON-2"""
        return self.attention and bool(state.card and state.middle)

    def play(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
        if move == "reveal":
            return _reveal(state, seat)
        if move == "stopp":
            return self._stopp(state, seat)
        after, placed = self._place(state, seat, move)
        after, ran_out = run_out(after, (seat,))
        return after, (placed, *ran_out, *self.closing(after))

    def _place(self, state: State, seat: Seat, move: Move) -> tuple[State, Event]:
        card, name = state.card, NAME[state.card]
        right, place = right_places(state), "own" if misfit(state, move) else move  # CON-7
        missed = self.attention and place not in right
        callers = tuple(self.attention and s != seat and owned(state, s) > 0 for s in range(len(state.hands)))
        state = replace(
            state,
            card=0,
            placer=seat,
            missed=missed,
            belongs=right[0] if missed else "",
            callers=callers,
            idle=state.idle + 1,
        )
        if place == "middle":
            turn = seat if state.middle else next_in(state, seat)  # CON-4, CON-2
            return replace(state, turn=turn, middle=(card, *state.middle), idle=0), Connected(seat, name)
        if place == "own":
            state = replace(state, piles=replaced_at(state.piles, seat, (card, *state.piles[seat])))
            return replace(state, turn=next_in(state, seat)), _kept(seat, name, move)  # CON-5
        pile = pile_of(place)
        piles = replaced_at(state.piles, pile, (card, *state.piles[pile]))
        return replace(state, piles=piles), Connected(seat, name, pile)  # CON-4

    def _stopp(self, state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
        """After a right call the others give the culprit the bottom cards of their stacks. CON-7

        A culprit that had run out of cards is in again.
        """
        if not state.missed:
            state = replace(state, callers=replaced_at(state.callers, seat, False))
            return self._wrong_stopp(state, seat)
        culprit, seats = state.placer, len(state.hands)
        givers = tuple(s for s in ((culprit + step) % seats for step in range(1, seats)) if state.hands[s])
        called = StoppCalled(seat, culprit, givers, belongs=state.belongs or None)
        for giver in givers:
            state = give(state, giver, culprit)
        state = replace(state, missed=False, belongs="", callers=(False,) * seats)
        state, ran_out = run_out(state, givers)
        return state, (called, *ran_out)

    def _wrong_stopp(self, state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
        """The seat called on gives the caller the bottom card of its stack, if it has one. CON-7"""
        giver = state.placer
        if not state.hands[giver]:
            return state, (StoppCalled(seat),)
        state, ran_out = run_out(give(state, giver, seat), (giver,))
        return state, (StoppCalled(seat, giver=giver), *ran_out)

    def result(self, state: State) -> Result | None:
        return self._score(state) if self._over(state) else None

    def _score(self, state: State) -> Result:
        """A point for each seat beaten; at the cap fewest cards are best. CON-8, CON-9"""
        seats = range(len(state.hands))
        order = [owned(state, s) + len(seats) if owned(state, s) else state.ranks[s] for s in seats]
        points = [sum(other > own for other in order) for own in order]
        return Result.of(points, "connect_cap" if state.idle >= CAP else "connect_done")

    # What a seat may know.

    def explain(self, state: State, seat: Seat, move: Move) -> IllegalMove:
        word = move.split(" ", 1)[0]
        if word == "stopp":
            return IllegalMove("connect_no_call" if self.attention else "connect_no_attention")
        if word not in ("reveal", "middle", "pile", "own"):
            return IllegalMove("connect_unknown", move=move)
        if seat != state.turn:
            return IllegalMove("not_your_turn", seat=seat, turn=state.turn)
        if not state.card or word == "reveal":
            return IllegalMove("connect_place" if state.card else "connect_reveal", card=NAME.get(state.card))
        return self._explain_place(state, word)

    def _explain_place(self, state: State, word: str) -> IllegalMove:
        card, right = NAME[state.card], right_places(state)
        if not state.middle:
            return IllegalMove("connect_first", card=card)
        if self.attention:  # CON-7: every pile that lies there may be tried
            return IllegalMove("connect_no_pile", card=card)
        if right == ("middle",):
            return IllegalMove("connect_must_middle", card=card, top=NAME[state.middle[0]])
        if word == "own":
            return IllegalMove("connect_must_pile", card=card, moves=right)
        if word == "pile":
            return IllegalMove("connect_pile", card=card)
        return IllegalMove("connect_middle", card=card, top=NAME[state.middle[0]])

    def say(self, move: Move, words: Words) -> str:
        if move.startswith("pile "):
            return words.say("move.connect_pile", seat=pile_of(move))
        return words.say(f"move.connect_{move}") if move in ("middle", "own") else words.move(move)

    def view(self, state: State, seat: Seat | None, *, open: bool = False) -> View:
        return View(  # by position, in the order of its fields: that is many times as fast
            seat,
            state.turn,
            NAME.get(state.card),
            NAME[state.middle[0]] if state.middle else None,
            len(state.middle),
            tuple(NAME[pile[0]] if pile else None for pile in state.piles),
            tuple(map(len, state.piles)),
            tuple(map(len, state.hands)),
            state.ranks,
            self.attention,
            state.placer,
            tuple(s for s in self.actors(state) if state.callers[s]),
            state.idle,
            self.offered(state, seat),
            self._over(state),
        )

    def imagine(self, state: State, seat: Seat | None, rng: Chance) -> State:
        """Cards that have lain open stay in their places; the others may lie in any order."""
        unseen = union(card for stack in state.hands for card in stack) & ~state.seen
        hidden = iter(rng.shuffled(each(unseen)))
        hands = tuple(
            tuple(card if card & state.seen else next(hidden) for card in stack) for stack in state.hands
        )
        return replace(state, hands=hands)


def _kept(seat: Seat, card: str, move: Move) -> KeptOpen:
    """A card that went on its player's own pile, and where it was tried. CON-5, CON-7"""
    if move == "own":
        return KeptOpen(seat, card)
    return KeptOpen(seat, card, "middle") if move == "middle" else KeptOpen(seat, card, "pile", pile_of(move))


def _reveal(state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    stack, pile, seen = state.hands[seat], state.piles[seat], state.seen
    turned_over = None if stack else len(pile)
    if not stack:  # CON-6
        stack, pile, seen = pile[::-1], (), seen | union(pile)
    card = stack[0]
    state = replace(
        state,
        hands=replaced_at(state.hands, seat, stack[1:]),
        piles=replaced_at(state.piles, seat, pile),
        card=card,
        missed=False,
        belongs="",
        callers=(False,) * len(state.hands),  # CON-7
        seen=seen & ~card,
    )
    return state, (CardTurned(seat, NAME[card], turned_over),)


def give(state: State, giver: Seat, to: Seat) -> State:
    """Move the bottom card of one stack on top of another, whose seat is in again if it was out. CON-7"""
    *rest, given = state.hands[giver]
    hands = replaced_at(state.hands, giver, tuple(rest))
    hands = replaced_at(hands, to, (given, *hands[to]))
    return replace(state, hands=hands, ranks=replaced_at(state.ranks, to, 0))


def run_out(state: State, seats: tuple[Seat, ...]) -> tuple[State, tuple[Event, ...]]:
    """Give those of the seats that have no cards left their rank, and see whose turn it is then. CON-6"""
    out = tuple(s for s in seats if not owned(state, s))
    everyone = range(len(state.hands))
    rank = 1 + sum(not owned(state, s) for s in everyone if s not in out)
    turn = state.turn if owned(state, state.turn) else next_in(state, state.turn)
    ranks = tuple(rank if s in out else state.ranks[s] for s in everyone)
    callers = tuple(may_call and s not in out for s, may_call in enumerate(state.callers))
    return replace(state, turn=turn, ranks=ranks, callers=callers), tuple(RanOut(s, rank) for s in out)
