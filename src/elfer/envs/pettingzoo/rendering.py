"""Rendering with pygame: the rows, other cards in the middle, and a line per seat."""

from __future__ import annotations

import os
from typing import NamedTuple, get_type_hints

import numpy as np
import numpy.typing as npt

from elfer.core.cards import COPIES
from elfer.core.game import View
from elfer.core.texts import Words
from elfer.match import AnyMatch
from elfer.sheets import title

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
try:
    import pygame
except ModuleNotFoundError as missing:
    said = Words("en").say("refused.zoo_missing", module=missing.name)
    raise ModuleNotFoundError(said, name=missing.name) from None

SIZE = (960, 720)
EDGE = 24
CARD = (30, 38)
GAP = 4
PAPER, FELT, INK, DIM, MARK = "#f4f1e8", "#e6e1d3", "#2b2f36", "#7a7f88", "#d8412f"
PAINTS = {
    "R": ("#c8301f", "#ffffff"),
    "Y": ("#ffd23f", "#1c1500"),
    "G": ("#43b07c", "#04231a"),
    "B": ("#1d3f9e", "#ffffff"),
    "N": ("#9aa1ab", "#15181d"),
    "J": ("#8a6bbf", "#ffffff"),
}
"""The colours of a card and of its number."""
LEFT_OUT = {"seat", "turn", "moves", "over", "rows", "row_order", "numbers", "bridges", "bonuses", "may_keep"}
IN_ROWS = {"table", "fits", "openers", "soon", "ends", "jokers"}
"""Fields shown in the rows of a game with rows."""
NOT_BY_SEAT = {"piles"}
"""Lists of card sets that are in the middle, even if there are as many as seats."""


LabelledCards = tuple[str, tuple[str, ...]]
"""Cards with a label."""


class RenderedView(NamedTuple):
    """The fields of a view by the way they are rendered."""

    words: list[str]
    middle: list[LabelledCards]
    seats: list[tuple[list[str], list[LabelledCards]]]
    """The texts and the cards of each seat."""


def rendered(view: View, seats: int) -> RenderedView:
    """The fields of a view, sorted by the way they are rendered."""
    shown = RenderedView([], [], [([], []) for _ in range(seats)])
    hidden = LEFT_OUT | (IN_ROWS if hasattr(view, "table") else set())
    hints = get_type_hints(type(view))
    for name in view.__struct_fields__:
        value = getattr(view, name)
        if name in hidden or value is None or value is False or value in ((), ""):
            continue
        label = name.replace("_", " ")
        if not isinstance(value, tuple):
            _single(shown, label, value)
        elif hints[name] == tuple[str | None, ...]:
            _by_seat(shown, label, value)
        elif all(isinstance(part, str) for part in value) and set(value) <= COPIES.keys():
            shown.middle.append((label, value))
        elif len(value) == seats and not (name in NOT_BY_SEAT and isinstance(value[0], tuple)):
            _by_seat(shown, label, value)
        else:
            _several(shown, label, value)
    return shown


def _single(shown: RenderedView, label: str, value: object) -> None:
    if isinstance(value, str) and value in COPIES:
        shown.middle.append((label, (value,)))
    else:
        shown.words.append(label if value is True else f"{label}: {value}")


def _by_seat(shown: RenderedView, label: str, value: tuple[object, ...]) -> None:
    for (said, cards), part in zip(shown.seats, value, strict=True):
        held = (part,) if isinstance(part, str) else part if isinstance(part, tuple) else ()
        if held and all(card in COPIES for card in held):
            cards.append((label, held))
        elif held:
            said.append(f"{label} " + " ".join(map(str, held)))
        elif part and isinstance(part, int):
            said.append(label if part is True else f"{label} {part}")


def _several(shown: RenderedView, label: str, value: tuple[object, ...]) -> None:
    for i, part in enumerate(value, 1):
        if isinstance(part, tuple) and part and all(card in COPIES for card in part):
            shown.middle.append((f"{label} {i}", part))
        elif part != ():
            shown.words.append(f"{label}: {part}")


class Renderer:
    """Renders tables in a window or as arrays."""

    def __init__(self, fps: int | None) -> None:
        pygame.font.init()
        self._fps = fps
        if fps is None:
            self._canvas = pygame.Surface(SIZE)
        else:
            pygame.display.init()
            pygame.display.set_caption("elfer")
            self._canvas = pygame.display.set_mode(SIZE)
        self._clock = pygame.time.Clock()
        self._fonts = {size: pygame.font.Font(None, size) for size in (20, 22, 30)}

    def render(self, match: AnyMatch) -> npt.NDArray[np.uint8] | None:
        """Render the table with open hands; an array (rows, columns, colours) without a window."""
        view = match.open_view()
        self._canvas.fill(PAPER)
        self._say(title(match.game.id, "en"), EDGE, 16, 30)
        top = self._rows(view, 60) if hasattr(view, "table") else 60
        shown = rendered(view, match.seats)
        for label, cards in shown.middle:
            self._say(label, EDGE, top + 10, 20, DIM)
            self._cards(cards, EDGE + 110, top)
            top += CARD[1] + 8
        self._say("   ".join(shown.words), EDGE, top + 4, 20, DIM)
        top += 34
        room = max(1, (SIZE[1] - top - 8) // match.seats)
        for seat, (said, held) in enumerate(shown.seats):
            self._seat(match, seat, said, held, top + seat * min(room, 110))
        return self._shown()

    def _shown(self) -> npt.NDArray[np.uint8] | None:
        if self._fps is None:
            return np.transpose(pygame.surfarray.array3d(self._canvas), (1, 0, 2)).astype(np.uint8)
        pygame.event.pump()
        pygame.display.update()
        if pygame.display.get_driver() != "dummy":  # a dummy needs no frame rate
            self._clock.tick(self._fps)
        return None

    def _rows(self, view: View, top: int) -> int:
        """Render the rows, with a frame around the fields where a card fits."""
        letters: str = getattr(view, "rows", "") or "".join(name[0].upper() for name in view.row_order)  # type: ignore[attr-defined]
        low, high = getattr(view, "numbers", (1, 21 if hasattr(view, "jokers") else 20))
        lying, fits, jokers = (set(getattr(view, name, ())) for name in ("table", "fits", "jokers"))
        for letter in letters:
            for number in range(low, high + 1):
                name, left = f"{letter}{number}", EDGE + (number - low) * (CARD[0] + 13)
                if name in lying:
                    self._card("J" if name in jokers else name, left, top)
                else:
                    frame = pygame.Rect(left, top, *CARD)
                    pygame.draw.rect(self._canvas, FELT, frame, border_radius=5)
                    if name in fits:
                        pygame.draw.rect(self._canvas, PAINTS[letter][0], frame, 2, border_radius=5)
            top += CARD[1] + 6
        return top + 8

    def _seat(
        self, match: AnyMatch, seat: int, said: list[str], cards: list[LabelledCards], top: int
    ) -> None:
        asked = seat in match.awaited
        self._say(f"player_{seat}", EDGE, top, 22, MARK if asked else INK)
        self._say("   ".join(said), EDGE + 110, top + 1, 20, DIM)
        left, most = EDGE + 110, max(1, len(cards))
        width = (SIZE[0] - EDGE - left) // most
        for i, (label, some) in enumerate(cards):
            self._say(label, left + i * width, top + 30, 20, DIM)
            self._cards(some, left + i * width + 60, top + 20, width - 76)

    def _cards(
        self, cards: tuple[str, ...], left: int, top: int, room: int = SIZE[0] - 2 * EDGE - 110
    ) -> None:
        """Render cards side by side, overlapping if there is no room."""
        each = min(CARD[0] + GAP, (room - CARD[0]) / max(1, len(cards) - 1))
        for i, card in enumerate(cards):
            self._card(card, left + int(i * each), top)

    def _card(self, name: str, left: int, top: int) -> None:
        paint, ink = PAINTS[name[0]]
        frame = pygame.Rect(left, top, *CARD)
        pygame.draw.rect(self._canvas, paint, frame, border_radius=5)
        pygame.draw.rect(self._canvas, PAPER, frame, 1, border_radius=5)
        text = self._fonts[22].render(name[1:] or name, True, ink)
        self._canvas.blit(text, (left + 4, top + 5))

    def _say(self, text: str, left: int, top: int, size: int, ink: str = INK) -> None:
        self._canvas.blit(self._fonts[size].render(text, True, ink), (left, top))

    def close(self) -> None:
        """Close the window."""
        if self._fps is not None:
            pygame.display.quit()
