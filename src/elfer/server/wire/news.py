"""News: messages from the server to a page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Raw, UnsetType

from elfer.bots import Estimate
from elfer.core.canonical_json import to_bytes
from elfer.core.game import Event, Move, Result, Seat
from elfer.core.refusals import Refused
from elfer.lessons import Bilingual
from elfer.server.wire.commands import Emote, Level, Phase, Setup

MAX_ITEMS = 200
"""Items of a list that a refusal's parameters carry."""


class News(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag=str.lower):
    """A message from the server."""


class Welcome(News, frozen=True):
    """The first message of every socket."""

    version: int
    """Protocol version."""
    server: str
    """Version of elfer."""
    link: str
    """Prefix of invitation links; `t/` and the table's id follow."""


class CommandDone(News, frozen=True, tag="done"):
    """The command was carried out; changes of a table or match are durable."""

    id: str
    at: int | UnsetType = UNSET
    """Number of the move, if the command was one."""
    table: str | UnsetType = UNSET
    """The table that was created or found."""


class CommandRefused(News, frozen=True, tag="refused"):
    """The command was not carried out, for the reason in *code* and *params*."""

    id: str | None
    code: str
    params: dict[str, Any]


class ChairInfo(msgspec.Struct, frozen=True):
    """Public facts about a seat; one without a name is free."""

    name: str
    bot: Level | None
    here: bool
    """Whether the person is connected."""
    stand_in: bool
    """Whether a bot plays for the person now."""
    ready: bool
    program: bool
    """Whether a remote bot has the seat."""
    was: str = ""
    """Name of the person whom this bot replaced during the match."""
    wait: int | None = None
    """Milliseconds until a bot plays for the absent person."""


WhyEnded = Literal["other_rules", "unknown_game"]
"""The server lacks the match's version of the rules, or its game."""


class EndedMatch(msgspec.Struct, frozen=True):
    """Why the last match can be neither continued nor replayed; another one can start."""

    why: WhyEnded
    scored: bool
    """Whether the points of its finished rounds are known."""


class TableInfo(News, frozen=True, tag="table"):
    """A table without its cards."""

    id: str
    setup: Setup
    chairs: tuple[ChairInfo, ...]
    host: Seat | None
    you: Seat | None
    """The page's seat; None for spectators. On a shared device, the seat that holds it, if any."""
    phase: Phase
    match: int
    """Number of the match, from 1; 0 before the first."""
    watching: int
    scores: tuple[tuple[int, ...], ...] = ()
    """Points of each finished round of this match."""
    device: tuple[Seat, ...] = ()
    """Seats of this device, if several players share it."""
    covered: bool = False
    """Whether the shared device hides all cards until a player takes it."""
    ended: EndedMatch | None = None
    """Set if a finished match has no updates."""


class Call(msgspec.Struct, frozen=True):
    """Moves that a seat of a shared device may make without holding it."""

    seat: Seat
    moves: tuple[Move, ...]


class Update(News, frozen=True):
    """The match after its latest move, and the events since the previous update."""

    at: int
    round: int
    totals: tuple[int, ...]
    """Points of all finished rounds."""
    awaited: tuple[Seat, ...]
    """Seats that play waits for; -1 is the table."""
    wait: int | None
    """Milliseconds left for the turn, if it is limited."""
    view: Raw
    """The view of the page's seat; its type depends on the game."""
    events: tuple[Raw, ...]
    result: Result | None
    """Set once the match is over."""
    undo: bool = False
    """Whether the seat may take back its last move."""
    forced: bool = False
    """Whether the only legal move is to end the turn."""
    calls: tuple[Call, ...] = ()
    """Moves that other seats of this device may make without holding it."""


class OpenTable(msgspec.Struct, frozen=True):
    """An entry in the lobby's list."""

    id: str
    game: str
    host: str
    seats: int
    free: int
    phase: Phase
    watch: bool


class Tables(News, frozen=True):
    """The open tables; sent on every change."""

    tables: tuple[OpenTable, ...]


class DeviceCode(News, frozen=True, tag="code"):
    """A code that moves the seat to another device."""

    id: str
    code: str
    seconds: int


class Heard(News, frozen=True):
    """Typed text parsed into moves; text that is no move is returned unchanged."""

    id: str
    moves: tuple[Move, ...]


class HintAnswer(News, frozen=True, tag="hint"):
    """The legal moves, best first."""

    id: str
    moves: tuple[Estimate, ...]


class Emoted(News, frozen=True, tag="emote"):
    """A player shows an emote."""

    seat: Seat
    emote: Emote


class RecordText(News, frozen=True, tag="record"):
    """The record of a match."""

    id: str
    text: str


class Frame(msgspec.Struct, frozen=True):
    """One step of a replay: the move and the view after it."""

    at: int
    round: int
    seat: Seat | None
    move: Move | None
    events: tuple[Raw, ...]
    view: Raw


class Steps(News, frozen=True, tag="replay"):
    """Steps of a match; step 0 is the deal."""

    id: str
    game: str
    names: tuple[str, ...]
    steps: int
    """Number of steps of the match."""
    frames: tuple[Frame, ...]
    setup: Setup | None = None
    """Set if the page sent the record."""
    scores: tuple[tuple[int, ...], ...] = ()
    """Points of each round, if the page sent the record."""


class LessonNews(News, frozen=True, tag="lesson"):
    """A part of a lesson: its text and the moves to make."""

    game: str
    part: int
    parts: int
    text: Bilingual
    other: Bilingual | None
    """Reply to a legal move that is not one of *moves*."""
    moves: tuple[Move, ...]
    """Moves that complete the part, any of them."""
    done: bool
    """Whether the part is complete and the other players reply."""


WhyOut = Literal["removed", "private", "elsewhere", "crowded", "reload"]


class Out(News, frozen=True):
    """The page is no longer at the table: *removed* by the host, spectators not allowed (*private*), too many
    pages of one key (*elsewhere*), too many spectators (*crowded*), or to be entered again (*reload*)."""

    code: WhyOut


AnyNews = (
    Welcome | CommandDone | CommandRefused | TableInfo | Update | Tables | DeviceCode | Heard | HintAnswer
    | Emoted | RecordText | Steps | LessonNews | Out
)  # fmt: skip

_encoder = msgspec.json.Encoder()


def format_news(news: News) -> str:
    return _encoder.encode(news).decode()


def raw(value: object) -> Raw:
    """A library value in its canonical JSON form, as part of a message."""
    return Raw(to_bytes(value))


def raw_events(events: Iterable[Event], seat: Seat | None) -> tuple[Raw, ...]:
    """Events as *seat* may know them."""
    return tuple(raw(event.seen_by(seat)) for event in events)


def refusal(id: str | None, refused: Refused) -> CommandRefused:
    """The message for a refusal, with its parameters as JSON values."""
    return CommandRefused(id=id, **_plain(refused))


def _plain(value: object) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, Refused):
        return {"code": value.code, "params": {name: _plain(param) for name, param in value.shown.items()}}
    if isinstance(value, list | tuple | range):
        return [_plain(item) for item in value[:MAX_ITEMS]]
    return str(value)


class _Head(msgspec.Struct):
    kind: str = msgspec.field(name="is")
    id: str | None = None


def answered_by(frame: str) -> str | None:
    """The id of the command that a frame answers, if any."""
    head = msgspec.json.decode(frame, type=_Head)
    return None if head.kind == "table" else head.id  # a table's id is its own
