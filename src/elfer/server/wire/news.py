"""What the server tells a page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Raw, UnsetType

from elfer.bots import Estimate
from elfer.core.encoding import to_bytes
from elfer.core.game import Event, Move, Result, Seat
from elfer.lessons import Said
from elfer.server.wire.words import Emote, Level, Phase, Setup


class News(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag=str.lower):
    """Something that the server tells."""


class Welcome(News, frozen=True):
    """The first message of every socket."""

    version: int
    """Of the protocol."""
    server: str
    """The version of elfer."""
    link: str
    """What an invitation begins with; `t/` and the table's id follow."""


class Done(News, frozen=True):
    """The command was carried out; what changes a table or its match is durable."""

    id: str
    at: int | UnsetType = UNSET
    """The number of the move, where it was one."""
    table: str | UnsetType = UNSET
    """The table, where one was created or found."""


class Refused(News, frozen=True):
    """The command was not carried out; the code and its parameters say why."""

    id: str | None
    code: str
    params: dict[str, Any]


class Chair(msgspec.Struct, frozen=True):
    """A seat and who has it, as all may know; a seat without a name is free."""

    name: str
    bot: Level | None
    here: bool
    """Whether the person is connected."""
    stand_in: bool
    """Whether a bot plays for the person now."""
    ready: bool
    program: bool
    """Whether a program of somebody's plays there."""
    was: str = ""
    """The name of whoever has left this seat to the bot during the match."""
    wait: int | None = None
    """How many ms the table still waits for an absent person before a bot plays."""


WhyEnded = Literal["other_rules", "unknown_game"]
"""Begun under a version of the rules that the server does not have, or a game that it does not have."""


class Ended(msgspec.Struct, frozen=True):
    """A match that cannot be played on or looked at here; another one can begin."""

    why: WhyEnded
    scored: bool
    """Whether the points of its finished rounds are known."""


class TableInfo(News, frozen=True, tag="table"):
    """All about a table but the cards."""

    id: str
    setup: Setup
    chairs: tuple[Chair, ...]
    host: Seat | None
    you: Seat | None
    """The own seat; none for who looks on. Where several share a device, the seat that holds it; none while
    nobody does."""
    phase: Phase
    match: int
    """The number of the match, counted from 1; 0 before the first."""
    watching: int
    scores: tuple[tuple[int, ...], ...] = ()
    """The points of each round of this match that is over."""
    device: tuple[Seat, ...] = ()
    """The seats of this page's device, where several people share it."""
    covered: bool = False
    """Whether nobody sees cards on the device until somebody takes it."""
    ended: Ended | None = None
    """Why there are no updates of a match that is over."""


class Call(msgspec.Struct, frozen=True):
    """What a seat of the device may do whoever holds it."""

    seat: Seat
    moves: tuple[Move, ...]


class Update(News, frozen=True):
    """The match as it is now, and what has just happened."""

    at: int
    round: int
    totals: tuple[int, ...]
    """The points of the rounds played."""
    awaited: tuple[Seat, ...]
    """Whom play waits for; -1 is the table."""
    wait: int | None
    """How many ms they have left, where there is a limit."""
    view: Raw
    """The view of the own seat; its type belongs to the game."""
    events: tuple[Raw, ...]
    """What happened since the update before."""
    result: Result | None
    """How the match ended, once it has."""
    undo: bool = False
    """Whether the own seat may take its last move back."""
    forced: bool = False
    """Whether the own seat has nothing to decide but that its turn is over, and nobody learns from it."""
    calls: tuple[Call, ...] = ()
    """What others at the same device may do without taking it: call, doubt; where no cards are held, all."""


class OpenTable(msgspec.Struct, frozen=True):
    """A table in the lobby."""

    id: str
    game: str
    host: str
    seats: int
    free: int
    phase: Phase
    watch: bool


class Tables(News, frozen=True):
    """The open tables, whenever they change."""

    tables: tuple[OpenTable, ...]


class DeviceCode(News, frozen=True, tag="code"):
    """A code that brings the seat to another device."""

    id: str
    code: str
    seconds: int


class Heard(News, frozen=True):
    """What was typed, as moves; a text that is none stands there as it is."""

    id: str
    moves: tuple[Move, ...]


class Hints(News, frozen=True, tag="hint"):
    """The legal moves, the best first."""

    id: str
    moves: tuple[Estimate, ...]


class Emoted(News, frozen=True, tag="emote"):
    """Somebody shows a feeling."""

    seat: Seat
    emote: Emote


class RecordText(News, frozen=True, tag="record"):
    """The record of a match."""

    id: str
    text: str


class Frame(msgspec.Struct, frozen=True):
    """One step of a replay: what was played, and what one saw then."""

    at: int
    round: int
    seat: Seat | None
    move: Move | None
    events: tuple[Raw, ...]
    view: Raw


class Steps(News, frozen=True, tag="replay"):
    """Some steps of a match; the first one of all is the deal."""

    id: str
    game: str
    names: tuple[str, ...]
    steps: int
    """How many steps the match has."""
    frames: tuple[Frame, ...]
    setup: Setup | None = None
    """What was played, and …"""
    scores: tuple[tuple[int, ...], ...] = ()
    """… the points of each round: of a match whose record was given."""


class LessonPart(News, frozen=True, tag="lesson"):
    """Where one is in a lesson, what is said there, and what to do."""

    game: str
    part: int
    parts: int
    text: Said
    other: Said | None
    """The answer to a legal move that is not the one to make."""
    moves: tuple[Move, ...]
    """The moves to make, any of them."""
    done: bool
    """Whether the part is done, and the others reply."""


WhyOut = Literal["removed", "private", "elsewhere", "crowded", "reload"]


class Out(News, frozen=True):
    """One is no longer at the table: *removed*, not wanted (*private*), on too many pages (*elsewhere*), one
    onlooker too many (*crowded*), or to enter it again (*reload*)."""

    code: WhyOut


AnyNews = (
    Welcome | Done | Refused | TableInfo | Update | Tables | DeviceCode | Heard | Hints | Emoted | RecordText
    | Steps | LessonPart | Out
)  # fmt: skip

_encoder = msgspec.json.Encoder()


def format_news(news: News) -> str:
    """The frame of a message."""
    return _encoder.encode(news).decode()


def raw(value: object) -> Raw:
    """A value of the library as a part of a message, in its one JSON form."""
    return Raw(to_bytes(value))


def raw_events(events: Iterable[Event], seat: Seat | None) -> tuple[Raw, ...]:
    """Events as a seat may know them, as parts of a message."""
    return tuple(raw(event.seen_by(seat)) for event in events)
