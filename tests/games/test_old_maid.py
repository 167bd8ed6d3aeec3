from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import elfer
from elfer import Match
from elfer.cards import BIT, NUMBER, each, read, union
from elfer.chance import Chance
from elfer.games.old_maid import CAP, DrewFrom, OldMaid, OldMaidState, pairs_in
from elfer.games.old_maid_guess import deal_unpaired
from tests.positions import seen
from tests.rules import rule

DECK = [f"{letter}{number}" for letter in "RB" for number in range(1, 21)]


def peter(*hands: str, aside: str = "R20", **keys: Any) -> Match:
    """A match from these hands; all other cards lie aside as pairs."""
    mentioned = {name for text in (*hands, aside) for name in read(text)}
    pairs = [" ".join(name for name in DECK if name not in mentioned), *[""] * (len(hands) - 1)]
    return elfer.load({"game": "old-maid", "hands": list(hands), "aside": aside, "pairs": pairs, **keys})


def state_of(match: Match) -> OldMaidState:
    assert isinstance(match.state, OldMaidState)
    return match.state


def draw(match: Match, card: str) -> DrewFrom:
    """The next draw, of this card: the place at which it is offered is tried out."""
    (seat,) = match.actors
    for move in match.moves(seat):
        _, (event,) = match.game.play(match.state, seat, move)
        assert isinstance(event, DrewFrom)
        if event.card == card:
            match.play(seat, move)
            return event
    raise AssertionError(f"{card} is not offered")


@rule("OLD-1")
@pytest.mark.parametrize(("options", "highest"), [({}, 20), ({"short": True}, 16)])
def test_red_and_blue_are_in_play_and_one_card_is_taken_out(options: dict[str, Any], highest: int) -> None:
    match = elfer.start("old-maid", seats=3, seed=1, **options)
    state = state_of(match)
    assert sorted(match.game.deck(3)) == sorted(f"{c}{n}" for c in "RB" for n in range(1, highest + 1))
    assert state.aside.bit_count() == 1
    assert Counter(match.game.held(state)) == Counter(match.game.deck(3))
    held = union(state.hands)
    assert sum(NUMBER[card] == NUMBER[state.aside] for card in each(held)) == 1


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
    assert set(read(match.position()["pairs"][0])) >= {"R1", "B1"}


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
    assert OldMaid(first=2).next_round(state_of(elfer.start("old-maid", seats=3, seed=1))).first == 0


@rule("OLD-4")
def test_play_ends_when_only_the_peter_is_left_and_its_holder_loses() -> None:
    match = peter("R1", "B1 B20", places=[0, 0])
    event = draw(match, "B1")
    assert event.over
    assert event.emptied == (0,)
    assert match.result is not None
    assert (match.result.points, match.result.winners, match.result.reason) == ((1, 0), (0,), "old_maid")
    assert seen(match, 0).hands == ((), ("B20",))


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
    [({"short": "yes"}, "option_bool"), ({"first": -1}, "option_seat"), ({"seats": 1}, "seats")],
)
def test_options_are_checked(options: dict[str, Any], code: str) -> None:
    with pytest.raises(elfer.BadInput) as refused:
        elfer.start("old-maid", **options)
    assert refused.value.code == code


# What a seat may know


@rule("OLD-3")
def test_only_the_two_see_the_card_that_changes_hands() -> None:
    event = draw(peter("R1 R2", "B1 B20", "B2"), "B20")
    shown = [event.seen_by(seat).card for seat in (0, 1, 2, None)]
    assert shown == ["B20", "B20", None, None]


@rule("OLD-2")
def test_a_pair_laid_aside_is_seen_by_all_but_not_which_card_was_drawn() -> None:
    event = draw(peter("R1 R2", "B1 B20", "B2"), "B1")
    assert event.seen_by(2).pair == ("R1", "B1")
    assert event.seen_by(2).card is None


def holders(match: Match, seat: int | None, card: str) -> Counter[int]:
    """Where a seat imagines a card to be; the last place is the one of the card taken out."""
    found: Counter[int] = Counter()
    for seed in range(60):
        guess = match.imagine(seat, Chance(seed, 5))
        assert isinstance(guess, OldMaidState)
        places = (*guess.hands, guess.aside)
        found[next(at for at, cards in enumerate(places) if cards & BIT[card])] += 1
    return found


@rule("OLD-3")
def test_who_was_drawn_from_knows_where_the_card_is() -> None:
    match = peter("R1 R2 R3", "B1 B4 B20", "B2 B5", "B3 R4 R5")
    assert len(holders(match, 1, "R1")) > 1
    draw(match, "B20")
    assert set(holders(match, 1, "B20")) == {0}
    assert set(holders(match, 2, "B20")) > {0}
    assert set(holders(match, 0, "B20")) == {0}


@rule("OLD-3")
def test_after_a_further_draw_the_card_may_be_in_one_of_two_hands() -> None:
    match = peter("R1 R2 R3", "B1 B4 B20", "B2 B5", "B3 R4 R5")
    draw(match, "B20")
    draw(match, "B5")
    draw(match, "R4")
    draw(match, "R2")
    assert match.actors == (0,)
    assert set(holders(match, 1, "B20")) == {0, 3}
    assert set(holders(match, 0, "R2")) == {3}


@rule("OLD-2")
def test_no_imagined_hand_holds_a_pair() -> None:
    for seats in (2, 4, 6):
        match = elfer.start("old-maid", seats=seats, seed=9)
        for seed in range(20):
            for seat in (*range(seats), None):
                guess = match.imagine(seat, Chance(seed))
                assert isinstance(guess, OldMaidState)
                assert [pairs_in(hand) for hand in guess.hands] == [0] * seats


def test_what_is_excluded_is_never_true_and_never_imagined() -> None:
    for seed in range(12):
        match, rng = elfer.start("old-maid", seats=2 + seed % 5, seed=seed), Chance(seed, 1)
        while not match.over:
            state = state_of(match)
            for knower, known in enumerate(state.excluded):
                guess = match.imagine(knower, rng)
                assert isinstance(guess, OldMaidState)
                for here in (state, guess):
                    places = zip(known, (*here.hands, here.aside), strict=True)
                    assert [
                        at for at, (k, cards) in enumerate(places) if k.tracked & cards and at != knower
                    ] == []
            moves = match.moves(match.actors[0])
            match.play(match.actors[0], moves[rng.below(len(moves))])


def test_what_others_know_is_not_handed_to_a_seat() -> None:
    match = peter("R1 R2 R3", "B1 B4 B20", "B2 B5", "B3 R4 R5")
    draw(match, "B20")
    blank, guess = match.game.blank(4), match.imagine(2, Chance(1))
    assert isinstance(guess, OldMaidState)
    assert isinstance(blank, OldMaidState)
    assert guess.excluded[:2] == blank.excluded[:2]
    assert state_of(match).excluded[0] != blank.excluded[0]
    assert guess.chance != state_of(match).chance


def test_a_guess_without_an_answer_keeps_the_sizes() -> None:
    twins = BIT["R1"] | BIT["B1"]
    dealt = deal_unpaired(twins | BIT["R2"], [2, 1], [BIT["R2"], 0], Chance(1))
    assert [cards.bit_count() for cards in dealt] == [2, 1]
    assert union(dealt) == twins | BIT["R2"]


def test_a_guess_finds_the_only_answer() -> None:
    cards = union(BIT[name] for name in ("R1", "B1", "R2", "B2", "R3"))
    dealt = deal_unpaired(cards, [3, 2], [BIT["R1"], BIT["R2"] | BIT["R3"]], Chance(3))
    assert dealt == [union(BIT[name] for name in ("B1", "R2", "R3")), BIT["R1"] | BIT["B2"]]
