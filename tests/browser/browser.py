"""Real browsers: people who open the page, and what goes wrong while they look at it."""

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
"""The ms after which a test fails, without what was expected."""
SHADOW = 4
"""So many px beyond the edge are shadows."""
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
    """Where this machine has Chromium; without one there is nothing to test, which CI does not accept."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found:
        return found
    missing = f"NO BROWSER: none of {', '.join(NAMES)} is installed, so the page is NOT TESTED"
    if os.environ.get("CI"):
        pytest.fail(missing, pytrace=False)
    pytest.skip(missing)


def built() -> None:
    """Fail unless there is a page to be served."""
    if not (PAGE / "index.html").exists():
        pytest.fail("the web client is not built: run `make web`", pytrace=False)


@contextmanager
def browsing() -> Iterator[Browser]:
    """A browser for as long as it is needed."""
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
    """Somebody with a browser of their own, who has the page open."""

    def __init__(self, context: BrowserContext, server: Reached) -> None:
        self.context, self.server = context, server
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.heard: list[str] = []
        """Every frame that came through the socket."""
        self.said: list[str] = []
        self._unanswered: set[str] = set()
        self.loaded: list[Response] = []
        self.faults: list[str] = []
        """Errors in the console, errors of the page, requests that failed."""
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
        self.heard.append(str(frame))
        self._unanswered.discard(json.loads(frame).get("id"))

    def _send(self, frame: str | bytes) -> None:
        self.said.append(str(frame))
        self._unanswered.add(json.loads(frame)["id"])

    def _logged(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console: {message.text}")

    def _failed(self, request: Request) -> None:
        if request.failure == "net::ERR_ABORTED":  # whoever goes elsewhere breaks off what was being loaded
            return
        self.faults.append(f"failed: {request.url} {request.failure}")

    def _answered(self, response: Response) -> None:
        self.loaded.append(response)
        if response.status >= 400:
            self.faults.append(f"status {response.status}: {response.url}")

    def opens(self, path: str = "/") -> None:
        self.page.goto(f"http://{self.server.address}{path}")

    def button(self, name: str) -> Locator:
        """A button by all of its words."""
        return self.page.get_by_role("button", name=name, exact=True)

    def door(self, title: str) -> Locator:
        """One of the ways on from the lobby, by its title."""
        return self.page.get_by_role("button", name=title)

    def taps_door(self, title: str) -> None:
        self.door(title).click()

    def taps(self, name: str) -> None:
        self.button(name).click()

    def touches(self, target: Locator) -> None:
        """Tap with a finger, long after the last tap."""
        self.page.evaluate("later()")
        target.tap()

    @property
    def table(self) -> str:
        """The id of the table one is at."""
        return self.page.url.rsplit("/t/", 1)[1]

    def news(self, kind: str) -> list[dict[str, Any]]:
        """All that was told of one kind."""
        told: list[dict[str, Any]] = [json.loads(frame) for frame in self.heard]
        return [news for news in told if news["is"] == kind]

    @property
    def played(self) -> list[str]:
        """The moves that the page has sent, by taps, by keys or by itself."""
        return [command["move"] for command in map(json.loads, self.said) if command["do"] == "play"]

    def is_answered(self) -> bool:
        """Whether all that the page has said got its answer."""
        return not self._unanswered

    def notes(self) -> None:
        """Wait until everything that the page has sent so far is in `said`."""
        # Frames are reported in order with the answer to this.
        self.page.evaluate("() => undefined")

    def hears(self, wanted: Callable[[], bool]) -> None:
        """Wait until something was told."""
        end = time.monotonic() + PATIENCE / 1000
        while not wanted():
            assert time.monotonic() < end, "it was not told"
            self.page.wait_for_timeout(10)

    def awaits(self, script: str) -> Any:
        """The result of an asynchronous function in the page, which has to come within `PATIENCE`."""
        late = f"new Promise((_, no) => setTimeout(() => no(new Error('no result')), {PATIENCE}))"
        return self.page.evaluate(f"Promise.race([({script})(), {late}])")

    @property
    def view(self) -> dict[str, Any]:
        """What the server has last told of the match."""
        view: dict[str, Any] = self.news("update")[-1]["view"]
        return view

    def sees(self, text: str) -> None:
        """Wait until a text is to be seen."""
        expect(self.page.get_by_text(text).first).to_be_visible()

    def lays_out_well(self) -> None:
        """Nothing scrolls sideways."""
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
    """Somebody who looks at the page on a phone, or on a desktop where the window is wide.

    Without a *worker*, it is a browser that keeps no files of the page, as on the home network.
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
