"""One end of a connection between two nodes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import ssl
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import broadcast
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from elfer.core.refusals import BadInput
from elfer.server.nodes.protocol import AnyMessage, PageFrame, decode, encode

OPEN_SECONDS = 1.5
"""Time limit of the opening handshake."""
PING_SECONDS = 1.0
"""Interval of keep-alive pings."""
DEAD_SECONDS = 4.0
"""Time limit for the answer to a ping; then the connection counts as broken."""
CLOSE_SECONDS = 1.0
"""Time limit of the closing handshake."""
MAX_BATCH_LENGTH = 1_000_000
"""Characters after which a batch is sent without waiting for more."""
MAX_BATCH_BYTES = 16_777_216
"""Largest batch that is accepted."""
MAX_WAITING_BYTES = 32_000_000
"""Unsent bytes after which a connection to a node that does not read is dropped."""
MAX_UNSENT_BYTES = 65_536
"""Unsent bytes above which pages wait before they send more."""
DRAIN_SECONDS = 0.01
WEBSOCKETS_LOG = logging.getLogger("elfer.nodes.websockets")
"""The library reports every stranger that connects as an error."""
WEBSOCKETS_LOG.setLevel(logging.CRITICAL)
SOCKET_OPTIONS: dict[str, Any] = {
    "compression": None,
    "max_size": MAX_BATCH_BYTES,
    "open_timeout": OPEN_SECONDS,
    "ping_interval": PING_SECONDS,
    "ping_timeout": DEAD_SECONDS,
    "close_timeout": CLOSE_SECONDS,
    "logger": WEBSOCKETS_LOG,
}
"""Options of both ends for the websockets library."""
log = logging.getLogger("elfer.nodes")


class PeerConnection:
    """A WebSocket that sends all messages of one turn of the event loop as one batch."""

    def __init__(self, socket: Connection) -> None:
        self._socket = socket
        self._loop = asyncio.get_running_loop()
        self._batch: list[AnyMessage] = []
        self._length = 0

    @property
    def open(self) -> bool:
        return self._socket.state is State.OPEN and not self._socket.transport.is_closing()

    @property
    def unsent(self) -> int:
        """Bytes that the other node has not taken yet."""
        return self._socket.transport.get_write_buffer_size() if self.open else 0

    def send(self, message: AnyMessage) -> None:
        """Send a message, without waiting."""
        if not self._batch:
            self._loop.call_soon(self._flush)
        self._batch.append(message)
        if isinstance(message, PageFrame):
            self._length += len(message.text)
            if self._length > MAX_BATCH_LENGTH:
                self._flush()

    def _flush(self) -> None:
        batch, self._batch, self._length = self._batch, [], 0
        if batch and self.open:
            broadcast([self._socket], encode(batch))
            if self.unsent > MAX_WAITING_BYTES:
                log.warning("a node does not read what it is sent")
                self.abort()

    async def drained(self) -> None:
        """Wait while the other node is behind."""
        while self.unsent > MAX_UNSENT_BYTES:
            await asyncio.sleep(DRAIN_SECONDS)

    async def messages(self) -> AsyncIterator[AnyMessage]:
        """The messages of the other node, until the connection ends."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                try:
                    batch = decode(await self._socket.recv(decode=False))
                except msgspec.DecodeError as error:
                    log.warning("a node sent an unreadable message", extra={"why": str(error)})
                    self.abort()
                    return
                for message in batch:
                    yield message

    async def close(self) -> None:
        """Close after all messages are sent."""
        self._flush()
        await self._socket.close()

    def abort(self) -> None:
        """Close at once."""
        if not self._socket.transport.is_closing():
            self._socket.transport.abort()


def tls_contexts(file: str) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """TLS for the client and the server of a node, both with the certificate and key of a PEM file.

    Peers must show a certificate that the file contains or has signed; host names are not compared.
    """
    contexts = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        for context in contexts:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_REQUIRED
            context.minimum_version = ssl.TLSVersion.TLSv1_3
            context.load_cert_chain(file)
            context.load_verify_locations(file)
    except (OSError, ValueError) as error:
        raise BadInput("node_tls", file=file, why=str(error)) from None
    return contexts
