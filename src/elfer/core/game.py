"""The contract that every game fulfils.

A game is a few pure functions over a frozen state. No module from here up to `match` performs I/O, reads a
clock or owns a random generator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from types import ModuleType
from typing import Annotated, Any, ClassVar, Generic, Self, TypeAlias, TypeVar, get_args, get_type_hints

import msgspec
from msgspec.structs import replace

from elfer.core.cards import COPIES, Card, Cards, names
from elfer.core.chance import Chance
from elfer.core.refusals import IllegalMove
from elfer.core.texts import Words

Seat = Annotated[int, "seat"]
"""A place at the table, counted clockwise from 0. GEN-2"""
TABLE: Seat = -1
"""The actor for what the table itself does: the next deal, the end of a call window."""
Move = str
"""One indivisible decision. Its text is its notation everywhere: click, wire, record, terminal, test."""


def package_of(kind: type) -> str:
    """The folder of a game, by one of its classes."""
    return kind.__module__.rpartition(".")[0]


def part_of_game(kind: type, name: str) -> ModuleType | None:
    """The module of this name in a game's folder, by one of its classes; `None` if there is none."""
    package = package_of(kind)
    module = f"{package}.{name}"
    return import_module(module) if package and find_spec(module) else None  # a script has no folder


def file_of(game: type[AnyGame], part: str, suffix: str) -> Traversable:
    """A data file of a game: `card.toml` in its folder, `card/<id>.toml` where games share the folder."""
    folder = resources.files(package_of(game))
    own = folder.joinpath(f"{part}{suffix}")
    return own if own.is_file() else folder.joinpath(part, f"{game.id}{suffix}")


class Struct(msgspec.Struct, frozen=True, gc=False):
    """A frozen value."""


class Event(Struct, frozen=True, tag_field="event", tag=str.lower):
    """One thing that happened, for log and animation."""

    @property
    def reversible(self) -> bool:
        """Whether it revealed nothing, so that its actor could take the move back."""
        return False

    def seen_by(self, seat: Seat | None) -> Event:
        """This event without what *seat* may not know; `None` is a spectator."""
        return self


class RoundOver(Event, frozen=True):
    """The round has ended. What a game reveals at the end is in its view."""

    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: str

    @classmethod
    def of(cls, result: Result) -> RoundOver:
        return cls(result.points, result.winners, result.reason)


class State(Struct, frozen=True):
    """Everything about one round, secrets included. Its fields are the keys of a position."""

    def all_cards(self) -> tuple[str, ...]:
        """The names of all cards of the state, wherever they are: the same as the deck, in any order."""
        return tuple(
            name
            for field, kind in fields_of(type(self)).items()
            for cards in _parts(kind, getattr(self, field))
            for name in names(cards)
        )


@cache
def fields_of(state: type[State]) -> dict[str, object]:
    """The fields of a state with their types."""
    hints = get_type_hints(state, include_extras=True)
    return {name: hints[name] for name in state.__struct_fields__}


def _parts(kind: object, value: object) -> Iterator[Cards]:
    """The cards in a field of this type; `Fields`, beliefs and numbers contain none."""
    if isinstance(value, int) and kind in (Cards, Card):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _parts(get_args(kind)[0], part)


class View(Struct, frozen=True):
    """All that one seat may know."""


class Result(Struct, frozen=True):
    """How a round or a match ended: points and rank of each seat, and the reason."""

    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    ranks: tuple[int, ...]
    reason: str

    @classmethod
    def of(cls, points: Sequence[int], reason: str) -> Result:
        """The result where most points win; equal points share a rank. GEN-6"""
        best_first = sorted(points, reverse=True)
        ranks = tuple([1 + best_first.index(own) for own in points])
        return cls(tuple(points), tuple([s for s, rank in enumerate(ranks) if rank == 1]), ranks, reason)


class Option(Struct, frozen=True):
    """One option of a game: its type, its choices and its default."""

    type: str
    choices: tuple[object, ...]
    default: object


T = TypeVar("T")


def seen_hands(
    hands: Sequence[object],
    seat: Seat | None,
    everything: bool,
    show: Callable[[Any], tuple[str, ...]] = names,
) -> tuple[tuple[str, ...] | None, ...]:
    """The hands as *seat* sees them: its own, or all of them if *everything* is open."""
    if everything:
        return tuple(map(show, hands))
    seen: list[tuple[str, ...] | None] = [None] * len(hands)
    if seat is not None:
        seen[seat] = show(hands[seat])
    return tuple(seen)


def replaced_at(items: tuple[T, ...], seat: Seat, item: T) -> tuple[T, ...]:
    """A copy of *items*, one per seat, with *item* for *seat*."""
    changed = list(items)
    changed[seat] = item
    return tuple(changed)


S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View, covariant=True)


class Game(Struct, Generic[S, V], frozen=True):
    """The rules of one game; its fields are the options."""

    id: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    version: ClassVar[int] = 1
    """Raised when the same deal and moves could lead elsewhere."""

    # What every game defines: its start values, and the seven functions that are the game.

    def blank(self, seats: int) -> S:
        """The start value of every field, for positions that omit it."""
        raise NotImplementedError

    def deal(self, seats: int, rng: Chance) -> S:
        """The start of a round."""
        raise NotImplementedError

    def actors(self, state: S) -> tuple[Seat, ...]:
        """The seats that may act now; none once the round is over."""
        raise NotImplementedError

    def moves(self, state: S, seat: Seat) -> tuple[Move, ...]:
        """Every legal move of that seat, and nothing else."""
        raise NotImplementedError

    def play(self, state: S, seat: Seat, move: Move) -> tuple[S, tuple[Event, ...]]:
        """The next state, and the events. The move must be one of `moves`."""
        raise NotImplementedError

    def view(self, state: S, seat: Seat | None, *, open: bool = False) -> V:
        """All that *seat* may know; `None` is a spectator. *open* shows every hand, for replays."""
        raise NotImplementedError

    def imagine(self, state: S, seat: Seat | None, rng: Chance) -> S:
        """A random state that *seat* cannot tell from this one, by its view or by the events it has seen."""
        raise NotImplementedError

    def result(self, state: S) -> Result | None:
        """How the round ended, once it has."""
        raise NotImplementedError

    # What has a default that most games keep.

    def deck(self, seats: int) -> tuple[str, ...]:
        """The names of all cards in play, copies repeated: those of a deal."""
        return _dealt_cards(self, seats)

    def awaited(self, state: S) -> tuple[Seat, ...]:
        """The actors that play waits for; others may act (call, doubt) but need not."""
        return self.actors(state)

    def due(self, state: S) -> int | None:
        """Milliseconds that a clock should wait before it plays the table's move."""
        return None

    def explain(self, state: S, seat: Seat, move: Move) -> IllegalMove:
        """Why this move is not one of `moves`."""
        return IllegalMove("not_possible", move=move, moves=self.moves(state, seat))

    def say(self, move: Move, words: Words) -> str:
        """A move in words, as hints say it and as it can be typed."""
        return words.move(move)

    def check(self, seats: int) -> None:
        """Refuse options that contradict each other or the seat count."""

    def check_position(self, state: S) -> None:
        """Refuse a position whose parts contradict each other; `positions` counts the cards."""

    def next_round(self, state: S, seats: int) -> Self:
        """The game of the next round: `first` moves one seat to the left, "random" stays. GEN-5"""
        first: int | str = getattr(self, "first", "random")
        return self if first == "random" else replace(self, first=(int(first) + 1) % seats)

    # Used by rules and views.

    def closing(self, state: S) -> tuple[Event, ...]:
        """The last event of a round, if this state is its end."""
        result = self.result(state)
        return (RoundOver.of(result),) if result else ()

    def offered(self, state: S, seat: Seat | None) -> tuple[Move, ...]:
        """The legal moves for a view; a spectator has none."""
        return () if seat is None else self.moves(state, seat)


AnyGame: TypeAlias = Game[Any, Any]
"""A game with any state and view."""


@lru_cache(maxsize=256)
def _dealt_cards(game: AnyGame, seats: int) -> tuple[str, ...]:
    """The cards of any deal, in order of colour and number."""
    return tuple(sorted(game.deal(seats, Chance(0)).all_cards(), key=lambda name: COPIES[name]))
