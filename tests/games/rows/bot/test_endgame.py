"""The solved end of a row game for two, beside a plain search through the rules library."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import elfer
from elfer.core.chance import Chance
from elfer.games.rows.bot import endgame, legal_moves, position_of
from elfer.games.rows.classic import Classic
from elfer.games.rows.rules import RowGame
from elfer.games.rows.state import State
from elfer.match import AnyMatch
from elfer.positions import format_position
from tests.games.rows.compiled.variants import ROW_GAMES, games
from tests.positions import table

CARDS = 16
"""With no more cards in both hands together, the plain search ends soon."""


def solved(game: RowGame, state: State) -> dict[str, int]:
    """Who wins after each move, as the expert sees it."""
    position = position_of(game, state, Chance(1))
    found = endgame.winners(position, legal_moves(position))
    return dict(zip(game.moves(state, state.turn), found, strict=True))


def searched(game: RowGame, state: State) -> dict[str, int]:
    """Who wins after each move, by trying everything."""

    @cache
    def winner(turn: int, hands: tuple[int, ...], laid: int, drawn: int, lying: int) -> int:
        if 0 in hands:
            return hands.index(0)
        now = State(turn, hands, lying, (), laid, drawn, state.opener, state.excluded)
        return turn if turn in after(now).values() else 1 - turn

    def after(now: State) -> dict[str, int]:
        found = {}
        for move in game.moves(now, now.turn):
            then, _ = game.play(now, now.turn, move)
            found[move] = winner(then.turn, then.hands, min(then.laid, 1), then.drawn, then.table)
        return found

    return after(state)


def late_state(game: RowGame, seed: int) -> State | None:
    """A state with an empty stock and few cards, if a game where each turn brings one card leads to one."""
    rng = Random(seed)
    state = game.deal(2, Chance(seed))
    while game.actors(state):
        if not state.stock and sum(hand.bit_count() for hand in state.hands) <= CARDS:
            return state
        moves = game.moves(state, state.turn)
        state, _ = game.play(state, state.turn, "end" if "end" in moves else rng.choice(moves))
    return None


@pytest.mark.parametrize("id", ROW_GAMES)
def test_it_agrees_with_a_plain_search(id: str) -> None:
    both = set()
    for game in games(id, 2):
        for seed in range(8):
            if state := late_state(game, seed):
                expected = searched(game, state)
                assert solved(game, state) == expected
                both |= set(expected.values())
    assert both == {0, 1}


def test_a_move_that_wins_by_force_is_played() -> None:
    game = Classic()
    decisive = 0
    for seed in range(100):
        state = late_state(game, seed)
        if state and len(set((winners := searched(game, state)).values())) == 2:
            decisive += 1
            match = elfer.load(format_position(game, state))
            assert winners[elfer.bot("expert", seed=1).choose(match, state.turn)] == state.turn
            first, *_, last = elfer.bot("expert", seed=1).evaluate(match, state.turn)
            assert (first.win, last.win) == (1, 0)
    assert decisive > 3


@pytest.mark.parametrize("hands", [("R12 R14", "Y1 Y2", "B1"), ("R12 R14", "Y1 Y2")])
def test_nothing_is_solved_while_cards_are_hidden(hands: tuple[str, ...]) -> None:
    match = table("classic", *hands, table="R11", turn=0)
    with pytest.raises(ValueError, match="shorter"):
        state_solved(match)


def test_it_gives_up_when_there_is_too_much_to_look_at(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = "R1 R3 R5 R7 R9 Y13 Y15 Y17 Y19", "R2 R4 R6 R8 Y12 Y14 Y16 Y18 Y20"
    match = table("classic", *hands, rest="table", turn=0)
    assert set(state_solved(match).values()) <= {0, 1}
    monkeypatch.setattr(endgame, "MOST_POSITIONS", 5)
    assert set(state_solved(match).values()) == {-1}


def state_solved(match: AnyMatch) -> dict[str, int]:
    assert isinstance(match.game, RowGame)
    assert isinstance(match.state, State)
    return solved(match.game, match.state)
