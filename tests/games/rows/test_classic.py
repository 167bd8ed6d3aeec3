from __future__ import annotations

from collections import Counter

import pytest

import elfer
from elfer import BadInput, IllegalMove
from elfer.core.cards import names, parse_cards
from elfer.core.chance import Chance
from elfer.games.rows.classic import Classic
from tests.positions import seen, table
from tests.rules import rule

STAR_WARS = {"edition": "star-wars"}


@rule("CLA-1")
@pytest.mark.parametrize(("seats", "size"), [(2, 20), (3, 20), (4, 15), (5, 12), (6, 10)])
def test_the_deal(seats: int, size: int) -> None:
    view = seen(elfer.start("classic", seats=seats, seed=1), None)
    assert view.sizes == (size,) * seats
    assert view.stock == 80 - seats * size
    assert Counter(Classic().deck(seats)) == Counter(parse_cards("R1-20 Y1-20 G1-20 B1-20"))


@rule("CLA-2")
def test_two_may_leave_out_a_colour() -> None:
    match = elfer.start("classic", seats=2, seed=1, without="green")
    assert len(match.game.deck(2)) == 60
    assert not any(name.startswith("G") for name in match.state.all_cards())


@rule("CLA-2")
def test_more_than_two_leave_out_none() -> None:
    with pytest.raises(BadInput, match="two seats only, not for 3"):
        elfer.start("classic", seats=3, without="red")


@rule("CLA-2")
def test_star_wars_leaves_out_blue_only() -> None:
    assert elfer.start("classic", seats=2, edition="star-wars", without="blue")
    with pytest.raises(BadInput, match="blue only, not red"):
        elfer.start("classic", seats=2, edition="star-wars", without="red")


@rule("CLA-3")
@pytest.mark.parametrize(
    ("hands", "starter"),
    [
        (["Y11 G11 B11", "R11", "R1"], 1),
        (["R1", "G11 B11", "Y11"], 2),
        (["B11", "R1", "G11"], 2),
        (["R1", "B11", "R2"], 1),
    ],
)
def test_the_first_eleven_in_the_order_of_colours_starts(hands: list[str], starter: int) -> None:
    cards = tuple(table("classic", *hands).state.hands)
    assert Classic().starter(cards, Chance(0)) == starter


@rule("CLA-3")
def test_without_an_eleven_in_any_hand_it_is_dealt_again() -> None:
    assert Classic().starter((1 << 1, 1 << 2), Chance(0)) is None
    for seed in range(300):
        match = elfer.start("classic", seats=2, seed=seed)
        assert "11" in " ".join(names(match.state.hands[match.actors[0]]))


@rule("CLA-3")
def test_a_colour_left_out_is_skipped() -> None:
    for seed in range(50):
        match = elfer.start("classic", seats=2, seed=seed, without="red")
        assert match.moves(match.actors[0])[0] in ("Y11", "G11", "B11")


@rule("CLA-4")
def test_the_starter_lays_that_eleven_and_the_turn_passes() -> None:
    match = table("classic", "R11 Y11 R10", "G1", "B1")
    assert match.moves(0) == ("R11",)
    match.play(0, "R11")
    assert match.actors == (1,)


@rule("CLA-5")
def test_lay_one_or_more_and_then_end() -> None:
    match = table("classic", "R10 R9 Y12 B3", "G1", table="R11 Y11")
    assert match.moves(0) == ("R10", "Y12")
    match.play(0, "R10")
    assert match.moves(0) == ("R9", "Y12", "end")
    match.play(0, "R9")
    match.play(0, "end")
    assert match.actors == (1,)


@rule("CLA-5")
def test_the_first_card_cannot_be_held_back() -> None:
    match = table("classic", "R10 B3", "G1", table="R11")
    for move in ("end", "draw", "pass"):
        with pytest.raises(IllegalMove, match="must play one") as refused:
            match.play(0, move)
        assert refused.value.code == "must_lay"


@rule("CLA-6")
def test_only_its_eleven_opens_a_row() -> None:
    match = table("classic", "Y11 Y10 Y12 R13", "G1", table="R11 R12")
    assert match.moves(0) == ("R13", "Y11")
    with pytest.raises(IllegalMove) as refused:
        match.play(0, "Y10")
    assert refused.value.code == "row_closed"
    assert refused.value.params == {"move": "Y10", "cards": ["Y11"]}


@rule("CLA-6")
def test_rows_grow_both_ways_without_gaps() -> None:
    match = table("classic", "R7 R8 R14 R15 R1 R20", "G1", table="R9-13")
    assert match.moves(0) == ("R8", "R14")


@rule("CLA-6")
def test_a_row_ends_at_1_and_20() -> None:
    match = table("classic", "Y1 G20", "G1", table="R1-20 Y11 G11")
    assert match.moves(0) == ("draw",)
    assert seen(match, 0).fits == ("Y10", "Y12", "G10", "G12", "B11")


@rule("CLA-7")
def test_a_drawn_card_that_fits_is_laid_and_the_turn_ends() -> None:
    match = table("classic", "R1 R2", "G1", table="R11", stock="B5 R10 R12")
    assert match.moves(0) == ("draw",)
    (event,) = match.play(0, "draw")
    assert elfer.to_json(event) == '{"event":"drew","seat":0,"cards":["B5","R10"],"laid":"R10"}'
    assert match.actors == (1,)
    assert match.position()["table"] == "R10 R11"
    assert match.position()["hands"][0] == "R1 R2 B5"


@rule("CLA-7")
def test_three_cards_at_most_are_drawn() -> None:
    match = table("classic", "R1", "G1", table="R11", stock="B5 B6 B7 R10")
    match.play(0, "draw")
    assert match.actors == (1,)
    assert match.position()["hands"][0] == "R1 B5-7"


@rule("CLA-7", "GEN-8")
def test_others_see_how_many_are_drawn_but_not_which() -> None:
    match = table("classic", "R1", "G1", "Y1", table="R11", stock="B5 B6 R10")
    (event,) = match.play(0, "draw")
    assert (
        elfer.to_json(event.seen_by(1)) == '{"event":"drew","seat":0,"cards":[null,null,"R10"],"laid":"R10"}'
    )
    assert event.seen_by(None) == event.seen_by(2)
    assert event.seen_by(0) == event


@rule("CLA-8")
def test_in_star_wars_a_drawn_card_may_be_kept() -> None:
    match = table("classic", "R1", "G1", options=STAR_WARS, table="R11", stock="B5 R10 B6")
    match.play(0, "draw")
    assert match.moves(0) == ("R10", "keep")
    assert match.position()["drawn"] == "R10"
    match.play(0, "keep")
    assert match.actors == (1,)
    assert match.position()["hands"][0] == "R1 R10 B5"


@rule("CLA-8")
def test_in_star_wars_laying_the_drawn_card_ends_the_turn() -> None:
    match = table("classic", "R1 R9", "G1", options=STAR_WARS, table="R11", stock="R10 B6")
    match.play(0, "draw")
    match.play(0, "R10")
    assert match.actors == (1,)
    assert match.position()["table"] == "R10 R11"


@rule("CLA-8")
def test_in_star_wars_no_other_card_may_be_laid_after_a_draw() -> None:
    match = table("classic", "R1", "G1", options=STAR_WARS, table="R11", drawn="R10")
    for move in ("R1", "end", "draw"):
        with pytest.raises(IllegalMove, match="drawn card first: R10, keep"):
            match.play(0, move)


@rule("CLA-8")
@pytest.mark.parametrize("third", ["R10", "B7"])
def test_a_kept_third_card_looks_like_one_that_does_not_fit(third: str) -> None:
    """Others see the same, byte for byte, whether the third card fitted or not."""
    match = table("classic", "R1", "G1", options=STAR_WARS, table="R11", stock=f"B5 B6 {third}")
    seen = [elfer.to_json([e.seen_by(1) for e in match.play(0, "draw")]), elfer.to_json(match.view(1))]
    assert "keep" in match.moves(0)
    seen += [elfer.to_json([e.seen_by(1) for e in match.play(0, "keep")]), elfer.to_json(match.view(1))]
    other = table("classic", "R1", "G1", options=STAR_WARS, table="R11", stock="B5 B6 B8")
    expected = [elfer.to_json([e.seen_by(1) for e in other.play(0, "draw")]), elfer.to_json(other.view(1))]
    expected += [elfer.to_json([e.seen_by(1) for e in other.play(0, "keep")]), elfer.to_json(other.view(1))]
    assert seen == expected


@rule("CLA-9")
def test_with_the_stock_empty_the_turn_passes() -> None:
    table_ = "R10-12 Y1-20 G3-20 B1-20"
    match = elfer.load({"game": "classic", "hands": ["R1 R14-20", "R2-9 R13 G1 G2"], "table": table_})
    assert match.moves(0) == ("pass",)
    with pytest.raises(IllegalMove, match="must pass"):
        match.play(0, "draw")
    match.play(0, "pass")
    assert match.actors == (1,)


@rule("CLA-9")
def test_the_stock_may_run_out_while_drawing() -> None:
    table_ = "R10-12 Y1-20 G1-20 B1-16"
    hands = ["R1", "R2-9 R13-20 B17 B18"]
    match = elfer.load({"game": "classic", "hands": hands, "table": table_, "stock": "B19 B20"})
    match.play(0, "draw")
    assert match.actors == (1,)
    assert match.position()["stock"] == ""
    assert match.position()["hands"][0] == "R1 B19 B20"


@rule("CLA-10")
def test_the_last_card_ends_the_round() -> None:
    match = table("classic", "R10", "R9 G2", table="R11")
    match.play(0, "R10")
    assert match.over
    assert match.actors == ()
    assert match.result is not None
    assert match.result.winners == (0,)
    assert match.result.reason == "out"


@rule("CLA-11")
def test_a_19_and_a_2_cost_21() -> None:
    match = table("classic", "R10", "G19 B2", "Y1", table="R11")
    match.play(0, "R10")
    assert match.result is not None
    assert match.result.points == (0, -21, -1)
    assert match.result.ranks == (1, 3, 2)


@rule("CLA-12")
def test_end_is_said_even_when_nothing_more_fits() -> None:
    match = table("classic", "R10 B1", "G1", table="R11")
    match.play(0, "R10")
    assert match.actors == (0,)
    assert match.moves(0) == ("end",)


@rule("CLA-13")
def test_nothing_can_block() -> None:
    """With the stock empty one seat can always lay: never do all pass in turn."""
    for seed in range(40):
        match = elfer.start("classic", seats=3, seed=seed)
        bot, passes = elfer.bot("random", seed=seed), 0
        while match.actors:
            seat = match.actors[0]
            move = bot.choose(match, seat)
            passes = passes + 1 if move == "pass" else 0
            assert passes < 3
            match.play(seat, move)
