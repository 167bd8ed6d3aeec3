"""The way to somebody else's table: its link, and a connection that is made anew when it is lost."""

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
from elfer.server import wire
from elfer.server.guest import Guest

LINK = re.compile(
    r"""(?:http(s?)://)?                                        # the browser's, or none
        ((?:\[[\da-f:.]+\]|[^\s/?#@:\[\]]+)(?::\d+)?(?:/[^\s/?#]+)*)  # host, port, and where it is there
        /t/([\w-]{22})/?""",
    re.IGNORECASE | re.VERBOSE | re.ASCII,
)
PATIENCE_SECONDS = 300.0
"""How long a server that has gone is looked for."""
DELAYS = (0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds between attempts; the last for ever."""
LEAVE_SECONDS = 3.0
"""How long one waits to hear that the seat is given up."""
Tell = Callable[[str], object]


def parse_link(link: str) -> tuple[str, str]:
    """The address of the socket and the table's id of a table's link."""
    if found := LINK.fullmatch(link.strip()):
        address = f"ws{(found[1] or '').lower()}://{found[2]}/socket"
        with contextlib.suppress(InvalidURI, ValueError):
            parse_uri(address)
            return address, found[3]
    raise BadInput("join_link", link=link)


def visit(address: str, guest: Guest, tell: Tell) -> None:
    """Let a guest play until it is stopped or has to go; `Refused` says why. Its seat is given up then."""
    with contextlib.ExitStack() as stack:
        line = _connected(stack, address)
        while True:
            guest.connected()
            try:
                _talk(line, guest)
            except (KeyboardInterrupt, SystemExit, Refused):
                _leave(line, guest)
                raise
            except (OSError, WebSocketException):
                tell("join.lost")
            stack.close()
            line = _found_again(stack, address)
            tell("join.back")


def _talk(line: ClientConnection, guest: Guest) -> None:
    """Say what the guest has to say, and let it hear all there is before it says more."""
    while True:
        if saying := guest.say():
            time.sleep(saying.after)
            line.send(_frame(saying.command))
        guest.hear(line.recv())
        with contextlib.suppress(TimeoutError):
            while True:
                guest.hear(line.recv(timeout=0))


def _leave(line: ClientConnection, guest: Guest) -> None:
    """Give up the seat, as far as that can still be said."""
    with contextlib.suppress(OSError, WebSocketException, Refused):
        if leave := guest.goodbye():
            line.send(_frame(leave))
        while not guest.answered:
            guest.hear(line.recv(timeout=LEAVE_SECONDS))


def _frame(command: wire.Command) -> str:
    return msgspec.json.encode(command).decode()


def _connected(stack: contextlib.ExitStack, address: str) -> ClientConnection:
    """A connection; why there can be none is said in a sentence."""
    try:
        # frames wait without limit, so that a server's ping is answered while a bot thinks
        line = connect(address, max_queue=None, max_size=None, compression=None, close_timeout=1)
        return stack.enter_context(line)
    except InvalidHandshake as error:
        raise BadInput("not_elfer", why=error) from None
    except (OSError, WebSocketException) as error:
        why = getattr(error, "strerror", None) or error
        raise BadInput("join_no_server", server=address.split("/")[2], why=why) from None


def _found_again(stack: contextlib.ExitStack, address: str) -> ClientConnection:
    """A new connection, once the server is there again."""
    until = time.monotonic() + PATIENCE_SECONDS
    for delay in chain(DELAYS, repeat(DELAYS[-1])):
        time.sleep(delay)
        try:
            return _connected(stack, address)
        except BadInput:
            if time.monotonic() > until:
                raise
    raise AssertionError("it is tried for ever")
