"""What the server tells a page."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Raw, UnsetType

from elfer.bots import Estimate
from elfer.core.game import Move, Result, Seat
from elfer.server.wire.commands import Emote, Level, Setup

MOST_FRAMES = 50
"""How many steps of a replay one answer has."""
Phase = Literal["gathering", "playing", "over"]


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
    """The command was carried out, durably."""

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


class Table(News, frozen=True):
    """All about a table but the cards."""

    id: str
    setup: Setup
    chairs: tuple[Chair, ...]
    host: Seat | None
    you: Seat | None
    """The own seat; none for who looks on."""
    phase: Phase
    match: int
    """The number of the match, counted from 1; 0 before the first."""
    watching: int


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


class Out(News, frozen=True):
    """One is no longer at the table: *removed*, not wanted (*private*), or to enter it again (*reload*)."""

    code: Literal["removed", "private", "reload"]


AnyNews = (
    Welcome | Done | Refused | Table | Update | Tables | DeviceCode | Hints | Emoted | RecordText | Steps
    | Out
)  # fmt: skip
