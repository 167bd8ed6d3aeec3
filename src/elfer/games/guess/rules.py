"""Ratefix: a card of each seat lies face down in the middle; the nearest guess of the sum takes them."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from elfer.core.cards import NAME, NUMBER, Cards, Pile, each, names, rows, union
from elfer.core.chance import Chance
from elfer.core.game import Event, Game, Move, Result, RoundOver, Seat, View, replaced_at
from elfer.core.game import State as CoreState
from elfer.core.options import First, moved_on, starting_seat
from elfer.core.refusals import BadInput, IllegalMove

STACK = {2: 20, 3: 13, 4: 10}  # GUE-1
HIGHEST = 20
"""The highest number on a card."""


class State(CoreState, frozen=True):
    """A round of Ratefix."""

    turn: Seat
    hands: tuple[Pile, ...]
    """The stack of each seat; the first card of each is the one that lies in the middle. GUE-2"""
    guesses: tuple[int | None, ...]
    won: tuple[Pile, ...]
    """The cards each seat has won, the latest first, open to all."""
    unused: Cards = 0


class Guessed(Event, frozen=True):
    seat: Seat
    number: int


class SumShown(Event, frozen=True):
    """The cards of the middle have been turned up, and the seat with the nearest guess has taken them."""

    seat: Seat
    cards: tuple[str, ...]
    total: int


class GuessView(View, frozen=True):
    """What a seat sees of Ratefix."""

    seat: Seat | None
    turn: Seat
    cards: tuple[str | None, ...]
    """The cards in the middle, by seat: the own one."""
    stacks: tuple[int, ...]
    """How many cards lie in each stack, the middle not counted."""
    guesses: tuple[int | None, ...]
    last: tuple[str, ...]
    """The cards that were turned up last, by seat."""
    total: int | None
    """Their sum."""
    taker: Seat | None
    """Who took them."""
    won: tuple[tuple[str, ...], ...]
    low: int
    high: int
    moves: tuple[Move, ...]
    over: bool


class Guess(Game[State], frozen=True):
    """Guess the sum of the cards in the middle, of which you know one."""

    id: ClassVar[str] = "guess"
    title: ClassVar[str] = "Guess the sum"
    seats: ClassVar[range] = range(2, 5)

    first: First = 0  # GUE-3

    def check_position(self, state: State) -> None:
        sizes = [len(stack) for stack in state.hands]
        if len(set(sizes)) > 1:
            raise BadInput("guess_stacks", sizes=sizes)

    def blank(self, seats: int) -> State:
        return State(0, ((),) * seats, (None,) * seats, ((),) * seats)

    def deal(self, seats: int, rng: Chance) -> State:
        size = STACK[seats]  # GUE-1
        cards = rng.shuffled(each(rows()))
        stacks = tuple(tuple(cards[seat * size : (seat + 1) * size]) for seat in range(seats))
        turn = starting_seat(self.first, seats, rng)  # GUE-3
        return replace(self.blank(seats), turn=turn, hands=stacks, unused=union(cards[seats * size :]))

    def actors(self, state: State) -> tuple[Seat, ...]:
        return (state.turn,) if state.hands[0] else ()  # GUE-5

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        if seat not in self.actors(state):
            return ()
        low, high = _bounds(state)
        return tuple(str(number) for number in range(low, high + 1) if number not in state.guesses)  # GUE-4

    def play(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
        guesses = replaced_at(state.guesses, seat, int(move))
        guessed = Guessed(seat, int(move))
        if None in guesses:
            turn = (seat + 1) % len(guesses)  # GUE-3
            return replace(state, turn=turn, guesses=guesses), (guessed,)
        after, shown = self._turn_up(replace(state, guesses=guesses))
        result = self.result(after)
        return after, (guessed, shown, RoundOver.of(result)) if result else (guessed, shown)

    def _turn_up(self, state: State) -> tuple[State, SumShown]:
        """All have guessed: the nearest takes the cards, of equally near ones the earlier. GUE-4"""
        seats = len(state.hands)
        cards = tuple(stack[0] for stack in state.hands)
        total = sum(NUMBER[card] for card in cards)
        in_turn = [(state.turn + i) % seats for i in range(1, seats + 1)]
        nearest = min(in_turn, key=lambda seat: abs((state.guesses[seat] or 0) - total))
        after = replace(
            state,
            turn=nearest,  # GUE-3
            hands=tuple(stack[1:] for stack in state.hands),
            guesses=(None,) * seats,
            won=replaced_at(state.won, nearest, cards + state.won[nearest]),
        )
        return after, SumShown(nearest, tuple(NAME[card] for card in cards), total)

    def result(self, state: State) -> Result | None:
        return None if state.hands[0] else Result.of([len(pile) for pile in state.won], "played")  # GUE-5

    def next_round(self, state: State) -> Guess:
        return replace(self, first=moved_on(self.first, len(state.hands)))

    # What a seat may know.

    def explain(self, state: State, seat: Seat, move: Move) -> IllegalMove:
        low, high = _bounds(state)
        if move in [str(guess) for guess in state.guesses if guess is not None]:
            return IllegalMove("guess_repeated", move=move)
        return IllegalMove("guess_range", move=move, low=low, high=high)

    def view(self, state: State, seat: Seat | None) -> GuessView:
        seats, over = len(state.hands), not state.hands[0]
        made = sum(guess is not None for guess in state.guesses)
        taker = (state.turn - made) % seats  # GUE-3
        last = state.won[taker][:seats]
        low, high = _bounds(state)
        return GuessView(
            seat=seat,
            turn=state.turn,
            cards=tuple(NAME[s[0]] if s and i == seat else None for i, s in enumerate(state.hands)),  # GUE-2
            stacks=tuple(max(0, len(stack) - 1) for stack in state.hands),
            guesses=state.guesses,
            last=tuple(NAME[card] for card in last),
            total=sum(NUMBER[card] for card in last) if last else None,
            taker=taker if last else None,
            won=tuple(tuple(NAME[card] for card in pile) for pile in state.won),
            low=low,
            high=high,
            moves=() if seat is None else self.moves(state, seat),
            over=over,
        )

    def imagine(self, state: State, seat: Seat | None, rng: Chance) -> State:
        """A seat knows its own card of the middle and all that was turned up, nothing else."""
        own = {seat: state.hands[seat][:1]} if seat is not None else {}
        seen = union(card for pile in (*state.won, *own.values()) for card in pile)
        unseen = rng.shuffled(each(rows() & ~seen))
        hands = []
        for s, stack in enumerate(state.hands):
            top = own.get(s, ())
            count = len(stack) - len(top)
            hands.append(top + tuple(unseen[:count]))
            unseen = unseen[count:]
        return replace(state, hands=tuple(hands), unused=union(unseen))

    def deck(self, seats: int) -> tuple[str, ...]:
        return names(rows())

    def held(self, state: State) -> tuple[str, ...]:
        piles = (*state.hands, *state.won)
        return tuple(NAME[card] for pile in piles for card in pile) + names(state.unused)


def _bounds(state: State) -> tuple[int, int]:
    """The lowest and the highest guess. GUE-4"""
    seats = len(state.hands)
    return seats, HIGHEST * seats
