"""Shared rules of the row games: cards grow in four rows, and a card fits beside its neighbour.

A game of this family is a data sheet (what is in play, what lies at the start, who starts, what opens a
row) on top of the turn written here.
"""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from msgspec.structs import replace

from elfer.core.beliefs import NONE, Belief, Hand, deal_hidden
from elfer.core.cards import (
    BIT,
    LETTERS,
    NAME,
    NUMBER,
    ROWS,
    Card,
    Cards,
    each,
    listed,
    names,
    rows,
    spelled,
    total,
    union,
)
from elfer.core.chance import Chance
from elfer.core.events import Drew, Laid, Passed, TurnEnded
from elfer.core.game import Event, Game, Move, Result, Seat, replaced_at, seen_hands
from elfer.core.options import starting_seat
from elfer.core.refusals import BadInput, IllegalMove
from elfer.games.rows.state import CardKept, State, View

END = ("end",)
RESTS = ("draw", "keep", "end", "pass")
"""The moves that lay no card."""
HAND_SIZE = {2: 20, 3: 20, 4: 15, 5: 12, 6: 10}  # CLA-1


class RowGame(Game[State, View], frozen=True):
    """The turn of all row games."""

    seats: ClassVar[range] = range(2, 7)

    # The data sheet: what a game of the family says about itself.

    numbers: ClassVar[range] = range(1, 21)  # CLA-1
    draws: ClassVar[int] = 3  # CLA-7

    def laid_out(self) -> Cards:
        """The cards that lie on the table from the start."""
        return 0

    def hand_size(self, seats: int) -> int:
        return HAND_SIZE[seats]

    def starter(self, hands: tuple[Cards, ...], rng: Chance) -> Seat | None:
        """The seat that starts, by the option `first`; `None` asks for another deal."""
        return starting_seat(getattr(self, "first", 0), len(hands), rng)

    def openers(self, state: State) -> Cards:
        """The cards that may open a row now; others must join a neighbour."""
        return 0

    def middle(self, state: State) -> int | None:
        """The number from which rows grow; none where they grow from their ends, or may start anywhere."""
        return None

    def opened(self, state: State) -> State:
        """The state after the first card of the round, with the consequences of that card."""
        return state

    def may_keep(self) -> bool:
        """Whether a drawn card that fits may be kept. CLA-8"""
        return False

    # The rules.

    def in_play(self) -> Cards:
        """All cards of the game."""
        return _sheet(self)[0]

    def check(self, seats: int) -> None:
        if (without := getattr(self, "without", None)) and seats != 2:  # CLA-2
            raise BadInput("without_seats", without=without, seats=seats)

    def check_position(self, state: State) -> None:
        if missing := self.laid_out() & ~state.table:  # FAL-1, JUN-1
            raise BadInput("position_laid_out", cards=names(missing))

    def blank(self, seats: int) -> State:
        return State(0, (0,) * seats, self.laid_out(), excluded=(Belief(),) * seats)

    def deal(self, seats: int, rng: Chance) -> State:
        blank, size = self.blank(seats), self.hand_size(seats)
        while True:
            cards = rng.shuffled(listed(self.in_play() & ~blank.table))
            hands = tuple(sum(cards[seat * size : (seat + 1) * size]) for seat in range(seats))
            turn = self.starter(hands, rng)
            if turn is not None:
                return replace(blank, turn=turn, hands=hands, stock=tuple(cards[seats * size :]))

    def fits(self, state: State) -> Cards:
        """The cards that could be laid now, from any hand. CLA-6"""
        table = state.table
        return (table << 1 | table >> 1 | self.openers(state)) & self.in_play() & ~table

    def playable(self, state: State, cards: Cards) -> Cards:
        """Those of the cards that may be laid now."""
        table = state.table
        return cards & (table << 1 | table >> 1 | self.openers(state))

    def actors(self, state: State) -> tuple[Seat, ...]:
        return () if 0 in state.hands else (state.turn,)  # CLA-10

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        hands = state.hands
        if seat != state.turn or 0 in hands:
            return ()
        if state.drawn:
            return (*names(self.playable(state, state.drawn)), "keep")  # CLA-8
        lays = names(self.playable(state, hands[seat]))
        if state.laid:
            return lays + END  # CLA-5, CLA-12
        return lays or (("draw",) if state.stock else ("pass",))  # CLA-7, CLA-9; CLA-13: never all pass

    def play(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
        if move in BIT:
            return self._lay(state, seat, BIT[move], move)
        if move == "end":
            return self._pass_turn(state), (TurnEnded(seat),)
        if move == "draw":
            return self._draw(state, seat)
        if move == "keep":
            hands = replaced_at(state.hands, seat, state.hands[seat] | state.drawn)
            return self._pass_turn(replace(state, hands=hands, drawn=0)), (CardKept(seat),)
        excluded = self._shown(state, seat, self.fits(state))
        return self._pass_turn(replace(state, excluded=excluded)), (Passed(seat),)

    def _lay(self, state: State, seat: Seat, card: Card, name: str) -> tuple[State, tuple[Event, ...]]:
        table, hands, excluded = state.table, list(state.hands), state.excluded
        hands[seat] &= ~card
        if excluded[seat].odds is not NONE:
            excluded = replaced_at(excluded, seat, excluded[seat].after(card))
        turn, laid = seat, state.laid + 1
        if state.drawn or not table:  # CLA-7, CLA-4
            turn, laid = (seat + 1) % len(hands), 0
        after = State(turn, tuple(hands), table | card, state.stock, laid, 0, state.opener, excluded)
        if not table:
            after = self.opened(after)
        if hands[seat]:
            return after, (Laid(seat, name),)
        return after, (Laid(seat, name), *self.closing(after))  # CLA-10

    def _draw(self, state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
        fits, table, hand, chosen = self.fits(state), state.table, state.hands[seat], self.may_keep()
        count = 0
        for card in state.stock[: self.draws]:  # CLA-7
            count += 1
            if card & fits:
                break
        cards = tuple(map(NAME.__getitem__, state.stock[:count]))
        stock, laid = state.stock[count:], card & fits
        kept = count - 1 if chosen or laid else count
        excluded = self._shown(state, seat, fits, kept)
        hands = replaced_at(state.hands, seat, hand | sum(state.stock[:kept]))
        if chosen:
            after = State(seat, hands, table, stock, 0, card, state.opener, excluded)
            return self._choice_shown(after, fits, early=count < self.draws and bool(stock)), (
                Drew(seat, cards),
            )
        turn = (seat + 1) % len(hands)
        after = State(turn, hands, table | laid, stock, 0, 0, state.opener, excluded)
        if not laid:
            return after, (Drew(seat, cards),)
        return after if table else self.opened(after), (Drew(seat, cards, cards[-1]),)

    def _pass_turn(self, state: State) -> State:
        turn = (state.turn + 1) % len(state.hands)
        return State(turn, state.hands, state.table, state.stock, 0, 0, state.opener, state.excluded)

    def _shown(self, state: State, seat: Seat, fits: Cards, drawn: int = 0) -> tuple[Belief, ...]:
        """The beliefs after a seat has shown that nothing fits in its hand, nor among *drawn* new cards."""
        size, belief = state.hands[seat].bit_count(), state.excluded[seat]
        return replaced_at(state.excluded, seat, belief.drew(fits, size, drawn, ~state.table))

    def _choice_shown(self, state: State, fits: Cards, early: bool) -> State:
        """The state with the belief about a drawn card: stopping early shows that it fits. CLA-8"""
        seat, size = state.turn, state.hands[state.turn].bit_count()
        last = Belief(fits, tuple((card, 1.0) for card in each(fits))) if early else Belief()
        belief = state.excluded[seat].joined(size, last, 1, ~state.table)
        return replace(state, excluded=replaced_at(state.excluded, seat, belief))

    # What a seat may know.

    def explain(self, state: State, seat: Seat, move: Move) -> IllegalMove:
        moves, card = self.moves(state, seat), BIT.get(move, 0)
        if state.drawn:
            return IllegalMove("lay_or_keep", moves=moves)
        if move in RESTS:
            return _explain_rest(state, move, moves)
        if not card & self.in_play():
            return IllegalMove("unknown_move", move=move, moves=moves)
        if card & state.table:
            return IllegalMove("on_table", move=move)
        if not card & state.hands[seat]:
            return IllegalMove("not_in_hand", move=move)
        return _explain_card(state.table, self.openers(state), card)

    def view(self, state: State, seat: Seat | None, *, open: bool = False) -> View:
        hands, table, drawn, openers = state.hands, state.table, state.drawn, self.openers(state)
        in_play, letters, span = _sheet(self)
        fits = (table << 1 | table >> 1 | openers) & in_play & ~table
        over = 0 in hands
        return View(  # by position, in the order of its fields: that is many times as fast
            seat,
            state.turn,
            letters,
            span,
            self.middle(state),
            self.may_keep(),
            spelled(table),
            spelled(fits),
            names(openers & fits),
            state.opener,
            seen_hands(hands, seat, over or open, spelled),
            tuple(map(int.bit_count, hands)),
            len(state.stock),
            state.laid,
            bool(drawn),
            NAME[drawn] if drawn and (open or seat == state.turn) else None,
            () if seat is None else self.moves(state, seat),
            () if seat is None else names(self._soon(state, hands[seat])),
            over,
        )

    def _soon(self, state: State, hand: Cards) -> Cards:
        """The cards of a hand that fit once others of it have been laid."""
        if not state.table or state.drawn:
            return 0
        reached = self.playable(state, hand)
        left = later = hand & ~reached
        while further := (reached << 1 | reached >> 1) & left:
            reached = further
            left &= ~further
        return later & ~left

    def imagine(self, state: State, seat: Seat | None, rng: Chance) -> State:
        """Uniform over all deals that agree with what the table has shown. CLA-7"""
        others = [s for s in range(len(state.hands)) if s != seat]
        deciding = state.drawn if state.turn != seat else 0
        hands = {s: state.hands[s] | (deciding if s == state.turn else 0) for s in others}
        unseen = union(hands.values()) | union(state.stock)
        wanted = [Hand(hands[s].bit_count(), state.excluded[s]) for s in others]
        dealt, stock = deal_hidden(unseen, wanted, rng)
        hands.update(zip(others, dealt, strict=True))
        drawn = state.drawn
        if deciding:
            choice = self.playable(state, hands[state.turn]) or hands[state.turn]
            drawn = rng.shuffled(each(choice))[0]
            hands[state.turn] &= ~drawn
        everyone = tuple(hands.get(s, hand) for s, hand in enumerate(state.hands))
        return replace(state, hands=everyone, stock=tuple(stock), drawn=drawn)

    def result(self, state: State) -> Result | None:
        if 0 not in state.hands:
            return None
        return Result.of([-total(hand) for hand in state.hands], "out")  # CLA-11


def _explain_rest(state: State, move: Move, moves: tuple[Move, ...]) -> IllegalMove:
    if move == "keep":
        return IllegalMove("nothing_drawn")
    if state.laid:
        return IllegalMove("end_instead", move=move)
    if moves[0] not in RESTS:
        return IllegalMove("must_lay", moves=moves)
    return IllegalMove("must_draw" if state.stock else "must_pass")


def _explain_card(table: Cards, openers: Cards, card: Card) -> IllegalMove:
    """Why a card does not fit: its row is not open, or its neighbour towards the row is missing."""
    name, number = NAME[card], NUMBER[card]
    row = next(row for row in ROWS if row & card)
    if not table & row and openers & row:
        return IllegalMove("row_closed", move=name, cards=list(names(openers & row)))
    lying = [NUMBER[other] for other in each(table & row)] or [1]
    nearest = min(lying, key=lambda other: abs(other - number))
    step = 1 if nearest > number else -1
    return IllegalMove("needs_neighbour", move=name, card=f"{name[0]}{number + step}")


@cache
def _sheet(game: RowGame) -> tuple[Cards, str, tuple[int, int]]:
    """All cards of a game, the letters of its rows, and its lowest and highest number."""
    cards = rows(game.numbers, getattr(game, "without", None))
    letters = (letter for letter, row in zip(LETTERS, ROWS, strict=True) if row & cards)
    return cards, "".join(letters), (game.numbers[0], game.numbers[-1])
