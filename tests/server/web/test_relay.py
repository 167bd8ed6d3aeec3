"""A relay on the path between two nodes: what it forges is not believed, and no move comes of it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

import pytest

from elfer.server.web.way import CODE_SIZE, HEAD, Codes, Kind, message
from tests.server.indoors import indoors
from tests.server.web.piping import OtherStore, listening, settled, visitor, ways

Meddle = Callable[[list[bytes]], list[bytes]]
"""Turns two messages into what the relay sends in their place."""


class Relay:
    """Carries messages from a node that brings pages to the one that has the table, and changes some."""

    def __init__(self, target: str) -> None:
        self._target = target
        self.meddle: Meddle | None = None
        """Is given the next two frames; then all goes on as before."""

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host, port = self._target.split(":")
        far_reader, far_writer = await asyncio.open_connection(host, int(port))
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._back(far_reader, writer))
            tasks.create_task(self._forth(reader, far_writer))

    async def _back(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
        writer.close()

    async def _forth(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        held: list[bytes] = []
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            while True:
                head = await reader.readexactly(HEAD.size)
                size, kind = HEAD.unpack(head)
                code = 0 if kind == Kind.HELLO else CODE_SIZE
                said = head + await reader.readexactly(size + code)
                if kind != Kind.FRAME or self.meddle is None:
                    writer.write(said)
                    continue
                held.append(said)
                if len(held) == 2:
                    writer.write(b"".join(self.meddle(held)))
                    held, self.meddle = [], None
        writer.close()


@contextlib.asynccontextmanager
async def relaying(target: str) -> AsyncIterator[tuple[Relay, str]]:
    relay = Relay(target)
    server = await asyncio.start_server(relay.carry, "127.0.0.1", 0)
    try:
        yield relay, "{}:{}".format(*server.sockets[0].getsockname())
    finally:
        server.close()


def _forged(said: bytes, codes: bytes) -> bytes:
    """A command of the relay's own, with some code."""
    (size, kind), content = HEAD.unpack_from(said), said[HEAD.size : -CODE_SIZE]
    assert len(content) == size
    return message(kind, content.replace(b"emote", b"ready", 1)) + codes


MEDDLERS: dict[str, Meddle] = {
    "flips a bit": lambda two: [two[0][:9] + bytes((two[0][9] ^ 1,)) + two[0][10:], two[1]],
    "repeats a message": lambda two: [two[0], two[0], two[1]],
    "changes the order": lambda two: two[::-1],
    "drops a message": lambda two: [two[1]],
    "changes a message": lambda two: [_forged(two[0], two[0][-CODE_SIZE:]), two[1]],
    "has another secret": lambda two: [_forged(two[0], Codes(bytes(32), b"brought").next(two[0])), two[1]],
}


@pytest.mark.parametrize("meddle", MEDDLERS)
def test_whatever_a_relay_changes_ends_the_connection_and_no_move_is_played(meddle: str) -> None:
    """The page is answered, once for each command, by its own node."""

    async def story() -> None:
        store = OtherStore()
        async with (
            indoors() as owner,
            indoors(store) as other,
            listening(owner) as (listener, address),
            relaying(address) as (relay, store.owner),
            visitor(owner) as ada,
            visitor(other) as ben,
        ):
            with ways() as other.pipes:
                table = await ada.creates("duel", 2)
                await ben.enters(table)
                await ben.say("sit", seat=1, name="Ben")
                await ada.say("start")
                await ben.until(lambda who: who.update, "for the match")
                assert await ben.plays("reveal") == 1  # the relay carries what it does not touch
                (end,), heard = listener.ends, len(ben.heard)
                relay.meddle = MEDDLERS[meddle]
                emote = ben.say("emote", emote="bravo")
                play = ben.refused("play", move="reveal", at=1)
                _, refused = await asyncio.gather(emote, play, return_exceptions=True)
                assert refused == "not_saved"
                await ben.until(lambda who: {"is": "out", "code": "reload"} in who.heard[heard:], "to be out")
                assert end.gone
                await settled(lambda: not end.pages)
                assert ada.at == 1
                await ben.enters(table)
                assert await ben.plays("reveal") == 2

    asyncio.run(story())
