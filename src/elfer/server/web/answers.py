"""Answers to plain requests: made and compressed once, however often they are asked for."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

from starlette.types import Scope, Send

from elfer.core.refusals import Refused
from elfer.server.limits import Queues
from elfer.server.web.guard import address_of

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "font-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
PLAIN, HTML, JSON, MARKDOWN = (
    "text/plain; charset=utf-8",
    "text/html; charset=utf-8",
    "application/json",
    "text/markdown; charset=utf-8",
)
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": HTML,
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": JSON,
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": PLAIN,
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
FRESH, FOR_EVER = "no-cache", "public, max-age=31536000, immutable"
MIN_COMPRESSED_BYTES = 1_000
LARGE_BYTES = 500_000
"""From how many bytes on a file is not kept as it is, …"""
PIECE_BYTES = 65_536
"""… and in pieces of how many it is sent."""
MAX_LARGE_ANSWERS = 32
"""How many large files an address is sent at a time: a page that is to be played offline takes four; …"""
MAX_WAITING_ANSWERS = 256
"""… and how many of its requests may wait for their turn."""
COMPRESSIBLE = (".mjs", ".wasm")
"""The kinds of large files that are not compressed already."""
_FILE = re.compile(r"/(assets/|py/\w+/(\w+/)*)?\w[\w.-]*", re.ASCII)
"""A file's path: nothing hidden, no way up. What lies in one of the folders never changes."""


class Answering(Protocol):
    """Whatever answers a request."""

    async def send(self, scope: Scope, send: Send) -> None:
        """Answer a request."""


class Answer:
    """A status, headers and a body, as they are and compressed."""

    def __init__(self, body: bytes, kind: str = PLAIN, status: int = 200, **headers: str) -> None:
        tag = f'W/"{hashlib.blake2b(body, digest_size=12).hexdigest()}"' if status == 200 else ""
        small = gzip.compress(body, mtime=0) if len(body) >= MIN_COMPRESSED_BYTES else body
        named = {**HEADERS, **{name.replace("_", "-"): value for name, value in headers.items()}}
        if len(small) < len(body):
            named["vary"] = "accept-encoding"
        if tag:
            named["etag"] = tag
        about = {"content-type": kind, **named}
        self._tag = tag.encode()
        self._status, self._body, self._small = status, body, small
        self._headers = _raw({**about, "content-length": str(len(body))})
        self._small_headers = _raw({**about, "content-encoding": "gzip", "content-length": str(len(small))})
        self._same_headers = _raw(named)

    async def send(self, scope: Scope, send: Send) -> None:
        """Answer a request."""
        asked = dict(scope["headers"])
        status, headers, body = self._status, self._headers, self._body
        if self._tag and self._tag in asked.get(b"if-none-match", b""):
            status, headers, body = 304, self._same_headers, b""
        elif len(self._small) < len(body) and b"gzip" in asked.get(b"accept-encoding", b""):
            headers, body = self._small_headers, self._small
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body if scope["method"] != "HEAD" else b""})


def _raw(headers: Mapping[str, str]) -> Iterable[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


TOO_MANY = Answer(
    b"Too many requests: please wait a moment.\n", status=429, retry_after="5", connection="close"
)


class Large:
    """A file of megabytes that never changes: read in a thread, and compressed when it is first asked for.

    It is sent in pieces, so that who is on a slow line is not taken for one who does not read; and read in
    pieces, so that none of them holds a copy."""

    def __init__(self, file: Path, queues: Queues) -> None:
        self._file, self._queues = file, queues
        self._kind = KINDS.get(file.suffix, "application/octet-stream")
        self._shrinks = file.suffix in COMPRESSIBLE
        self._packing: asyncio.Future[bytes] | None = None

    async def send(self, scope: Scope, send: Send) -> None:
        """Answer a request when it is its turn."""
        try:
            async with self._queues.turn(address_of(scope)):
                await self._send(scope, send)
        except Refused:
            await TOO_MANY.send(scope, send)

    async def _send(self, scope: Scope, send: Send) -> None:
        about = {"content-type": self._kind, **HEADERS, "cache-control": FOR_EVER, "vary": "accept-encoding"}
        small = b""
        if self._shrinks and b"gzip" in dict(scope["headers"]).get(b"accept-encoding", b""):
            about["content-encoding"] = "gzip"
            small = await self._small()
        length = len(small) or self._file.stat().st_size
        headers = _raw({**about, "content-length": str(length)})
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        for at in range(0, length if scope["method"] != "HEAD" else 0, PIECE_BYTES):
            if scope.get("gone"):  # nobody hears the rest
                return
            piece = small[at : at + PIECE_BYTES] if small else await asyncio.to_thread(self._piece, at)
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    def _piece(self, at: int) -> bytes:
        """What stands there in the file, which is not kept open meanwhile."""
        with self._file.open("rb", buffering=0) as file:
            file.seek(at)
            return file.read(PIECE_BYTES)

    async def _small(self) -> bytes:
        """The file as most are sent it; all who ask meanwhile wait for the same thread."""
        if self._packing is None:
            self._packing = asyncio.ensure_future(asyncio.to_thread(self._packed))
        return await asyncio.shield(self._packing)

    def _packed(self) -> bytes:
        return gzip.compress(self._file.read_bytes(), 6, mtime=0)


class Files:
    """The files of a folder, each read when it is asked for and whenever it has changed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._queues = Queues(MAX_LARGE_ANSWERS, MAX_WAITING_ANSWERS)
        self._read: dict[str, tuple[tuple[int, int], Answering]] = {}

    def find(self, path: str) -> Answering | None:
        """The file of a path, if there is one."""
        if not _FILE.fullmatch(path):
            return None
        file = self._folder / path[1:]
        try:
            about = file.stat()
            stamp = (about.st_mtime_ns, about.st_size)
            if path not in self._read or self._read[path][0] != stamp:
                self._read[path] = (stamp, self._answer(path, file))
        except OSError:
            self._read.pop(path, None)
            return None
        return self._read[path][1]

    def _answer(self, path: str, file: Path) -> Answering:
        if file.stat().st_size >= LARGE_BYTES:
            return Large(file, self._queues)
        kind = KINDS.get(file.suffix, "application/octet-stream")
        keep = FOR_EVER if path.count("/") > 1 else FRESH
        return Answer(file.read_bytes(), kind, cache_control=keep)
