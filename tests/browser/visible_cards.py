"""The cards that a browser could know: from frames, or from the page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from tests.browser.browser import Visitor

CARD = re.compile(r"\b[RYGB]\d{1,2}\b")
COLOURS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}


def named(news: Any) -> Iterator[str]:
    """Every card named in a message, except in `fits`, which says nothing of hands."""
    if isinstance(news, dict):
        for key, value in news.items():
            if key != "fits":
                yield from named(value)
    elif isinstance(news, list):
        for one in news:
            yield from named(one)
    elif isinstance(news, str):
        yield from CARD.findall(news)


def known(visitor: Visitor) -> set[str]:
    """Every card that this browser could know."""
    return told_to(visitor) | shown_to(visitor)


def told_to(visitor: Visitor, since: int = 0) -> set[str]:
    """The cards in frames received, from index *since* on."""
    return {card for frame in visitor.received[since:] for card in named(json.loads(frame))}


def shown_to(visitor: Visitor) -> set[str]:
    page = visitor.page.content()
    spoken = {
        f"{letter}{number}"
        for letter, colour in COLOURS.items()
        for number in re.findall(rf"\b{colour} (\d+)\b", page, re.IGNORECASE)
    }
    return spoken | set(re.findall(r'data-card="(\w+)"', page))
