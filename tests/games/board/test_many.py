"""Many rounds between bots, compiled: the very same as in matches."""

from __future__ import annotations

import pytest

import elfer
from elfer.bots import bot, play_match
from elfer.compiled.many import DRAWS, LENGTH, PASSES, POINTS, REASON, WINNERS
from elfer.core.chance import seed_for
from elfer.games.board.bot.many import Many
from elfer.games.board.rules import Board

TURNS = 2


@pytest.mark.parametrize("seats", Board.seats)
def test_rounds_are_those_of_matches(seats: int) -> None:
    names = ["hard", "medium", "medium", "hard", "medium", "hard"][:seats]
    rows = Many(Board(), seats, names).play(3, range(5, 7), TURNS, 0)
    for i, row in enumerate(rows):
        deal, turn = 5 + i // TURNS, i % TURNS
        match = elfer.start("board", seats=seats, seed=seed_for(3, "deal", deal))
        result = play_match(match, [bot(names[(seat - turn) % seats], 1) for seat in range(seats)], seed=2)
        moves = [step.move for step in match.history]
        assert row[WINNERS] == sum(1 << seat for seat in result.winners)
        assert Many.reasons[row[REASON]] == result.reason
        assert (row[LENGTH], row[DRAWS], row[PASSES]) == (
            len(moves),
            moves.count("draw"),
            moves.count("pass"),
        )
        assert tuple(row[POINTS:]) == result.points
