"""One browser and one server for all tests of the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.browser import Visitor, browsing, visiting
from tests.server.people import Server, serving

SEED = 1
"""Deals and bots of one test are the same in every run, whatever ran before it."""


# Not for the whole session: while it is open, other tests of this process cannot run a loop of their own.
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
    """Somebody with a phone."""
    with visiting(browser, server) as visitor:
        yield visitor
