"""The files of the page: which are found, in which encoding, how long they are kept, how many at a time."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import NamedTuple

import pytest
from starlette.exceptions import HTTPException
from starlette.types import Message

from elfer.server.web.static_files import (
    IMMUTABLE,
    LARGE_BYTES,
    MAX_LARGE_FILES,
    MAX_WAITING_FILES,
    REVALIDATE,
    PageFiles,
)

LONG = b"<p>eleven</p>" * 1000
LARGE = b"11" * LARGE_BYTES


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "py" / "0a1b").mkdir(parents=True)
    (page / "index.html").write_bytes(LONG)
    (page / "worker.js").write_bytes(LONG)
    for suffix in ("", ".br", ".gz"):
        (page / "assets" / f"face-a_B-1.css{suffix}").write_bytes(LONG + suffix.encode())
    (page / "py" / "0a1b" / "library.zip").write_bytes(LARGE)
    (tmp_path / "secret").write_text("secret")
    return page


class Got(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes


def get(folder: Path, path: str, method: str = "GET", **headers: str) -> Got:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "headers": raw}
    asyncio.run(PageFiles(folder)(scope, silence, send))
    start, *parts = sent
    told = {name.decode(): value.decode() for name, value in start["headers"]}
    return Got(start["status"], told, b"".join(part["body"] for part in parts))


async def silence() -> Message:
    """A peer that says nothing more."""
    await asyncio.Event().wait()
    raise AssertionError


def test_files_are_found_with_their_media_types_and_kept(folder: Path) -> None:
    for path, media_type, kept, body in (
        ("/worker.js", "text/javascript; charset=utf-8", REVALIDATE, LONG),
        ("/assets/face-a_B-1.css", "text/css; charset=utf-8", IMMUTABLE, LONG),
        ("/py/0a1b/library.zip", "application/octet-stream", IMMUTABLE, LARGE),
    ):
        got = get(folder, path)
        assert (got.status, got.body, got.headers["content-length"]) == (200, body, str(len(body)))
        assert (got.headers["content-type"], got.headers["cache-control"]) == (media_type, kept)
        assert get(folder, path, "HEAD") == (200, got.headers, b"")


@pytest.mark.parametrize(
    ("accepted", "encoding", "suffix"),
    [("gzip, deflate, br", "br", b".br"), ("gzip;q=0.8", "gzip", b".gz"), ("deflate", None, b"")],
)
def test_the_best_copy_that_a_client_accepts_is_sent(
    folder: Path, accepted: str, encoding: str | None, suffix: bytes
) -> None:
    got = get(folder, "/assets/face-a_B-1.css", accept_encoding=accepted)
    assert (got.headers.get("content-encoding"), got.body) == (encoding, LONG + suffix)
    assert (got.headers["vary"], got.headers["content-type"]) == (
        "accept-encoding",
        "text/css; charset=utf-8",
    )


def test_what_has_no_copy_goes_as_it_is(folder: Path) -> None:
    got = get(folder, "/worker.js", accept_encoding="gzip, br")
    assert got.body == LONG
    assert not {"content-encoding", "vary"} & set(got.headers)


def test_a_client_that_has_a_file_is_told_so(folder: Path) -> None:
    tag = get(folder, "/worker.js").headers["etag"]
    again = get(folder, "/worker.js", if_none_match=f'"other", {tag}')
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag)
    assert again.headers["cache-control"] == REVALIDATE
    (folder / "worker.js").write_bytes(b"another")
    changed = get(folder, "/worker.js", if_none_match=tag)
    assert (changed.status, changed.body) == (200, b"another")
    copies = {
        get(folder, "/assets/face-a_B-1.css", accept_encoding=one).headers["etag"] for one in ("", "gzip")
    }
    assert len(copies) == 2


def test_an_address_is_sent_so_many_large_files_at_a_time(folder: Path) -> None:
    files = PageFiles(folder)

    async def scene() -> None:
        started: list[int] = []
        reads = asyncio.Event()

        async def asks(address: str = "192.0.2.1") -> None:
            async def send(message: Message) -> None:
                if message["type"] == "http.response.start":
                    started.append(message["status"])
                await reads.wait()

            scope = {"type": "http", "method": "GET", "path": "/py/0a1b/library.zip"}
            await files({**scope, "headers": [], "client": (address, 0)}, silence, send)

        async with asyncio.TaskGroup() as group:
            for _ in range(MAX_LARGE_FILES + MAX_WAITING_FILES):
                group.create_task(asks())
            while len(started) < MAX_LARGE_FILES or files._queues._counts["192.0.2.1"] < MAX_WAITING_FILES:
                await asyncio.sleep(0.01)
            assert started == [200] * MAX_LARGE_FILES
            group.create_task(asks("192.0.2.2"))
            while len(files._queues) < 2 or len(started) == MAX_LARGE_FILES:
                await asyncio.sleep(0.01)
            while files._queues._counts["192.0.2.1"] < MAX_LARGE_FILES + MAX_WAITING_FILES:
                await asyncio.sleep(0.01)
            group.create_task(asks())
            while 429 not in started:
                await asyncio.sleep(0.01)
            assert started.count(200) == MAX_LARGE_FILES + 1
            reads.set()
        assert started.count(200) == MAX_LARGE_FILES + MAX_WAITING_FILES + 1
        assert not len(files._queues)

    asyncio.run(scene())


def test_a_client_that_is_gone_is_sent_no_more_of_a_large_file(folder: Path) -> None:
    async def scene() -> None:
        gone, bodies = asyncio.Event(), list[bytes]()

        async def receive() -> Message:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            bodies.append(message.get("body", b""))
            if len(bodies) == 3:
                gone.set()
                await asyncio.sleep(0)

        scope = {"type": "http", "method": "GET", "path": "/py/0a1b/library.zip", "headers": []}
        await PageFiles(folder)(scope, receive, send)
        assert 3 <= len(bodies) < 8

    asyncio.run(scene())


def test_the_page_itself_may_be_sent_as_what_was_not_found(folder: Path) -> None:
    answer = PageFiles(folder).index({"type": "http", "method": "GET", "headers": []}, 404)
    assert (answer.status_code, answer.headers["cache-control"]) == (404, REVALIDATE)


@pytest.mark.parametrize(
    "path",
    ["/../secret", "/assets/../../secret", "/assets", "/assets/", "/", "/..\\secret", "/worker.js\0",
     "/" + "x" * 5_000, "/assets/assets/x", "/py/worker.js", "/py/0a1b/../../../secret", "//secret",
     "/assets/face-a_B-1.css.gz", "/assets/face-a_B-1.css.br", "/worker.js\n", "/etc/passwd"],
)  # fmt: skip
def test_nothing_else_is_found(folder: Path, path: str) -> None:
    async def scene() -> None:
        scope = {"type": "http", "method": "GET", "path": path, "headers": []}
        with pytest.raises(HTTPException, match="404"):
            await PageFiles(folder)(scope, silence, silence)  # type: ignore[arg-type]

    asyncio.run(scene())
