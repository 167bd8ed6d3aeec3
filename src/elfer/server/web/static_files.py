"""The built page as static files, sent as the copies that the build has compressed."""

from __future__ import annotations

import os
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Receive, Scope, Send

from elfer import __version__
from elfer.core.refusals import Refused
from elfer.server.limits import Queues
from elfer.server.web.connection_limits import address_of
from elfer.server.web.middleware import too_many_requests

PAGE = Path(__file__).parent / "page"
MEDIA_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""The media types of all files of the page, since those of the system differ."""
ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""The suffixes of compressed copies, best first."""
REVALIDATE, IMMUTABLE = "no-cache", "public, max-age=31536000, immutable"
LARGE_BYTES = 500_000
MAX_LARGE_FILES = 32
"""Large files that are sent to an address at a time; play without a server needs four."""
MAX_WAITING_FILES = 256
"""Requests of an address for large files that wait for their turn."""


def has_page() -> bool:
    """Whether the web client was built into this package."""
    return (PAGE / "index.html").is_file()


class PageFiles(StaticFiles):
    """The files of the page. Those in folders are named after their content, and never change."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory)
        self._index = directory.resolve() / "index.html"
        self._queues = Queues(MAX_LARGE_FILES, MAX_WAITING_FILES)

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Find a file; a compressed copy is no file of its own."""
        return ("", None) if path.endswith(tuple(ENCODINGS.values())) else super().lookup_path(path)

    def index(self, scope: Scope, status_code: int = 200) -> Response:
        """The page itself."""
        return self.file_response(self._index, self._index.stat(), scope, status_code)

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        file, request = Path(full_path), Headers(scope=scope)
        media_type = MEDIA_TYPES.get(file.suffix, "application/octet-stream")
        headers = {"cache-control": REVALIDATE if file.parent == self._index.parent else IMMUTABLE}
        if encodings := _encodings(file):
            headers["vary"] = "accept-encoding"
        for encoding in encodings:
            if encoding in request.get("accept-encoding", ""):
                headers["content-encoding"] = encoding
                file = file.with_name(file.name + ENCODINGS[encoding])
                stat_result = file.stat()
                break
        # Where an installation sets all times alike, pages of two releases may differ in nothing else.
        headers["etag"] = f'"{__version__}-{stat_result.st_mtime_ns:x}-{stat_result.st_size:x}"'
        response = FileResponse(file, status_code, headers, media_type, stat_result=stat_result)
        if status_code == 200 and self.is_not_modified(response.headers, request):
            return NotModifiedResponse(response.headers)
        return QueuedResponse(response, self._queues) if stat_result.st_size >= LARGE_BYTES else response


def _encodings(file: Path) -> list[str]:
    """The encodings of which there are copies of a file."""
    return [encoding for encoding, end in ENCODINGS.items() if file.with_name(file.name + end).is_file()]


class QueuedResponse(Response):
    """A response that waits until its address has few enough of them under way."""

    def __init__(self, response: Response, queues: Queues) -> None:
        super().__init__()
        self._response, self._queues = response, queues

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with self._queues.turn(address_of(scope)):
                await self._response(scope, receive, send)
        except Refused:
            await too_many_requests()(scope, receive, send)
