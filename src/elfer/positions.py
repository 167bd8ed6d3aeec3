"""Positions: a round as a dict; docs/notation.md lists the keys.

The fields of a game's state are the keys of its positions, so a game needs no code of its own here.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, get_args, get_origin

from msgspec.structs import replace

from elfer.core.beliefs import Belief
from elfer.core.cards import (
    BIT,
    COPIES,
    NAME,
    Card,
    Cards,
    Fields,
    Pile,
    each,
    format_cards,
    parse_cards,
    union,
)
from elfer.core.game import AnyGame, Seat, State, fields_of
from elfer.core.options import configure, given
from elfer.core.refusals import BadInput, plain_int, whole_number
from elfer.games import game_type

Position = dict[str, Any]


def format_position(game: AnyGame, state: State) -> Position:
    """A round as a dict, with every key."""
    position: Position = {"game": game.id, "options": given(game)}
    fields = fields_of(type(state))
    table = getattr(state, "table", 0) if fields.get("table") == Cards else 0
    for name, kind in fields.items():
        position[name] = _write(kind, getattr(state, name), table)
    return position


def _write(kind: object, value: Any, table: Cards) -> object:
    if kind in (Cards, Fields):
        return format_cards(each(value))
    if kind in (Card, Pile):
        return format_cards(each(value) if isinstance(value, int) else value)
    if kind is Belief:
        return format_cards({NAME[card]: card for card in each(value.excluded & ~table)}.values())
    if get_origin(kind) is tuple:
        return [_write(get_args(kind)[0], part, table) for part in value]
    return value


def parse_position(position: Position, version: int | None = None) -> tuple[AnyGame, State]:
    """The round that a dict describes, by the rules of a *version*; omitted keys have their start values."""
    game, state = _read(position, version)
    game.check_position(state)
    _check_cards(game.deck(_seats(position)), state.all_cards())
    return game, state


def missing_cards(position: Position) -> tuple[str, ...]:
    """The cards of the game that a position does not list."""
    game, state = _read(position)
    return tuple((Counter(game.deck(_seats(position))) - Counter(state.all_cards())).elements())


def _seats(position: Position) -> int:
    return len(position["hands"])


def _read(position: Position, version: int | None = None) -> tuple[AnyGame, State]:
    """The round that a dict describes; its cards are not counted."""
    if not isinstance(position, dict):
        raise BadInput("position_type", found=type(position).__name__)
    for key in ("game", "hands"):
        if key not in position:
            raise BadInput("position_lacks", key=key)
    if not isinstance(position["hands"], list | tuple):
        raise BadInput("position_value", key="hands", value=position["hands"])
    options = position.get("options", {})
    if not isinstance(options, dict):
        raise BadInput("position_value", key="options", value=options)
    seats = _seats(position)
    game = configure(game_type(position["game"], version), options, seats)
    blank: State = game.blank(seats)
    reader = _Reader(seats)
    fields = fields_of(type(blank))
    for key in position:
        if key not in fields and key not in ("game", "options"):
            raise BadInput("position_key", key=key, keys=("game", "options", *fields))
    values = {
        key: reader.read(key, kind, position[key], getattr(blank, key))
        for key, kind in fields.items()
        if key in position
    }
    return game, replace(blank, **values)


def _check_cards(deck: tuple[str, ...], cards: tuple[str, ...]) -> None:
    """Refuse missing, repeated and foreign cards."""
    wanted, found = Counter(deck), Counter(cards)
    for name, count in found.items():
        if name not in wanted:
            raise BadInput("card_not_in_game", card=name)
        if count > wanted[name]:
            raise BadInput("card_twice", card=name)
    missing = [name for name, count in (wanted - found).items() for _ in range(count)]
    if missing:
        raise BadInput("cards_missing", cards=" ".join(missing[:12]) + (" …" if len(missing) > 12 else ""))


class _Reader:
    """Reads the values of one position; each copy of a card can be used once."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.free = {name: list(copies) for name, copies in COPIES.items()}

    def read(self, key: str, kind: object, value: object, start: Any) -> object:
        if kind == Cards:
            return sum(self._cards(value))
        if kind == Fields:
            return self._places(key, value)
        if kind == Pile:
            return self._cards(value)
        if kind == Card:
            cards = self._cards(value)
            if len(cards) > 1:
                raise BadInput("position_value", key=key, value=value)
            return sum(cards)
        if kind is Belief:
            return Belief(union(copy for name in parse_cards(value) for copy in COPIES[name]))
        if get_origin(kind) is tuple:
            if not isinstance(value, list | tuple) or len(value) != len(start):
                raise BadInput("position_length", key=key, count=len(start))
            part = get_args(kind)[0]
            return tuple(self.read(key, part, item, start[i]) for i, item in enumerate(value))
        return self._plain(key, kind, value)

    def _cards(self, text: object) -> tuple[Card, ...]:
        cards = []
        for name in parse_cards(text):
            if not self.free[name]:
                raise BadInput("card_twice", card=name)
            cards.append(self.free[name].pop(0))
        return tuple(cards)

    def _places(self, key: str, text: object) -> Fields:
        """Fields, which do not use up the cards they are named after."""
        found = parse_cards(text)
        if not set(found) <= set(BIT):
            raise BadInput("position_value", key=key, value=text)
        for name, count in Counter(found).items():
            if count > 1:
                raise BadInput("card_twice", card=name)
        return union(BIT[name] for name in found)

    def _plain(self, key: str, kind: object, value: object) -> object:
        if kind == Seat:
            seat = whole_number(key, value)
            if not 0 <= seat < self.seats:
                raise BadInput("seat_range", key=key, seat=value, high=self.seats - 1)
            return seat
        number, allowed = plain_int(value), get_args(kind) or (kind,)
        if number is not None and number >= 0 and int in allowed:
            return number
        if number is not None or type(value) not in allowed:
            raise BadInput("position_value", key=key, value=value)
        return value
