"""Commands: messages from a page to the server, and the values that messages are made of."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

VERSION = 1
"""Protocol version; raised when older clients would not understand a message."""
MAX_FRAME_BYTES = 16_384
MAX_SEATS = 20
MAX_STEPS = 50
"""Replay steps per answer."""

Id = Annotated[str, Meta(pattern=r"^[!-~]{1,40}\Z")]
TableId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}\Z")]
Key = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}\Z")]
"""256 random bits as base64url, made by the client; the key owns the seat."""
Code = Annotated[str, Meta(max_length=20)]
Name = Annotated[str, Meta(max_length=200)]
Text = Annotated[str, Meta(max_length=100)]
WholeRecord = Annotated[str, Meta(max_length=200_000)]
"""A match record; sockets are limited further by the frame size."""
SeatNumber = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Options = dict[Text, bool | int | str | list[str] | None]
Language = Literal["en", "de"]
Pace = Literal["none", "relaxed", "quick"]
Speed = Literal["slow", "normal", "fast", "instant"]
Phase = Literal["gathering", "playing", "over"]
Level = Literal["easy", "medium", "hard", "expert"]
Emote = Literal["hello", "bravo", "oops", "hurry", "thinking", "laugh", "wow", "thanks"]


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The game of a table and the conditions it is played under."""

    game: Text
    options: Options = {}
    seats: Annotated[int, Meta(ge=1, le=MAX_SEATS)]
    rounds: Annotated[int, Meta(ge=1, le=50)] = 1
    pace: Pace = "none"
    """Time limit per turn."""
    watch: bool = True
    """Whether spectators are allowed."""
    hints: bool = True
    programs: bool = False
    """Whether remote bots may take a seat."""
    listed: bool = False
    """Whether the lobby lists the table; otherwise its link is needed."""
    speed: Speed = "normal"
    """How fast bots move."""


class Command(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="do", tag=str.lower
):
    """A request from a client; the server answers each *id* exactly once."""

    id: Id


class Ping(Command, frozen=True):
    """Check that the server answers; browsers cannot send WebSocket pings."""


class WatchLobby(Command, frozen=True, tag="lobby"):
    """Leave the table, keeping any seat, and subscribe to the list of open tables."""


class Create(Command, frozen=True):
    """Create a table and enter it as its host in the first seat; *people* on the same device get the next
    seats, then *bots*."""

    setup: Setup
    name: Name
    key: Key
    people: tuple[Name, ...] = ()
    """Names of the other players on this device, who share its key."""
    bots: tuple[Level, ...] = ()
    start: bool = False
    """Start the first match at once; then no seat may be free."""


class Enter(Command, frozen=True):
    """Go to a table: to the seat of *key*, or as a spectator. A device with several seats starts covered."""

    table: TableId
    key: Key
    at: Number | None = None
    """Number of the last move seen; later events are sent."""


class Sit(Command, frozen=True):
    """Take a free seat."""

    seat: SeatNumber
    name: Name
    program: bool = False
    """Whether a remote bot will play here; shown to all."""
    beside: bool = False
    """Whether this is another player on a device that already has a seat."""


class Hold(Command, frozen=True):
    """Hand a shared device to *seat*, or cover it."""

    seat: SeatNumber | None


class Rename(Command, frozen=True):
    """Change a player's name, also during a match."""

    name: Name
    seat: SeatNumber | None = None
    """A seat of this device; by default the one that holds it."""


class Leave(Command, frozen=True):
    """Give up the seat for good; during a match a bot takes it."""

    seat: SeatNumber | None = None
    """A seat of this device; by default all of them."""


class ChangeSetup(Command, frozen=True, tag="change"):
    """Change what is played (host, between matches)."""

    setup: Setup


class Place(Command, frozen=True):
    """Put a bot into a seat without a person, or free the seat (host, between matches)."""

    seat: SeatNumber
    bot: Level | None


class Swap(Command, frozen=True):
    """Exchange two seats (host, between matches)."""

    seat: SeatNumber
    other: SeatNumber


class StartMatch(Command, frozen=True, tag="start"):
    """Start the match (host)."""


class Ready(Command, frozen=True):
    """Be ready for the next round or match, with all players on this device."""


class Play(Command, frozen=True):
    """Make a move."""

    move: Text
    at: Number
    """Number of the last move seen."""
    seat: SeatNumber | None = None
    """A seat of this device; by default the one that holds it."""


class Say(Command, frozen=True):
    """Parse moves typed in words, as in a terminal; nothing is played."""

    text: Text
    lang: Language
    open: Annotated[str, Meta(max_length=200)] = ""
    """The previous text, if its colour is still to be answered."""


class Undo(Command, frozen=True):
    """Take back the last move, if all others are bots and it revealed nothing."""

    at: Number


class Hasten(Command, frozen=True, tag="speed"):
    """Change the speed of bots, also during a match (host)."""

    speed: Speed


class Substitute(Command, frozen=True):
    """Let a bot play for an idle person until that person moves (host; after a long wait, any player)."""

    seat: SeatNumber


class Remove(Command, frozen=True):
    """Take the seats of a person's device away (host)."""

    seat: SeatNumber


class Clear(Command, frozen=True):
    """Remove all spectators (host)."""


class NewCode(Command, frozen=True, tag="code"):
    """Request a code that moves all seats of this device to another one."""


class Redeem(Command, frozen=True):
    """Move the seats behind a code to this device."""

    code: Code
    key: Key


class Hint(Command, frozen=True):
    """Ask what the legal moves are worth, if the table allows hints."""


class Emotes(Command, frozen=True, tag="emote"):
    """Show an emote."""

    emote: Emote
    seat: SeatNumber | None = None
    """A seat of this device; by default the one that holds it."""


class GetRecord(Command, frozen=True, tag="record"):
    """Request the record of a finished match; by default the last one."""

    match: Number | None = None


class Replay(Command, frozen=True):
    """Request steps of a finished match as a seat saw them, or with all cards open."""

    match: Number | None = None
    seat: SeatNumber | None = None
    first: Number = 0
    seen: bool = False
    """Whether to skip steps with nothing to see (ends of turns); *first* then counts the others."""
    record: WholeRecord | None = None
    """A match from elsewhere; then the page need not be at a table."""


class Learn(Command, frozen=True):
    """Go to a part of a game's lesson; from the part before, its move is made automatically."""

    game: Text
    part: Number = 0
    options: Options = {}
    """Options the lesson is not written for are ignored."""


AnyCommand = (
    Ping | WatchLobby | Create | Enter | Sit | Hold | Rename | Leave | ChangeSetup | Place | Swap | StartMatch
    | Ready | Play | Say | Undo | Hasten | Substitute | Remove | Clear | NewCode | Redeem | Hint | Emotes
    | GetRecord | Replay | Learn
)  # fmt: skip
Anywhere = Ping | WatchLobby | Create | Enter | Redeem | Learn
"""Commands that do not concern the page's current table; any node can carry them out."""

_decoder = msgspec.json.Decoder(AnyCommand)


def parse_command(frame: str | bytes) -> AnyCommand:
    """The command in a frame; `msgspec.DecodeError` or `ValidationError` if there is none."""
    try:
        return _decoder.decode(frame)  # type: ignore[no-any-return]
    except (RecursionError, UnicodeError) as error:
        raise msgspec.DecodeError(str(error)) from None


class _HasId(msgspec.Struct):
    id: Id


def command_id(frame: str) -> str | None:
    """The id of a frame that may be no valid command."""
    try:
        return msgspec.json.decode(frame, type=_HasId).id
    except (msgspec.DecodeError, RecursionError):
        return None
