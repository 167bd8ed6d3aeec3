"""Starting and stopping a server, its log, and its greeting."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import io
import logging
import signal
import socket as sockets
import sys
import webbrowser
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager
from datetime import UTC, datetime

import msgspec
import segno
import uvicorn
from msgspec.structs import replace
from starlette.types import ASGIApp
from uvicorn.loops.auto import auto_loop_factory

from elfer.core.refusals import BadInput, Refused
from elfer.server.settings import Settings
from elfer.server.stores.places import database_url
from elfer.server.web.app import application, warm_up
from elfer.server.web.connection_limits import IDLE_SECONDS, ConnectionLimits
from elfer.server.web.hardening import HttpConnection, WebSocketConnection
from elfer.server.web.node import bound, open_lobby
from elfer.server.web.workers import Listeners, Supervisor, handled
from elfer.server.wire import MAX_FRAME_BYTES

SAVE_SECONDS = 15.0
"""How long shutdown waits for moves that are being saved."""
DRAIN_SECONDS = 4
"""How long peers then have to read the rest."""
TICK_SECONDS = 0.05
LOOPBACK = "127.0.0.1"
BACKLOG = 256
"""Connections that wait to be accepted."""
MAX_FILES = 65_536
"""Open files that the server asks the system for."""
OWN_FILES = 64 + BACKLOG
"""Open files that are kept for other things than connections."""
LOG_RECORD_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {
    "message", "asctime", "color_message", "taskName",
}  # fmt: skip
"""Fields of every log record; all others are written as they were given."""


class JsonFormatter(logging.Formatter):
    """Formats a log record as one line of JSON. No record has a card, a seed, a key or a name in it."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": record.getMessage(),
        }
        line |= {name: str(value) for name, value in vars(record).items() if name not in LOG_RECORD_FIELDS}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def configure_logging() -> None:
    """Write all logs to standard error, as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(handlers=[handler], level="INFO", force=True)
    logging.getLogger("uvicorn.error").setLevel("ERROR")  # it warns of every malformed request


def home_address() -> str:
    """The machine's address in the home network: the source address of a packet to another network."""
    with sockets.socket(sockets.AF_INET, sockets.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for examples; a datagram socket sends nothing here
            found = str(probe.getsockname()[0])
        except OSError:
            found = "127.0.0.1"
    if found.startswith("127."):
        raise Refused("no_network")
    return found


def qr(link: str) -> str:
    """A link as a QR code for the terminal."""
    drawn = io.StringIO()
    segno.make(link, micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue().rstrip("\n")


Greet = Callable[[str, str | None], object]
"""Receives the link for this machine, and the one for the home network if there is one."""


def serve(settings: Settings, greet: Greet) -> None:
    """Serve until a signal; settings that cannot work are refused before anything is opened."""
    if settings.database:
        database_url(settings.database)
    elif settings.workers > 1:
        raise BadInput("workers_database")
    address = home_address() if settings.lan else None
    if address:
        settings = replace(settings, host="0.0.0.0", name=[*settings.name, address])
    with contextlib.ExitStack() as stack:
        _serve_at(_listeners(settings, stack), settings, address, greet)


def _serve_at(listeners: list[Listeners], settings: Settings, address: str | None, greet: Greet) -> None:
    """Serve on these sockets; *address* is that of this machine in the home network."""
    port = listeners[0].pages.getsockname()[1]
    settings = replace(settings, port=port)
    near = settings.host in ("127.0.0.1", "0.0.0.0", "::1", "::")
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    own = f"http://{'localhost' if near else host}:{port}/"
    home = f"http://{address}:{port}/" if address else None

    def when_ready() -> None:
        greet(own, home)
        if settings.browser:
            webbrowser.open(own)

    if settings.workers > 1:
        listeners[0].pages.listen(BACKLOG)
        configure_logging()
        Supervisor(run_node, settings, listeners, home or own).run(when_ready)
    else:
        run_node(settings, home or own, listeners[0], when_ready)


def run_node(settings: Settings, link: str, listeners: Listeners, when_ready: Callable[[], object]) -> None:
    """Serve in this process until a signal."""
    configure_logging()
    # Tables live long, and frequent collections of all of them would delay every move.
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(_serve(settings, link, listeners, when_ready))


async def _serve(
    settings: Settings, link: str, listeners: Listeners, when_ready: Callable[[], object]
) -> None:
    # Each connection may also have a file open that is sent to it.
    total = min(settings.connections, (_open_files() - OWN_FILES) // 2)
    limits = ConnectionLimits(settings.sockets, total, settings.proxy)
    async with open_lobby(settings, listeners.metrics) as (lobby, save):
        config = _config(application(lobby, link, limits), settings.ping)
        server = NodeServer(config, limits, when_ready, save)
        await warm_up()
        await server.serve(sockets=[listeners.pages])


def _open_files() -> int:
    """Raise the limit of open files as far as the system allows; the new limit."""
    try:
        import resource
    except ImportError:  # Windows
        return MAX_FILES
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_FILES if most == resource.RLIM_INFINITY else min(most, MAX_FILES)
    if now == resource.RLIM_INFINITY or now >= wanted:
        return wanted
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    except (OSError, ValueError):
        return now
    return wanted


def _config(app: ASGIApp, ping: float) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=HttpConnection,
        ws=WebSocketConnection,
        backlog=BACKLOG,
        proxy_headers=False,  # see HttpConnection.on_headers_complete
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=ping,
        ws_ping_timeout=ping,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=DRAIN_SECONDS,
        server_header=False,
        date_header=False,
        log_config=None,
        access_log=False,
        lifespan="off",
    )


class NodeServer(uvicorn.Server):
    """A server that calls back when it is ready, and that saves and answers all commands before it ends."""

    def __init__(
        self,
        config: uvicorn.Config,
        limits: ConnectionLimits,
        when_ready: Callable[[], object],
        save: Callable[[], Coroutine[object, object, None]],
    ) -> None:
        super().__init__(config)
        self.server_state: ConnectionLimits = limits
        self._when_ready, self._save = when_ready, save

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        await super().startup(sockets)
        self.server_state.abort_unread()
        self._when_ready()

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        """Accept and receive nothing new, save and answer what is under way, and then close the sockets."""
        for server in self.servers:
            server.close()
        open_sockets = [one for one in self.server_state.connections if isinstance(one, WebSocketConnection)]
        for one in open_sockets:
            one.stop_receiving()
        saving = asyncio.ensure_future(self._save())
        for _ in range(round(SAVE_SECONDS / TICK_SECONDS)):
            await asyncio.sleep(TICK_SECONDS)
            if self.force_exit or (saving.done() and not any(one.busy for one in open_sockets)):
                break
        saving.cancel()
        await super().shutdown(sockets)

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]
        """As in uvicorn, but without raising the signal again at the end."""
        return handled({signal.SIGINT: self.handle_exit, signal.SIGTERM: self.handle_exit})


def _listeners(settings: Settings, stack: contextlib.ExitStack) -> list[Listeners]:
    """The sockets of every node, which *stack* closes."""
    pages = stack.enter_context(bound(settings.host, settings.port))
    if not (port := settings.metrics_port):
        return [Listeners(pages)] * settings.workers
    metrics = [stack.enter_context(bound(LOOPBACK, port + n)) for n in range(settings.workers)]
    for listener in metrics:
        listener.listen()
    return [Listeners(pages, listener) for listener in metrics]
