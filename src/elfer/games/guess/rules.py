"""Ratefix: a card of each seat lies face down in the middle; the nearest guess of the sum takes them."""

from __future__ import annotations

from itertools import islice
from typing import ClassVar

from msgspec.structs import replace

from elfer.core.cards import NAME, NUMBER, each, rows, union
from elfer.core.chance import Chance
from elfer.core.game import Event, Game, Move, Result, Seat, replaced_at
from elfer.core.options import First, starting_seat
from elfer.core.refusals import BadInput, IllegalMove
from elfer.core.texts import Words
from elfer.games.guess.state import Guessed, State, SumShown, View

STACK = {2: 20, 3: 13, 4: 10}  # GUE-1
HIGHEST = 20
"""The highest number on a card."""


def possible_sums(seats: int) -> range:
    """Every guess that the rules allow. GUE-4"""
    return range(seats, HIGHEST * seats + 1)


class Guess(Game[State, View], frozen=True):
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
        cards = iter(rng.shuffled(each(rows())))
        stacks = tuple(tuple(islice(cards, STACK[seats])) for _ in range(seats))  # GUE-1
        turn = starting_seat(self.first, seats, rng)  # GUE-3
        return replace(self.blank(seats), turn=turn, hands=stacks, unused=union(cards))

    def actors(self, state: State) -> tuple[Seat, ...]:
        return (state.turn,) if state.hands[0] else ()  # GUE-5

    def moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        if seat not in self.actors(state):
            return ()
        sums = possible_sums(len(state.hands))
        return tuple(str(number) for number in sums if number not in state.guesses)  # GUE-4

    def play(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Event, ...]]:
        guesses = replaced_at(state.guesses, seat, int(move))
        guessed = Guessed(seat, int(move))
        if None in guesses:
            turn = (seat + 1) % len(guesses)  # GUE-3
            return replace(state, turn=turn, guesses=guesses), (guessed,)
        after, shown = self._turn_up(replace(state, guesses=guesses))
        return after, (guessed, shown, *self.closing(after))

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

    def say(self, move: Move, words: Words) -> str:
        return words.say("move.guess", number=move)

    # What a seat may know.

    def explain(self, state: State, seat: Seat, move: Move) -> IllegalMove:
        sums = possible_sums(len(state.hands))
        if move in [str(guess) for guess in state.guesses if guess is not None]:
            return IllegalMove("guess_repeated", move=move)
        return IllegalMove("guess_range", move=move, low=sums[0], high=sums[-1])

    def view(self, state: State, seat: Seat | None, *, open: bool = False) -> View:
        seats, over = len(state.hands), not state.hands[0]
        made = sum(guess is not None for guess in state.guesses)
        taker = (state.turn - made) % seats  # GUE-3
        last = state.won[taker][:seats]
        sums = possible_sums(seats)
        middle = [(open or s == seat) and stack[:1] for s, stack in enumerate(state.hands)]  # GUE-2
        return View(  # by position, in the order of its fields: that is many times as fast
            seat,
            state.turn,
            tuple(NAME[card[0]] if card else None for card in middle),
            tuple(max(0, len(stack) - 1) for stack in state.hands),
            state.guesses,
            tuple(NAME[card] for card in last),
            sum(NUMBER[card] for card in last) if last else None,
            taker if last else None,
            tuple(tuple(NAME[card] for card in pile) for pile in state.won),
            sums[0],
            sums[-1],
            self.offered(state, seat),
            over,
        )

    def imagine(self, state: State, seat: Seat | None, rng: Chance) -> State:
        """A seat knows its own card of the middle and all that was turned up, nothing else."""
        tops = [stack[:1] if s == seat else () for s, stack in enumerate(state.hands)]
        known = union(card for pile in (*state.won, *tops) for card in pile)
        unseen = iter(rng.shuffled(each(rows() & ~known)))
        hands = tuple(
            top + tuple(islice(unseen, len(stack) - len(top)))
            for top, stack in zip(tops, state.hands, strict=True)
        )
        return replace(state, hands=hands, unused=union(unseen))
