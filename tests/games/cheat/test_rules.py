from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import elfer
from elfer.core.cards import Cards, names
from elfer.core.chance import Chance
from elfer.games.cheat.rules import CAP, HIGHEST
from elfer.games.cheat.state import (
    Accepted,
    Claimed,
    Exposed,
    LastClaimed,
    PileLeft,
    PileTaken,
    Proven,
    on_pile,
    total_size,
)
from elfer.match import AnyMatch
from tests.positions import seen, table
from tests.rules import rule

STAR_WARS = {"edition": "star-wars"}


def at(*hands: str, star_wars: bool = False, options: dict[str, Any] | None = None, **keys: Any) -> AnyMatch:
    """A position whose other cards have left the game."""
    chosen = (STAR_WARS if star_wars else {}) | (options or {})
    return table("cheat", *hands, rest="out", options=chosen, **keys)


def sizes(match: AnyMatch, seat: int | None = None) -> list[int]:
    return list(seen(match, seat).sizes)


def actors(match: AnyMatch) -> list[int]:
    return list(match.actors)


@rule("CHE-1")
@pytest.mark.parametrize(("seats", "highest", "size"), [(3, 9, 12), (4, 10, 10), (5, 15, 12), (6, 15, 10)])
def test_the_cards_in_play_are_dealt_evenly(seats: int, highest: int, size: int) -> None:
    match = elfer.start("cheat", seats=seats, seed=1)
    assert sizes(match) == [size] * seats
    deck = [f"{letter}{number}" for letter in "RYGB" for number in range(1, highest + 1)]
    assert Counter(match.state.held()) == Counter(deck)


@rule("CHE-2")
def test_first_lays_any_card_and_says_one_and_the_next_says_two() -> None:
    match = elfer.start("cheat", seats=3, seed=1, first=2)
    assert actors(match) == [2]
    card = match.moves(2)[0]
    assert match.play(2, card) == (Claimed(2, 1, (card,)),)
    assert (seen(match, 1).said, seen(match, 1).says, actors(match)) == (1, 2, [0])
    card = match.moves(0)[0]
    assert match.play(0, card) == (Claimed(0, 2, (card,)),)


@rule("CHE-2")
def test_a_card_need_not_be_what_was_said_even_if_one_has_it() -> None:
    match = at("R1 R5", "Y1 Y2", "G1 G2", star_wars=True)
    assert {"R1", "R5"} < set(match.moves(0))


@rule("CHE-2", "GEN-5")
def test_first_moves_one_seat_to_the_left_from_round_to_round() -> None:
    match = elfer.start("cheat", seats=3, seed=1, rounds=2, first=2)
    rng = Chance(1)
    while match.round == 0:
        seat = match.actors[0]
        match.play(seat, match.moves(seat)[rng.below(len(match.moves(seat)))])
    assert actors(match) == [0]


@rule("CHE-3", "GEN-9")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_classic_counts_to_20_and_star_wars_to_the_highest_number(seats: int) -> None:
    assert seen(elfer.start("cheat", seats=seats, seed=1), None).top == 20
    star_wars = elfer.start("cheat", seats=seats, seed=1, edition="star-wars")
    assert seen(star_wars, None).top == HIGHEST[seats]


@rule("CHE-3")
def test_classic_goes_on_above_the_highest_number() -> None:
    match = at("R1 R2", "Y1 Y2", "G1 G2", laid=["R5 R6 R7", "Y5 Y6 Y7", "G5 G6"], last="G7", said=9)
    match.play(0, "R1")
    assert seen(match, 1).said == 10


@rule("CHE-4")
def test_classic_only_the_seat_whose_turn_it_is_doubts() -> None:
    match = at("R1 R2", "Y1 Y2", "G1 G2")
    assert "doubt" not in match.moves(0)
    match.play(0, "R1")
    assert actors(match) == [1]
    assert "doubt" in match.moves(1)
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(2, "doubt")
    assert refused.value.code == "not_your_turn"


@rule("CHE-4")
def test_star_wars_any_other_seat_doubts_until_the_next_card_is_laid() -> None:
    match = at("R1 R2", "Y1 Y2", "G1 G2", star_wars=True)
    match.play(0, "R1")
    assert actors(match) == [1, 2]
    assert match.awaited == (1,)
    assert match.moves(2) == ("doubt",)
    match.play(1, "Y2")
    assert actors(match) == [0, 2]
    assert match.moves(0) == ("doubt",)


@rule("CHE-4")
@pytest.mark.parametrize("star_wars", [False, True])
def test_whoever_was_wrong_takes_the_whole_pile_into_the_hand(star_wars: bool) -> None:
    match = at("R5 R6", "Y2 Y5", "G1 G2", star_wars=star_wars)
    match.play(0, "R5")
    match.play(1, "Y2")
    assert match.play(2, "doubt") == (Proven(2, 1, 2, ("Y2",)), PileTaken(2, ("R5", "Y2"), (1, 1, 4)))
    assert match.position()["hands"] == ["R6", "Y5", "R5 Y2 G1 G2"]
    match = at("R5 R6", "Y2 Y5", "G1 G2", star_wars=star_wars)
    match.play(0, "R5")
    match.play(1, "Y5")
    assert match.play(2, "doubt") == (Exposed(2, 1, 2, ("Y5",)), PileTaken(1, ("R5", "Y5"), (1, 3, 2)))


@rule("CHE-4")
def test_only_the_taker_sees_what_is_in_the_pile() -> None:
    match = at("R5 R6", "Y2 Y5", "G1 G2")
    match.play(0, "R5")
    match.play(1, "Y5")
    taken = match.play(2, "doubt")[1]
    assert taken.seen_by(1) == taken
    for other in (0, 2, None):
        assert taken.seen_by(other) == PileTaken(1, (None, None), (1, 3, 2))


@rule("CHE-4")
def test_there_is_nothing_to_doubt_while_no_card_lies() -> None:
    match = at("R1 R2", "Y1 Y2", "G1 G2", star_wars=True)
    assert actors(match) == [0]
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(0, "doubt")
    assert refused.value.code == "cheat_nothing_to_doubt"


@rule("CHE-5")
def test_two_cards_may_be_laid_but_not_three() -> None:
    match = at("R1 R2 Y3", "Y1 Y2", "G1 G2")
    assert match.moves(0) == ("R1", "R2", "Y3", "R1+R2", "R1+Y3", "R2+Y3")
    match.play(0, "R1+Y3")
    assert match.position()["hands"][0] == "R2"


@rule("CHE-5")
@pytest.mark.parametrize("cards", ["R1+Y1", "R1+R5", "R5+R6"])
def test_two_cards_are_cheating_whatever_they_are(cards: str) -> None:
    match = at("R1 R5 R6 Y1", "Y4 Y2", "G1 G2")
    match.play(0, cards)
    shown, taken = match.play(1, "doubt")
    assert shown == Exposed(1, 0, 1, tuple(cards.split("+")))
    assert isinstance(taken, PileTaken)
    assert taken.seat == 0


@rule("CHE-5")
def test_a_second_card_leaves_no_trace_for_the_others() -> None:
    one, two = (at("R1 R5 R6 Y1", "Y4 Y2", "G1 G2", star_wars=True) for _ in range(2))
    first, second = one.play(0, "R5"), two.play(0, "R5+R6")
    for other in (1, 2, None):
        assert [event.seen_by(other) for event in first] == [event.seen_by(other) for event in second]
        assert elfer.to_json(one.view(other)) == elfer.to_json(two.view(other))
    assert seen(two, 0).hands[0] == ("R1", "Y1")
    assert sizes(two, 1) == [3, 2, 2]
    assert seen(two, 1).pile == 1


@rule("CHE-5")
def test_declared_sizes_last_over_several_lays_of_a_pile() -> None:
    match = at("R1 R3 R5 R6 Y1", "Y4 Y2", "G1 G2")
    for seat, move in ((0, "R5+R6"), (1, "Y4"), (2, "G1"), (0, "R1+R3")):
        match.play(seat, move)
    assert sizes(match, 1) == [3, 1, 1]
    assert seen(match, 1).pile == 4
    assert sum(sizes(match)) + seen(match, 1).pile + seen(match, 1).out == 36


@rule("CHE-5")
def test_true_sizes_are_shown_when_the_pile_is_taken() -> None:
    match = at("R1 R5 R6 Y1", "Y4 Y2", "G1 G2")
    match.play(0, "R5+R6")
    match.play(1, "Y4")
    assert sizes(match) == [3, 1, 2]
    taken = match.play(2, "doubt")[1]
    assert taken.seen_by(None) == PileTaken(1, (None,) * 3, (2, 4, 2))
    assert sizes(match) == [2, 4, 2]


@rule("CHE-5", "CHE-7")
def test_true_sizes_are_shown_when_the_pile_leaves_the_game_but_not_the_lay_after_it() -> None:
    laid = ["R4 R5 R6", "Y4-6", "G4 G5"]
    match = at("R1 R2 R3", "Y1 Y2", "G1 G2", star_wars=True, laid=laid, last="G6 G7", said=9)
    assert sizes(match) == [3, 2, 3]
    assert seen(match, 0).pile == 9
    left, claim = match.play(0, "R1+R2")
    assert left == PileLeft(10, (3, 2, 2))
    assert claim.seen_by(1) == Claimed(0, 1, None)
    assert sizes(match) == [2, 2, 2]
    assert seen(match, 1).out == 29


@rule("CHE-5", "CHE-8")
def test_an_empty_hand_is_public_at_once() -> None:
    match = at("R5 R6", "Y4 Y2", "G1 G2")
    (claim,) = match.play(0, "R5+R6")
    assert claim.seen_by(2) == LastClaimed(0, 1, None)
    assert sizes(match) == [0, 2, 2]


@rule("CHE-5")
def test_secret_cards_come_out_by_a_doubt_of_that_lay_only() -> None:
    match = at("R5 R6 R7", "Y2 Y4", "G1 G2")
    match.play(0, "R5+R6")
    match.play(1, "Y2")
    assert match.play(2, "doubt") == (Proven(2, 1, 2, ("Y2",)), PileTaken(2, ("R5", "R6", "Y2"), (1, 1, 5)))


@rule("CHE-6")
@pytest.mark.parametrize("doubter", [1, 2])
def test_after_a_doubt_the_seat_whose_turn_it_was_begins_a_new_pile(doubter: int) -> None:
    match = at("R1 R5", "Y1 Y2", "G1 G2", star_wars=True)
    match.play(0, "R5")
    match.play(doubter, "doubt")
    assert actors(match) == [1]
    assert (seen(match, 0).said, seen(match, 0).says, seen(match, 0).pile) == (0, 1, 0)


@rule("CHE-7")
@pytest.mark.parametrize(("star_wars", "top"), [(False, 20), (True, 9)])
def test_counted_to_the_end_the_pile_leaves_with_the_next_lay(star_wars: bool, top: int) -> None:
    laid = ["R4-6", "Y4-6", "G4 G5"] if star_wars else ["R3-9", "Y3-8", "G3-8"]
    last, turn = ("G6", 0) if star_wars else ("Y9", 2)
    hands = ["R1 R2", "Y1 B1", "G1 G2"]
    match = at(*hands, star_wars=star_wars, laid=laid, last=last, said=top, turn=turn)
    gone = seen(match, 0).out
    assert "doubt" in match.moves(turn)
    events = match.play(turn, match.moves(turn)[0])
    assert events[0] == PileLeft(top, (2, 2, 2))
    assert (seen(match, 0).said, seen(match, 0).pile, seen(match, 0).out) == (1, 1, gone + top)


@rule("CHE-7")
def test_the_last_number_can_still_be_doubted() -> None:
    match = at("R1 R2", "Y1", "G1", star_wars=True, laid=["R4-6", "Y4-6", "G4 G5"], last="G9", said=9)
    match.play(0, "doubt")
    assert sizes(match) == [11, 1, 1]


@rule("CHE-8")
def test_classic_the_next_seat_doubts_or_accepts_a_last_lay() -> None:
    match = at("R5", "Y1 Y2", "G1 G2")
    assert match.play(0, "R5") == (LastClaimed(0, 1, ("R5",)),)
    assert actors(match) == [1]
    assert match.moves(1) == ("doubt", "accept")
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(1, "Y1")
    assert refused.value.code == "cheat_doubt_or_accept"
    assert match.play(1, "accept")[0] == Accepted(1)
    assert match.result == elfer.Result((1, 0, 0), (0,), (1, 2, 2), "cheat_out")


@rule("CHE-8")
def test_star_wars_a_last_lay_stands_when_all_others_have_accepted() -> None:
    match = at("R5", "Y1 Y2", "G1 G2", "B1 B2", star_wars=True)
    match.play(0, "R5")
    assert actors(match) == [1, 2, 3]
    assert match.awaited == match.actors
    match.play(3, "accept")
    assert actors(match) == [1, 2]
    match.play(1, "accept")
    assert not match.over
    match.play(2, "accept")
    assert match.result is not None
    assert match.result.winners == (0,)


@rule("CHE-8")
@pytest.mark.parametrize("star_wars", [False, True])
def test_a_last_lay_doubted_and_true_wins_at_once(star_wars: bool) -> None:
    match = at("R1", "Y1 Y2", "G1 G2", star_wars=star_wars)
    match.play(0, "R1")
    events = match.play(1, "doubt")
    assert events[0] == Proven(1, 0, 1, ("R1",))
    assert match.result == elfer.Result((1, 0, 0), (0,), (1, 2, 2), "cheat_out")


@rule("CHE-8")
def test_a_last_lay_doubted_and_false_is_taken_back_and_play_goes_on() -> None:
    match = at("R5 R6", "Y1 Y2", "G1 G2", star_wars=True)
    match.play(0, "R5+R6")
    match.play(1, "accept")
    match.play(2, "doubt")
    assert match.position()["hands"][0] == "R5 R6"
    assert actors(match) == [1]
    match.play(1, "Y1")
    assert match.moves(2)[-1] == "doubt"


@rule("CHE-8", "CHE-4")
def test_a_doubt_brings_as_many_events_whatever_it_finds() -> None:
    for card in ("R1", "R5"):
        match = at(card, "Y1 Y2", "G1 G2")
        match.play(0, card)
        assert len(match.play(1, "doubt")) == 2


@rule("CHE-9")
@pytest.mark.parametrize(("card", "true"), [("G1", True), ("R1", False), ("G5", False)])
def test_with_a_colour_number_and_colour_must_match(card: str, true: bool) -> None:
    match = at("R1 R5 G1 G5", "Y1 Y2", "B1 B2", options={"colour": "green"})
    match.play(0, card)
    assert isinstance(match.play(1, "doubt")[0], Proven if true else Exposed)
    assert seen(match, 0).colour == "green"


@rule("CHE-10", "GEN-7")
def test_the_round_ends_with_the_1000th_lay_and_the_smallest_true_hand_wins() -> None:
    match = at("R1 R5 G1 G5", "Y1 Y2", "B1 B2 B3", lays=CAP - 1)
    events = match.play(0, "R1+R5")
    assert [type(event).__name__ for event in events] == ["Claimed", "RoundOver"]
    assert match.result == elfer.Result((1, 1, 0), (0, 1), (1, 1, 3), "cheat_cap")
    assert sizes(match) == [2, 2, 3]
    assert actors(match) == []


@rule("CHE-10", "CHE-8")
def test_a_1000th_lay_that_empties_the_hand_wins_without_a_doubt() -> None:
    match = at("R5", "Y1 Y2", "B1 B2 B3", lays=CAP - 1)
    match.play(0, "R5")
    assert match.result is not None
    assert (match.result.winners, match.result.reason) == ((0,), "cheat_cap")


# What a seat may know.


def _places(state: Any) -> list[Cards]:
    return [hand | on_pile(state, s) for s, hand in enumerate(state.hands)] + [state.out]


@rule("CHE-5", "GEN-8")
@pytest.mark.parametrize("edition", ["classic", "star-wars"])
@pytest.mark.parametrize("seats", [3, 4, 6])
def test_what_a_seat_knows_is_true_and_imagining_honours_it(edition: str, seats: int) -> None:
    match, rng = elfer.start("cheat", seats=seats, seed=5, edition=edition), Chance(seats)
    for _ in range(150):
        if match.over:
            break
        for viewer in (*range(seats), None):
            twin: Any = match.imagine(viewer, rng)
            state: Any = match.state
            known = state.excluded[seats if viewer is None else viewer]
            own = 0 if viewer is None else _places(state)[viewer]
            for some in (state, twin):
                assert not any(known[place] & cards & ~own for place, cards in enumerate(_places(some)))
            assert [total_size(twin, s) for s in range(seats)] == [total_size(state, s) for s in range(seats)]
            assert elfer.to_json(match.game.view(twin, viewer)) == elfer.to_json(match.view(viewer))
            assert match.game.imagine(twin, viewer, Chance(1)) == match.game.imagine(
                match.state, viewer, Chance(1)
            )
        seat = match.actors[rng.below(len(match.actors))]
        moves = match.moves(seat)
        match.play(seat, "doubt" if "doubt" in moves and not rng.below(6) else moves[rng.below(len(moves))])


def _twins(match: AnyMatch, seat: int | None) -> list[Any]:
    return [match.imagine(seat, Chance(number)) for number in range(30)]


def _hands(match: AnyMatch, seat: int | None, other: int) -> list[set[str]]:
    """What a seat may imagine another one to hold."""
    return [set(names(twin.hands[other])) for twin in _twins(match, seat)]


@rule("CHE-4", "GEN-8")
def test_a_lay_that_was_turned_up_is_known_to_be_with_the_taker_until_it_lays_again() -> None:
    match = elfer.start("cheat", seats=3, seed=1)
    lie = next(card for card in match.moves(0) if not card.endswith("1"))
    match.play(0, lie)
    match.play(1, "doubt")
    for viewer in (1, 2, None):
        assert all(lie in hand for hand in _hands(match, viewer, 0))
    match.play(1, match.moves(1)[0])
    match.play(2, match.moves(2)[0])
    match.play(0, next(card for card in match.moves(0) if card != lie))
    assert 0 < sum(lie in hand for hand in _hands(match, 2, 0)) < 30


@rule("CHE-4", "GEN-8")
def test_own_cards_in_a_pile_are_known_to_be_with_the_taker() -> None:
    match = at("R5 R6", "Y2 Y4 Y5", "G1 G2 B1 B2 B3")
    match.play(0, "R5")
    match.play(1, "Y4")
    match.play(2, "doubt")
    assert all({"R5", "Y4"} <= hand for hand in _hands(match, 0, 1))
    assert all("Y4" in hand for hand in _hands(match, 2, 1))
    assert not all("R5" in hand for hand in _hands(match, 2, 1))


@rule("CHE-7", "GEN-8")
def test_own_cards_that_left_the_game_are_known_to_be_out() -> None:
    laid = ["R4 R5 R6", "Y4-6", "G4 G5"]
    match = at("R1 R2 R3", "Y1 Y2", "G1 G2", star_wars=True, laid=laid, last="G6", said=9)
    match.play(0, "R1")
    for twin in _twins(match, 1):
        assert {"Y4", "Y5", "Y6"} <= set(names(twin.out))


@rule("CHE-5", "GEN-8")
def test_a_seat_imagines_secret_second_cards_of_others_but_not_of_its_own() -> None:
    match = at("R1-8", "Y1-8", "G1-8")
    match.play(0, "R5")
    match.play(1, "Y4+Y5")
    lasts = [twin.last.bit_count() for twin in _twins(match, 2)]
    assert set(lasts) == {1, 2}
    assert {twin.last.bit_count() for twin in _twins(match, 1)} == {2}


@rule("CHE-8", "GEN-8")
def test_an_empty_hand_is_imagined_empty() -> None:
    match = at("R5 R6", "Y1-8", "G1-8")
    match.play(0, "R5+R6")
    for twin in _twins(match, 2):
        assert twin.hands[0] == 0
        assert twin.last.bit_count() == 2


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("accept", "cheat_nothing_to_accept"),
        ("Y1", "not_in_hand"),
        ("R20", "card_not_in_game"),
        ("R2+R1", "cheat_order"),
        ("R1+R1", "cheat_two_at_most"),
        ("R1+R2+R3", "cheat_two_at_most"),
        ("r1", "cheat_order"),
        ("pass", "cheat_unknown"),
        ("", "cheat_unknown"),
    ],
)
def test_what_cannot_be_laid_is_refused_with_the_reason(move: str, code: str) -> None:
    match = at("R1-3", "Y1 Y2", "G1 G2")
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(0, move)
    assert refused.value.code == code
    assert str(refused.value)


def test_a_doubter_cannot_lay_out_of_turn() -> None:
    match = at("R1-3", "Y1 Y2", "G1 G2", star_wars=True)
    match.play(0, "R1")
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(2, "G1")
    assert refused.value.code == "not_your_turn"


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        ({"said": 21, "last": "B1"}, "position_value"),
        ({"said": 1}, "cheat_last"),
        ({"last": "B1"}, "cheat_last"),
        ({"last": "B1-3", "said": 1, "turn": 1}, "cheat_last"),
        ({"last": "B1", "said": 2}, "cheat_lays"),
        ({"laid": ["B1", "", ""]}, "cheat_lays"),
        ({"out": "B20"}, "card_not_in_game"),
        ({"out": "R1"}, "card_twice"),
        ({"accepted": [True]}, "position_length"),
        ({"pile": "B1"}, "position_key"),
    ],
)
def test_a_position_that_contradicts_itself_is_refused(keys: dict[str, Any], code: str) -> None:
    with pytest.raises(elfer.BadInput) as refused:
        at("R1-3", "Y1 Y2", "G1 G2", **keys)
    assert refused.value.code == code
    assert str(refused.value)


def test_a_position_whose_knowledge_contradicts_itself_can_still_be_imagined() -> None:
    nowhere = [["R1 R2"] * 4] * 4
    match = at("R1-3", "Y1 Y2", "G1 G2", excluded=nowhere)
    assert Counter(match.imagine(1, Chance(1)).held()) == Counter(match.game.deck(3))


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"edition": "junior"}, "option_choice"),
        ({"colour": "purple"}, "option_choice"),
        ({"first": 3}, "option_seat"),
        ({"attention": True}, "unknown_option"),
    ],
)
@rule("GEN-9")
def test_options_it_does_not_have_are_refused(options: dict[str, Any], code: str) -> None:
    with pytest.raises(elfer.BadInput) as refused:
        elfer.start("cheat", seats=3, **options)
    assert refused.value.code == code
