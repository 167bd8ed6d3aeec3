"""One browser and one server for all tests of this package."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.browser import Visitor, browsing, visiting
from tests.server.people import Server, serving

SEED = 1
"""Of the deals and bots of each table, in every run the same."""


# Not for the session: Playwright's event loop would block those of other tests.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with browsing() as open_browser:
        yield open_browser


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("web") / "data"
    with serving(data, "--pause", "0.005", "--tables", "1000", "--sockets", "1000", seed=SEED) as running:
        yield running


@pytest.fixture
def ada(browser: Browser, server: Server) -> Iterator[Visitor]:
    """A visitor with a phone."""
    with visiting(browser, server) as visitor:
        yield visitor


@pytest.fixture
def ben(browser: Browser, server: Server) -> Iterator[Visitor]:
    """A second one."""
    with visiting(browser, server) as visitor:
        yield visitor


@pytest.fixture
def cleo(browser: Browser, server: Server) -> Iterator[Visitor]:
    """A third one."""
    with visiting(browser, server) as visitor:
        yield visitor
