from __future__ import annotations

import pytest

from elfer.core.chance import Chance
from elfer.games.master.bot.lays import WEIGHTS, judged
from elfer.games.master.compiled import (
    ENDED,
    LAST,
    NEXT,
    SCRATCH,
    STEPS,
    from_state,
    play,
    points,
    to_move,
    to_number,
)
from elfer.games.master.rules import Master


@pytest.mark.parametrize("seats", Master.seats)
def test_the_compiled_game_agrees_with_the_rules(seats: int) -> None:
    game, rng = Master(row_order=("red", "green", "yellow", "blue")), Chance(3, seats)
    for deal in range(4):
        state = game.deal(seats, Chance(deal, seats))
        array, stock = from_state(game, state)
        while actors := game.actors(state):
            (seat,) = actors
            legal, judgement = game.moves(state, seat), to_move(game, judged(array, WEIGHTS["hard"]))
            assert judgement in legal
            move = judgement if rng.below(3) else legal[rng.below(len(legal))]
            assert to_move(game, to_number(game, move)) == move
            state, _ = game.play(state, seat, move)
            play(array, stock, to_number(game, move))
            wanted, left = from_state(game, state)
            assert list(stock[array[NEXT] : array[LAST]]) == list(left)
            wanted[STEPS], wanted[NEXT], wanted[LAST] = array[STEPS], array[NEXT], array[LAST]
            assert list(array[:SCRATCH]) == list(wanted[:SCRATCH])
        result = game.result(state)
        assert result
        assert array[ENDED]
        assert tuple(points(array, seat) for seat in range(seats)) == result.points
