"""The connection of a remote player: a table's link, and a socket that reconnects."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable
from itertools import chain, repeat

import msgspec
from websockets.exceptions import InvalidHandshake, InvalidURI, WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.uri import parse_uri

from elfer.core.refusals import BadInput, Refused
from elfer.remote_bot.player import RemotePlayer
from elfer.server import wire

LINK = re.compile(
    r"""(?:http(s?)://)?                                        # scheme
        ((?:\[[\da-f:.]+\]|[^\s/?#@:\[\]]+)(?::\d+)?(?:/[^\s/?#]+)*)  # host, port, path
        /t/([\w-]{22})/?""",
    re.IGNORECASE | re.VERBOSE | re.ASCII,
)
PATIENCE_SECONDS = 300.0
"""How long to try to reconnect."""
DELAYS = (0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds before each attempt; the last one repeats."""
LEAVE_SECONDS = 3.0
"""How long to wait for the answer to giving up the seat."""


def parse_link(link: str) -> tuple[str, str]:
    """The socket's address and the id of a table, from the table's link."""
    if found := LINK.fullmatch(link.strip()):
        address = f"ws{(found[1] or '').lower()}://{found[2]}/socket"
        with contextlib.suppress(InvalidURI, ValueError):
            parse_uri(address)
            return address, found[3]
    raise BadInput("join_link", link=link)


def play(address: str, player: RemotePlayer, tell: Callable[[str], object]) -> None:
    """Play until interrupted or refused, and then give up the seat; `Refused` says why."""
    socket = _connected(address)
    while True:
        with socket:
            player.connected()
            try:
                _converse(socket, player)
            except (KeyboardInterrupt, SystemExit, Refused):
                _leave(socket, player)
                raise
            except (OSError, WebSocketException):
                tell("join.lost")
        socket = _reconnected(address)
        tell("join.back")


def _converse(socket: ClientConnection, player: RemotePlayer) -> None:
    """Send the player's commands, each after all frames that have arrived."""
    while True:
        if command := player.next_command():
            time.sleep(command.delay)
            socket.send(_frame(command.command))
        player.receive(socket.recv())
        with contextlib.suppress(TimeoutError):
            while True:
                player.receive(socket.recv(timeout=0))


def _leave(socket: ClientConnection, player: RemotePlayer) -> None:
    """Give up the seat, if the connection still works."""
    with contextlib.suppress(OSError, WebSocketException, Refused):
        if leave := player.leave():
            socket.send(_frame(leave))
        while not player.answered:
            player.receive(socket.recv(timeout=LEAVE_SECONDS))


def _frame(command: wire.Command) -> str:
    return msgspec.json.encode(command).decode()


def _connected(address: str) -> ClientConnection:
    """A connection, or a refusal in a sentence."""
    try:
        # without limits, so that a server's ping is answered while a bot thinks
        return connect(address, max_queue=None, max_size=None, compression=None, close_timeout=1)
    except InvalidHandshake as error:
        raise BadInput("not_elfer", why=error) from None
    except (OSError, WebSocketException) as error:
        why = getattr(error, "strerror", None) or error
        raise BadInput("join_no_server", server=address.split("/")[2], why=why) from None


def _reconnected(address: str) -> ClientConnection:
    """A new connection, once the server answers."""
    until, delays = time.monotonic() + PATIENCE_SECONDS, chain(DELAYS, repeat(DELAYS[-1]))
    while True:
        time.sleep(next(delays))
        try:
            return _connected(address)
        except BadInput:
            if time.monotonic() > until:
                raise
