"""What a page may ask for."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

MOST_SEATS = 20

Id = Annotated[str, Meta(pattern=r"^[!-~]{1,40}\Z")]
TableId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}\Z")]
Key = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}\Z")]
"""256 random bits that a client makes for itself, as base64url: whoever has it has the seat."""
Code = Annotated[str, Meta(max_length=20)]
Name = Annotated[str, Meta(max_length=200)]
Text = Annotated[str, Meta(max_length=100)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Pace = Literal["none", "relaxed", "quick"]
Level = Literal["easy", "medium", "hard", "expert"]
Emote = Literal["hello", "bravo", "oops", "hurry", "thinking", "laugh", "wow", "thanks"]


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is played at a table, and how."""

    game: Text
    options: dict[Text, bool | int | str | list[str] | None] = {}
    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    rounds: Annotated[int, Meta(ge=1, le=50)] = 1
    pace: Pace = "none"
    watch: bool = True
    """Whether others may watch."""
    hints: bool = True
    listed: bool = False
    """Whether the lobby shows the table; else a link is needed."""


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


AnyCommand = (
    Ping | Lobby | Create | Enter | Sit | Leave | Change | Place | Swap | Start | Ready | Play | Substitute
    | Remove | NewCode | Redeem | Hint | Emotes | Record | Replay
)  # fmt: skip
