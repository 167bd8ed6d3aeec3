"""Visitors with real browsers, and the errors that their pages report."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Response,
    WebSocket,
    expect,
    sync_playwright,
)

from elfer.server.web.static_files import PAGE
from tests.server.people import Reached

Size = tuple[int, int]
PHONE: Size = (390, 844)
SMALL: Size = (360, 640)
DESKTOP: Size = (1440, 900)
ON_ITS_SIDE: Size = (844, 390)
PATIENCE = 30_000
"""Milliseconds until a wait fails."""
SHADOW = 4
"""Pixels of shadow beyond an edge."""
GUARDS = Path(__file__).with_name("guards.js")
NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str:
    """The path of Chromium; without one the test is skipped, or fails in CI."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found:
        return found
    missing = f"NO BROWSER: none of {', '.join(NAMES)} is installed, so the page is NOT TESTED"
    if os.environ.get("CI"):
        pytest.fail(missing, pytrace=False)
    pytest.skip(missing)


def built() -> None:
    """Fail unless the page is built."""
    if not (PAGE / "index.html").exists():
        pytest.fail("the web client is not built: run `make web`", pytrace=False)


@contextmanager
def browsing() -> Iterator[Browser]:
    """A running browser."""
    path = chromium()
    built()
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


class Visitor:
    """A person with a browser context of their own and the page open in it."""

    def __init__(self, context: BrowserContext, server: Reached) -> None:
        self.context, self.server = context, server
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.received: list[str] = []
        """Every frame from the server."""
        self.sent: list[str] = []
        self._unanswered: set[str] = set()
        self.responses: list[Response] = []
        self.faults: list[str] = []
        """Errors and warnings of the console, uncaught errors, failed requests."""
        self.page.on("websocket", self._listen)
        self.page.on("response", self._answered)
        self.page.on("console", self._logged)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("requestfailed", self._failed)

    def _listen(self, socket: WebSocket) -> None:
        self._unanswered.clear()
        socket.on("framereceived", self._receive)
        socket.on("framesent", self._send)

    def _receive(self, frame: str | bytes) -> None:
        self.received.append(str(frame))
        self._unanswered.discard(json.loads(frame).get("id"))

    def _send(self, frame: str | bytes) -> None:
        self.sent.append(str(frame))
        self._unanswered.add(json.loads(frame)["id"])

    def _logged(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console: {message.text}")

    def _failed(self, request: Request) -> None:
        if request.failure == "net::ERR_ABORTED":  # by navigation
            return
        self.faults.append(f"failed: {request.url} {request.failure}")

    def _answered(self, response: Response) -> None:
        self.responses.append(response)
        if response.status >= 400:
            self.faults.append(f"status {response.status}: {response.url}")

    def opens(self, path: str = "/") -> None:
        self.page.goto(f"http://{self.server.address}{path}")

    def button(self, name: str) -> Locator:
        """A button by its whole label."""
        return self.page.get_by_role("button", name=name, exact=True)

    def lobby_button(self, title: str) -> Locator:
        """A button of the lobby by its title, a part of its label."""
        return self.page.get_by_role("button", name=title)

    def taps_in_lobby(self, title: str) -> None:
        self.lobby_button(title).click()

    def taps(self, name: str) -> None:
        self.button(name).click()

    def touches(self, target: Locator) -> None:
        """Tap with a finger, long after the last tap."""
        self.page.evaluate("later()")
        target.tap()

    @property
    def table(self) -> str:
        """The id of the current table."""
        return self.page.url.rsplit("/t/", 1)[1]

    def news(self, kind: str) -> list[dict[str, Any]]:
        """All messages of one kind that were received."""
        told: list[dict[str, Any]] = [json.loads(frame) for frame in self.received]
        return [news for news in told if news["is"] == kind]

    @property
    def played(self) -> list[str]:
        """The moves that the page has sent."""
        return [command["move"] for command in map(json.loads, self.sent) if command["do"] == "play"]

    def is_answered(self) -> bool:
        """Whether every command on this connection is answered."""
        return not self._unanswered

    def syncs(self) -> None:
        """Wait until all frames so far are in `sent` and `received`."""
        # Playwright reports frames in order with the answer to this.
        self.page.evaluate("() => undefined")

    def waits_until(self, wanted: Callable[[], bool]) -> None:
        """Wait until a condition holds."""
        end = time.monotonic() + PATIENCE / 1000
        while not wanted():
            assert time.monotonic() < end, "the condition does not hold"
            self.page.wait_for_timeout(10)

    def awaits(self, script: str) -> Any:
        """The result of an asynchronous function in the page, within `PATIENCE`."""
        late = f"new Promise((_, no) => setTimeout(() => no(new Error('no result')), {PATIENCE}))"
        return self.page.evaluate(f"Promise.race([({script})(), {late}])")

    @property
    def view(self) -> dict[str, Any]:
        """The last view received."""
        view: dict[str, Any] = self.news("update")[-1]["view"]
        return view

    def sees(self, text: str) -> None:
        """Wait until a text is visible."""
        expect(self.page.get_by_text(text).first).to_be_visible()

    def lays_out_well(self) -> None:
        """Assert that nothing scrolls sideways or is cut off."""
        wide = self.page.evaluate(
            "() => [document.scrollingElement.scrollWidth, document.scrollingElement.clientWidth]"
        )
        assert wide[0] <= wide[1], f"the page scrolls sideways: {wide}"
        cut: list[int] = self.page.locator("main.app").evaluate_all(
            "(all) => all.map((main) => main.scrollHeight - main.clientHeight)"
        )
        assert all(pixels <= SHADOW for pixels in cut), f"the page is cut off by {cut} px"


@contextmanager
def visiting(
    browser: Browser,
    server: Reached,
    size: Size = PHONE,
    *,
    dark: bool = False,
    locale: str = "en-GB",
    worker: bool = True,
) -> Iterator[Visitor]:
    """A visitor with a phone, or with a desktop if the window is wide.

    Without a *worker* the browser has no service worker, as on plain HTTP in a home network.
    """
    phone = size[0] < 900
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        is_mobile=phone,
        has_touch=phone,
        locale=locale,
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
        service_workers="allow" if worker else "block",
    )
    context.add_init_script(path=GUARDS)
    try:
        yield Visitor(context, server)
    finally:
        context.close()
