"""Starting a server, and the words it greets its operator with."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket as sockets
import sys
import webbrowser
from collections.abc import Callable, Coroutine, Iterator

import segno
import uvicorn
from msgspec.structs import replace
from starlette.types import ASGIApp

from elfer.core.refusals import BadInput, Refused
from elfer.server.settings import Settings
from elfer.server.stores.places import address_of
from elfer.server.web.app import application, opened
from elfer.server.web.frames import Frames
from elfer.server.web.logs import set_up
from elfer.server.web.requests import IDLE_SECONDS, Http
from elfer.server.web.visitors import Visitors
from elfer.server.web.workers import Doors, Supervisor
from elfer.server.wire import MAX_FRAME_BYTES

SAVE_SECONDS = 15.0
"""How long moves that are being saved are waited for at the end, so that they can be told; …"""
DRAIN_SECONDS = 4
"""… and then how long peers have to read it."""
TICK_SECONDS = 0.05
LOOPBACK = "127.0.0.1"
BACKLOG = 256
"""How many connections may come at a time."""
MAX_FILES = 65_536
"""How many open files a server asks the system for; …"""
OWN_FILES = 64 + BACKLOG
"""… and how many of them are not for connections."""


def home_address() -> str:
    """The machine's address in the home network: the one it would use to reach another network."""
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
    lines = [[bool(cell) for cell in row] for row in segno.make(link, micro=False).matrix_iter(border=2)]
    if len(lines) % 2:
        lines.append([False] * len(lines[0]))
    blocks = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    return "\n".join(
        "".join(blocks[upper, lower] for upper, lower in zip(lines[i], lines[i + 1], strict=True))
        for i in range(0, len(lines), 2)
    )


Greet = Callable[[str, str | None], object]
"""Is told the own link, and the one for the house if there is one."""


def serve(settings: Settings, greet: Greet) -> None:
    """Serve until a signal; what cannot be served is said before anything is opened."""
    if settings.database:
        address_of(settings.database)
    elif settings.workers > 1:
        raise BadInput("workers_database")
    address = home_address() if settings.lan else None
    if address:
        settings = replace(settings, host="0.0.0.0", name=[*settings.name, address])
    with contextlib.ExitStack() as stack:
        _serve_at(_doors(settings, stack), settings, address, greet)


def _serve_at(doors: list[Doors], settings: Settings, address: str | None, greet: Greet) -> None:
    """Serve at these doors, and at this address of the home network."""
    port = doors[0].listener.getsockname()[1]
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
        doors[0].listener.listen(BACKLOG)
        set_up()
        Supervisor(settings, doors, home or own).run(when_ready)
    else:
        run_node(settings, home or own, doors[0], when_ready)


def run_node(settings: Settings, link: str, doors: Doors, when_ready: Callable[[], object]) -> None:
    """Serve in this process until a signal."""
    set_up()
    # What tables remember is no garbage, and looking through all of it often would delay everybody's moves.
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(settings, link, doors, when_ready))


async def _serve(settings: Settings, link: str, doors: Doors, when_ready: Callable[[], object]) -> None:
    most = min(settings.connections, _open_files() - OWN_FILES)
    visitors = Visitors(settings.sockets, most, settings.proxy)
    async with opened(settings, doors.figures) as (lobby, save):
        config = _config(application(lobby, link, visitors), settings.ping)
        server = Server(config, visitors, when_ready, save)
        await server.serve(sockets=[doors.listener])


def _open_files() -> int:
    """How many files this process may have open, which is as many as the system lets it."""
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
        http=Http,
        ws=Frames,
        backlog=BACKLOG,
        proxy_headers=False,  # the guard sees to them before anything is counted
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


class Server(uvicorn.Server):
    """A server that says when it is ready, tells what it saves at the end, and lets its caller go on then."""

    def __init__(
        self,
        config: uvicorn.Config,
        visitors: Visitors,
        when_ready: Callable[[], object],
        save: Callable[[], Coroutine[object, object, None]],
    ) -> None:
        super().__init__(config)
        self.server_state = visitors
        self._when_ready, self._save = when_ready, save

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        await super().startup(sockets)
        self._when_ready()

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        """Take nothing new, let what is being saved be told, and only then close the sockets."""
        for server in self.servers:
            server.close()
        lines = [line for line in self.server_state.connections if isinstance(line, Frames)]
        for line in lines:
            line.hear_no_more()
        saving = asyncio.ensure_future(self._save())
        for _ in range(round(SAVE_SECONDS / TICK_SECONDS)):
            await asyncio.sleep(TICK_SECONDS)
            if self.force_exit or (saving.done() and not any(line.answering for line in lines)):
                break
        saving.cancel()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {sign: signal.signal(sign, self.handle_exit) for sign in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for sign, handler in before.items():
                signal.signal(sign, handler)


def _doors(settings: Settings, stack: contextlib.ExitStack) -> list[Doors]:
    """Those of every node, until the end."""
    listener = stack.enter_context(_bound(settings.host, settings.port))
    if not (port := settings.metrics_port):
        return [Doors(listener)] * settings.workers
    figures = [stack.enter_context(_bound(LOOPBACK, port + n)) for n in range(settings.workers)]
    for door in figures:
        door.listen()
    return [Doors(listener, door) for door in figures]


def _bound(host: str, port: int) -> sockets.socket:
    """A socket at a place that nobody else has."""
    family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
    bound = sockets.socket(family, sockets.SOCK_STREAM)
    if sys.platform != "win32":
        bound.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except (OSError, OverflowError) as error:
        bound.close()
        raise Refused("no_port", host=host, port=port, why=str(error)) from None
    bound.set_inheritable(False)
    return bound


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where it exists."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
