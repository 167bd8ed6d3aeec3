"""Many games between bots of the row games: each decides as it does in a match."""

from __future__ import annotations

import pytest

from elfer.bots.simple import greedy
from elfer.bots.strategies import LENGTH, POINTS, REASON, WINNERS
from elfer.compiled.streams import key_of, stream
from elfer.core.chance import Chance
from elfer.games.rows import bot as rows
from elfer.games.rows.bot.batches import BATCHES, GREEDY, KINDS, RANDOM, bot_move, player
from elfer.games.rows.bot.weights import policies
from elfer.games.rows.classic import Classic
from elfer.games.rows.compiled import RNG, blank, deal, from_state, random_games, sheet_of, to_move, to_state
from elfer.games.rows.rules import RowGame
from elfer.games.rows.state import State
from tests.games.rows.compiled.variants import TABLES, games


def positions(game: RowGame, seats: int, seed: int) -> list[State]:
    """The positions of a game at random in which there is a choice."""
    rng, found = Chance(seed), []
    state = game.deal(seats, rng)
    while actors := game.actors(state):
        moves = game.moves(state, actors[0])
        found += [state] if len(moves) > 1 else []
        state, _ = game.play(state, actors[0], moves[rng.below(len(moves))])
    return found


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_decisions_are_those_of_the_bots(id: str, seats: int) -> None:
    for game in games(id, seats):
        sheet, table = sheet_of(game, seats), policies(id, seats)
        for number, state in enumerate(positions(game, seats, seed=seats)):
            for level in ("easy", "medium", "hard"):
                array, _ = from_state(game, state, Chance(number).below(1 << 63))
                move = to_move(bot_move(array, sheet, table, KINDS[level]))
                assert move == rows.choose(level, game, state, state.turn, Chance(number))


@pytest.mark.parametrize("id", ["classic", "three-starts"])
def test_random_and_greedy_choose_evenly_among_the_same_moves(id: str) -> None:
    game = games(id, 4)[-1]
    sheet, table = sheet_of(game, 4), policies(id, 4)
    for state in positions(game, 4, seed=2)[::9]:
        moves = game.moves(state, state.turn)
        chosen = {greedy(game, moves, Chance(i)) for i in range(99)}
        for kind, wanted in ((RANDOM, set(moves)), (GREEDY, chosen)):
            found = []
            for i in range(60 * len(wanted)):
                array, _ = from_state(game, state, stream(1, i))
                found.append(to_move(bot_move(array, sheet, table, kind)))
            assert set(found) == wanted
            assert min(found.count(move) for move in wanted) > 30


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_games_are_played_as_in_a_match(id: str, seats: int) -> None:
    """Hard has no chance in it, so that whole games are the same from the same deal."""
    for game in games(id, seats):
        found = player(game, seats, ["hard"] * seats)(5, range(3), 1, 0)
        for number, row in enumerate(found):
            sheet, (array, stock) = sheet_of(game, seats), blank()
            array[RNG] = stream(key_of(5), number)
            deal(array, sheet, stock)
            state, length = to_state(game, array, stock, seats), 0
            while actors := game.actors(state):
                state, _ = game.play(state, actors[0], rows.choose("hard", game, state, actors[0], Chance(1)))
                length += 1
            result = game.result(state)
            assert result
            assert (row[WINNERS], row[LENGTH]) == (1 << result.winners[0], length)
            assert tuple(row[POINTS:]) == result.points
            assert BATCHES.reasons[row[REASON]] == result.reason


def test_random_games_are_those_of_the_engine() -> None:
    """The same as `random_games`, and so as the program in C that plays them too."""
    found, engine = (
        player(Classic(), 4, ["random"] * 4)(7, range(50), 1, 0),
        random_games(Classic(), 4, 50, 7),
    )
    assert (found[:, POINTS:] == engine.points).all()
    assert (found[:, LENGTH] == engine.moves).all()


def test_the_bots_move_on() -> None:
    """A bot that was named first sits on seat 1 in the second turn: it wins as much there."""
    bots = ["hard", "random", "random"]
    found = player(Classic(), 3, bots)(1, range(400), 3, 0).reshape(400, 3, -1)
    for turn in range(3):
        assert (found[:, turn, WINNERS] == 1 << turn).mean() > 0.6
