"""What a seat could take back has brought nothing to light: it knew beforehand what it would see."""

from __future__ import annotations

import pytest

import elfer
from elfer.core.chance import Chance
from elfer.games import registry

MOVES = 150
LAID = {"classic", "false-start", "three-starts", "any-start", "junior", "master", "board", "collect"}
"""The games in which something can be taken back."""


@pytest.mark.parametrize("game", registry())
def test_what_can_be_taken_back_was_no_surprise(game: str) -> None:
    """Whatever lies hidden elsewhere, the move leads its seat to the same view and the same events."""
    match, rng = elfer.start(game, seed=5), Chance(6)
    taken_back = 0
    while not match.over and match.steps < MOVES:
        seat = match.actors[rng.below(len(match.actors))]
        moves = match.moves(seat)
        move = moves[rng.below(len(moves))]
        before = match.state
        events = match.play(seat, move)
        if match.undoable is None:
            continue
        taken_back += 1
        assert match.undoable == seat
        for _ in range(2):
            state, others = match.game.play(match.game.imagine(before, seat, rng), seat, move)
            assert match.game.view(state, seat) == match.view(seat)
            assert [e.seen_by(seat) for e in others] == [e.seen_by(seat) for e in events]
    assert bool(taken_back) == (game in LAID)
