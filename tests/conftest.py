"""The order of all tests, and shared fixtures."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from tests.environment import ROOT, Environment
from tests.postgres import Postgres, running

collect_ignore = ["sample"]  # a package of its own: its tests run where it is installed


def pytest_configure() -> None:
    """Handle Ctrl-C, which a process started in the background of a shell ignores, as would its children."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with the package that adds a game."""
    environment = Environment(tmp_path_factory.mktemp("sample") / "env")
    environment.install(ROOT / "tests/sample/elfer-ladder")
    return environment


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server. A test that stops it must start it again."""
    with running() as server:
        yield server


@pytest.fixture
def database(postgres: Postgres) -> str:
    """The address of a new database."""
    return postgres.new()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run browser tests first: they wait a lot, which leaves the processor to the others."""
    items.sort(key=lambda item: not item.nodeid.startswith("tests/browser"))
