"""Many rounds of the board game between bots, compiled; dealt as in a match, so they are the very same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from elfer.compiled.arrays import int_array, ints
from elfer.compiled.bits import unsigned
from elfer.compiled.decorator import IntArray, Ints, compiled
from elfer.compiled.many import DRAWS, LENGTH, PASSES, POINTS, WINNERS
from elfer.core.chance import Chance, seed_for
from elfer.games.board.bot.arrays import from_state
from elfer.games.board.bot.lays import WEIGHTS, Weights, judged
from elfer.games.board.compiled import DRAW, ENDED, PASS, STEPS, TURN, play, points
from elfer.games.board.rules import Board

MEDIUM, HARD = WEIGHTS["medium"], WEIGHTS["hard"]


class Many:
    """Many rounds between bots."""

    bots: ClassVar[tuple[str, ...]] = ("medium", "hard")
    reasons: ClassVar[tuple[str, ...]] = ("tiles_out",)

    def __init__(self, game: Board, seats: int, bots: Sequence[str]) -> None:
        self.game, self.seats = game, seats
        self.kinds = [self.bots.index(name) for name in bots]

    def play(self, seed: int, deals: range, turns: int, round: int) -> Ints:
        """A row for each deal and turn; with each turn the bots move on by one seat."""
        figures = ints(len(deals) * turns, POINTS + self.seats)
        for i, number in enumerate(deals):
            state = self.game.deal(self.seats, Chance(seed_for(seed, "deal", number), round))
            dealt, bag = from_state(self.game, state)
            for turn in range(turns):
                kinds = int_array(self.kinds[-turn:] + self.kinds[:-turn])
                play_out(dealt.copy(), bag, MEDIUM, HARD, kinds, figures[i * turns + turn])
        return figures


@compiled
def play_out(
    game: IntArray, bag: IntArray, medium: Weights, hard: Weights, kinds: Ints, figures: Ints
) -> None:
    """Play a round to its end, and write down what it came to."""
    while not game[ENDED]:
        move = judged(game, hard if kinds[unsigned(game[TURN])] else medium)
        play(game, bag, move)
        figures[DRAWS] += move == DRAW
        figures[PASSES] += move == PASS
    figures[LENGTH], best = game[STEPS], -100_000
    for seat in range(len(kinds)):
        own = points(game, seat)
        figures[POINTS + seat] = own
        if own >= best:  # BOA-11
            figures[WINNERS] = 1 << seat | (figures[WINNERS] if own == best else 0)
            best = own
