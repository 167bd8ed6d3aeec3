"""Mogeln: lay a card face down and say the next number, whether it is true or not."""

from __future__ import annotations

from itertools import combinations
from typing import ClassVar, Literal

from msgspec.structs import replace

from elfer.core.cards import BIT, COLOURS, ROWS, Cards, each, names, rows, union
from elfer.core.chance import Chance
from elfer.core.game import Event, Game, Move, Result, RoundOver, Seat, replaced_at, seen_hands
from elfer.core.options import Colour, First, starting_seat
from elfer.core.refusals import BadInput, IllegalMove
from elfer.core.texts import Words
from elfer.games.cheat.beliefs import imagined, nothing_known, pile_moved
from elfer.games.cheat.state import (
    Accepted,
    Claimed,
    Exposed,
    LastClaimed,
    PileLeft,
    PileTaken,
    Proven,
    State,
    View,
    declared_size,
    layer,
    numbers_said,
    on_pile,
    whole_pile,
)

HIGHEST = {3: 9, 4: 10, 5: 15, 6: 15}  # CHE-1
CAP = 1000
"""The number of lays at which the round ends. CHE-10, GEN-7"""


class Cheat(Game[State, View], frozen=True):
    """The game of both booklets, which differ in the highest number and in who may doubt."""

    id: ClassVar[str] = "cheat"
    title: ClassVar[str] = "Cheat"
    seats: ClassVar[range] = range(3, 7)

    edition: Literal["classic", "star-wars"] = "classic"  # GEN-9
    colour: Colour | None = None  # CHE-9
    first: First = 0  # CHE-2

    # The data sheet.

    def in_play(self, seats: int) -> Cards:
        return rows(range(1, HIGHEST[seats] + 1))  # CHE-1

    def counts_to(self, seats: int) -> int:
        return 20 if self.edition == "classic" else HIGHEST[seats]  # CHE-3

    def true(self, seats: int, number: int) -> Cards:
        """The cards that make a claim of this number true. CHE-9"""
        colour = ROWS[COLOURS.index(self.colour)] if self.colour else -1
        return rows((number,)) & self.in_play(seats) & colour

    def honest(self, state: State) -> bool:
        """Whether the last lay is exactly one card, and the one claimed. CHE-4, CHE-5"""
        return state.last.bit_count() == 1 and bool(state.last & self.true(len(state.hands), state.said))

    def doubters(self, state: State) -> tuple[Seat, ...]:
        """The seats that may doubt the last lay. CHE-4"""
        if not state.last:
            return ()
        if self.edition == "classic":
            return (state.turn,)
        return tuple(s for s in range(len(state.hands)) if s != layer(state))

    # The rules.

    def blank(self, seats: int) -> State:
        nothing = (0,) * seats
        return State(0, nothing, nothing, accepted=(False,) * seats, excluded=nothing_known(seats))

    def check_position(self, state: State) -> None:
        seats = range(len(state.hands))
        if state.said > self.counts_to(len(seats)):
            raise BadInput("position_value", key="said", value=state.said)
        if state.last.bit_count() > 2 or bool(state.last) != bool(state.said):
            raise BadInput("cheat_last", said=state.said)
        for seat in seats:
            lays, cards = len(numbers_said(state, seat)), on_pile(state, seat).bit_count()
            if not lays <= cards <= 2 * lays:
                raise BadInput("cheat_lays", seat=seat, lays=lays, cards=cards)

    def deal(self, seats: int, rng: Chance) -> State:
        first = starting_seat(self.first, seats, rng)
        cards = rng.shuffled(each(self.in_play(seats)))
        size = len(cards) // seats
        hands = tuple(union(cards[seat * size : (seat + 1) * size]) for seat in range(seats))  # CHE-1
        return replace(self.blank(seats), turn=first, hands=hands)  # CHE-2

    def asked(self, state: State) -> tuple[Seat, ...]:
        """The seats that have yet to doubt or accept a last lay. CHE-8"""
        if state.hands[layer(state)]:
            return ()
        return tuple(s for s in self.doubters(state) if not state.accepted[s])

    def _over(self, state: State) -> bool:
        return state.lays >= CAP or (0 in state.hands and not self.asked(state))  # CHE-8, CHE-10

    def actors(self, state: State) -> tuple[Seat, ...]:
        if self._over(state):
            return ()
        return self.asked(state) or tuple(sorted({state.turn, *self.doubters(state)}))

    def awaited(self, state: State) -> tuple[Seat, ...]:
        return () if self._over(state) else self.asked(state) or (state.turn,)

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        if seat not in self.actors(state):
            return ()
        if self.asked(state):
            return ("doubt", "accept")
        doubt = ("doubt",) if seat in self.doubters(state) else ()
        if seat != state.turn:
            return doubt
        cards = names(state.hands[seat])
        return (*cards, *map("+".join, combinations(cards, 2)), *doubt)  # CHE-5

    def play(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
        if move == "doubt":
            return self._doubt(state, seat)
        if move != "accept":
            return self._lay(state, seat, move)
        after = replace(state, accepted=replaced_at(state.accepted, seat, True))
        return after, (Accepted(seat), *self.closing(after))

    def _lay(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
        left: tuple[Event, ...] = ()
        seats = len(state.hands)
        if state.said == self.counts_to(seats):  # CHE-7
            left = (PileLeft(whole_pile(state).bit_count(), _sizes(state)),)
            known = pile_moved(state, seats, 0)
            state = _cleared(replace(state, out=state.out | whole_pile(state), excluded=known))
        cards = union(BIT[name] for name in move.split("+"))
        hand = state.hands[seat] & ~cards
        before = layer(state)
        after = replace(
            state,
            turn=(seat + 1) % seats,
            hands=replaced_at(state.hands, seat, hand),
            laid=replaced_at(state.laid, before, on_pile(state, before)),
            last=cards,
            said=state.said + 1,  # CHE-2
            lays=state.lays + 1,
            accepted=(False,) * seats,
        )
        claim = (Claimed if hand else LastClaimed)(seat, after.said, names(cards))
        return after, (*left, claim, *self.closing(after))

    def _doubt(self, state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
        """There are two events in any case. CHE-4"""
        accused, seats = layer(state), len(state.hands)
        honest = self.honest(state)
        turned_up = (Proven if honest else Exposed)(seat, accused, state.said, names(state.last))
        if honest and not state.hands[accused]:  # CHE-8
            after = replace(state, accepted=(True,) * seats)
            return after, (turned_up, RoundOver.of(self._score(after)))
        taker, pile = seat if honest else accused, whole_pile(state)
        known = pile_moved(state, taker, state.last)
        hands = replaced_at(state.hands, taker, state.hands[taker] | pile)
        after = _cleared(replace(state, hands=hands, excluded=known))  # CHE-6
        return after, (turned_up, PileTaken(taker, names(pile), _sizes(after)))

    def result(self, state: State) -> Result | None:
        return self._score(state) if self._over(state) else None

    def _score(self, state: State) -> Result:
        """A point for the empty hand; at the cap for the smallest one. CHE-8, CHE-10"""
        sizes = _sizes(state)
        points = [int(size == min(sizes)) for size in sizes]
        return Result.of(points, "cheat_cap" if state.lays >= CAP else "cheat_out")

    # What a seat may know.

    def explain(self, state: State, seat: Seat, move: Move) -> IllegalMove:
        if self.asked(state):
            return IllegalMove("cheat_doubt_or_accept", seat=layer(state))
        if move in ("doubt", "accept"):
            return IllegalMove(f"cheat_nothing_to_{move}")
        if seat != state.turn:
            return IllegalMove("not_your_turn", seat=seat, turn=state.turn)
        cards = move.upper().split("+")
        for card in cards:
            if card not in BIT:
                return IllegalMove("cheat_unknown", move=move)
            if not BIT[card] & self.in_play(len(state.hands)):
                return IllegalMove("card_not_in_game", card=card)
            if not BIT[card] & state.hands[seat]:
                return IllegalMove("not_in_hand", move=card)
        if len(cards) > 2 or len(set(cards)) < len(cards):
            return IllegalMove("cheat_two_at_most")
        return IllegalMove("cheat_order", move="+".join(names(union(BIT[card] for card in cards))))

    def say(self, move: Move, words: Words) -> str:
        cards = move.split("+")
        if len(cards) > 1:
            return words.say("move.cheat_two", cards=cards)
        return words.say(f"move.cheat_{move}") if move in ("doubt", "accept") else words.move(move)

    def view(self, state: State, seat: Seat | None, *, open: bool = False) -> View:
        over, seats = self._over(state), len(state.hands)
        top = self.counts_to(seats)
        return View(  # by position, in the order of its fields: that is many times as fast
            seat,
            state.turn,
            layer(state) if state.last else None,
            state.said,
            state.said % top + 1,
            top,
            self.colour,
            whole_pile(state).bit_count() if over else state.said,
            state.out.bit_count(),
            seen_hands(state.hands, seat, over or open),
            seen_hands([on_pile(state, s) for s in range(seats)], seat, open),
            _sizes(state) if over else tuple(declared_size(state, s) for s in range(seats)),
            self.asked(state),
            state.lays,
            self.offered(state, seat),
            over,
            HIGHEST[seats],
        )

    def imagine(self, state: State, seat: Seat | None, rng: Chance) -> State:
        return imagined(state, seat, lambda number: self.true(len(state.hands), number), rng)


def _sizes(state: State) -> tuple[int, ...]:
    """How many cards are truly in each hand."""
    return tuple(hand.bit_count() for hand in state.hands)


def _cleared(state: State) -> State:
    """The state without a pile; counting restarts."""
    return replace(state, laid=(0,) * len(state.hands), last=0, said=0)
