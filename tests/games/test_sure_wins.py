"""No bot passes up a win that is there to be taken, over thousands of positions of its own games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import elfer
from elfer.bots import bot
from elfer.core.chance import Chance
from elfer.core.game import AnyGame, Move, Seat, State
from elfer.match import AnyMatch

MATCHES = 30
RESTS = ("draw", "end", "pass", "skip", "keep")
MOST_CARDS = 4
"""With how many cards in hand a turn that ends the round is looked for."""
WORLDS = 3


def positions(id: str, level: str) -> Iterator[tuple[AnyMatch, Seat, Move]]:
    """Every choice of bots of a level in some matches, with the move they make."""
    for seed in range(MATCHES):
        match = elfer.start(id, seats=3, seed=seed)
        bots = [bot(level, seed=10 + seat) for seat in range(3)]
        while not match.over:
            (seat,) = match.awaited
            move = bots[seat].choose(match, seat)
            if len(match.moves(seat)) > 1:
                yield match, seat, move
            match.play(seat, move)


def wins_at_once(match: AnyMatch, seat: Seat, move: Move) -> bool:
    """Whether a move ends the round with a victory, whatever the others may hold."""
    for luck in range(WORLDS):
        after, _ = match.game.play(match.imagine(seat, Chance(luck)), seat, move)
        result = match.game.result(after)
        if not result or seat not in result.winners:
            return False
    return True


def wins_this_turn(game: AnyGame, state: State, seat: Seat, depth: int = MOST_CARDS) -> bool:
    """Whether lays of this turn alone can win."""
    for move in game.moves(state, seat) if depth else ():
        if move not in RESTS:
            after, _ = game.play(state, seat, move)
            result = game.result(after)
            if result and result.winners == (seat,):
                return True
            if not result and game.actors(after) == (seat,) and wins_this_turn(game, after, seat, depth - 1):
                return True
    return False


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize("id", ["classic", "junior", "master", "board"])
def test_a_move_that_wins_at_once_is_made(id: str, level: str) -> None:
    chances, choices = 0, 0
    for match, seat, move in positions(id, level):
        choices += 1
        if match.state.hands[seat].bit_count() == 1:
            winning = [other for other in match.moves(seat) if wins_at_once(match, seat, other)]
            chances += bool(winning)
            assert not winning or move in winning, match.position()
    assert choices > 100
    assert chances or id == "junior"


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_the_whole_hand_goes_where_it_can(level: str) -> None:
    """In the board game; lays that only count together are found, too."""
    found = 0
    for match, seat, move in positions("board", level):
        if match.state.hands[seat].bit_count() <= MOST_CARDS - 1:
            state = match.imagine(seat, Chance(1))
            if wins_this_turn(match.game, state, seat):
                found += 1
                after, _ = match.game.play(state, seat, move)
                over = match.game.result(after)
                assert over or wins_this_turn(match.game, after, seat), match.position()
    assert found > 30


def test_a_last_tile_that_fits_is_not_held_back() -> None:
    match = elfer.start("board", seats=3, seed=301)
    bots = [bot("hard", seed=10 + seat) for seat in range(3)]
    while match.steps < 53:
        (seat,) = match.awaited
        match.play(seat, bots[seat].choose(match, seat))
    (seat,) = match.awaited
    assert bots[seat].choose(match, seat) == "Y11"
