"""Schnipp Schnapp: what a seat may know, and what it looks like in the terminal."""

from __future__ import annotations

from typing import Any

import pytest

import elfer
from elfer.core.cards import BIT, names, parse_cards, union
from elfer.core.chance import Chance
from elfer.core.game import TABLE
from elfer.core.texts import Words
from elfer.games.snap.state import FOURS, State
from elfer.match import AnyMatch
from elfer.terminal.narration import narrate
from tests.cli.command import run, widest
from tests.games.snap.positions import call, lying, snap
from tests.positions import seen
from tests.rules import rule


def imagined(match: AnyMatch, count: int = 40, seat: int | None = 0) -> list[State]:
    states = [match.imagine(seat, Chance(seed, 7)) for seed in range(count)]
    return [state for state in states if isinstance(state, State)]


@rule("SNA-1", "GEN-8")
@pytest.mark.parametrize("together", [False, True])
def test_before_the_first_card_a_seat_sees_which_cards_it_was_dealt_but_not_their_order(
    together: bool,
) -> None:
    match = elfer.start("snap", seats=3, seed=2, together=together)
    stacks = [parse_cards(text) for text in lying(match)["hands"]]
    for seat in range(3):
        own = seen(match, seat).hands[seat]
        assert own == names(union(BIT[name] for name in stacks[seat])) != stacks[seat]
        assert seen(match, seat).hands.count(None) == 2
    assert seen(match, None).hands == (None, None, None)


@rule("SNA-1", "GEN-8")
@pytest.mark.parametrize("together", [False, True])
def test_from_the_first_card_on_nobody_sees_a_face_down_card_before_the_end(together: bool) -> None:
    match = elfer.start("snap", seats=3, seed=2, together=together)
    match.play(match.awaited[0], "go" if together else "reveal")
    for seat in (0, 1, 2, None):
        assert seen(match, seat).hands == (None, None, None)
        assert "chance" not in elfer.to_json(match.view(seat))


@rule("SNA-1")
def test_the_open_view_shows_what_all_were_dealt_and_then_the_stacks_in_their_order() -> None:
    match = elfer.start("snap", seats=3, seed=2)
    opened: Any = match.open_view()
    assert opened.hands == tuple(seen(match, seat).hands[seat] for seat in range(3))
    match.play(0, "reveal")
    opened = match.open_view()
    assert list(opened.hands) == [parse_cards(text) for text in lying(match)["hands"]]


@rule("SNA-1")
def test_a_seat_knows_all_along_which_of_its_own_cards_are_still_to_come() -> None:
    match = elfer.start("snap", seats=3, seed=2)
    for _ in range(4):
        state = match.state
        assert isinstance(state, State)
        guesses = imagined(match)
        assert {union(guess.hands[0]) for guess in guesses} == {union(state.hands[0])}
        assert len({guess.hands[0] for guess in guesses}) == len(guesses)
        assert len({union(guess.hands[1]) for guess in guesses}) > 30
        match.play(match.awaited[0], "reveal")


def test_for_a_spectator_cards_that_never_came_up_may_be_anywhere() -> None:
    match = elfer.start("snap", seats=3, seed=2)
    true = match.state
    assert isinstance(true, State)
    guesses = imagined(match, 60, seat=None)
    assert len({guess.hands[0][0] for guess in guesses}) > 20
    assert len({union(guess.hands[0]) for guess in guesses}) == len(guesses)
    assert all(guess.chance != true.chance for guess in guesses)


@rule("SNA-1")
def test_nobody_is_imagined_to_have_been_dealt_a_quartet() -> None:
    match = elfer.start("snap", seats=2, seed=3)
    for _ in range(30):
        match.play(match.awaited[0], "reveal")
    for state in imagined(match, seat=None):
        for hand, pile in zip(state.hands, state.piles, strict=True):
            assert not any(union((*hand, *pile)) & four == four for four in FOURS.values())


@rule("SNA-3", "SNA-6")
def test_what_everyone_saw_go_under_a_stack_stays_there() -> None:
    match = snap(["R1 R2 R3", "Y4"], ["R7 G9", "Y7 B9"], under=1)
    call(match, (0, "schnapp"))
    assert lying(match)["known"] == [4, 0]
    for seat, others in ((0, 3), (1, 3), (None, 5)):
        guesses = imagined(match, seat=seat)
        for state in guesses:
            assert [name for card in state.hands[0][-4:] for name in names(card)] == ["G9", "R7", "B9", "Y7"]
        assert len({state.hands[0][0] for state in guesses}) >= others


@rule("SNA-7")
def test_a_shuffled_stack_keeps_its_cards_but_not_their_order() -> None:
    match = elfer.start("snap", seats=2, seed=3)
    state = match.state
    assert isinstance(state, State)
    for _ in range(2 * max(map(len, state.hands)) + 1):
        match.play(match.awaited[0], "reveal")
    state = match.state
    assert isinstance(state, State)
    guesses = imagined(match)
    for guess in guesses:
        assert union(guess.hands[0]) == union(state.hands[0])
    assert len({guess.hands[0] for guess in guesses}) == len(guesses)


def test_a_position_that_could_not_be_reached_can_be_imagined_too() -> None:
    match = snap(["", "R1"], ["", "R2 R3"], under=1, known=[3, 1])
    for state in imagined(match, 2):
        assert match.game.view(state, 0) == match.view(0)
        assert len(parse_cards(lying(match)["hands"][1])) == len(state.hands[1])


def test_a_round_that_is_over_is_imagined_as_it_is() -> None:
    match = snap(["R1", ""], ["", ""])
    assert match.over
    assert match.imagine(1, Chance(1)) == match.state


@rule("SNA-7")
def test_what_is_imagined_agrees_with_what_everyone_saw_throughout_a_game() -> None:
    """The twin looks the same, imagines the same, and lacks nothing that was seen go under a stack."""
    match = elfer.start("snap", seats=3, seed=6)
    bots = [elfer.bot("greedy", seed=seat) for seat in range(3)]
    while not match.over and match.steps < 600:
        seat = match.awaited[0]
        match.play(seat, match.moves(seat)[0] if seat == TABLE else bots[seat].choose(match, seat))
        state = match.state
        if match.over or match.steps % 10:
            continue
        twin = match.imagine(0, Chance(match.steps))
        assert isinstance(state, State)
        assert isinstance(twin, State)
        assert match.game.view(twin, 0) == match.view(0)
        assert match.game.imagine(twin, 0, Chance(8)) == match.game.imagine(state, 0, Chance(8))
        for true, guess, known in zip(state.hands, twin.hands, state.known, strict=True):
            assert known == 0 or true[-known:] == guess[-known:]
    assert match.position()["turned"] > 200


@rule("SNA-6")
def test_what_was_won_on_this_card_is_imagined_as_it_is() -> None:
    """A late call costs nothing in an imagined state either."""
    match = snap(["R1", "Y2", "G3"], ["R7", "Y7", "G9"], under=1)
    call(match, (0, "schnapp"))
    for state in imagined(match, 5):
        assert (state.schnapp_won, state.schnipp_won) == (True, False)


@rule("SNA-6")
@pytest.mark.parametrize(("lang", "said"), [("en", "but that costs nothing"), ("de", "das kostet nichts")])
def test_who_is_late_is_told_that_it_costs_nothing(lang: str, said: str) -> None:
    match = snap(["R1", "Y2", "G3"], ["R7", "Y7", "G9"], under=1)
    call(match, (0, "schnapp"))
    (event,) = call(match, (2, "schnapp"))
    for seat in (0, 2, None):
        assert said in narrate(event, Words(lang, you=seat))


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("together", ["false", "true"])
def test_a_game_in_the_terminal_with_nothing_but_enter(lang: str, together: str) -> None:
    options = ("--seed", "3", "--seats", "2", "--lang", lang, "-o", f"together={together}")
    out = run("play", "snap", *options, typed="schnapp\nschnipp\nhint\n?\n" + "\n" * 3500)
    assert out.returncode == 0, out.stderr
    assert ("wins." in out.stdout) if lang == "en" else ("gewinnt." in out.stdout)
    assert widest(out.stdout) <= 80
