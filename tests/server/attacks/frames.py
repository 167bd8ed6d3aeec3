"""Frames that ask for nothing: pings, pongs, empty parts, texts that are none, as fast as they go."""

from __future__ import annotations

import asyncio
import time
from functools import partial

from tests.server.attacks.attack import BREATH, Attack, Tally, Target, Wave
from tests.server.raw import BEGIN, PART, PING, PONG, TEXT, frame, raw_socket

AT_ONCE = 6_000
"""How many bytes are written at a time."""


async def flood(data: bytes, rate: float, sockets: int, target: Target, tally: Tally) -> None:
    """Send the same repeatedly at a total rate in bytes, and reconnect sockets that are closed."""
    chunk = data * max(1, AT_ONCE // len(data))

    async def one() -> None:
        while True:
            try:
                await _send(chunk, rate / sockets, target, tally)
            except (OSError, TimeoutError, AssertionError, asyncio.IncompleteReadError):
                tally["cut off"] += 1
            await asyncio.sleep(BREATH)

    await asyncio.gather(*(one() for _ in range(sockets)))


async def _send(chunk: bytes, rate: float, target: Target, tally: Tally) -> None:
    """One socket's part, until it is cut off."""
    async with raw_socket(target.server, address=target.address) as socket:
        tally["sockets"] += 1
        start, sent, reading = time.monotonic(), 0, asyncio.create_task(socket.ignores())
        while not reading.done():
            await socket.keeps_saying(chunk, 1)
            sent += len(chunk)
            tally["bytes"] += len(chunk)
            await asyncio.sleep(max(0.0, sent / rate - (time.monotonic() - start)))
    tally["cut off"] += 1


def _flood(data: bytes, rate: float = float("inf"), sockets: int = 1) -> Wave:
    return partial(flood, data, rate, sockets)


async def churn(target: Target, tally: Tally) -> None:
    """Open sockets and drop them at once."""

    async def one() -> None:
        while True:
            try:
                async with raw_socket(target.server, address=target.address):
                    tally["sockets"] += 1
            except (OSError, TimeoutError, AssertionError, asyncio.IncompleteReadError):
                tally["turned away"] += 1
                await asyncio.sleep(BREATH)

    await asyncio.gather(*(one() for _ in range(32)))


PONGS, NO_TEXT, NO_COMMAND = frame(PONG, b"x" * 100), frame(TEXT, b"\xff\xfe"), frame(TEXT, b"[" * 16_000)
PARTS = frame(BEGIN) + 500 * frame(PART)
FRAMES = (
    Attack("pings", "1 socket, empty pings, 600 kB/s", _flood(frame(PING), 600_000)),
    Attack("more-pings", "1 socket, empty pings, 1.2 MB/s", _flood(frame(PING), 1_200_000)),
    Attack("all-pings", "32 sockets, empty pings, all they can", _flood(frame(PING), sockets=32)),
    Attack("pongs", "8 sockets, pongs of 100 bytes, all they can", _flood(PONGS, sockets=8)),
    Attack("parts", "8 sockets, empty parts of a text, all they can", _flood(PARTS, sockets=8)),
    Attack("no-text", "8 sockets, texts that are no UTF-8", _flood(NO_TEXT, sockets=8)),
    Attack("no-command", "8 sockets, texts of 16 kB that are no command", _flood(NO_COMMAND, sockets=8)),
    Attack("churn", "32 at a time open a socket and drop it", churn),
)
