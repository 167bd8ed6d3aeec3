"""What commands and news are made of: the texts and numbers that may stand in them, and limits."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

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
WholeRecord = Annotated[str, Meta(max_length=200_000)]
"""A match as text; sockets carry shorter ones only."""
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
    """What is played at a table, and how."""

    game: Text
    options: Options = {}
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
