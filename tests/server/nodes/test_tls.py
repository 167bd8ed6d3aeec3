"""TLS between nodes: strangers and relays on the path are shut out, and no move comes of what they send."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from elfer.core.refusals import BadInput
from elfer.server.nodes.connection import tls_contexts
from tests.server.indoors import indoors
from tests.server.nodes.forwarding import (
    ADDRESS,
    ForwardableLink,
    OtherStore,
    dialing,
    listening,
    settled,
    visitor,
)

CERTIFICATES = Path(__file__).parent / "certificates"
CLIENT_TLS, SERVER_TLS = tls_contexts(str(CERTIFICATES / "node.pem"))
OTHER_CLIENT_TLS, OTHER_SERVER_TLS = tls_contexts(str(CERTIFICATES / "other.pem"))
Tamper = Callable[[bytes], bytes]
TAMPERING: dict[str, Tamper] = {
    "flips a bit": lambda data: data[:9] + bytes((data[9] ^ 1,)) + data[10:],
    "repeats a record": lambda data: data + data,
    "drops a record": lambda data: data[:0],
}


class Relay:
    """Carries bytes from a client to a server, and tampers with some."""

    def __init__(self, target: str) -> None:
        self._target = target
        self.tamper: Tamper | None = None
        """Changes the next bytes; all others pass unchanged."""
        self.seen = bytearray()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host, port = self._target.split(":")
        far_reader, far_writer = await asyncio.open_connection(host, int(port))
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._copy(far_reader, writer))
            tasks.create_task(self._copy(reader, far_writer, forth=True))

    async def _copy(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, forth: bool = False
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                self.seen += data
                if forth and self.tamper:
                    data, self.tamper = self.tamper(data), None
                writer.write(data)
        writer.close()


@contextlib.asynccontextmanager
async def relaying(target: str) -> AsyncIterator[tuple[Relay, str]]:
    relay = Relay(target)
    server = await asyncio.start_server(relay.carry, "127.0.0.1", 0)
    try:
        yield relay, "{}:{}".format(*server.sockets[0].getsockname())
    finally:
        server.close()


@pytest.mark.parametrize("tamper", TAMPERING)
def test_whatever_a_relay_changes_ends_the_connection_and_no_move_is_played(tamper: str) -> None:
    """The page is answered, once for each command, by its own node; the relay can read nothing."""

    async def story() -> None:
        store = OtherStore()
        async with (
            indoors() as owner,
            indoors(store) as other,
            listening(owner, tls=SERVER_TLS) as (server, address),
            relaying(address) as (relay, store.owner),
            dialing(tls=CLIENT_TLS) as client,
            visitor(owner) as ada,
            visitor(other) as ben,
        ):
            other.forward = client.forward
            table = await ada.creates("duel", 2)
            await ben.enters(table)
            await ben.say("sit", seat=1, name="Ben")
            await ada.say("start")
            await ben.until(lambda who: who.update, "for the match")
            assert await ben.plays("reveal") == 1  # the relay carries what it does not touch
            assert b"reveal" not in relay.seen
            (connection,), heard = server.connections, len(ben.heard)
            relay.tamper = TAMPERING[tamper]
            emote = ben.say("emote", emote="bravo")
            play = ben.refused("play", move="reveal", at=1)
            _, refused = await asyncio.gather(emote, play, return_exceptions=True)
            if tamper == "repeats a record":  # the first of both is genuine
                assert ada.at in (1, 2)
            else:
                assert refused == "not_saved"
                assert ada.at == 1
            await ben.until(lambda who: {"is": "out", "code": "reload"} in who.heard[heard:], "to be out")
            await settled(lambda: not connection.open)
            await ben.enters(table)
            assert await ben.plays("reveal") == ada.at

    asyncio.run(story())


@pytest.mark.parametrize(
    ("server_tls", "client_tls"),
    [(SERVER_TLS, OTHER_CLIENT_TLS), (OTHER_SERVER_TLS, CLIENT_TLS), (SERVER_TLS, None), (None, CLIENT_TLS)],
)
def test_a_node_without_the_same_certificate_is_refused(server_tls: object, client_tls: object) -> None:
    async def story() -> None:
        async with (
            indoors() as lobby,
            listening(lobby, tls=server_tls) as (server, address),  # type: ignore[arg-type]
            dialing(tls=client_tls) as client,  # type: ignore[arg-type]
        ):
            link = ForwardableLink(lobby, ADDRESS)
            await link.forward(client, address)
            await settled(lambda: not client.owners)  # a client hears of a refusal after its handshake
            assert not server.pages
            await link.close()
            assert not lobby.sessions

    asyncio.run(story())


def test_a_file_without_certificate_and_key_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "empty.pem").touch()
    for name in ("empty.pem", "missing.pem"):
        with pytest.raises(BadInput, match=f"--node-tls cannot be read from .*{name}"):
            tls_contexts(str(tmp_path / name))
