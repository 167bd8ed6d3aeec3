"""One node of several on one machine, in its own process: `python -m elfer.server.web.worker`."""

from __future__ import annotations

import os
import socket as sockets
import sys

import msgspec

from elfer.core.refusals import Refused
from elfer.server.web.run import run_node
from elfer.server.web.workers import READY, Doors, Refusal, Start, ends_with_stdin


def main() -> None:
    start = msgspec.json.decode(_first_line(), type=Start, dec_hook=lambda kind, value: kind(value))
    figures = sockets.socket(fileno=start.figures) if start.figures else None
    doors = Doors(sockets.socket(fileno=start.listener), figures)
    ends_with_stdin()
    try:
        run_node(start.settings, start.link, doors, lambda: _tell(READY))
    except Refused as refused:
        _tell(msgspec.json.encode(Refusal(refused.code, refused.params), enc_hook=str) + b"\n")
        sys.exit(2)


def _tell(line: bytes) -> None:
    """Let whoever looks after this node know."""
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()


def _first_line() -> bytes:
    """What is told on standard input; read byte by byte, since the rest of it is a sign of life."""
    line = bytearray()
    while (byte := os.read(0, 1)) not in (b"", b"\n"):
        line += byte
    return bytes(line)


if __name__ == "__main__":
    main()
