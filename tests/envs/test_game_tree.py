"""Nodes of a game tree: their information states, resampling, and the maximum length."""

from __future__ import annotations

import pickle
from copy import deepcopy

import numpy as np
import pytest

import elfer
from elfer.core.chance import Chance
from elfer.core.game import AnyGame
from elfer.envs.encoding import Encoding
from elfer.envs.game_tree import ROW, GameTree, TreeNode, game_tree
from elfer.envs.tiny import Tinier
from elfer.envs.tiny.solving import decisions
from elfer.games import registry
from elfer.games.cheat.rules import Cheat
from elfer.games.duel.rules import Duel
from elfer.games.snap.rules import Snap

GAMES = [kind() for kind in registry().values()]
LIMITED = [
    game
    for game in (*GAMES, Cheat(edition="star-wars"), Duel(to_the_end=True))
    if Encoding(game, game.seats[0]).longest
]
SHORT = 60


def begun(game: AnyGame, seed: int, most: int = SHORT, seats: int = 0) -> TreeNode:
    node = TreeNode(game_tree(game, seats or game.seats[0], most))
    rng = Chance(seed, 1)
    while node.outcomes:
        node.apply(rng.below(node.outcomes))
    return node


def answer(node: TreeNode, rng: Chance) -> None:
    assert node.turns is not None
    node.apply(node.tree.code.ids[node.turns.moves[rng.below(len(node.turns.moves))]])


def past(node: TreeNode, seat: int) -> bytes:
    rows = np.zeros((node.tree.max_length, len(ROW)), np.float32)
    node.write_history(seat, rows)
    return rows.tobytes()


def known(node: TreeNode) -> tuple[object, ...]:
    """All that a node has of the deal and of the match."""
    assert node.chance_history == ()
    assert node.match.seed is None
    assert node.start is node.match.state
    return node.start, node.first_views, node.match.state, node.match.history, node.actions


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_seat_cannot_tell_an_imagined_course_from_the_true_one(game: AnyGame) -> None:
    """The seat is shown the same; what others are shown there follows from what the seat knows."""
    node, rng = begun(game, 1), Chance(2)
    while not node.over:
        assert node.turns is not None
        for seat in range(node.tree.seats) if node.actions % 7 == 0 else ():
            twin = node.resampled(seat, rng)
            assert twin.turns is not None
            assert (twin.information_state(seat), past(twin, seat)) == (
                node.information_state(seat),
                past(node, seat),
            )
            assert twin.turns.seat == node.turns.seat
            if seat == twin.turns.seat:
                assert twin.turns.moves == node.turns.moves
            again, first = (one.resampled(seat, Chance(3)) for one in (twin, node))
            assert known(again) == known(first), "the true deal shows in a resampled node"
            assert {first.first_views[s] for s in range(node.tree.seats) if s != seat} == {
                first.first_views[None]
            }
            for other in range(node.tree.seats):
                assert again.information_state(other) == first.information_state(other)
            for _ in range(3):
                if not twin.over:
                    answer(twin, rng)
        answer(node, rng)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_a_seat_is_told_and_the_rows_of_its_past_say_the_same(game: AnyGame) -> None:
    """Two nodes that differ in one differ in the other, as far as moves go."""
    found: dict[bytes, list[str]] = {}
    for seed in range(3):
        node, rng = begun(game, 5, most=25), Chance(seed)
        while not node.over:
            for seat in range(node.tree.seats):
                told = [str(seat), *node.information_state(seat).split("\n")[1:-1]]
                assert found.setdefault(bytes([seat]) + past(node, seat), told) == told
            answer(node, rng)


def test_nobody_forgets_anything() -> None:
    """Perfect recall, in a whole tree: what a seat was told has what it was told and did before in it."""
    before: dict[str, tuple[object, ...]] = {}
    offered: dict[str, tuple[str, ...]] = {}

    def visit(node: TreeNode, known: tuple[tuple[object, ...], ...]) -> None:
        if node.outcomes:
            for outcome in range(node.outcomes):
                after = deepcopy(node)
                after.apply(outcome)
                visit(after, known)
        elif not node.over and node.turns is not None:
            seat = node.turns.seat or 0
            told = node.information_state(seat)
            assert before.setdefault(told, known[seat]) == known[seat]
            assert offered.setdefault(told, node.turns.moves) == node.turns.moves
            for move in node.turns.moves:
                after = deepcopy(node)
                after.apply(node.tree.code.ids[move])
                mine = (*known[seat], told, move)
                visit(after, (mine, known[1]) if seat == 0 else (known[0], mine))

    visit(TreeNode(game_tree(Tinier(), 2)), ((), ()))
    assert len(before) > 500


def test_a_game_that_lasts_too_long_is_broken_off() -> None:
    node, rng = begun(Snap(), 1, most=30), Chance(1)
    while not node.over:
        answer(node, rng)
    assert 30 in (node.actions, node.match.steps)
    assert node.result is None
    with pytest.raises(elfer.IllegalMove, match="over"):
        answer(node, rng)


def test_the_usual_length_leaves_room_for_every_course() -> None:
    most = GameTree(Tinier(), 2).max_length
    assert max(node.actions for node in decisions(TreeNode(game_tree(Tinier(), 2)))) < most - 1


@pytest.mark.parametrize("game", LIMITED, ids=repr)
def test_no_round_is_longer_than_its_rules_say(game: AnyGame) -> None:
    for seats in {game.seats[0], game.seats[-1]}:
        node, rng = begun(game, 3, most=1_000_000, seats=seats), Chance(4)
        while not node.over:
            answer(node, rng)
        assert max(node.actions, node.match.steps) <= (node.tree.code.longest or 0)


def test_copies_go_their_own_ways_and_survive_pickling() -> None:
    node, rng = begun(Snap(), 1), Chance(1)
    answer(node, rng)
    copied, stored = deepcopy(node), pickle.dumps(node)
    answer(copied, rng)
    assert (copied.actions, node.actions) == (2, 1)
    found: TreeNode = pickle.loads(stored)
    assert found.information_state(1) == node.information_state(1)
    assert found.tree is node.tree
    assert found.match == node.match
