"""Answers are made and compressed once, and not sent again to who has them."""

from __future__ import annotations

import asyncio
import gzip
import os
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message

from elfer.server.web.answers import (
    FOR_EVER,
    FRESH,
    HEADERS,
    HTML,
    MAX_LARGE_ANSWERS,
    MAX_WAITING_ANSWERS,
    PIECE_BYTES,
    Answer,
    Answering,
    Files,
    Large,
)

LONG = b"<p>eleven</p>" * 1000


def sent(answer: Answering, method: str = "GET", **asked: str) -> tuple[int, dict[str, str], bytes]:
    """What a request brings."""
    messages: list[Message] = []

    async def send(message: Message) -> None:
        messages.append(message)

    headers = [(name.replace("_", "-").encode(), value.encode()) for name, value in asked.items()]
    asyncio.run(answer.send({"method": method, "headers": headers}, send))
    start, *parts = messages
    assert [part.get("more_body", False) for part in parts] == [True] * (len(parts) - 1) + [False]
    assert all(len(part["body"]) <= PIECE_BYTES for part in parts[:-1])
    body = parts[0]["body"] if len(parts) == 1 else b"".join(part["body"] for part in parts)
    return start["status"], {name.decode(): value.decode() for name, value in start["headers"]}, body


def test_an_answer_is_compressed_for_who_understands_it() -> None:
    answer = Answer(LONG, HTML, cache_control=FRESH)
    status, plain, body = sent(answer)
    assert (status, body, plain["content-length"], plain["content-type"]) == (200, LONG, str(len(LONG)), HTML)
    assert plain["vary"] == "accept-encoding"
    assert "content-encoding" not in plain
    status, small, body = sent(answer, accept_encoding="br, gzip;q=0.8")
    assert (status, small["content-encoding"], gzip.decompress(body)) == (200, "gzip", LONG)
    assert small["content-length"] == str(len(body))
    assert sent(answer, accept_encoding="gzip")[2] is body, "and only once"
    assert HEADERS.items() <= plain.items()
    assert HEADERS.items() <= small.items()


def test_what_is_short_or_does_not_shrink_goes_as_it_is() -> None:
    for body in (b"ok\n", os.urandom(5_000)):
        status, headers, got = sent(Answer(body), accept_encoding="gzip")
        assert (status, got) == (200, body)
        assert not {"content-encoding", "vary"} & set(headers)


def test_who_has_it_is_told_so() -> None:
    answer = Answer(LONG, cache_control=FRESH)
    tag = sent(answer)[1]["etag"]
    assert sent(Answer(LONG))[1]["etag"] == tag
    assert sent(Answer(LONG + b"!"))[1]["etag"] != tag
    for known in (tag, f'"other", {tag}'):
        status, headers, body = sent(answer, if_none_match=known, accept_encoding="gzip")
        assert (status, body, headers["etag"], headers["cache-control"]) == (304, b"", tag, FRESH)
        assert not {"content-length", "content-type", "content-encoding"} & set(headers)
    assert sent(answer, if_none_match='"other"')[0] == 200


def test_what_is_no_success_is_always_told() -> None:
    status, headers, _ = sent(Answer(b"nothing", status=404), if_none_match="*")
    assert (status, "etag" in headers) == (404, False)


def test_a_head_has_no_body() -> None:
    answer = Answer(LONG)
    assert sent(answer, "HEAD")[:2] == sent(answer)[:2]
    assert sent(answer, "HEAD")[2] == b""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "page" / "assets").mkdir(parents=True)
    (tmp_path / "page" / "worker.js").write_bytes(LONG)
    (tmp_path / "page" / "assets" / "face-a_B-1.css").write_bytes(LONG)
    (tmp_path / "page" / ".hidden").write_text("secret")
    (tmp_path / "secret").write_text("secret")
    return tmp_path / "page"


def test_files_are_found_and_kept(folder: Path) -> None:
    files = Files(folder)
    worker, face = files.find("/worker.js"), files.find("/assets/face-a_B-1.css")
    assert worker
    assert face
    about = sent(worker)[1]
    assert (about["content-type"], about["cache-control"]) == ("text/javascript; charset=utf-8", FRESH)
    about = sent(face)[1]
    assert (about["content-type"], about["cache-control"]) == ("text/css; charset=utf-8", FOR_EVER)
    assert files.find("/worker.js") is worker, "it is read once"


def test_large_files_go_in_pieces_and_only_what_shrinks_is_compressed(folder: Path) -> None:
    (folder / "py" / "0a1b" / "more").mkdir(parents=True)
    for name in ("python.wasm", "more/library.zip"):
        (folder / "py" / "0a1b" / name).write_bytes(LONG * 100)
    files = Files(folder)
    wasm, library = files.find("/py/0a1b/python.wasm"), files.find("/py/0a1b/more/library.zip")
    assert isinstance(wasm, Large)
    assert isinstance(library, Large)
    for answer, kind in ((wasm, "application/wasm"), (library, "application/octet-stream")):
        status, plain, body = sent(answer)
        assert (status, body, plain["content-length"]) == (200, LONG * 100, str(len(LONG) * 100))
        assert (plain["content-type"], plain["cache-control"]) == (kind, FOR_EVER)
        assert HEADERS.items() <= plain.items()
        assert sent(answer, "HEAD") == (200, plain, b"")
    assert sent(library, accept_encoding="gzip")[2] == LONG * 100
    _, small, body = sent(wasm, accept_encoding="gzip")
    assert (small["content-encoding"], small["content-length"]) == ("gzip", str(len(body)))
    assert gzip.decompress(body) == LONG * 100


def test_an_address_is_sent_so_many_large_files_at_a_time(folder: Path) -> None:
    (folder / "library.zip").write_bytes(LONG * 100)
    answer = Files(folder).find("/library.zip")
    assert answer

    async def scene() -> None:
        started: list[int] = []
        reads = asyncio.Event()

        async def asks(address: str = "192.0.2.1") -> None:
            async def send(message: Message) -> None:
                if message["type"] == "http.response.start":
                    started.append(message["status"])
                await reads.wait()

            scope = {"method": "GET", "headers": [], "client": (address, 0)}
            await answer.send(scope, send)

        async with asyncio.TaskGroup() as group:
            for _ in range(MAX_LARGE_ANSWERS + MAX_WAITING_ANSWERS):
                group.create_task(asks())
            await asyncio.sleep(0)
            assert started == [200] * MAX_LARGE_ANSWERS
            group.create_task(asks())
            group.create_task(asks("192.0.2.2"))
            await asyncio.sleep(0)
            assert sorted(started) == [200] * (MAX_LARGE_ANSWERS + 1) + [429]
            reads.set()
        assert started.count(200) == MAX_LARGE_ANSWERS + MAX_WAITING_ANSWERS + 1

    asyncio.run(scene())


def test_who_has_gone_is_sent_no_more_of_a_large_file(folder: Path) -> None:
    (folder / "library.zip").write_bytes(LONG * 100)
    answer = Files(folder).find("/library.zip")
    assert answer
    scope: dict[str, Any] = {"method": "GET", "headers": []}
    bodies: list[bytes] = []

    async def send(message: Message) -> None:
        bodies.append(message.get("body", b""))
        scope["gone"] = len(bodies) == 3

    asyncio.run(answer.send(scope, send))
    assert [len(body) for body in bodies] == [0, PIECE_BYTES, PIECE_BYTES]


def test_a_file_that_has_changed_or_gone_is_noticed(folder: Path) -> None:
    files = Files(folder)
    files.find("/worker.js")
    (folder / "worker.js").write_bytes(b"another")
    worker = files.find("/worker.js")
    assert worker
    assert sent(worker)[2] == b"another"
    (folder / "worker.js").unlink()
    assert files.find("/worker.js") is None
    assert Files(folder / "nowhere").find("/worker.js") is None


@pytest.mark.parametrize(
    "path",
    ["/../secret", "/assets/../worker.js", "/.hidden", "/assets", "/assets/", "//worker.js", "/worker.js/",
     "/", "worker.js", "/worker.js\n", "/..\\secret", "/worker.js\0", "/" + "x" * 5_000, "/assets/assets/x",
     "/py/0a1b/../../worker.js", "/py/worker.js"],
)  # fmt: skip
def test_nothing_else_is_found(folder: Path, path: str) -> None:
    assert Files(folder).find(path) is None
