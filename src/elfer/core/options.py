"""Options of a game: derived from its fields, and checked when given."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec.structs import asdict, fields

from elfer.core.cards import COLOURS
from elfer.core.chance import Chance
from elfer.core.game import AnyGame, Game, Option, Seat, State, View
from elfer.core.refusals import BadInput, plain_int, whole_number

Colour = Literal["red", "yellow", "green", "blue"]
First = Annotated[int | str, "seat"]
"""The starting seat: a number or `"random"`. GEN-4"""

Value = bool | int | str | list[str] | None
"""The value of an option in JSON."""
S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


@cache
def options_of(game: type[AnyGame]) -> dict[str, Option]:
    """The options of a game, one per field."""
    hints = get_type_hints(game, include_extras=True)
    return {field.name: _option(hints[field.name], field.default) for field in fields(game)}


def seats_of_option(game: type[AnyGame], name: str) -> tuple[int, ...]:
    """The seat counts an option is for, given as `Annotated[…, (2,)]`; empty for all."""
    hint = get_type_hints(game, include_extras=True)[name]
    return get_args(hint)[1] if get_origin(hint) is Annotated and hint != First else ()


def _option(hint: object, default: object) -> Option:
    if get_origin(hint) is Annotated and hint != First:
        hint = get_args(hint)[0]
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    nothing = (None,) if NoneType in parts else ()
    hint = next(part for part in parts if part is not NoneType)
    if hint == First:
        return Option("seat", ("random",), default)
    if hint is bool:
        return Option("bool", (False, True), default)
    if get_origin(hint) is Literal:
        return Option("choice", nothing + get_args(hint), default)
    if get_origin(hint) is tuple:
        return Option("order" if Ellipsis in get_args(hint) else "pair", COLOURS, default)
    return Option("text", nothing, default)


def starting_seat(first: int | str, seats: int, rng: Chance) -> Seat:
    """The seat that `first` names. GEN-4"""
    return rng.below(seats) if first == "random" else int(first)


def configure(game: type[Game[S, V]], options: Mapping[str, object], seats: int) -> Game[S, V]:
    """The game with these options and this seat count; raises for options or values that it does not have."""
    seats = whole_number("seats", seats)
    if seats not in game.seats:
        raise BadInput("seats", game=game.id, seats=seats, low=game.seats[0], high=game.seats[-1])
    offered = options_of(game)
    values: dict[str, object] = {}
    for name, value in options.items():
        if name not in offered:
            known = ", ".join(offered)
            raise BadInput(
                "unknown_option" if known else "no_options", game=game.id, option=name, options=known
            )
        values[name] = _plain(value)
        if not accepts(offered[name], values[name], seats):
            raise BadInput(
                f"option_{offered[name].type}", option=name, value=value, choices=offered[name].choices
            )
    made = game(**values)
    made.check(seats)
    return made


def _plain(value: object) -> object:
    """A value as options store it: a list as a tuple, an integer of any type as an `int`."""
    if isinstance(value, list):
        return tuple(value)
    number = plain_int(value)
    return value if number is None else number


def accepts(option: Option, value: object, seats: int) -> bool:
    """Whether an option takes this value."""
    if option.type == "seat":
        return 0 <= value < seats if type(value) is int else value == "random"
    if option.type == "order":
        return isinstance(value, list | tuple) and sorted(map(str, value)) == sorted(map(str, option.choices))
    if option.type == "pair":
        pair = value if isinstance(value, list | tuple) else ()
        return len(pair) == 2 and pair[0] != pair[1] and all(colour in option.choices for colour in pair)
    if option.type == "text":
        return isinstance(value, str) or (value is None and None in option.choices)
    return any(type(value) is type(choice) and value == choice for choice in option.choices)  # 1 is not True


def given(game: AnyGame) -> dict[str, Value]:
    """The options of a game as JSON values."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(game).items()}
