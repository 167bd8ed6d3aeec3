from __future__ import annotations

import numpy as np
import pytest

import elfer
from elfer.games.rows.classic import Classic
from elfer.games.rows.compiled import (
    RNG,
    blank,
    deal,
    key_of,
    play,
    random_games,
    random_move,
    sheet_of,
    stream,
    to_move,
    to_number,
    to_state,
)
from elfer.games.rows.false_start import FalseStart
from tests.games.rows.compiled.variants import ROW_GAMES, TABLES, games


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_random_games_are_games_of_the_library(id: str, seats: int) -> None:
    """Every move of the engine's own games is one of the library's, and the figures are right."""
    for game in games(id, seats)[:3]:
        figures = random_games(game, seats=seats, count=4, seed=5)
        sheet = sheet_of(game, seats)
        for i in range(4):
            array, stock = blank()
            array[RNG] = stream(key_of(5), i)
            deal(array, sheet, stock)
            state, moves = to_state(game, array, stock, seats), []
            while actors := game.actors(state):
                moves.append(to_move(random_move(array, sheet)))
                assert moves[-1] in game.moves(state, actors[0])
                state, _ = game.play(state, actors[0], moves[-1])
                play(array, sheet, stock, to_number(moves[-1]))
            result = game.result(state)
            assert result is not None
            assert (int(figures.winners[i]),) == result.winners
            assert tuple(figures.points[i].tolist()) == result.points
            assert figures.moves[i] == len(moves)
            assert figures.draws[i] == moves.count("draw")
            assert figures.passes[i] == moves.count("pass")


@pytest.mark.parametrize("id", ROW_GAMES)
def test_threads_do_not_matter_and_seeds_do(id: str) -> None:
    game = games(id, 3)[0]
    one, two, three = (random_games(game, seats=3, count=3500, seed=1, threads=n) for n in (1, 2, 3))
    for figures in zip(one, two, three, strict=True):
        assert np.array_equal(figures[0], figures[1])
        assert np.array_equal(figures[0], figures[2])
    other = random_games(game, seats=3, count=3500, seed=2)
    assert not np.array_equal(one.points, other.points)
    assert np.array_equal(random_games(game, seats=3, count=5, seed=1).points, one.points[:5])
    assert random_games(game, seats=3, count=0, seed=1).points.shape == (0, 3)


def test_every_card_is_dealt_everywhere_equally_often() -> None:
    """Of 80 cards, each as often the first to be drawn: chi-squared, with a fixed seed."""
    sheet, drawn = sheet_of(FalseStart(), 4), np.zeros(128, np.int64)
    array, stock = blank()
    for i in range(20_000):
        array[RNG] = stream(7, i)
        deal(array, sheet, stock)
        drawn[stock[60]] += 1
    seen = drawn[drawn > 0]
    assert len(seen) == 72
    mean = 20_000 / 72
    assert ((seen - mean) ** 2 / mean).sum() < 71 + 5 * 142**0.5


def test_options_are_checked() -> None:
    with pytest.raises(elfer.BadInput, match="2 to 6 seats"):
        random_games(Classic(), seats=9, count=1, seed=1)
    with pytest.raises(elfer.BadInput, match="without"):
        random_games(Classic(without="blue"), seats=3, count=1, seed=1)
    with pytest.raises(elfer.BadInput, match="first"):
        random_games(FalseStart(first=3), seats=3, count=1, seed=1)
