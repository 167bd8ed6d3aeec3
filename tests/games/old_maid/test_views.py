"""Schwarzer Peter: what a seat may know, and what it looks like in the terminal."""

from __future__ import annotations

from collections import Counter

import pytest

import elfer
from elfer.core.cards import BIT, union
from elfer.core.chance import Chance
from elfer.games.old_maid.beliefs import deal_unpaired
from elfer.games.old_maid.rules import pairs_in
from elfer.games.old_maid.state import State
from elfer.match import AnyMatch
from tests.cli.command import run, widest
from tests.games.old_maid.positions import draw, peter, state_of
from tests.rules import rule


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


def holders(match: AnyMatch, seat: int | None, card: str) -> Counter[int]:
    """Where a seat imagines a card to be; the last place is the one of the card taken out."""
    found: Counter[int] = Counter()
    for seed in range(60):
        guess = match.imagine(seat, Chance(seed, 5))
        assert isinstance(guess, State)
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
def test_a_card_that_changed_hands_unpaired_has_its_twin_in_neither() -> None:
    match = peter("R1 R2 R3", "B1 B4 B20", "B2 B5", "B3 R4 R5")
    assert 1 in holders(match, 0, "R4")
    draw(match, "B4")
    assert 1 not in holders(match, 0, "R4")
    draw(match, "B5")
    assert 0 not in holders(match, 1, "R4")
    draw(match, "R4")
    draw(match, "R2")
    assert set(holders(match, 1, "B4")) == {0, 3}
    assert 0 not in holders(match, 1, "R4")  # though the card itself may have gone on


@rule("OLD-2")
def test_no_imagined_hand_holds_a_pair() -> None:
    for seats in (2, 4, 6):
        match = elfer.start("old-maid", seats=seats, seed=9)
        for seed in range(20):
            for seat in (*range(seats), None):
                guess = match.imagine(seat, Chance(seed))
                assert isinstance(guess, State)
                assert [pairs_in(hand) for hand in guess.hands] == [0] * seats


def test_what_is_excluded_is_never_true_and_never_imagined() -> None:
    for seed in range(12):
        match, rng = elfer.start("old-maid", seats=2 + seed % 5, seed=seed), Chance(seed, 1)
        while not match.over:
            state = state_of(match)
            for knower, known in enumerate(state.excluded):
                guess = match.imagine(knower, rng)
                assert isinstance(guess, State)
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
    assert isinstance(guess, State)
    assert isinstance(blank, State)
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


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_game_in_the_terminal(lang: str) -> None:
    """The cards of the neighbour are numbered backs, and a number draws one."""
    out = run(
        "play", "old-maid", "--seed", "5", "--seats", "3", "--lang", lang, typed="hint\n?\n99\n" + "1\n" * 900
    )
    assert out.returncode == 0, out.stderr
    assert "[1] [2] [3]" in out.stdout
    assert ("Only the Old Maid" if lang == "en" else "Nur der Schwarze Peter") in out.stdout
    assert widest(out.stdout) <= 80
