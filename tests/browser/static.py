"""The static site in a folder of a plain file server."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.browser.checks import ROOT

SITE = ROOT / "build/static"


class Quiet(SimpleHTTPRequestHandler):
    """A file server without a log."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


class Hosted:
    """The address of the site, in a folder below others."""

    def __init__(self, port: int) -> None:
        self.address = f"127.0.0.1:{port}/some/where"


@contextmanager
def hosting(folder: Path) -> Iterator[Hosted]:
    """The site on a plain file server."""
    if not (SITE / "index.html").exists():
        pytest.fail("the static site is not built: run `make static`", pytrace=False)
    (folder / "some").mkdir()
    (folder / "some/where").symlink_to(SITE)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield Hosted(server.server_address[1])
        finally:
            server.shutdown()
            thread.join()
