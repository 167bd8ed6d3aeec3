"""Plain HTTP: many requests, lasting connections, and unread answers."""

from __future__ import annotations

import asyncio
from functools import partial

from elfer.server.web.static_files import PAGE
from tests.server.attacks.attack import BREATH, Attack, Tally, Target
from tests.server.raw import Raw, raw

SIP_BYTES, SIP_SECONDS = 30_000, 0.25
"""How much a slow reader takes, and how often."""
BROKEN = (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError)


def request(target: Target, path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: {target.server.address}\r\nAccept-Encoding: gzip\r\n\r\n".encode()


async def ask(path: str, connections: int, target: Target, tally: Tally) -> None:
    """Ask for a path on connections that stay open, again as soon as an answer has come."""
    question = request(target, path)

    async def one() -> None:
        while True:
            try:
                async with raw(target.server, address=target.address) as connection:
                    tally["connections"] += 1
                    while True:
                        connection.say(question)
                        tally["sent"] += 1
                        tally[await _answer(connection)] += 1
            except BROKEN:
                tally["cut off"] += 1
            await asyncio.sleep(BREATH)

    await asyncio.gather(*(one() for _ in range(connections)))


async def _answer(connection: Raw) -> str:
    """The status of an answer that has come as a whole."""
    head = (await connection.hears(b"\r\n\r\n")).lower()
    fields = dict(line.split(b": ", 1) for line in head.split(b"\r\n")[1:] if b": " in line)
    await connection.hears_bytes(int(fields[b"content-length"]))
    return head.split(b" ")[1].decode()


async def download(connections: int, target: Target, tally: Tally) -> None:
    """Ask for the largest file as it is, and read it bit by bit."""
    largest = max((path for path in PAGE.rglob("*") if path.is_file()), key=lambda path: path.stat().st_size)
    question = request(target, f"/{largest.relative_to(PAGE).as_posix()}").replace(b"gzip", b"identity")

    async def one() -> None:
        while True:
            try:
                async with raw(target.server, address=target.address) as connection:
                    tally["connections"] += 1
                    connection.say(question)
                    while not connection.over:
                        tally["bytes"] += len(await connection.hears_some(SIP_BYTES))
                        await asyncio.sleep(SIP_SECONDS)
            except BROKEN:
                pass
            tally["cut off"] += 1
            await asyncio.sleep(BREATH)

    await asyncio.gather(*(one() for _ in range(connections)))


async def idle(connections: int, target: Target, tally: Tally) -> None:
    """Connect and say nothing, or the first line of a request."""

    async def one(number: int) -> None:
        while True:
            try:
                async with raw(target.server, address=target.address) as connection:
                    tally["connections"] += 1
                    if number % 2:
                        connection.say(b"GET / HTTP/1.1\r\n")
                    await connection.rest()
            except BROKEN:
                pass
            tally["cut off"] += 1
            await asyncio.sleep(20 * BREATH)

    await asyncio.gather(*(one(number) for number in range(connections)))


async def pipeline(connections: int, target: Target, tally: Tally) -> None:
    """Ask for much at once, and read nothing."""
    question = request(target, "/api/games").replace(b"Accept-Encoding: gzip\r\n", b"")

    async def one() -> None:
        while True:
            try:
                async with raw(target.server, reads=False, address=target.address) as connection:
                    tally["connections"] += 1
                    while True:
                        await connection.keeps_saying(question * 50, 1)
                        tally["sent"] += 50
            except BROKEN:
                tally["cut off"] += 1
            await asyncio.sleep(BREATH)

    await asyncio.gather(*(one() for _ in range(connections)))


HTTP = (
    Attack("requests", "400 connections ask for /api/games", partial(ask, "/api/games", 400)),
    Attack("page", "64 connections ask for a rule sheet", partial(ask, "/api/rules/en/classic", 64)),
    Attack("idle", "1,100 idle connections, 1,024 open files", partial(idle, 1100), files=1024),
    Attack("download", "200 connections take the largest file, 120 kB a second each", partial(download, 200)),
    Attack("pipeline", "64 connections ask for much and never read", partial(pipeline, 64)),
)
