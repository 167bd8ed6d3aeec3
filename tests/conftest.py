"""In which order all tests run, and what several of them share."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from tests.environment import ROOT, Environment
from tests.postgres import Postgres, running

collect_ignore = ["sample"]  # a package of its own: its tests run where it is installed


def pytest_configure() -> None:
    """What a shell starts in the background ignores Ctrl-C, and so would all that tests start."""
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
    """A PostgreSQL server, which tests may also stop as long as they start it again."""
    with running() as server:
        yield server


@pytest.fixture
def database(postgres: Postgres) -> str:
    """The address of a new database."""
    return postgres.new()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those in the browser first: they wait a lot, best beside a worker whose tests compute.

    They play random deals on a busy machine, so CI plays such a test a second time before it believes it;
    the summary names it. On a developer's machine it fails, to be mended.
    """
    items.sort(key=lambda item: not item.nodeid.startswith("tests/browser"))
    if os.environ.get("CI"):
        for item in items:
            if item.nodeid.startswith("tests/browser"):
                item.add_marker(pytest.mark.flaky(reruns=1))
