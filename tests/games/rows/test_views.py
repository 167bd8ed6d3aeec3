from __future__ import annotations

from typing import Any

import pytest
from rich.console import Console

import elfer
from elfer.core.texts import Words
from elfer.match import AnyMatch
from elfer.terminal.faces import face_of
from tests.positions import seen, table
from tests.rules import rule

FROM_THE_ENDS = ("false-start", "junior")


@pytest.mark.parametrize(
    ("game", "numbers", "middle"),
    [
        ("classic", (1, 20), 11),
        ("false-start", (1, 20), None),
        ("three-starts", (1, 20), 11),
        ("any-start", (1, 20), None),
        ("junior", (1, 11), None),
    ],
)
def test_a_view_says_which_numbers_there_are_and_where_rows_begin(
    game: str, numbers: tuple[int, int], middle: int | None
) -> None:
    view = seen(elfer.start(game, seats=3, seed=1), None)
    assert (view.rows, view.numbers, view.middle) == ("RYGB", numbers, middle)


@rule("CLA-2")
def test_a_view_has_the_rows_in_play() -> None:
    match = elfer.start("classic", seats=2, seed=1, without="yellow")
    assert seen(match, None).rows == "RGB"
    assert seen(match, None).openers == ("R11", "G11", "B11")


@rule("CLA-6", "FAL-2", "THR-1", "THR-2", "ANY-1", "ANY-2")
def test_a_view_has_the_cards_that_open_a_row() -> None:
    assert seen(table("classic", "R10", "B5", table="R11 Y11"), 0).openers == ("G11", "B11")
    for game in FROM_THE_ENDS:
        assert seen(elfer.start(game, seed=1), None).openers == ()
    view = seen(table("three-starts", "R10", "B5", table="R12 Y10 G11"), 0)
    assert view.openers == ("B10", "B11", "B12")
    any_start = elfer.start("any-start", seats=2, seed=1)
    assert len(seen(any_start, None).openers) == 80
    opened = seen(table("any-start", "R6", "B5", table="R7", opener=7), 0)
    assert (opened.middle, opened.openers) == (7, ("Y7", "G7", "B7"))


@rule("CLA-8", "JUN-3")
@pytest.mark.parametrize("game", ["classic", "junior"])
def test_a_view_says_whether_a_drawn_card_may_be_kept(game: str) -> None:
    assert not seen(elfer.start(game, seed=1), None).may_keep
    assert seen(elfer.start(game, seed=1, edition="star-wars"), None).may_keep


# The terminal


def drawn(match: AnyMatch, seat: int | None) -> list[str]:
    console = Console(width=80, no_color=True)
    with console.capture() as shown:
        console.print(face_of(match.view(seat)).draw(match.view(seat), Words("en")))
    return shown.get().splitlines()


@pytest.mark.parametrize(
    ("game", "options", "rows", "numbers"),
    [
        ("classic", {}, "■▲★●", 20),
        ("classic", {"without": "green"}, "■▲●", 20),
        ("false-start", {}, "■▲★●", 20),
        ("junior", {}, "■▲★●", 11),
    ],
)
def test_the_terminal_draws_the_rows_and_numbers_in_play(
    game: str, options: dict[str, Any], rows: str, numbers: int
) -> None:
    lines = drawn(elfer.start(game, seats=2, seed=1, **options), None)
    table = lines[: lines.index("")]
    assert [line.split()[0] for line in table] == list(rows)
    assert all(len(line.split()[2:]) == numbers for line in table)


@rule("ANY-1")
@pytest.mark.parametrize(
    ("match", "key"),
    [
        (elfer.start("any-start", seats=2, seed=1, first=0), "ask.start"),
        (table("three-starts", "R10-12", "B5"), "ask.first"),
    ],
)
def test_the_starter_is_asked_for_any_card_or_for_one_of_some(match: AnyMatch, key: str) -> None:
    words, view = Words("en"), seen(match, 0)
    assert face_of(view).ask(view, words) == words.say(key, cards=view.moves)
