"""A bot that plays at a remote table, its observations, and how those are decoded."""

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
"""The packages of the events that all games share."""


class RemoteObservation(Observation, frozen=True, kw_only=True):
    """What a bot is shown at a remote table. Without the state, nothing can be imagined."""

    view: Any
    moves: tuple[Move, ...]

    def imagine(self, seed: int) -> AnyMatch:
        raise Refused("no_imagining")


class RemoteBot(OwnBot):
    """A bot at a remote table; its errors quote its view."""

    def for_next_match(self) -> RemoteBot:
        """The same bot; one that is given as a class is instantiated again."""
        return RemoteBot(self.own, self.seed, name=self.name)

    def decide(self, seen: Observation) -> Move:
        return seen.moves[0] if len(seen.moves) == 1 else self._decided(seen, lambda: to_builtins(seen.view))

    def decide_call(self, seen: Observation) -> Move | None:
        return self._called(seen, lambda: to_builtins(seen.view))


def remote_bot(name: str) -> RemoteBot:
    """The bot of this name; levels are refused, as they need imagined states."""
    if name in LEVELS:
        raise BadInput("join_level", bot=name)
    if simple := SIMPLE.get(name):
        return RemoteBot(lambda seen: simple(seen.game, seen.moves, seen.rng), fresh_seed(), name=name)
    if ":" not in name:
        raise BadInput("unknown_bot", bot=name, bots=tuple(SIMPLE))
    return RemoteBot(imported(name), fresh_seed(), name=name)


class GameDecoders(NamedTuple):
    """Decoders of a game's views and events."""

    view: msgspec.json.Decoder[Any]
    event: msgspec.json.Decoder[Any]


@cache
def decoders(kind: type[AnyGame]) -> GameDecoders:
    kinds = list(_kinds(Event))
    ours = {event.__struct_config__.tag: event for event in kinds if event.__module__.startswith(OUR_EVENTS)}
    own = {event.__struct_config__.tag: event for event in kinds if package_of(event) == package_of(kind)}
    events: Any = reduce(operator.or_, (ours | own).values())
    view = get_type_hints(kind.view).get("return", Any)
    return GameDecoders(msgspec.json.Decoder(view), msgspec.json.Decoder(events))


def _kinds(event: type[Event]) -> Iterator[type[Event]]:
    for kind in event.__subclasses__():
        yield kind
        yield from _kinds(kind)
