"""Positions as dicts and records as text; docs/notation.md has the grammar.

The fields of a game's state are the keys of its positions, so a game needs no code of its own here.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace

from elfer.cards import BIT, COPIES, NAME, Card, Cards, Fields, Pile, each, read, union, write
from elfer.core import TABLE, BadInput, Game, Move, Seat, State
from elfer.games import game_type
from elfer.hidden import Belief
from elfer.options import configure, given

Position = dict[str, Any]


def _plain(value: object) -> object:
    if isinstance(value, range):
        return list(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


to_bytes = msgspec.json.Encoder(enc_hook=_plain, order="deterministic").encode
"""Views, events, positions and all the rest as canonical JSON, in UTF-8."""


def to_json(value: object) -> str:
    """Views, events, positions and all the rest as canonical JSON."""
    return to_bytes(value).decode()


# Positions


@cache
def _fields(state: type[State]) -> dict[str, Any]:
    """The fields of a state with their types."""
    hints = get_type_hints(state, include_extras=True)
    return {name: hints[name] for name in state.__struct_fields__}


def write_position(game: Game[Any], state: State) -> Position:
    """A round as a dict, with every key."""
    position: Position = {"game": game.id, "options": given(game)}
    fields = _fields(type(state))
    table = getattr(state, "table", 0) if fields.get("table") == Cards else 0
    for name, kind in fields.items():
        position[name] = _write(kind, getattr(state, name), table)
    return position


def _write(kind: Any, value: Any, table: Cards) -> Any:
    if kind in (Cards, Fields):
        return write(each(value))
    if kind in (Card, Pile):
        return write(each(value) if isinstance(value, int) else value)
    if kind is Belief:
        return write({NAME[card]: card for card in each(value.excluded & ~table)}.values())
    if get_origin(kind) is tuple:
        return [_write(get_args(kind)[0], part, table) for part in value]
    return value


def read_position(position: Position) -> tuple[Game[Any], State]:
    """The round that a dict describes; what it leaves out has its start value."""
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
    seats = len(position["hands"])
    game = configure(game_type(position["game"]), options, seats)
    blank: State = game.blank(seats)
    reader = _Reader(seats)
    fields = _fields(type(blank))
    for key in position:
        if key not in fields and key not in ("game", "options"):
            raise BadInput("position_key", key=key, keys=("game", "options", *fields))
    values = {
        key: reader.read(key, kind, position[key], getattr(blank, key))
        for key, kind in fields.items()
        if key in position
    }
    state = replace(blank, **values)
    game.check_position(state)
    _check_cards(game.deck(seats), game.held(state))
    return game, state


def _check_cards(deck: tuple[str, ...], held: tuple[str, ...]) -> None:
    """Every card of the deck is there, and none twice."""
    wanted, found = Counter(deck), Counter(held)
    for name, count in found.items():
        if name not in wanted:
            raise BadInput("card_not_in_game", card=name)
        if count > wanted[name]:
            raise BadInput("card_twice", card=name)
    missing = [name for name, count in (wanted - found).items() for _ in range(count)]
    if missing:
        raise BadInput("cards_missing", cards=" ".join(missing[:12]) + (" …" if len(missing) > 12 else ""))


class _Reader:
    """Reads the values of one position, and gives each copy of a card out once."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.free = {name: list(copies) for name, copies in COPIES.items()}

    def read(self, key: str, kind: Any, value: Any, start: Any) -> Any:
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
            return Belief(union(copy for name in read(value) for copy in COPIES[name]))
        if get_origin(kind) is tuple:
            if not isinstance(value, list | tuple) or len(value) != len(start):
                raise BadInput("position_length", key=key, count=len(start))
            part = get_args(kind)[0]
            return tuple(self.read(key, part, item, start[i]) for i, item in enumerate(value))
        return self._plain(key, kind, value)

    def _cards(self, text: Any) -> tuple[Card, ...]:
        cards = []
        for name in read(text):
            if not self.free[name]:
                raise BadInput("card_twice", card=name)
            cards.append(self.free[name].pop(0))
        return tuple(cards)

    def _places(self, key: str, text: Any) -> Fields:
        """Fields are not cards: the card a field is named after may be elsewhere."""
        found = read(text)
        if not set(found) <= set(BIT):
            raise BadInput("position_value", key=key, value=text)
        for name, count in Counter(found).items():
            if count > 1:
                raise BadInput("card_twice", card=name)
        return union(BIT[name] for name in found)

    def _plain(self, key: str, kind: Any, value: Any) -> Any:
        if kind == Seat:
            if type(value) is not int or not 0 <= value < self.seats:
                raise BadInput("seat_range", key=key, seat=value, high=self.seats - 1)
            return value
        allowed = get_args(kind) or (kind,)
        if type(value) not in allowed or (type(value) is int and value < 0):
            raise BadInput("position_value", key=key, value=value)
        return value


# Records


class Record(msgspec.Struct, frozen=True):
    """A match as it is written down."""

    tags: dict[str, Any]
    moves: tuple[tuple[Seat, Move], ...]


TAGS = ("Game", "Version", "Options", "Seats", "Rounds", "Seed", "Position", "Result")
_TAG = re.compile(r"\[(\w+) (.*)\]")
_TURN = re.compile(r"(\d{1,2}|table): (.+)")
UNFINISHED = "*"


def write_record(tags: dict[str, Any], moves: list[tuple[Seat, Move]]) -> str:
    """The text of a match: tags, a line for each turn, and the result once more as the last line."""
    lines = [f"[{name} {json.dumps(tags[name], ensure_ascii=False)}]" for name in TAGS if name in tags]
    lines.append("")
    turns: list[tuple[Seat, list[Move]]] = []
    for seat, move in moves:
        if not turns or turns[-1][0] != seat:
            turns.append((seat, []))
        turns[-1][1].append(move)
    lines += [f"{'table' if seat == TABLE else seat}: {', '.join(turn)}" for seat, turn in turns]
    lines.append(_closing(tags["Result"]))
    return "\n".join(lines) + "\n"


def _closing(result: Any) -> str:
    return UNFINISHED if result == UNFINISHED else "= " + " ".join(map(str, result))


def read_record(text: str) -> Record:
    """The tags and moves of a record; comments are skipped."""
    if not isinstance(text, str):
        raise BadInput("record_type", found=type(text).__name__)
    tags: dict[str, Any] = {}
    moves: list[tuple[Seat, Move]] = []
    closing = ""
    for number, line in _lines(text):
        if closing:
            raise BadInput("record_after_end", line=number)
        if tag := _TAG.fullmatch(line):
            if moves:
                raise BadInput("record_line", line=number, text=line)
            tags[_tag_name(tag[1], tags, number)] = _tag_value(tag[1], tag[2], number)
        elif turn := _TURN.fullmatch(line):
            seat = TABLE if turn[1] == "table" else int(turn[1])
            moves += [(seat, move.strip()) for move in turn[2].split(",")]
        elif line == UNFINISHED or line.startswith("= "):
            closing = line
        else:
            raise BadInput("record_line", line=number, text=line[:40])
    _check_record(tags, closing)
    return Record(tags, tuple(moves))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The numbered lines of a record without `{…}`, which may span lines, and `; …`; tags are left alone."""
    inside, kept = False, ""
    for number, line in enumerate(text.split("\n"), 1):
        for part in [line] if line.startswith("[") and not inside else re.split(r"([{};])", line):
            if part in "{}" and part and inside == (part == "}"):
                inside = part == "{"
            elif part == ";" and not inside:
                break
            elif not inside:
                kept += part
        if not inside:
            if kept.strip():
                yield number, kept.strip()
            kept = ""
    if inside:
        raise BadInput("record_comment")


def _tag_name(name: str, tags: dict[str, Any], number: int) -> str:
    if name not in TAGS or name in tags:
        raise BadInput("record_tag", tag=name, line=number, tags=TAGS)
    return name


def _tag_value(name: str, text: str, number: int) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise BadInput("record_tag_value", tag=name, line=number) from None


def _check_record(tags: dict[str, Any], closing: str) -> None:
    for name in ("Game", "Version", "Options", "Seats", "Rounds", "Result"):
        if name not in tags:
            raise BadInput("record_lacks", tag=name)
    if ("Seed" in tags) == ("Position" in tags):
        raise BadInput("record_deal")
    if not closing:
        raise BadInput("record_truncated")
    result = tags["Result"]
    if result != UNFINISHED and not isinstance(result, list):
        raise BadInput("record_tag_value", tag="Result", line=len(tags))
    if closing != _closing(result):
        raise BadInput("record_result", tag=result, closing=closing)
