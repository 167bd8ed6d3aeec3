"""Options are read off the fields of a game."""

from __future__ import annotations

from typing import Literal

import numpy as np
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
    size: Literal[1, 3, 5] = 3
    limit: Literal[10, 20] | None = None
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
        "size": Option("choice", (1, 3, 5), 3),
        "limit": Option("choice", (None, 10, 20), None),
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
        ("short", np.True_),
        ("size", 2),
        ("size", "3"),
        ("size", 3.0),
        ("size", True),
        ("size", None),
        ("size", np.array([3, 5])),
        ("limit", 5),
        ("first", 2),
        ("first", True),
        ("order", ["red", "red", "green", "blue"]),
        ("pair", ["red", "red"]),
        ("pair", "red"),
        ("layout", 3),
        ("layout", None),
        ("tea", "green"),
    ],
)
def test_what_an_option_does_not_take_is_named(option: str, value: object) -> None:
    with pytest.raises(BadInput, match=option):
        configure(Sample, {option: value}, 2)


def test_a_choice_may_be_a_number_of_any_kind() -> None:
    for size in (5, np.int64(5), np.uint8(5)):
        made = configure(Sample, {"size": size, "limit": np.int8(20), "first": np.int64(1)}, 2)
        assert given(made) | {"size": 5, "limit": 20, "first": 1} == given(made)
        assert {type(given(made)[name]) for name in ("size", "limit", "first")} == {int}
    assert given(configure(Sample, {"limit": None}, 2))["limit"] is None
    with pytest.raises(BadInput, match=r"^Option 'size' cannot be '3'\. Choose one of: 1, 3, 5\.$"):
        configure(Sample, {"size": "3"}, 2)


def test_a_seat_count_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadInput, match="2 to 3"):
        configure(Sample, {}, 4)


@pytest.mark.parametrize("id", registry())
def test_every_default_is_accepted(id: str) -> None:
    for option in options_of(registry()[id]).values():
        assert accepts(option, option.default, 2)
