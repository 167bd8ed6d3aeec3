"""What the server answers to plain requests: the page, the games, the rules, and nothing else."""

from __future__ import annotations

import gzip
import http.client
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

import elfer
from elfer.core.texts import LANGUAGES, Words
from elfer.games import family_of, games, registry
from elfer.server.web.middleware import HEADERS
from elfer.server.web.static_files import PAGE
from tests.server.bystanders import act, bystanders, complaints
from tests.server.people import PATIENCE, Server, serving


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("http") / "data", "--tables", "1000") as server:
        yield server
        assert complaints(server) == []


def ask(server: Server, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Answer:
    """The answer to a request; the path goes out as it is."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    try:
        connection.request(
            method, path, body, {name.replace("_", "-"): value for name, value in headers.items()}
        )
        response = connection.getresponse()
        told = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, told, response.read())
    finally:
        connection.close()


FOUND = {
    "/": "text/html; charset=utf-8",
    "/t/AAAAAAAAAAAAAAAAAAAAAA": "text/html; charset=utf-8",
    "/learn/classic": "text/html; charset=utf-8",
    "/here/AAAAAAAAAAAAAAAAAAAAAA": "text/html; charset=utf-8",
    "/healthz": "text/plain; charset=utf-8",
    "/readyz": "text/plain; charset=utf-8",
    "/api/games": "application/json",
    "/api/openapi.json": "application/json",
    "/api/how/de/classic": "application/json",
    "/api/rules/en/classic": "text/markdown; charset=utf-8",
    "/api/rules/de/classic": "text/markdown; charset=utf-8",
}
LOST = [
    "/nothing",
    "/socket",
    "/api",
    "/api/",
    "/api/tables",
    "/api/how/en/nothing",
    "/api/how/fr/classic",
    "/api/how/en/general",
    "/api/rules/en/nothing",
    "/api/rules/fr/classic",
    "/api/rules/en/../classic",
    "/api/rules/en/..%2f..%2fwords",
    "/api/rules/en/%3Cscript%3Ealert(1)%3C/script%3E",
    "/../elfer.db",
    "/..%2f..%2f..%2fpyproject.toml",
    "/%2e%2e/app.py",
    "/%2e%2e%2fapp.py",
    "//etc/passwd",
    "/%00",
    "/page.js%00.html",
    "/..\\\\app.py",
    "/%ff%fe",
    "/t/a/b",
    "/app.py",
    "/metrics",
    "/docs",
    "/.git/config",
    "/elfer.db",
    "/" + "x" * 300,
    "/" + "x" * 8_000,
    "/" + "x/" * 3_000,
]


@pytest.mark.parametrize("path", FOUND)
def test_what_there_is_is_found(server: Server, path: str) -> None:
    answer = ask(server, path)
    assert (answer.status, answer.headers["content-type"]) == (200, FOUND[path])
    assert answer.body


@pytest.mark.parametrize("path", LOST, ids=lambda path: path[:40])
def test_what_there_is_not_is_not_found(server: Server, path: str) -> None:
    answer = ask(server, path)
    assert answer.status == 404
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert len(answer.body) < 10_000


@pytest.mark.parametrize("path", [*FOUND, *LOST], ids=lambda path: path[:40])
def test_every_answer_has_the_headers_that_browsers_heed(server: Server, path: str) -> None:
    for method in ("GET", "HEAD", "POST", "OPTIONS"):
        headers = ask(server, path, method).headers
        assert headers.items() >= HEADERS.items(), method
        assert "server" not in headers
        assert not {name for name in headers if name.startswith("access-control-") or name == "set-cookie"}


def test_the_page_may_load_only_what_is_the_servers_own() -> None:
    policy = HEADERS["content-security-policy"]
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy.replace("script-src 'self' 'wasm-unsafe-eval';", "")
    assert "frame-ancestors 'none'" in policy


@pytest.mark.parametrize("path", FOUND)
def test_head_is_get_without_the_body(server: Server, path: str) -> None:
    got, head = ask(server, path), ask(server, path, "HEAD")
    assert (head.status, head.body) == (200, b"")
    assert head.headers == got.headers


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_nothing_can_be_changed_by_a_request(server: Server, method: str) -> None:
    for path in FOUND:
        assert ask(server, path, method).status == 405, path
    assert ask(server, "/api/games", method, b"x" * 10_000).status == 405


def test_the_page_finds_all_it_refers_to_and_no_script_is_in_it(server: Server) -> None:
    """What its security policy would not let it load is not there."""
    page = ask(server, "/").body.decode()
    found = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert found
    for path in found:
        answer = ask(server, path)
        assert (path[0], path[:2] == "//", answer.status) == ("/", False, 200), path
        if path.endswith((".js", ".css")):
            kind = "javascript" if path.endswith(".js") else "css"
            assert answer.headers["content-type"] == f"text/{kind}; charset=utf-8"
    assert not re.search(r"<script(?![^>]*src=)|<style|\son\w+=|javascript:", page)


def test_the_page_is_asked_for_anew_each_time(server: Server) -> None:
    assert ask(server, "/").headers["cache-control"] == "no-cache"


def test_what_never_changes_is_kept_and_all_else_is_asked_for_with_what_one_has(server: Server) -> None:
    for path in re.findall(r'"(/[^"]+)"', ask(server, "/").body.decode()):
        named_after_contents = path.startswith("/assets/")
        assert ("immutable" in ask(server, path).headers["cache-control"]) == named_after_contents, path
    for path in set(FOUND) - {"/healthz", "/readyz"}:
        answer = ask(server, path)
        assert answer.headers["cache-control"] == "no-cache"
        again = ask(server, path, if_none_match=answer.headers["etag"])
        assert (again.status, again.body, again.headers["etag"]) == (304, b"", answer.headers["etag"])


def test_what_is_long_is_compressed_for_who_understands_it(server: Server) -> None:
    for path in ("/", "/api/games", "/api/openapi.json", "/api/rules/de/classic"):
        plain, small = ask(server, path), ask(server, path, accept_encoding="deflate, gzip")
        assert small.headers["content-encoding"] == "gzip"
        assert gzip.decompress(small.body) == plain.body
        assert len(small.body) < len(plain.body)
    page = ask(server, "/", accept_encoding="gzip, br")
    assert page.headers["content-encoding"] == "br"
    assert page.body == (PAGE / "index.html.br").read_bytes()


def test_the_page_is_told_what_an_option_is_at_a_table_where_nobody_has_set_it(server: Server) -> None:
    told = {game["id"]: game["options"] for game in json.loads(ask(server, "/api/games").body)["games"]}
    assert told["connect"]["attention"] == {"type": "bool", "choices": [False, True], "default": True}
    assert elfer.games()["connect"].options["attention"].default is False
    assert told["snap"]["together"]["default"] is False


def test_a_browser_that_is_lost_gets_the_page(server: Server) -> None:
    answer = ask(server, "/nothing", accept="text/html,*/*")
    assert (answer.status, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert answer.body == ask(server, "/").body


@pytest.fixture(scope="module")
def pageless(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of the package in which the web client was never built."""
    folder = tmp_path_factory.mktemp("pageless")
    ignored = shutil.ignore_patterns("page", "__pycache__")
    shutil.copytree(Path(elfer.__file__).parent, folder / "elfer", ignore=ignored)
    return folder


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_the_page_the_server_says_what_to_do(pageless: Path, tmp_path: Path, lang: str) -> None:
    """In one sentence, at the start and in the browser; what is not there is not found, and no fault."""
    sentence = Words(lang).say("serve.no_page")
    with serving(tmp_path / "data", "--lang", lang, PYTHONPATH=str(pageless), COLUMNS="999") as server:
        assert server.process
        assert server.process.stdout
        assert server.process.stdout.readline() == f"{sentence}\n"
        for path in ("/", "/t/AAAAAAAAAAAAAAAAAAAAAA"):
            answer = ask(server, path)
            assert (answer.status, answer.headers["content-type"]) == (404, FOUND[path])
            assert sentence in answer.body.decode()
        for path in ("/favicon.ico", "/worker.js", "/assets/x.js", *LOST):
            assert ask(server, path).status == 404, path
        assert "Traceback" not in server.logged()
        assert complaints(server) == []


def test_without_the_page_all_else_works(pageless: Path, tmp_path: Path) -> None:
    with serving(tmp_path / "data", PYTHONPATH=str(pageless)) as other:

        async def scene() -> None:
            async with bystanders(other):
                for path in (path for path, kind in FOUND.items() if "html" not in kind):
                    assert ask(other, path).status == 200, path

        act(scene)


def test_health_and_readiness(server: Server) -> None:
    assert ask(server, "/healthz").body == b"ok\n"
    assert ask(server, "/readyz").body == b"ready\n"


def test_all_games_are_told_with_their_families_and_titles(server: Server) -> None:
    told = json.loads(ask(server, "/api/games").body)["games"]
    assert [game["id"] for game in told] == list(games())
    assert all(game["titles"]["de"] and game["titles"]["en"] for game in told)
    assert {game["id"]: game["family"] for game in told} == {
        id: family_of(rules) for id, rules in registry().items()
    }


def test_the_rules_of_all_games_are_told_in_both_languages(server: Server) -> None:
    for game in games():
        for lang in ("de", "en"):
            answer = ask(server, f"/api/rules/{lang}/{game}")
            assert answer.status == 200
            assert answer.body.startswith(b"# ")


def test_how_each_game_is_played_is_told_in_both_languages(server: Server) -> None:
    offered = {game["id"]: game["how"] for game in json.loads(ask(server, "/api/games").body)["games"]}
    for game in games():
        for lang in ("de", "en"):
            told = json.loads(ask(server, f"/api/how/{lang}/{game}").body)
            assert told["goal"] == offered[game][lang]["goal"]
            assert len(told["turn"]) + len(told["end"]) == 4
            assert [bool(picture["drawing"]) for picture in told["pictures"]] == [True, True]


def test_how_a_game_is_played_is_told_for_every_option_that_matters(server: Server) -> None:
    told = json.loads(ask(server, "/api/how/en/snap").body)
    goals = {one["options"]["together"]: one["goal"] for one in told["variants"]}
    assert (goals[False], "most cards" in goals[True]) == (told["goal"], True)
    told = json.loads(ask(server, "/api/how/en/cheat").body)
    assert len(told["variants"]) == 10
    assert json.loads(ask(server, "/api/how/en/guess").body)["variants"] == []


def test_a_url_that_is_too_long_is_refused(server: Server) -> None:
    for size in (20_000, 100_000):
        assert ask(server, "/" + "x" * size).status == 400


def test_a_socket_elsewhere_is_refused(server: Server) -> None:
    async def scene() -> None:
        async with bystanders(server):
            for path in ("/", "/page.js", "/sockets", "/socket/", "/api/games", "/t/x"):
                with pytest.raises(InvalidStatus, match="403"):
                    await connect(f"ws://{server.address}{path}")

    act(scene)


PATHS = ["/api/games", "/api/how/{lang}/{game}", "/api/rules/{lang}/{game}", "/healthz", "/readyz"]


def test_every_route_that_is_described_is_tried(server: Server) -> None:
    assert list(json.loads(ask(server, "/api/openapi.json").body)["paths"]) == PATHS


MANY = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("path", PATHS)
def test_every_route_keeps_to_its_description(server: Server, path: str) -> None:
    import schemathesis

    described = schemathesis.openapi.from_url(f"http://{server.address}/api/openapi.json")

    @MANY
    @given(case=described[path]["GET"].as_strategy())
    def answered(case: schemathesis.Case[Any]) -> None:
        case.call_and_validate(timeout=PATIENCE)

    answered()


@MANY
@given(path=st.binary(max_size=60), prefix=st.sampled_from(["", "api/", "api/rules/en/", "t/", "socket/"]))
def test_whatever_is_asked_for_is_answered(server: Server, path: bytes, prefix: str) -> None:
    assert ask(server, f"/{prefix}{quote(path, safe='/%.')}").status in (200, 404)
