"""Whoever plays at somebody else's table: a bot of one's own, what it is shown, and how that is read."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from functools import cache, reduce
from typing import Any, NamedTuple, get_type_hints

import msgspec
from msgspec import to_builtins

from elfer.bots import LEVELS, SIMPLE, Observation, OwnBot
from elfer.bots.own import imported
from elfer.core.chance import fresh_seed
from elfer.core.game import AnyGame, Event, Move, package_of
from elfer.core.refusals import BadInput, Refused
from elfer.match import AnyMatch

OUR_EVENTS = ("elfer.core", "elfer.match")
"""Where the events of every game are."""


class Told(Observation, frozen=True, kw_only=True):
    """What a bot is shown at a table elsewhere. The cards are there, so nothing can be imagined here."""

    view: Any
    moves: tuple[Move, ...]

    def imagine(self, seed: int) -> AnyMatch:
        raise Refused("no_imagining")


class Visitor(OwnBot):
    """A bot of one's own that is asked at a table elsewhere; where it errs, its view is told."""

    def anew(self) -> Visitor:
        """The same player for another match: a class makes another object."""
        return Visitor(self.own, self.seed, name=self.name)

    def decide(self, seen: Observation) -> Move:
        return seen.moves[0] if len(seen.moves) == 1 else self._decided(seen, lambda: to_builtins(seen.view))

    def decide_call(self, seen: Observation) -> Move | None:
        return self._called(seen, lambda: to_builtins(seen.view))


def visitor(who: str) -> Visitor:
    """The bot of this name, if it can do without an imagined state."""
    if who in LEVELS:
        raise BadInput("join_level", bot=who)
    if simple := SIMPLE.get(who):
        return Visitor(lambda seen: simple(seen.moves, seen.rng), fresh_seed(), name=who)
    if ":" not in who:
        raise BadInput("unknown_bot", bot=who, bots=tuple(SIMPLE))
    return Visitor(imported(who), fresh_seed(), name=who)


class Reader(NamedTuple):
    """How the views and events of a game are read."""

    view: msgspec.json.Decoder[Any]
    event: msgspec.json.Decoder[Any]


@cache
def reader(kind: type[AnyGame]) -> Reader:
    """How views and events of this game become what they are in the library."""
    kinds = list(_kinds(Event))
    ours = {event.__struct_config__.tag: event for event in kinds if event.__module__.startswith(OUR_EVENTS)}
    own = {event.__struct_config__.tag: event for event in kinds if package_of(event) == package_of(kind)}
    events: Any = reduce(operator.or_, (ours | own).values())
    view = get_type_hints(kind.view).get("return", Any)
    return Reader(msgspec.json.Decoder(view), msgspec.json.Decoder(events))


def _kinds(event: type[Event]) -> Iterator[type[Event]]:
    for kind in event.__subclasses__():
        yield kind
        yield from _kinds(kind)
