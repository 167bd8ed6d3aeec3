from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import elfer
from elfer.core.cards import NUMBER, each, parse_cards, union
from elfer.core.game import Event, RoundOver
from elfer.games.old_maid.rules import CAP, OldMaid, pairs_in
from elfer.games.old_maid.state import DrewFrom, PeterKnown
from tests.games.old_maid.positions import draw, peter, state_of
from tests.positions import seen
from tests.rules import rule


@rule("OLD-1")
@pytest.mark.parametrize(("options", "highest"), [({}, 20), ({"short": True}, 16)])
def test_red_and_blue_are_in_play_and_one_card_is_taken_out(options: dict[str, Any], highest: int) -> None:
    match = elfer.start("old-maid", seats=3, seed=1, **options)
    state = state_of(match)
    assert sorted(match.game.deck(3)) == sorted(f"{c}{n}" for c in "RB" for n in range(1, highest + 1))
    assert state.aside.bit_count() == 1
    assert Counter(state.all_cards()) == Counter(match.game.deck(3))
    held = union(state.hands)
    assert sum(NUMBER[card] == NUMBER[state.aside] for card in each(held)) == 1


@rule("OLD-1")
@pytest.mark.parametrize("short", [False, True])
def test_two_other_colours_may_be_chosen(short: bool) -> None:
    match = elfer.start("old-maid", seats=3, seed=1, colours=["green", "yellow"], short=short)
    highest = 16 if short else 20
    assert sorted(match.game.deck(3)) == sorted(f"{c}{n}" for c in "YG" for n in range(1, highest + 1))
    assert Counter(match.state.all_cards()) == Counter(match.game.deck(3))
    assert (
        elfer.replay(match.record()).position() == match.position() == elfer.load(match.position()).position()
    )


@rule("OLD-1")
def test_red_and_blue_are_played_where_a_record_or_position_does_not_say() -> None:
    match = elfer.start("old-maid", seats=3, seed=1)
    position, record = match.position(), match.record()
    assert position["options"].pop("colours") == ["red", "blue"]
    assert elfer.load(position).state == match.state
    without = record.replace(', "colours": ["red", "blue"]', "")
    assert without != record
    assert elfer.replay(without).record() == record


@rule("OLD-1")
def test_nobody_sees_the_card_taken_out_before_the_end() -> None:
    match = elfer.start("old-maid", seats=3, seed=1)
    assert [seen(match, seat).aside for seat in (0, 1, 2, None)] == [None] * 4
    over = peter("B20", "", aside="R20")
    assert seen(over, 1).aside == "R20"


@rule("OLD-2")
@pytest.mark.parametrize("seats", range(2, 7))
def test_the_others_are_dealt_evenly_and_first_pairs_laid_aside(seats: int) -> None:
    for first in (0, seats - 1):
        state = state_of(elfer.start("old-maid", seats=seats, seed=4, first=first))
        each_, extra = divmod(39, seats)
        sizes = [(h | p).bit_count() for h, p in zip(state.hands, state.pairs, strict=True)]
        assert sizes == [each_ + ((seat - first) % seats < extra) for seat in range(seats)]
        assert [pairs_in(hand) for hand in state.hands] == [0] * seats
        assert [pairs_in(laid) for laid in state.pairs] == list(state.pairs)


@rule("OLD-2")
def test_a_pair_made_by_a_draw_is_laid_aside_by_itself() -> None:
    match = peter("R1 R2", "B1 B20", "B2")
    event = draw(match, "B1")
    assert event.pair == ("R1", "B1")
    assert match.position()["hands"] == ["R2", "B20", "B2"]
    assert set(parse_cards(match.position()["pairs"][0])) >= {"R1", "B1"}


@rule("OLD-3")
def test_the_left_neighbour_is_drawn_from_and_then_draws() -> None:
    match = peter("R1 R2", "B1 B20", "B2")
    assert match.actors == (0,)
    assert match.moves(0) == ("draw 1", "draw 2")
    event = draw(match, "B20")
    assert (event.seat, event.source, event.pair, event.emptied, event.over) == (0, 1, None, (), False)
    assert match.actors == (1,)
    assert match.moves(1) == ("draw 1",)
    assert seen(match, None).source == 2


@rule("OLD-3")
def test_seats_without_cards_neither_draw_nor_are_drawn_from() -> None:
    match = peter("R1 R2", "", "B1 B20", "", "B2", turn=2)
    assert seen(match, None).source == 4
    draw(match, "B2")
    assert match.actors == (0,)
    assert seen(match, None).source == 2
    assert peter("R1 R2", "", "B1 B20", "B2", turn=1).actors == (2,)


@rule("OLD-3")
def test_the_first_seat_begins_and_moves_on_from_round_to_round() -> None:
    assert elfer.start("old-maid", seats=3, seed=1, first=2).actors == (2,)
    assert OldMaid(first=2).next_round(state_of(elfer.start("old-maid", seats=3, seed=1)), 3).first == 0


@rule("OLD-4")
def test_play_ends_when_only_the_peter_is_left_and_its_holder_loses() -> None:
    match = peter("R1", "B1 B20", places=[0, 0])
    event = draw(match, "B1")
    assert match.history[-1].events == (event, RoundOver((1, 0), (0,), "old_maid"))
    assert event.over
    assert event.emptied == (0,)
    assert match.result is not None
    assert (match.result.points, match.result.winners, match.result.reason) == ((1, 0), (0,), "old_maid")
    assert seen(match, 0).hands == ((), ("B20",))


@rule("OLD-4")
@pytest.mark.parametrize(
    ("hands", "card", "then"),
    [
        (("R1", "B1 B20"), "B1", RoundOver),
        (("R1", "B1 B20"), "B20", PeterKnown),
        (("R1", "B1", "B20"), "B1", RoundOver),
        (("R1", "B20", "B1"), "B20", PeterKnown),
        (("B20", "R1", "B1"), "R1", PeterKnown),
    ],
)
def test_with_three_cards_left_a_draw_ends_the_round_or_all_can_tell_who_has_the_peter(
    hands: tuple[str, ...], card: str, then: type[Event]
) -> None:
    """Two events whatever is drawn."""
    match = peter(*hands)
    draw(match, card)
    _, outcome = match.history[-1].events
    assert type(outcome) is then
    assert then is RoundOver or outcome == PeterKnown(0)


@rule("OLD-4")
def test_the_others_rank_in_the_order_in_which_they_got_rid_of_their_cards() -> None:
    match = peter("R1", "", "B1 B20", "", places=[0, 2, 0, 1])
    draw(match, "B1")
    assert match.position()["places"] == [3, 2, 0, 1]
    assert match.result is not None
    assert (match.result.points, match.result.ranks) == ((1, 2, 0, 3), (3, 2, 4, 1))


@rule("OLD-4")
def test_seats_emptied_by_the_first_pairs_share_the_first_rank() -> None:
    match = peter("R1", "", "B1 B20", "")
    draw(match, "B1")
    assert match.result is not None
    assert (match.result.points, match.result.ranks) == ((1, 2, 0, 2), (3, 1, 4, 1))


@rule("OLD-4")
def test_of_two_emptied_by_one_draw_the_one_drawn_from_comes_first() -> None:
    match = peter("R1", "B1", "B20")
    event = draw(match, "B1")
    assert event.emptied == (1, 0)
    assert match.result is not None
    assert match.result.points == (1, 2, 0)


@rule("OLD-4")
def test_at_the_cap_the_holder_of_the_peter_loses_and_the_others_still_in_share() -> None:
    match = peter("R1 R2", "B2 B20", "B1 R3", "B3", "", draws=CAP - 1, places=[0, 0, 0, 0, 1])
    event = draw(match, "B20")
    assert event.over
    assert match.result is not None
    assert (match.result.points, match.result.reason) == ((0, 1, 1, 1, 4), "cap")
    assert match.actors == ()


@rule("OLD-5")
def test_the_cards_are_offered_in_random_order_anew_before_each_draw() -> None:
    drawn: Counter[str] = Counter()
    for seed in range(200):
        match = peter("R1 R2", "B1 B2 B3 B20", "R3", chance=[seed, 0, 0])
        (event,) = match.play(0, "draw 2")
        assert isinstance(event, DrewFrom)
        assert event.card is not None
        drawn[event.card] += 1
        assert match.position()["chance"] == [seed, 0, 1]
    assert set(drawn) == {"B1", "B2", "B3", "B20"}
    assert min(drawn.values()) > 25


@pytest.mark.parametrize("move", ["draw 3", "draw 0", "draw", "draw x", "3", "", "R1"])
def test_what_is_not_offered_cannot_be_drawn(move: str) -> None:
    match = peter("R1 R2", "B1 B20", "B2")
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(0, move)
    assert (refused.value.code, refused.value.params["count"]) == ("old_maid_draw", 2)
    with pytest.raises(elfer.IllegalMove) as refused:
        match.play(1, "draw 1")
    assert refused.value.code == "not_your_turn"


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        ({"aside": "B20"}, "card_twice"),
        ({"aside": "R19 R20"}, "position_value"),
        ({"aside": "G20"}, "card_not_in_game"),
        ({"places": [1]}, "position_length"),
        ({"draws": -1}, "position_value"),
        ({"excluded": [["", ""], ["", ""]]}, "position_length"),
        ({"table": ""}, "position_key"),
    ],
)
def test_a_position_that_cannot_be_is_refused(keys: dict[str, Any], code: str) -> None:
    position = peter("R1", "B1 B20").position() | keys
    with pytest.raises(elfer.BadInput) as refused:
        elfer.load(position)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"short": "yes"}, "option_bool"),
        ({"first": -1}, "option_seat"),
        ({"seats": 1}, "seats"),
        ({"colours": ["red", "red"]}, "option_pair"),
        ({"colours": ["red"]}, "option_pair"),
        ({"colours": ["red", "black"]}, "option_pair"),
    ],
)
def test_options_are_checked(options: dict[str, Any], code: str) -> None:
    with pytest.raises(elfer.BadInput) as refused:
        elfer.start("old-maid", **options)
    assert refused.value.code == code
