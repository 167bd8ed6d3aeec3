"""Checks of layout, touch targets and accessibility."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Literal

import pytest

from tests.browser.browser import Size, Visitor

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
TARGETS = Path(__file__).with_name("small_targets.js").read_text("utf-8").strip().rstrip(";")
REACH = Path(__file__).with_name("unreachable.js").read_text("utf-8").strip()
HIDDEN = Path(__file__).with_name("obscured.js").read_text("utf-8").strip()
ZOOMED: tuple[Size, ...] = ((320, 256), (576, 360), (720, 520))
"""Windows of a desktop at 400 %, 250 % and 200 %."""
PASSING = 8.0
"""Seconds until remarks and animations are over."""
PLAYABLE = "button:not(:disabled), select, input:not([type=checkbox]), summary"


@cache
def _axe() -> str:
    if not AXE.exists():
        pytest.fail("axe-core is not installed: run `npm ci` in web/", pytrace=False)
    return AXE.read_text("utf-8")


def complaints(visitor: Visitor) -> list[str]:
    """The violations of WCAG 2.2 AA that axe finds."""
    page = visitor.page
    if not page.evaluate("() => 'axe' in window"):
        # The content security policy forbids adding it as a script.
        page.evaluate(_axe())
    found: list[dict[str, Any]] = page.evaluate(
        """async (rules) => (await axe.run(document, {
            runOnly: { type: 'tag', values: rules }, resultTypes: ['violations'],
        })).violations""",
        RULES,
    )
    return [
        f"{rule['id']}: {node['html'][:200]} {node.get('failureSummary', '')[:400]}"
        for rule in found
        for node in rule["nodes"]
    ]


Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, Scheme] = ("light", "dark")


def accessible(visitor: Visitor, where: str) -> None:
    """Assert that axe finds nothing, in light and in dark."""
    for scheme in SCHEMES:
        visitor.page.emulate_media(color_scheme=scheme)
        wrong = complaints(visitor)
        assert not wrong, "\n".join([f"{where}, {scheme}:", *wrong])


def too_small(visitor: Visitor) -> list[str]:
    """Touch targets that are too small."""
    small: list[str] = visitor.page.evaluate(f"({TARGETS})", PLAYABLE)
    return small


def staying(visitor: Visitor, found: Callable[[Visitor], list[str]]) -> list[str]:
    """Findings that stay when remarks and animations are over."""
    end = time.monotonic() + PASSING
    while (wrong := found(visitor)) and time.monotonic() < end:
        visitor.page.wait_for_timeout(200)
    return wrong


def fits(visitor: Visitor, where: str, *sizes: Size) -> None:
    """Assert that on phones of these sizes nothing scrolls sideways and touch targets are large enough."""
    for width, height in sizes:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.lays_out_well()
        small = staying(visitor, too_small)
        assert not small, "\n".join([f"{where}, {width}×{height}:", *small])


def shows_all(visitor: Visitor, where: str) -> None:
    """Assert that nothing of table and hand is cut off or covered by a lesson's sentence."""
    visitor.lays_out_well()
    lost = staying(visitor, lambda v: v.page.evaluate(HIDDEN))
    assert not lost, "\n".join([f"{where}: not to be seen:", *lost])


def reachable(visitor: Visitor, where: str, *sizes: Size) -> None:
    """Assert that vertical scrolling alone reaches all controls in these windows (WCAG 1.4.10)."""
    for width, height in sizes:
        visitor.page.set_viewport_size({"width": width, "height": height})
        lost = staying(visitor, lambda v: v.page.evaluate(REACH))
        assert not lost, "\n".join([f"{where}, {width}×{height}: not to be reached:", *lost])
