"""What holds for every game: the GEN clauses."""

from __future__ import annotations

from typing import Any

import pytest

import elfer
from elfer import BadInput
from elfer.core.cards import COLOURS, NAME, SYMBOLS, parse_cards
from elfer.core.options import options_of
from elfer.core.texts import Words
from elfer.games import registry
from elfer.match import AnyMatch
from tests.positions import seen, table
from tests.rules import rule


@rule("GEN-1")
def test_four_colours_in_order_with_their_symbols() -> None:
    assert dict(zip(COLOURS, SYMBOLS, strict=True)) == {"red": "■", "yellow": "▲", "green": "★", "blue": "●"}


@rule("GEN-1")
def test_blue_is_called_purple_blue_in_star_wars() -> None:
    assert Words("en", edition="star-wars").card("B7") == "purple-blue 7"
    assert Words("de", edition="star-wars").card("B7") == "Lila-Blau 7"
    assert Words("en").card("B7") == "blue 7"


@rule("GEN-2")
def test_play_goes_clockwise() -> None:
    match = table("false-start", "R5", "R6", "R7", stock="G5 G6 G7 G8 G9 G10 G11 G12 G13")
    turns = []
    for _ in range(4):
        turns.append(match.actors[0])
        match.play(match.actors[0], "draw")
    assert turns == [0, 1, 2, 0]


@rule("GEN-3")
def test_how_cards_are_written() -> None:
    for name in ("R11", "Y3", "G20", "B7", "J", "N13", "RS", "YS", "GS", "BS"):
        assert parse_cards(name) == (name,)
        assert name in NAME.values()
    for name in ("r11", "R0", "R22", "N4", "X3", "R", "11R"):
        with pytest.raises(BadInput, match=name):
            parse_cards(name)


@rule("GEN-4")
def test_the_table_says_who_starts() -> None:
    assert elfer.start("junior", seats=4, seed=1).actors == (0,)
    assert elfer.start("junior", seats=4, seed=1, first=2).actors == (2,)
    assert {elfer.start("junior", seats=4, seed=s, first="random").actors for s in range(40)} == {
        (0,),
        (1,),
        (2,),
        (3,),
    }
    for wrong in (4, -1, "last", True, 1.0, None):
        with pytest.raises(BadInput, match="first"):
            elfer.start("junior", seats=4, first=wrong)
    with pytest.raises(BadInput, match="no option 'first'"):
        elfer.start("classic", seats=4, first=1)


def finish(match: AnyMatch) -> None:
    """Play on to the end of the round."""
    rounds = len(match.results)
    bot = elfer.bot("greedy", seed=1)
    while len(match.results) == rounds:
        seat = match.actors[0]
        match.play(seat, bot.choose(match, seat))


@rule("GEN-5")
def test_first_moves_one_seat_to_the_left_from_round_to_round() -> None:
    match = elfer.start("junior", seats=3, seed=1, rounds=4, first=1)
    starters = []
    while not match.over:
        starters.append(match.actors[0])
        finish(match)
        if not match.over:
            match.play(elfer.TABLE, "deal")
    assert starters == [1, 2, 0, 1]


@rule("GEN-5")
def test_a_random_first_is_drawn_anew() -> None:
    starters = set()
    for seed in range(30):
        match = elfer.start("junior", seats=3, seed=seed, rounds=2, first="random")
        before = match.actors
        finish(match)
        match.play(elfer.TABLE, "deal")
        starters.add((before, match.actors))
    assert len(starters) == 9


@rule("GEN-6")
def test_points_add_up_and_the_best_total_wins() -> None:
    match = elfer.start("junior", seats=3, seed=3, rounds=3)
    while not match.over:
        finish(match)
        if not match.over:
            assert match.result is None
            match.play(elfer.TABLE, "deal")
    totals = tuple(sum(result.points[seat] for result in match.results) for seat in range(3))
    result: Any = match.result
    assert result.points == match.totals == totals
    assert result.winners == tuple(seat for seat in range(3) if totals[seat] == max(totals))
    assert result.reason == "rounds"


@rule("GEN-6")
def test_ties_share_the_victory() -> None:
    assert elfer.Result.of((-5, -7, -5, -9), "out") == elfer.Result(
        (-5, -7, -5, -9), (0, 2), (1, 3, 1, 4), "out"
    )


@rule("GEN-6")
def test_star_wars_is_scored_like_the_others() -> None:
    match = table("junior", "R2", "Y9 Y5", options={"edition": "star-wars"})
    match.play(0, "R2")
    assert match.result is not None
    assert match.result.points == (0, -14)


@rule("GEN-7")
@pytest.mark.parametrize("id", registry())
def test_every_game_comes_to_an_end(id: str) -> None:
    """The laws play thousands of games to the end; here the one that always rests where it may."""
    match = elfer.start(id, seats=registry()[id].seats[0], seed=2)
    while match.actors:
        seat = match.awaited[0]
        match.play(seat, match.moves(seat)[-1])
        assert match.steps < 100_000
    assert match.result is not None
    assert match.result.reason


@rule("GEN-8")
def test_a_seat_sees_its_own_hand_and_how_many_others_hold() -> None:
    match = table("classic", "R10 B3", "G1 G2 G3", table="R11")
    assert seen(match, 0).hands == (("R10", "B3"), None)
    assert seen(match, 1).hands == (None, ("G1", "G2", "G3"))
    assert seen(match, None).hands == (None, None)
    assert seen(match, 0).sizes == (2, 3)
    assert seen(match, 1).moves == ()


@rule("GEN-9")
def test_editions() -> None:
    editions = {
        id: options_of(game)["edition"].choices
        for id, game in registry().items()
        if "edition" in options_of(game)
    }
    assert editions["classic"] == ("classic", "junior", "star-wars")
    assert editions["junior"] == ("junior", "star-wars")
    with pytest.raises(BadInput, match="Choose one of: classic, junior, star-wars"):
        elfer.start("classic", edition="deluxe")
    with pytest.raises(BadInput, match="'false-start' has no option 'edition'"):
        elfer.start("false-start", edition="classic")
    with pytest.raises(BadInput, match="'classic' has no option 'colour'"):
        elfer.start("classic", colour="red")


@rule("GEN-9")
def test_edition_junior_of_classic_has_the_same_rules() -> None:
    one, other = elfer.start("classic", seed=4), elfer.start("classic", seed=4, edition="junior")
    bot = elfer.bot("random", seed=1)
    while not one.over:
        move = bot.choose(one, one.actors[0])
        assert one.play(one.actors[0], move) == other.play(other.actors[0], move)
    assert one.result == other.result
