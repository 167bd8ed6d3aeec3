"""What a screen reader gets: announcements and the accessibility tree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tests.browser.browser import Visitor

COLOURS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "N": "grey"}
LYING = ("table", "tops", "middle", "card", "open", "piles", "taken", "drawn", "chosen")
"""The fields of views with open cards, or with the own drawn and chosen ones."""
CARD = re.compile(r"[RYGBN]\d+")
ANSWER = """() => {
  const last = () => document.querySelector('main [role=log]').lastElementChild;
  let before;
  addEventListener('keydown', () => (before = last()), { capture: true, once: true });
  window.answer = new Promise((resolve) => {
    // Added after the page's own listener, so the announcement is there when it runs.
    addEventListener('keydown', () => resolve(last() === before ? '' : last().textContent), { once: true });
  });
}"""
NAMELESS = re.compile(
    r"^\s*- (button|link|textbox|combobox|slider|checkbox|radio|img)(?: \[[^]]*\])*:?$", re.M
)
"""Controls and images without a name in an accessibility tree."""


def told(visitor: Visitor, key: str) -> str:
    """What is announced while the page handles a key, without what bots do then."""
    visitor.page.evaluate(ANSWER)
    visitor.page.keyboard.press(key)
    said: str = visitor.page.evaluate("() => window.answer")
    assert said, f"no answer to {key}"
    return said


def cards_in(value: Any) -> Iterator[str]:
    """The cards in a field of a view, at any depth."""
    if isinstance(value, str) and CARD.fullmatch(value):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from cards_in(one)


def lying(view: dict[str, Any]) -> list[str]:
    """The open cards of a view; of a pile, the top one."""
    piles = [pile[:1] if isinstance(pile, list) else pile for pile in view.get("piles", [])]
    shown = {**view, "piles": piles}
    return [card for name in LYING for card in cards_in(shown.get(name))]


def names(text: str, card: str) -> bool:
    """Whether a text names a card: its colour, and its number alone or within a range."""
    number = int(card[1:])
    ranges = [(int(low), int(high or low)) for low, high in re.findall(r"(\d+)(?:–(\d+))?", text)]
    return COLOURS[card[0]] in text.lower() and any(low <= number <= high for low, high in ranges)


def is_read_aloud(visitor: Visitor, where: str) -> None:
    """Assert that table, hand and numbers of cards are announced, and that all controls have names."""
    tree = visitor.page.locator("main").aria_snapshot()
    assert not NAMELESS.findall(tree), f"{where}: something has no name:\n{tree}"
    view = visitor.view
    lies, own, who = (told(visitor, key) for key in "tcw")
    missing = [card for card in lying(view) if not names(f"{lies} {own}", card)]
    assert not missing, f"{where}: {missing} lie there, announced: {lies}"
    hand = list(cards_in((view.get("hands") or [[]])[0]))
    assert not [card for card in hand if not names(own, card)], f"{where}: {hand}, announced: {own}"
    assert own, where
    for chair in visitor.news("table")[-1]["chairs"][1:]:
        assert f"{chair['name']} has " in who, f"{where}: {who}"
    assert "You have " in who, f"{where}: {who}"
