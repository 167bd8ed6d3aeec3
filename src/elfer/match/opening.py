"""Starting a match: by a new deal, from a position, or from a record."""

from __future__ import annotations

from typing import TypeVar, overload

from elfer.core.chance import Chance, given_seed
from elfer.core.game import AnyGame, Game, State, View
from elfer.core.options import configure, given
from elfer.core.refusals import BadInput, whole_number
from elfer.games import game_type
from elfer.match.match import AnyMatch, Match
from elfer.positions import Position, parse_position
from elfer.records import UNFINISHED, Tags, parse_record

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


@overload
def start(
    game: type[Game[S, V]],
    *,
    seats: int | None = None,
    seed: int | None = None,
    rounds: int = 1,
    **options: object,
) -> Match[S, V]: ...


@overload
def start(
    game: str, *, seats: int | None = None, seed: int | None = None, rounds: int = 1, **options: object
) -> AnyMatch: ...


def start(
    game: str | type[AnyGame],
    *,
    seats: int | None = None,
    seed: int | None = None,
    rounds: int = 1,
    **options: object,
) -> AnyMatch:
    """A new match, its first round dealt. With a game's class instead of its id, the match is typed."""
    kind = game_type(game)
    seats = min(4, kind.seats[-1]) if seats is None else whole_number("seats", seats)
    made = configure(kind, options, seats)
    rounds = whole_number("rounds", rounds)
    if rounds < 1:
        raise BadInput("rounds", rounds=rounds)
    seed = given_seed(seed)
    return Match(made, made.deal(seats, Chance(seed)), seats, rounds, seed)


def load(position: Position) -> AnyMatch:
    """A match of one round that continues from a position."""
    return _loaded(position)


def _loaded(position: Position, version: int | None = None) -> AnyMatch:
    game, state = parse_position(position, version)
    return Match(game, state, len(position["hands"]), 1, None)


def replay(text: str) -> AnyMatch:
    """The match of a record, at its last move."""
    record = parse_record(text)
    tags = record.tags
    match = _opened(tags)
    for number, (seat, move) in enumerate(record.moves, 1):
        try:
            match.play(seat, move)
        except ValueError as refused:
            raise BadInput("record_move", number=number, seat=seat, move=move, why=refused) from None
    result = list(match.result.points) if match.result else UNFINISHED
    if result != tags["Result"]:
        raise BadInput("record_result", tag=tags["Result"], closing=result)
    match.tags, match.comments = record.free_tags, record.comments
    return match


def _opened(tags: Tags) -> AnyMatch:
    """The match before its first move, from its tags, by the rules of their version."""
    kind = game_type(tags["Game"], tags["Version"])
    if not isinstance(tags["Options"], dict):
        raise BadInput("record_tag_value", tag="Options", line=1)
    if "Seed" in tags:
        return start(kind, seats=tags["Seats"], seed=tags["Seed"], rounds=tags["Rounds"], **tags["Options"])
    match = _loaded(tags["Position"], kind.version)
    options = given(match.game)  # a record may be older than an option
    there = (match.game.id, options, match.seats, match.rounds)
    if there != (tags["Game"], options | tags["Options"], tags["Seats"], tags["Rounds"]):
        raise BadInput("record_position")
    return match
