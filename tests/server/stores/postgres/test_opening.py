"""Databases that can be used and such that cannot: each is told in one line, without its password."""

from __future__ import annotations

import asyncio
import socket
from contextlib import AsyncExitStack

import pytest
from msgspec.structs import replace

from elfer.core.refusals import Refused
from elfer.core.texts import LANGUAGES, Words
from elfer.server.stores.postgres import opening
from elfer.server.stores.postgres.opening import named, scripts
from elfer.server.stores.store import Played
from elfer.server.tables.seating import Chair
from tests.postgres import Postgres, pooled
from tests.server.duels import TABLE
from tests.server.stores.postgres.nodes import node, told


async def use(url: str) -> None:
    async with node(url) as own:
        await own.play("table")


def refused(url: str) -> Refused:
    """Why a database cannot be used, told in a line of every language."""
    with pytest.raises(Refused) as caught:
        told(lambda: use(url))
    for lang in LANGUAGES:
        said = caught.value.tell(Words(lang))
        assert len(said.splitlines()) == 1
        assert "{" not in said
        assert "secret-word" not in said
    return caught.value


def unused_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ada:secret-word@127.0.0.1:port/elfer",
        "postgresql://ada:secret-word@127.0.0.1/elfer?sslmode=perhaps",
        "mysql://ada:secret-word@127.0.0.1/elfer",
        "postgresql://ada:secret-word@[::1/elfer",
    ],
)
def test_what_is_no_address(url: str) -> None:
    assert refused(url).code == "database_url"


def test_nobody_there() -> None:
    assert refused(f"postgresql://ada:secret-word@127.0.0.1:{unused_port()}/elfer").code == "database_away"
    assert refused("postgresql://ada:secret-word@nowhere.invalid/elfer").code == "database_away"


def test_who_may_not_come_in(postgres: Postgres) -> None:
    postgres.ask("DROP ROLE IF EXISTS guarded")
    postgres.ask("CREATE ROLE guarded LOGIN PASSWORD 'the-real-one'")
    assert refused(postgres.url(user="guarded:secret-word")).code == "database_login"
    assert refused(postgres.url(user="guarded")).code == "database_login"
    assert refused(postgres.url(user="stranger:secret-word")).code == "database_login"
    assert refused(postgres.url(user="nobody:secret-word")).code == "database_login"
    assert refused(postgres.url("nothing")).code == "database_missing"


def test_who_may_come_in_and_do_nothing(postgres: Postgres) -> None:
    url = postgres.new()
    postgres.ask("DROP ROLE IF EXISTS reader")
    postgres.ask("CREATE ROLE reader LOGIN")
    theirs = url.replace("postgres@", "reader@")
    assert refused(theirs).code == "database_rights"
    told(lambda: use(url))
    assert refused(theirs).code == "database_rights"
    postgres.ask(f"ALTER DATABASE {url.rpartition('/')[2]} SET default_transaction_read_only = on")
    assert refused(url).code == "database_rights"


def test_a_user_without_more_rights_than_needed(postgres: Postgres) -> None:
    url = postgres.new()
    postgres.ask("DROP ROLE IF EXISTS keeper")
    postgres.ask("CREATE ROLE keeper LOGIN")
    name = url.rpartition("/")[2]
    postgres.ask(f"GRANT CREATE ON DATABASE {name} TO keeper")
    told(lambda: use(url.replace("postgres@", "keeper@")))
    postgres.ask(f"DROP DATABASE {name}")
    postgres.ask("DROP ROLE keeper")


def test_an_old_server(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "LEAST_VERSION", 999)
    refusal = refused(postgres.new())
    assert (refusal.code, refusal.params["least"]) == ("database_old", 999)


def encoded(postgres: Postgres, encoding: str) -> str:
    """The address of a new database of this encoding."""
    name = f"in_{encoding.lower()}"
    postgres.ask(f"DROP DATABASE IF EXISTS {name}")
    postgres.ask(f"CREATE DATABASE {name} ENCODING '{encoding}' TEMPLATE template0 LOCALE 'C'")
    return postgres.url(name)


@pytest.mark.parametrize("encoding", ["LATIN1", "EUC_JP"])
def test_an_encoding_without_some_letters_is_refused(postgres: Postgres, encoding: str) -> None:
    url = encoded(postgres, encoding)
    refusal = refused(url)
    assert (refusal.code, refusal.params["found"]) == ("database_encoding", encoding)
    assert postgres.ask("SELECT to_regnamespace('elfer')", url) == [(None,)]


@pytest.mark.parametrize("encoding", ["UTF8", "SQL_ASCII"])
def test_a_name_is_saved_in_every_encoding_that_is_accepted(postgres: Postgres, encoding: str) -> None:
    url, name = encoded(postgres, encoding), "Łucja 東"

    async def story() -> None:
        async with node(url) as own:
            await own.store.create("a", replace(TABLE, chairs=(Chair(name), *TABLE.chairs[1:])))
            saved = await own.store.load("a")
            assert saved
            assert saved.table.chairs[0].name == name

    told(story)


def test_a_pooler_that_changes_sessions(postgres: Postgres) -> None:
    url = postgres.new()
    with pooled(postgres, url, "transaction") as between:
        assert refused(between).code == "database_pooled"
    with pooled(postgres, url, "session") as between:
        told(lambda: use(between))


def test_other_peoples_things_are_left_alone(postgres: Postgres) -> None:
    url = postgres.new()
    postgres.ask("CREATE TABLE tables (id int)", url)
    told(lambda: use(url))
    assert postgres.ask("SELECT * FROM tables", url) == []
    other = postgres.new()
    postgres.ask("CREATE SCHEMA elfer", other)
    postgres.ask("CREATE TABLE elfer.moves (id int)", other)
    assert refused(other).code == "data_broken"
    assert postgres.ask("SELECT to_regclass('elfer.about')", other) == [(None,)]


def test_one_node_migrates_and_the_others_wait(postgres: Postgres) -> None:
    url = postgres.new()

    async def story() -> None:
        async with AsyncExitStack() as ends:
            nodes = await asyncio.gather(*(ends.enter_async_context(node(url)) for _ in range(8)))
            assert len({own.nodes.secret for own in nodes}) == 1
            assert len({own.nodes.name for own in nodes}) == 8

    told(story)
    assert postgres.ask("SELECT version FROM elfer.about", url) == [(len(scripts()),)]


def test_a_database_with_data_is_brought_up_to_date_once(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, known = postgres.new(), scripts()

    async def before() -> None:
        async with node(url) as own:
            await own.play()
            await own.store.append("a", Played(1, 0, "reveal", "c1"))

    async def after() -> None:
        async with AsyncExitStack() as ends:
            nodes = await asyncio.gather(*(ends.enter_async_context(node(url)) for _ in range(4)))
            saved = await nodes[0].takes()
            assert saved.log
            assert [move.command for move in saved.log.moves] == ["c1"]
            await nodes[0].store.append("a", Played(2, 0, "reveal"))

    told(before)
    secret = postgres.ask("SELECT secret FROM elfer.about", url)
    later = "ALTER TABLE elfer.matches ADD COLUMN place text NOT NULL DEFAULT 'here'"
    monkeypatch.setattr(opening, "scripts", lambda: [*known, later])
    told(after)
    assert postgres.ask("SELECT place FROM elfer.matches", url) == [("here",)]
    assert postgres.ask("SELECT secret FROM elfer.about", url) == secret
    monkeypatch.undo()
    assert refused(url).code == "data_newer"


def test_a_migration_that_fails_changes_nothing(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    url, known = postgres.new(), scripts()
    monkeypatch.setattr(
        opening, "scripts", lambda: [*known, "ALTER TABLE elfer.nowhere ADD COLUMN place text"]
    )
    assert refused(url).code == "data_broken"
    monkeypatch.undo()
    told(lambda: use(url))


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("postgresql://ada:secret@db.example:5433/elfer", "db.example:5433/elfer"),
        ("postgresql:///elfer?host=/run/postgresql", "/run/postgresql/elfer"),
        ("postgresql://ada:s@one:1,two:2/elfer", "one:1,two:2/elfer"),
        ("postgresql:///elfer", "localhost/elfer"),
    ],
)
def test_a_database_is_named_without_its_password(url: str, name: str) -> None:
    assert named(url) == name
