"""The messages of the socket: commands come in, news go out, each one JSON object in one text frame.

Every command has an `id` that its sender chose, and gets exactly one answer with it: `Done`, `Refused`, or a
message that carries what was asked for. A move sent again with the same `id` is played once.
"""

from __future__ import annotations

import msgspec

from elfer.server.wire.commands import (
    MOST_SEATS,
    AnyCommand,
    Change,
    Code,
    Command,
    Create,
    Emote,
    Emotes,
    Enter,
    Hint,
    Id,
    Key,
    Leave,
    Level,
    Lobby,
    Name,
    NewCode,
    Number,
    Pace,
    Ping,
    Place,
    Play,
    Ready,
    Record,
    Redeem,
    Remove,
    Replay,
    SeatNumber,
    Setup,
    Sit,
    Start,
    Substitute,
    Swap,
    TableId,
    Text,
)
from elfer.server.wire.news import (
    MOST_FRAMES,
    AnyNews,
    Chair,
    DeviceCode,
    Done,
    Emoted,
    Frame,
    Hints,
    News,
    OpenTable,
    Out,
    Phase,
    RecordText,
    Refused,
    Steps,
    Table,
    Tables,
    Update,
    Welcome,
)

__all__ = [
    "MOST_BYTES",
    "MOST_FRAMES",
    "MOST_SEATS",
    "VERSION",
    "AnyCommand",
    "AnyNews",
    "Chair",
    "Change",
    "Code",
    "Command",
    "Create",
    "DeviceCode",
    "Done",
    "Emote",
    "Emoted",
    "Emotes",
    "Enter",
    "Frame",
    "Hint",
    "Hints",
    "Id",
    "Key",
    "Leave",
    "Level",
    "Lobby",
    "Name",
    "NewCode",
    "News",
    "Number",
    "OpenTable",
    "Out",
    "Pace",
    "Phase",
    "Ping",
    "Place",
    "Play",
    "Ready",
    "Record",
    "RecordText",
    "Redeem",
    "Refused",
    "Remove",
    "Replay",
    "SeatNumber",
    "Setup",
    "Sit",
    "Start",
    "Steps",
    "Substitute",
    "Swap",
    "Table",
    "TableId",
    "Tables",
    "Text",
    "Update",
    "Welcome",
    "read",
    "write",
]

VERSION = 1
"""Raised when a client of the version before would not understand."""
MOST_BYTES = 16_384
"""How long a frame may be."""

_decoder = msgspec.json.Decoder(AnyCommand)
_encoder = msgspec.json.Encoder()


def read(frame: str | bytes) -> AnyCommand:
    """The command of a frame; `msgspec.DecodeError` or `ValidationError` says what is wrong with it."""
    try:
        return _decoder.decode(frame)  # type: ignore[no-any-return]
    except (RecursionError, UnicodeError) as error:
        raise msgspec.DecodeError(str(error)) from None


def write(news: News) -> str:
    """The frame of a message."""
    return _encoder.encode(news).decode()
