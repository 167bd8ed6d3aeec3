"""Starting a server, and the words it greets its operator with."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket as sockets
import sys
import webbrowser
from collections.abc import Callable, Iterator

import segno
import uvicorn
from msgspec.structs import replace
from starlette.types import ASGIApp

from elfer.core.refusals import Refused
from elfer.server.settings import Settings
from elfer.server.web.app import application, opened
from elfer.server.web.guard import Frames, Http
from elfer.server.web.logs import set_up
from elfer.server.wire import MAX_FRAME_BYTES

DRAIN_SECONDS = 4


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
    """Serve until a signal."""
    address = home_address() if settings.lan else None
    if address:
        settings = replace(settings, host="0.0.0.0", name=[*settings.name, address])
    listener = _listen(settings)
    port = listener.getsockname()[1]
    settings = replace(settings, port=port)
    near = settings.host in ("127.0.0.1", "0.0.0.0", "::1")
    own = f"http://{'localhost' if near else settings.host}:{port}/"
    home = f"http://{address}:{port}/" if address else None

    def when_ready() -> None:
        greet(own, home)
        if settings.browser:
            webbrowser.open(own)

    set_up()
    # What tables remember is no garbage, and looking through all of it often would delay everybody's moves.
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(settings, home or own, listener, when_ready))


async def _serve(
    settings: Settings, link: str, listener: sockets.socket, when_ready: Callable[[], object]
) -> None:
    async with opened(settings) as lobby:
        server = Server(_config(application(lobby, link), settings.ping), when_ready)
        await server.serve(sockets=[listener])


def _config(app: ASGIApp, ping: float) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=Http,
        ws=Frames,
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=ping,
        ws_ping_timeout=ping,
        timeout_keep_alive=20,
        timeout_graceful_shutdown=DRAIN_SECONDS,
        server_header=False,
        date_header=False,
        log_config=None,
        access_log=False,
        lifespan="off",
    )


class Server(uvicorn.Server):
    """A server that says when it is ready, and whose end is the caller's to go on from."""

    def __init__(self, config: uvicorn.Config, when_ready: Callable[[], object]) -> None:
        super().__init__(config)
        self._when_ready = when_ready

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        await super().startup(sockets)
        self._when_ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {sign: signal.signal(sign, self.handle_exit) for sign in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for sign, handler in before.items():
                signal.signal(sign, handler)


def _listen(settings: Settings) -> sockets.socket:
    """The listening socket; a port in use is said before anything is opened."""
    family = sockets.AF_INET6 if ":" in settings.host else sockets.AF_INET
    listener = sockets.socket(family, sockets.SOCK_STREAM)
    if sys.platform != "win32":
        listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except (OSError, OverflowError) as error:
        listener.close()
        raise Refused("no_port", host=settings.host, port=settings.port, why=str(error)) from None
    listener.set_inheritable(False)
    return listener


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where it exists."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
