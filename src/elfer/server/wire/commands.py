"""What a page may ask for."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from elfer.server.wire.words import (
    Code,
    Emote,
    Id,
    Key,
    Language,
    Level,
    Name,
    Number,
    Options,
    SeatNumber,
    Setup,
    Speed,
    TableId,
    Text,
    WholeRecord,
)


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
    """Make a table, enter it, and sit down in its first seat as its host; people at the same device take the
    seats after it, then bots."""

    setup: Setup
    name: Name
    key: Key
    people: tuple[Name, ...] = ()
    """The others at this device, who have the same key."""
    bots: tuple[Level, ...] = ()
    start: bool = False
    """Whether to begin at once; then no seat may be free."""


class Enter(Command, frozen=True):
    """Go to a table: to one's seat, if the key has one, else to look on; if it has several, to none of them
    until somebody takes the device."""

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
    beside: bool = False
    """Whether it is one more person at this device, which has a seat already."""


class Hold(Command, frozen=True):
    """Take the device in one's hands, where several people share it; or cover the cards."""

    seat: SeatNumber | None


class Rename(Command, frozen=True):
    """Be called otherwise in one's seat, also during a match."""

    name: Name
    seat: SeatNumber | None = None
    """Which of the device's seats; else the one that holds it."""


class Leave(Command, frozen=True):
    """Give up the seat for good; in a match a bot takes it."""

    seat: SeatNumber | None = None
    """Which of the device's seats; else all of them."""


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
    """Be ready for the next round, or after the match for another one, with all at this device."""


class Play(Command, frozen=True):
    """Make a move."""

    move: Text
    at: Number
    """The number of moves that one has seen."""
    seat: SeatNumber | None = None
    """Which of the device's seats; else the one that holds it."""


class Say(Command, frozen=True):
    """Ask which moves somebody means who types them in words, as in a terminal; nothing is played yet."""

    text: Text
    lang: Language
    open: Annotated[str, Meta(max_length=200)] = ""
    """What was asked about last: the text whose colour is in question."""


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
    """Take the seat from a person, and from all who share that one's device (host)."""

    seat: SeatNumber


class Clear(Command, frozen=True):
    """Put out all who look on (host)."""


class NewCode(Command, frozen=True, tag="code"):
    """Ask for a code that brings the seat to another device, with those of all at this one."""


class Redeem(Command, frozen=True):
    """Bring a seat to this device."""

    code: Code
    key: Key


class Hint(Command, frozen=True):
    """Ask what the legal moves are worth, where the table allows it."""


class Emotes(Command, frozen=True, tag="emote"):
    """Show a feeling."""

    emote: Emote
    seat: SeatNumber | None = None
    """Which of the device's seats; else the one that holds it."""


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
    record: WholeRecord | None = None
    """The match itself, where it was not played here; then one need not be at a table."""


class Learn(Command, frozen=True):
    """Go to a game's lesson, at one of its parts; from there to the next part the move is made for one."""

    game: Text
    part: Number = 0
    options: Options = {}
    """The lesson counts those that it is written for."""


AnyCommand = (
    Ping | Lobby | Create | Enter | Sit | Hold | Rename | Leave | Change | Place | Swap | Start | Ready | Play
    | Say | Undo | Hasten | Substitute | Remove | Clear | NewCode | Redeem | Hint | Emotes | Record
    | Replay | Learn
)  # fmt: skip
Anywhere = Ping | Lobby | Create | Enter | Redeem | Learn
"""Commands that are about no table that one is at: any node can carry them out."""

_decoder = msgspec.json.Decoder(AnyCommand)


def parse_command(frame: str | bytes) -> AnyCommand:
    """The command of a frame; `msgspec.DecodeError` or `ValidationError` says what is wrong with it."""
    try:
        return _decoder.decode(frame)  # type: ignore[no-any-return]
    except (RecursionError, UnicodeError) as error:
        raise msgspec.DecodeError(str(error)) from None
