"""Answers to plain requests: made and compressed once, however often they are asked for."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from starlette.types import Scope, Send

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
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
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": PLAIN,
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
FRESH, FOR_EVER = "no-cache", "public, max-age=31536000, immutable"
MIN_COMPRESSED_BYTES = 1_000
_FILE = re.compile(r"/(assets/)?\w[\w.-]*", re.ASCII)
"""A file's path: nothing hidden, no way up, and one folder, whose files are named after their contents."""


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


class Files:
    """The files of a folder, each read when it is asked for and whenever it has changed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[str, tuple[tuple[int, int], Answer]] = {}

    def find(self, path: str) -> Answer | None:
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

    def _answer(self, path: str, file: Path) -> Answer:
        kind = KINDS.get(file.suffix, "application/octet-stream")
        keep = FOR_EVER if path.startswith("/assets/") else FRESH
        return Answer(file.read_bytes(), kind, cache_control=keep)
