"""The messages of the socket: commands come in, news go out, each one JSON object in one text frame.

Every command has an `id` that its sender chose, and gets exactly one answer with it: `Done`, `Refused`, or a
message that carries what was asked for. A move sent again with the same `id` is played once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from elfer.bots import Estimate
from elfer.core.encoding import to_bytes
from elfer.core.game import Event, Move, Result, Seat
from elfer.lessons import Said

VERSION = 1
"""Raised when a client of the version before would not understand."""
MAX_FRAME_BYTES = 16_384
MAX_SEATS = 20
MAX_STEPS = 50
"""How many steps of a replay one answer has."""

Id = Annotated[str, Meta(pattern=r"^[!-~]{1,40}\Z")]
TableId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}\Z")]
Key = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}\Z")]
"""256 random bits that a client makes for itself, as base64url: whoever has it has the seat."""
Code = Annotated[str, Meta(max_length=20)]
Name = Annotated[str, Meta(max_length=200)]
Text = Annotated[str, Meta(max_length=100)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Pace = Literal["none", "relaxed", "quick"]
Speed = Literal["slow", "normal", "fast", "instant"]
Phase = Literal["gathering", "playing", "over"]
Level = Literal["easy", "medium", "hard", "expert"]
Emote = Literal["hello", "bravo", "oops", "hurry", "thinking", "laugh", "wow", "thanks"]


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is played at a table, and how."""

    game: Text
    options: dict[Text, bool | int | str | list[str] | None] = {}
    seats: Annotated[int, Meta(ge=1, le=MAX_SEATS)]
    rounds: Annotated[int, Meta(ge=1, le=50)] = 1
    pace: Pace = "none"
    watch: bool = True
    """Whether others may watch."""
    hints: bool = True
    programs: bool = False
    """Whether programs of other people may sit down."""
    listed: bool = False
    """Whether the lobby shows the table; else a link is needed."""
    speed: Speed = "normal"
    """How quickly bots move."""


# What a page may ask for


class Command(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="do", tag=str.lower
):
    """Something that a client wants."""

    id: Id


class Ping(Command, frozen=True):
    """Ask whether the server is there; browsers have no other way to find out."""


class Lobby(Command, frozen=True):
    """Leave the table, stay seated there, and hear of open tables."""


class Create(Command, frozen=True):
    """Make a table, enter it, and sit down in its first seat as its host; bots take the seats after it."""

    setup: Setup
    name: Name
    key: Key
    bots: tuple[Level, ...] = ()
    start: bool = False
    """Whether to begin at once; then no seat may be free."""


class Enter(Command, frozen=True):
    """Go to a table: to one's seat, if the key has one, else to look on."""

    table: TableId
    key: Key
    at: Number | None = None
    """How far one has followed the match: what happened since is told."""


class Sit(Command, frozen=True):
    """Take a free seat."""

    seat: SeatNumber
    name: Name
    program: bool = False
    """Whether a program will play there; all are told."""


class Rename(Command, frozen=True):
    """Be called otherwise in one's seat, also during a match."""

    name: Name


class Leave(Command, frozen=True):
    """Give up the seat for good; in a match a bot takes it."""


class Change(Command, frozen=True):
    """Change what is played (host, between matches)."""

    setup: Setup


class Place(Command, frozen=True):
    """Put a bot into a free seat, another bot into its place, or nobody (host, between matches)."""

    seat: SeatNumber
    bot: Level | None


class Swap(Command, frozen=True):
    """Let two seats change places (host, between matches)."""

    seat: SeatNumber
    other: SeatNumber


class Start(Command, frozen=True):
    """Begin the match (host)."""


class Ready(Command, frozen=True):
    """Be ready for the next round, or after the match for another one."""


class Play(Command, frozen=True):
    """Make a move."""

    move: Text
    at: Number
    """The number of moves that one has seen."""


class Undo(Command, frozen=True):
    """Take back the last move, where all others are bots and it has brought nothing to light."""

    at: Number


class Hasten(Command, frozen=True, tag="speed"):
    """Let bots move more slowly or more quickly, also during a match (host)."""

    speed: Speed


class Substitute(Command, frozen=True):
    """Let a bot play for an idle person until that one moves again (host; anyone after a long wait)."""

    seat: SeatNumber


class Remove(Command, frozen=True):
    """Take the seat from a person (host)."""

    seat: SeatNumber


class NewCode(Command, frozen=True, tag="code"):
    """Ask for a code that brings the seat to another device."""


class Redeem(Command, frozen=True):
    """Bring a seat to this device."""

    code: Code
    key: Key


class Hint(Command, frozen=True):
    """Ask what the legal moves are worth, where the table allows it."""


class Emotes(Command, frozen=True, tag="emote"):
    """Show a feeling."""

    emote: Emote


class Record(Command, frozen=True):
    """Ask for the record of a match that is over; without a number, of the last one."""

    match: Number | None = None


class Replay(Command, frozen=True):
    """Ask for steps of a match that is over, as a seat saw them, or with all cards open."""

    match: Number | None = None
    seat: SeatNumber | None = None
    first: Number = 0
    seen: bool = False
    """Whether to leave out the ends of turns, at which nothing is to be seen; then those left are counted."""


class Learn(Command, frozen=True):
    """Go to a game's lesson, at one of its parts; from there to the next part the move is made for one."""

    game: Text
    part: Number = 0


AnyCommand = (
    Ping | Lobby | Create | Enter | Sit | Rename | Leave | Change | Place | Swap | Start | Ready | Play
    | Undo | Hasten | Substitute | Remove | NewCode | Redeem | Hint | Emotes | Record | Replay | Learn
)  # fmt: skip
Anywhere = Ping | Lobby | Create | Enter | Redeem | Learn
"""Commands that are about no table that one is at: any node can carry them out."""


# What the server tells a page


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


class TableInfo(News, frozen=True, tag="table"):
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
    scores: tuple[tuple[int, ...], ...] = ()
    """The points of each round of this match that is over."""


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


WhyOut = Literal["removed", "private", "elsewhere", "reload"]


class Out(News, frozen=True):
    """One is no longer at the table: *removed*, not wanted (*private*), on too many pages (*elsewhere*), or
    to enter it again (*reload*)."""

    code: WhyOut


AnyNews = (
    Welcome | Done | Refused | TableInfo | Update | Tables | DeviceCode | Hints | Emoted | RecordText
    | Steps | LessonPart | Out
)  # fmt: skip

_decoder = msgspec.json.Decoder(AnyCommand)
_encoder = msgspec.json.Encoder()


def parse_command(frame: str | bytes) -> AnyCommand:
    """The command of a frame; `msgspec.DecodeError` or `ValidationError` says what is wrong with it."""
    try:
        return _decoder.decode(frame)  # type: ignore[no-any-return]
    except (RecursionError, UnicodeError) as error:
        raise msgspec.DecodeError(str(error)) from None


def format_news(news: News) -> str:
    """The frame of a message."""
    return _encoder.encode(news).decode()


def raw(value: object) -> Raw:
    """A value of the library as a part of a message, in its one JSON form."""
    return Raw(to_bytes(value))


def raw_events(events: Iterable[Event], seat: Seat | None) -> tuple[Raw, ...]:
    """Events as a seat may know them, as parts of a message."""
    return tuple(raw(event.seen_by(seat)) for event in events)
