"""The values that commands and news are made of, and their limits."""

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
    """Whether onlookers are allowed."""
    hints: bool = True
    programs: bool = False
    """Whether remote bots may take a seat."""
    listed: bool = False
    """Whether the lobby lists the table; otherwise its link is needed."""
    speed: Speed = "normal"
    """How fast bots move."""
