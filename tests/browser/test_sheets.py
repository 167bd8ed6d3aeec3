"""Sheets: focus, scrolling, radio buttons, refusals."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.browser.browser import SMALL, Visitor, visiting
from tests.browser.new_table import sits_down
from tests.browser.player import Player
from tests.server.people import Server

SCROLLED = """() => {
    const frames = (count, done) => (count ? requestAnimationFrame(() => frames(count - 1, done)) : done());
    const wheel = (done) => addEventListener('wheel', () => frames(20, done), { once: true, capture: true });
    window.scrolled = new Promise(wheel);
}"""
"""`scrolled` is kept 20 frames after the next event of the wheel."""


def test_the_focus_returns_to_the_button_that_opened_a_sheet(ada: Visitor) -> None:
    sits_down(ada, "classic", 4)
    Player(ada).waits()
    menu = ada.button("Menu")
    menu.press("Enter")
    ada.page.locator("dialog[open] .emotes button").first.press("Enter")  # which closes the menu
    expect(ada.page.locator("dialog[open]")).to_have_count(0)
    expect(menu).to_be_focused()
    menu.press("Enter")
    ada.page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    assert ada.faults == []


def test_the_page_stands_still_behind_a_sheet(browser: Browser, server: Server) -> None:
    with visiting(browser, server, SMALL) as visitor:
        page = visitor.page
        visitor.opens()
        visitor.button("Settings").click()
        expect(page.locator("dialog[open]")).to_be_visible()
        page.mouse.move(100, 20)  # beside the sheet
        page.evaluate(SCROLLED)
        page.mouse.wheel(0, 300)
        page.evaluate("() => scrolled")
        assert page.evaluate("() => document.scrollingElement.scrollTop") == 0
        page.keyboard.press("Escape")
        page.mouse.wheel(0, 300)
        page.wait_for_function("() => document.scrollingElement.scrollTop > 0")


def test_choices_are_radio_buttons(ada: Visitor) -> None:
    ada.opens()
    ada.button("Settings").click()
    look = ada.page.get_by_role("radiogroup", name="Appearance")
    expect(look.get_by_role("radio", checked=True)).to_have_accessible_name("automatic")
    look.get_by_role("radio", name="automatic").focus()
    ada.page.keyboard.press("ArrowRight")
    expect(look.get_by_role("radio", name="light")).to_be_checked()
    expect(look.get_by_role("radio", name="light")).to_be_focused()
    expect(ada.page.locator("html")).to_have_attribute("data-theme", "light")
    assert ada.faults == []


def test_a_refused_hint_says_why(ada: Visitor) -> None:
    def refuses_hints(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def said(frame: str | bytes) -> None:
            command = json.loads(frame)
            if command["do"] == "hint":
                socket.send(
                    json.dumps({"is": "refused", "id": command["id"], "code": "too_fast", "params": {}})
                )
            else:
                server.send(frame)

        socket.on_message(said)

    ada.page.route_web_socket(re.compile("/socket$"), refuses_hints)
    sits_down(ada, "classic", 4)
    Player(ada).waits()
    ada.taps("Menu")
    ada.taps("Hint")
    expect(ada.page.get_by_role("dialog").get_by_role("alert")).to_have_text(
        "That was too much at once. Wait a moment."
    )
    assert ada.faults == []
