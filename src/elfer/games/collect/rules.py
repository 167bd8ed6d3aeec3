"""Farben sammeln: take a card, put one down, and collect high numbers of one colour until Schluss."""

from __future__ import annotations

import re
from itertools import islice
from typing import ClassVar, Self

from msgspec.structs import replace

from elfer.core.cards import BIT, NAME, ROWS, Card, Cards, each, format_cards, names, rows, total, union
from elfer.core.chance import Chance
from elfer.core.events import TurnEnded
from elfer.core.game import Event, Game, Move, Result, Seat, replaced_at, seen_hands
from elfer.core.options import First, starting_seat
from elfer.core.refusals import BadInput, IllegalMove
from elfer.core.texts import Words
from elfer.games.collect.state import CardTaken, PutDown, SaidSchluss, State, View

HAND_SIZE = {2: 9, 3: 9, 4: 8, 5: 8, 6: 7}  # COL-1
PILES = 4  # COL-1
CAP = 100
"""The most turns of a seat. COL-6"""
PUT = re.compile(r"([RYGB]\d+)>([1-4])")


class Collect(Game[State, View], frozen=True):
    """Swap cards until one colour is worth a lot."""

    id: ClassVar[str] = "collect"
    title: ClassVar[str] = "Collecting colours"
    seats: ClassVar[range] = range(2, 7)

    first: First = 0  # COL-5

    def check_position(self, state: State) -> None:
        for seat, known in enumerate(state.known):
            if known & ~state.hands[seat]:
                raise BadInput("position_value", key="known", value=format_cards(each(known)))
        if 0 in state.hands:
            raise BadInput("position_value", key="hands", value="")

    def blank(self, seats: int) -> State:
        return State(0, (0,) * seats, ((),) * PILES, known=(0,) * seats)

    def deal(self, seats: int, rng: Chance) -> State:
        cards = iter(rng.shuffled(each(rows())))
        hands = tuple(union(islice(cards, HAND_SIZE[seats])) for _ in range(seats))  # COL-1
        piles, stock = tuple((card,) for card in islice(cards, PILES)), tuple(cards)
        turn = starting_seat(self.first, seats, rng)
        return replace(self.blank(seats), turn=turn, hands=hands, piles=piles, stock=stock)

    def actors(self, state: State) -> tuple[Seat, ...]:
        return () if _over(state) else (state.turn,)

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        if seat != state.turn or _over(state):
            return ()
        if state.taken:
            hand = state.hands[seat] | (0 if state.openly else state.taken)  # COL-3
            return tuple(f"{card}>{place}" for card in names(hand) for place in places(state))
        if state.put:
            return ("schluss", "end") if _one_colour(state.hands[seat]) else ("end",)  # COL-4
        return ("stock", *(f"pile {i}" for i, pile in enumerate(state.piles, 1) if pile))  # COL-2

    def play(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
        if move == "end":
            after = replace(state, turn=(seat + 1) % len(state.hands), put=False, turns=state.turns + 1)
            return after, (TurnEnded(seat), *self.closing(after))
        if move == "schluss":
            after = replace(state, closed=True)  # COL-4
            return after, (SaidSchluss(seat), *self.closing(after))
        if ">" in move:
            card, place = move.split(">")
            return self._put_down(state, BIT[card], int(place)), (PutDown(seat, card, int(place)),)
        return self._take(state, seat, move)

    def _take(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
        """The top card of the stock, or of a pile. COL-2"""
        if move == "stock":
            card = state.stock[0]
            return replace(state, taken=card, stock=state.stock[1:]), (CardTaken(seat, NAME[card], None),)
        place = int(move.removeprefix("pile "))
        card, *rest = state.piles[place - 1]
        piles = replaced_at(state.piles, place - 1, tuple(rest))
        return replace(state, taken=card, openly=True, piles=piles), (CardTaken(seat, NAME[card], place),)

    def _put_down(self, state: State, card: Card, place: int) -> State:
        seat = state.turn
        known = state.known[seat] | (state.taken if state.openly else 0)
        return replace(
            state,
            hands=replaced_at(state.hands, seat, (state.hands[seat] | state.taken) & ~card),
            piles=replaced_at(state.piles, place - 1, (card, *state.piles[place - 1])),
            known=replaced_at(state.known, seat, known & ~card),
            taken=0,
            openly=False,
            put=True,
        )

    def result(self, state: State) -> Result | None:
        if not _over(state):
            return None
        best = [max(total(hand & colour) for colour in ROWS) for hand in state.hands]  # COL-5
        reason = "collect_schluss" if state.closed else "cap" if state.stock else "collect_stock"
        return Result.of(best, reason)

    def next_round(self, state: State, seats: int) -> Self:
        """The fewest points start, of several the nearest from the left of the last starter on. COL-5"""
        result = self.result(state)
        assert result is not None
        starter = (state.turn - state.turns) % seats
        from_left = [(starter + i) % seats for i in range(1, seats + 1)]
        return replace(self, first=min(from_left, key=result.points.__getitem__))

    # What a seat may know.

    def explain(self, state: State, seat: Seat, move: Move) -> IllegalMove:
        moves = self.moves(state, seat)
        if state.taken:
            return self._explain_put(state, seat, move)
        if state.put:
            mixed = move == "schluss"
            return IllegalMove("collect_mixed" if mixed else "collect_say", moves=moves)
        if PUT.fullmatch(move.upper()) or move.upper() in BIT or move in ("end", "schluss"):
            return IllegalMove("collect_take", moves=moves)
        return IllegalMove("unknown_move", move=move, moves=moves)

    def _explain_put(self, state: State, seat: Seat, move: Move) -> IllegalMove:
        words = PUT.fullmatch(move.upper())
        card = BIT.get(words[1], 0) if words else 0
        if not words or not card & rows():
            return IllegalMove("collect_put", move=move)
        if card == state.taken and state.openly:
            return IllegalMove("collect_just_taken", card=words[1])  # COL-3
        if not card & (state.hands[seat] | state.taken):
            return IllegalMove("not_in_hand", move=words[1])
        return IllegalMove("collect_empty_place", places=places(state))  # COL-2

    def say(self, move: Move, words: Words) -> str:
        card, _, pile = move.partition(">")
        if pile:
            return words.say("move.collect_put", card=card, pile=pile)
        return words.say("move.collect_stock") if move == "stock" else words.move(move)

    def view(self, state: State, seat: Seat | None, *, open: bool = False) -> View:
        over = _over(state)
        seen = state.openly or open or seat == state.turn
        taking = [bool(state.taken) and s == state.turn for s in range(len(state.hands))]
        return View(  # by position, in the order of its fields: that is many times as fast
            seat,
            state.turn,
            seen_hands(state.hands, seat, over or open),
            tuple(map(names, state.known)),
            tuple(hand.bit_count() + more for hand, more in zip(state.hands, taking, strict=True)),
            tuple(tuple(NAME[card] for card in pile) for pile in state.piles),
            len(state.stock),
            "put" if state.taken else "say" if state.put else "take",
            NAME[state.taken] if state.taken and seen else None,
            state.turns,
            self.offered(state, seat),
            over,
        )

    def imagine(self, state: State, seat: Seat | None, rng: Chance) -> State:
        """Cards taken openly stay in their hands; to say *end* reveals nothing."""
        secret = state.taken if not state.openly and seat != state.turn else 0
        hidden = [0 if s == seat else hand & ~state.known[s] for s, hand in enumerate(state.hands)]
        unseen = rng.shuffled(each(union(hidden) | union(state.stock) | secret))
        taken, dealt = unseen.pop() if secret else state.taken, iter(unseen)
        hands = tuple(
            hand & ~cards | union(islice(dealt, cards.bit_count()))
            for hand, cards in zip(state.hands, hidden, strict=True)
        )
        return replace(state, hands=hands, taken=taken, stock=tuple(dealt))


def _over(state: State) -> bool:
    """Whether *schluss* was said, or a turn cannot begin: no stock, or the cap. COL-4, COL-6"""
    between = not state.taken and not state.put
    return state.closed or (between and (not state.stock or state.turns >= CAP * len(state.hands)))


def places(state: State) -> tuple[int, ...]:
    """Where a card may be put down: on the place that was emptied, else on any pile. COL-2"""
    empty = tuple(i for i, pile in enumerate(state.piles, 1) if not pile)
    return empty or tuple(range(1, PILES + 1))


def _one_colour(hand: Cards) -> bool:
    return any(not hand & ~colour for colour in ROWS)
