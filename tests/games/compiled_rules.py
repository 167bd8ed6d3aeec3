"""Compares compiled rules with the readable ones, move by move."""

from __future__ import annotations

from types import ModuleType

from elfer.core.chance import Chance
from elfer.core.game import AnyGame


def check_compiled_rules(game: AnyGame, seats: int, compiled: ModuleType, lays: ModuleType) -> None:
    """Play some deals both ways, most moves as *hard* judges them: the arrays stay those of the state."""
    rng = Chance(3, seats)
    for deal in range(4):
        state = game.deal(seats, Chance(deal, seats))
        array, pile = compiled.from_state(game, state)
        while actors := game.actors(state):
            (seat,) = actors
            legal = game.moves(state, seat)
            judgement = compiled.to_move(game, lays.judged(array, lays.WEIGHTS["hard"]))
            assert judgement in legal
            move = judgement if rng.below(3) else legal[rng.below(len(legal))]
            assert compiled.to_move(game, compiled.to_number(game, move)) == move
            state, _ = game.play(state, seat, move)
            compiled.play(array, pile, compiled.to_number(game, move))
            wanted, left = compiled.from_state(game, state)
            assert list(pile[array[compiled.NEXT] : array[compiled.LAST]]) == list(left)
            for word in (compiled.STEPS, compiled.NEXT, compiled.LAST):
                wanted[word] = array[word]
            assert list(array[: compiled.SCRATCH]) == list(wanted[: compiled.SCRATCH])
        result = game.result(state)
        assert result
        assert array[compiled.ENDED]
        assert tuple(compiled.points(array, seat) for seat in range(seats)) == result.points
