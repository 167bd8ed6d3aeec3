from __future__ import annotations

from typing import Any

import pytest

import elfer
from elfer import BadInput, IllegalMove
from elfer.core.chance import Chance
from elfer.core.texts import Words
from elfer.match import AnyMatch
from elfer.positions import format_position
from tests.positions import table
from tests.rules import rule

PILES = ["B1", "B2", "B3", "B4"]


def code(match: AnyMatch, seat: int, move: str) -> str:
    with pytest.raises(IllegalMove) as refused:
        match.play(seat, move)
    assert refused.value.tell(Words("de"))
    return refused.value.code


@rule("COL-1")
@pytest.mark.parametrize(("seats", "each"), [(2, 9), (3, 9), (4, 8), (5, 8), (6, 7)])
def test_the_deal_depends_on_the_seats(seats: int, each: int) -> None:
    view: Any = elfer.start("collect", seats=seats, seed=1).view(0)
    assert view.sizes == (each,) * seats
    assert [len(pile) for pile in view.piles] == [1, 1, 1, 1]
    assert view.stock == 80 - seats * each - 4


@rule("COL-2")
def test_a_turn_takes_a_card_and_puts_one_down() -> None:
    match = table("collect", "R1 R2", "Y1 Y2", piles=PILES, stock="G1")
    assert match.moves(0) == ("stock", "pile 1", "pile 2", "pile 3", "pile 4")
    match.play(0, "stock")
    assert match.moves(0) == tuple(f"{card}>{pile}" for card in ("R1", "R2", "G1") for pile in (1, 2, 3, 4))
    match.play(0, "R1>2")
    position = match.position()
    assert position["piles"] == ["B1", "R1 B2", "B3", "B4"]
    assert position["hands"][0] == "R2 G1"
    match.play(0, "end")
    assert match.actors == (1,)


@rule("COL-2")
def test_an_emptied_place_must_be_filled() -> None:
    match = table("collect", "R1 R2", "Y1 Y2", piles=["B1", "B2", "B3 B5", "B4"])
    match.play(0, "pile 2")
    assert match.moves(0) == ("R1>2", "R2>2")
    assert code(match, 0, "R1>1") == "collect_empty_place"
    match.play(0, "R2>2")
    assert match.position()["piles"] == ["B1", "R2", "B3 B5", "B4"]


@rule("COL-2")
def test_a_pile_that_is_not_emptied_may_be_left() -> None:
    match = table("collect", "R1 R2", "Y1 Y2", piles=["B1", "B2", "B3 B5", "B4"])
    match.play(0, "pile 3")
    assert match.view(1).piles[2] == ("B5",)
    assert "R1>1" in match.moves(0)


@rule("COL-3")
def test_a_card_from_an_open_pile_is_not_put_down_in_the_same_turn() -> None:
    match = table("collect", "R1 R2", "Y1 Y2", piles=PILES)
    match.play(0, "pile 2")
    assert code(match, 0, "B2>2") == "collect_just_taken"
    match.play(0, "R1>2")
    match.play(0, "end")
    for move in ("stock", "Y1>1", "end", "stock"):
        match.play(match.actors[0], move)
    assert "B2>1" in match.moves(0)


@rule("COL-3")
def test_a_card_from_the_stock_may_be_put_down_at_once() -> None:
    match = table("collect", "R1 R2", "Y1 Y2", piles=PILES, stock="G1")
    match.play(0, "stock")
    match.play(0, "G1>4")
    assert match.position()["hands"][0] == "R1 R2"


@rule("COL-4")
def test_schluss_is_offered_to_a_hand_of_one_colour_and_ends_the_round() -> None:
    match = table("collect", "R1 R2", "Y1 G2", piles=PILES, stock="G1")
    match.play(0, "stock")
    match.play(0, "G1>1")
    assert match.moves(0) == ("schluss", "end")
    events = match.play(0, "schluss")
    assert [type(event).__name__ for event in events] == ["SaidSchluss", "RoundOver"]
    assert match.result is not None
    assert (match.result.points, match.result.reason) == ((3, 2), "collect_schluss")


@rule("COL-4")
def test_a_mixed_hand_says_end() -> None:
    match = table("collect", "R1 Y2", "Y1 G2", piles=PILES, stock="G1")
    match.play(0, "stock")
    match.play(0, "G1>1")
    assert match.moves(0) == ("end",)
    assert code(match, 0, "schluss") == "collect_mixed"
    assert code(match, 0, "stock") == "collect_say"


@rule("COL-4")
def test_schluss_may_be_left_unsaid_and_play_goes_on() -> None:
    match = table("collect", "R1 R2", "Y1 G2", put=True)
    match.play(0, "end")
    assert match.actors == (1,)


@rule("COL-4", "GEN-8")
def test_being_asked_betrays_nothing() -> None:
    rich = table("collect", "R1 R2", "Y1 G2", put=True, stock="R3 R4 B5")
    poor = table("collect", "R1 B5", "Y1 G2", put=True, stock="R3 R4 R2")
    for seat in (1, None):
        assert elfer.to_json(rich.view(seat)) == elfer.to_json(poor.view(seat))
    assert rich.actors == poor.actors


@rule("COL-5")
def test_the_best_colour_counts() -> None:
    match = table("collect", "R20 Y9 Y12", "G1 G2 G3 B5", "B20 B19", turn=2, put=True)
    match.play(2, "schluss")
    assert match.result is not None
    assert match.result.points == (21, 6, 39)
    assert match.result.winners == (2,)


@rule("COL-5")
def test_the_hands_are_shown_at_the_end_only() -> None:
    match = table("collect", "R20", "G1 G2", put=True)
    assert match.view(1).hands == (None, ("G1", "G2"))
    match.play(0, "schluss")
    assert match.view(1).hands == (("R20",), ("G1", "G2"))


@rule("COL-5")
@pytest.mark.parametrize(
    ("hands", "turn", "turns", "next_first"),
    [
        (("R20", "G3", "B5"), 0, 3, 1),
        (("R3", "G20", "B3"), 0, 3, 2),
        (("R3", "G20", "B3"), 2, 1, 2),
        (("R3", "G3", "B3"), 2, 0, 0),
    ],
)
def test_the_fewest_points_start_the_next_round(
    hands: tuple[str, ...], turn: int, turns: int, next_first: int
) -> None:
    match = table("collect", *hands, turn=turn, turns=turns, put=True)
    match.play(turn, "schluss")
    following: Any = match.game.next_round(match.state, match.seats)
    assert following.first == next_first


@rule("COL-5", "GEN-6")
def test_points_add_up_and_the_loser_starts() -> None:
    match = elfer.start("collect", seats=3, seed=4, rounds=2, first="random")
    rng = Chance(5)
    while match.actors != (elfer.TABLE,):
        seat = match.actors[0]
        moves = match.moves(seat)
        match.play(seat, moves[rng.below(len(moves))])
    fewest = min(match.results[0].points)
    match.play(elfer.TABLE, "deal")
    assert match.results[0].points[match.actors[0]] == fewest


@rule("COL-5", "GEN-4")
def test_first_starts() -> None:
    assert elfer.start("collect", seats=6, seed=1, first=4).actors == (4,)


@rule("COL-6")
def test_the_last_card_of_the_stock_is_the_last_turn() -> None:
    hands, piles = ("R1-20", "Y1-20"), ["B1-20", "G1-17", "G18", "G19"]
    match = table("collect", *hands, piles=piles, stock="G20")
    match.play(0, "stock")
    match.play(0, "G20>1")
    assert match.moves(0) == ("schluss", "end")
    match.play(0, "end")
    assert match.result is not None
    assert match.result.reason == "collect_stock"
    assert match.result.winners == (0, 1)


@rule("COL-6", "GEN-7")
def test_the_round_ends_after_100_turns_of_each_seat() -> None:
    match = table("collect", "R1 R2", "Y1 Y2", turn=1, turns=199, put=True)
    assert match.actors == (1,)
    match.play(1, "end")
    assert match.result is not None
    assert (match.result.points, match.result.reason) == ((3, 3), "cap")


@rule("GEN-8")
def test_what_comes_from_the_stock_is_seen_by_the_taker_alone() -> None:
    match = table("collect", "R1 R2", "Y1 Y2", piles=PILES, stock="G1")
    (event,) = match.play(0, "stock")
    assert '"card":"G1"' in elfer.to_json(event.seen_by(0))
    views: list[Any] = [match.view(seat) for seat in (0, 1, None)]
    assert [view.taken for view in views] == ["G1", None, None]
    assert [view.sizes for view in views] == [(3, 2)] * 3
    for other in (1, None):
        assert '"card":null' in elfer.to_json(event.seen_by(other))


def test_what_was_taken_openly_is_known_until_it_is_put_down() -> None:
    match = table("collect", "R1 R2", "Y1 Y2", piles=PILES)
    (event,) = match.play(0, "pile 1")
    assert '"card":"B1"' in elfer.to_json(event.seen_by(1))
    match.play(0, "R1>1")
    match.play(0, "end")
    assert match.view(1).known == (("B1",), ())
    for i in range(20):
        assert "B1" in format_position(match.game, match.imagine(1, Chance(1, i)))["hands"][0].split()
    for move in ("stock", "Y1>1", "end", "stock", "B1>2"):
        match.play(match.actors[0], move)
    assert match.position()["known"] == ["", ""]
    assert match.view(1).piles[1] == ("B1", "B2")


def test_another_hand_is_imagined_from_all_unseen_cards() -> None:
    match = table("collect", "R1 R2", "Y1 Y2", piles=PILES)
    match.play(0, "stock")
    imagined = [format_position(match.game, match.imagine(1, Chance(1, i))) for i in range(30)]
    assert len({position["hands"][0] for position in imagined}) > 20
    assert len({position["taken"] for position in imagined}) > 10
    assert {position["hands"][1] for position in imagined} == {"Y1 Y2"}
    assert {tuple(position["piles"]) for position in imagined} == {tuple(PILES)}


def test_refusals_say_what_to_do() -> None:
    match = table("collect", "R1 R2", "Y1 Y2", piles=PILES, stock="G1")
    for early in ("R1>1", "r1>1", "R1", "end", "schluss"):
        assert code(match, 0, early) == "collect_take"
    assert code(match, 0, "pile 5") == "unknown_move"
    match.play(0, "pile 1")
    for wrong in ("pile 2", "R1", "R1>5", "R21>1", "X>1", ""):
        assert code(match, 0, wrong) == "collect_put"
    assert code(match, 0, "Y1>1") == "not_in_hand"
    assert code(match, 1, "stock") == "not_your_turn"


def test_positions_that_contradict_themselves_are_refused() -> None:
    with pytest.raises(BadInput, match="'known' cannot be 'B5'"):
        table("collect", "R1 R2", "Y1 Y2", known=["B5", ""])
    with pytest.raises(BadInput, match="'hands' cannot be ''"):
        table("collect", "R1 R2", "")
    with pytest.raises(BadInput, match="'piles' must be a list of 4 entries"):
        table("collect", "R1 R2", "Y1", piles=["B1"])
    with pytest.raises(BadInput, match="R1 is there twice"):
        table("collect", "R1 R2", "Y1", taken="R1")
    with pytest.raises(BadInput, match="'taken' cannot be 'G1 G2'"):
        table("collect", "R1 R2", "Y1", taken="G1 G2")
    with pytest.raises(BadInput, match="2 to 6 seats"):
        elfer.start("collect", seats=7)
