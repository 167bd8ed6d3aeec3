"""A cable between one browser and the server, which can be cut and mended."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator

from tests.server.people import Server

CHUNK = 65536


class Cable:
    """Carries bytes both ways for whoever comes to its address."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._port = 0
        self._ends: list[socket.socket] = []
        self._lock = threading.Lock()
        self.mute = False
        """Whether what the server says gets lost."""
        self.mend()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self._port}"

    def mend(self) -> None:
        self._door = socket.create_server(("127.0.0.1", self._port))
        self._port = self._door.getsockname()[1]
        threading.Thread(target=self._accept, args=(self._door,), daemon=True).start()

    def cut(self) -> None:
        """Nothing comes through any more, and nobody new gets in."""
        # A shutdown wakes the thread that waits at the door; closing alone would not.
        with contextlib.suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        with self._lock:
            ends, self._ends = self._ends, []
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _accept(self, door: socket.socket) -> None:
        while True:
            try:
                near, _ = door.accept()
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
def cable(server: Server) -> Iterator[Cable]:
    """A cable for as long as it is needed."""
    laid = Cable(server)
    try:
        yield laid
    finally:
        laid.cut()
