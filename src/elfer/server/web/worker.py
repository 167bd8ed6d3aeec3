"""One node of several on one machine, in its own process: `python -m elfer.server.web.worker`."""

from __future__ import annotations

import os
import socket as sockets
import sys

import msgspec

from elfer.server.web.run import run_node
from elfer.server.web.workers import READY, Start, ends_with_stdin


def main() -> None:
    start = msgspec.json.decode(_first_line(), type=Start, dec_hook=lambda kind, value: kind(value))
    listener = sockets.socket(fileno=start.listener)
    ends_with_stdin()

    def when_ready() -> None:
        sys.stdout.buffer.write(READY)
        sys.stdout.buffer.flush()

    run_node(start.settings, start.link, listener, when_ready)


def _first_line() -> bytes:
    """What is told on standard input; read byte by byte, since the rest of it is a sign of life."""
    line = bytearray()
    while (byte := os.read(0, 1)) not in (b"", b"\n"):
        line += byte
    return bytes(line)


if __name__ == "__main__":
    main()
