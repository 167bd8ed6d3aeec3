"""The messages of the socket, each one JSON object in a text frame: commands in, news out.

Every command has an `id` chosen by its sender and gets exactly one answer with it: `CommandDone`,
`CommandRefused`, or a message with the requested data. A command resent with the same `id` is carried out
once.
"""

from elfer.server.wire.commands import *  # noqa: F403
from elfer.server.wire.news import *  # noqa: F403
