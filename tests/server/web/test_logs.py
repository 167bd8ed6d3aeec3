"""Logs are lines of JSON."""

from __future__ import annotations

import json
import logging
import urllib.request
from pathlib import Path

from elfer.server.web.logs import Lines
from tests.server.people import serving


def line(**more: object) -> dict[str, str]:
    record = logging.LogRecord("elfer.lobby", logging.WARNING, "", 1, "a %s was lost", ("table",), None)
    vars(record).update(more)
    written = Lines().format(record)
    assert "\n" not in written
    return dict(json.loads(written))


def test_a_record_is_one_line_that_says_what_when_and_from_where() -> None:
    said = line(table="abc", at=7)
    assert said.pop("time").endswith("+00:00")
    assert said == {
        "level": "warning",
        "from": "elfer.lobby",
        "text": "a table was lost",
        "table": "abc",
        "at": "7",
    }


def test_an_error_is_told_with_where_it_came_from() -> None:
    try:
        raise ZeroDivisionError("nothing")
    except ZeroDivisionError as error:
        said = line(exc_info=(type(error), error, error.__traceback__))
    assert "ZeroDivisionError: nothing" in said["error"]


def test_a_server_says_that_it_is_ready_and_that_it_has_stopped(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        with urllib.request.urlopen(f"http://{server.address}/readyz", timeout=10) as answer:
            assert answer.read() == b"ready\n"
        assert server.stop() == 0
        lines = [json.loads(text) for text in Path(server.log.name).read_text("utf-8").splitlines()]
    assert [line["text"] for line in lines] == ["ready", "stopped"]
