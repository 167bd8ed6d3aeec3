"""Options are read off the fields of a game."""

from __future__ import annotations

from typing import Literal

import pytest

from elfer import BadInput
from elfer.core.game import Game, Option, State, View
from elfer.core.options import Colour, First, accepts, configure, given, options_of
from elfer.games import registry


class Sample(Game[State, View], frozen=True):
    """A game with an option of every kind."""

    id = "sample"
    seats = range(2, 4)

    speed: Literal["slow", "fast"] = "slow"
    without: Colour | None = None
    short: bool = False
    first: First = 0
    order: tuple[Colour, ...] = ("red", "yellow", "green", "blue")
    pair: tuple[Colour, Colour] = ("red", "blue")
    layout: str = ""


def test_the_type_of_a_field_says_what_it_takes() -> None:
    colours = ("red", "yellow", "green", "blue")
    assert options_of(Sample) == {
        "speed": Option("choice", ("slow", "fast"), "slow"),
        "without": Option("choice", (None, *colours), None),
        "short": Option("bool", (False, True), False),
        "first": Option("seat", ("random",), 0),
        "order": Option("order", colours, colours),
        "pair": Option("pair", colours, ("red", "blue")),
        "layout": Option("text", (), ""),
    }


def test_what_is_given_comes_back_as_plain_values() -> None:
    made = configure(Sample, {"pair": ["green", "red"], "first": "random"}, 2)
    assert given(made)["pair"] == ["green", "red"]
    assert configure(Sample, given(made), 2) == made


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("speed", "warp"),
        ("without", "pink"),
        ("short", 1),
        ("first", 2),
        ("first", True),
        ("order", ["red", "red", "green", "blue"]),
        ("pair", ["red", "red"]),
        ("pair", "red"),
        ("layout", 3),
        ("tea", "green"),
    ],
)
def test_what_an_option_does_not_take_is_named(option: str, value: object) -> None:
    with pytest.raises(BadInput, match=option):
        configure(Sample, {option: value}, 2)


def test_a_seat_count_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadInput, match="2 to 3"):
        configure(Sample, {}, 4)


@pytest.mark.parametrize("id", registry())
def test_every_default_is_accepted(id: str) -> None:
    for option in options_of(registry()[id]).values():
        assert accepts(option, option.default, 2)
