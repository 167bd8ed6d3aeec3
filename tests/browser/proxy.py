"""A TCP proxy between a browser and the server, whose connections can be cut."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator

from tests.server.people import Server

CHUNK = 65536


class Proxy:
    """Forwards bytes between its clients and a server."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._port = 0
        self._ends: list[socket.socket] = []
        self._lock = threading.Lock()
        self.mute = False
        """Whether the server's bytes are dropped."""
        self.mend()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self._port}"

    def mend(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", self._port))
        self._port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def cut(self) -> None:
        """Close all connections, and refuse new ones."""
        # A shutdown wakes the thread in accept(); closing alone would not.
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        with self._lock:
            ends, self._ends = self._ends, []
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                near, _ = listener.accept()
                far = socket.create_connection(("127.0.0.1", self._server.port))
            except OSError:
                return
            with self._lock:
                self._ends += [near, far]
            for one, other, said in ((near, far, False), (far, near, True)):
                threading.Thread(target=self._carry, args=(one, other, said), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket, said: bool) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(CHUNK):
                if not (said and self.mute):
                    other.sendall(data)
        with contextlib.suppress(OSError):
            other.shutdown(socket.SHUT_WR)


@contextlib.contextmanager
def proxied(server: Server) -> Iterator[Proxy]:
    """A running proxy."""
    laid = Proxy(server)
    try:
        yield laid
    finally:
        laid.cut()
