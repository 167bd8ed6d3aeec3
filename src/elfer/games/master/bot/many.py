"""Many rounds of Master between bots, compiled; dealt as in a match, so they are the very same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from elfer.compiled.arrays import int_array, ints
from elfer.compiled.bits import unsigned
from elfer.compiled.decorator import IntArray, Ints, compiled
from elfer.compiled.many import DRAWS, LENGTH, PASSES, POINTS, REASON, WINNERS
from elfer.core.chance import Chance, seed_for
from elfer.games.master.bot.lays import WEIGHTS, Weights, judged
from elfer.games.master.compiled import DRAW, ENDED, PASS, STEPS, TURN, from_state, hand_size, play, points
from elfer.games.master.rules import Master

MEDIUM, HARD = WEIGHTS["medium"], WEIGHTS["hard"]


class Many:
    """Many rounds between bots."""

    bots: ClassVar[tuple[str, ...]] = ("medium", "hard")
    reasons: ClassVar[tuple[str, ...]] = ("master_out", "full")

    def __init__(self, game: Master, seats: int, bots: Sequence[str]) -> None:
        self.game, self.seats = game, seats
        self.kinds = [self.bots.index(name) for name in bots]

    def play(self, seed: int, deals: range, turns: int, round: int) -> Ints:
        """A row for each deal and turn; with each turn the bots move on by one seat."""
        figures = ints(len(deals) * turns, POINTS + self.seats)
        for i, number in enumerate(deals):
            state = self.game.deal(self.seats, Chance(seed_for(seed, "deal", number), round))
            dealt, stock = from_state(self.game, state)
            for turn in range(turns):
                kinds = int_array(self.kinds[-turn:] + self.kinds[:-turn])
                play_out(dealt.copy(), stock, MEDIUM, HARD, kinds, figures[i * turns + turn])
        return figures


@compiled
def play_out(
    game: IntArray, stock: IntArray, medium: Weights, hard: Weights, kinds: Ints, figures: Ints
) -> None:
    """Play a round to its end, and write down what it came to."""
    while not game[ENDED]:
        move = judged(game, hard if kinds[unsigned(game[TURN])] else medium)
        play(game, stock, move)
        figures[DRAWS] += move == DRAW
        figures[PASSES] += move == PASS
    figures[LENGTH], figures[REASON], best = game[STEPS], 1, -100_000
    for seat in range(len(kinds)):
        own = points(game, seat)
        figures[POINTS + seat] = own
        if own >= best:  # MAS-13
            figures[WINNERS] = 1 << seat | (figures[WINNERS] if own == best else 0)
            best = own
        if hand_size(game, seat) == 0:
            figures[REASON] = 0  # MAS-12
