"""Rendering with pygame: the picture of a table (`elfer.pictures`), in a window or as an array."""

from __future__ import annotations

import os
import re
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt

from elfer.core.texts import Words
from elfer.match import AnyMatch
from elfer.pictures import FELT
from elfer.sheets import title

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
try:
    import pygame
except ModuleNotFoundError as missing:
    said = Words("en").say("refused.zoo_missing", module=missing.name)
    raise ModuleNotFoundError(said, name=missing.name) from None

SIZE = (960, 720)
HEAD = 40
"""The height of the line above the picture."""
FONT = 1.3
"""The size of pygame's font for letters of size 1."""


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
        self._fonts: dict[int, pygame.font.Font] = {}

    def render(self, match: AnyMatch) -> npt.NDArray[np.uint8] | None:
        """Render the table with open hands; an array (rows, columns, colours) without a window."""
        self._canvas.fill(FELT)
        agents = [f"player_{seat}" for seat in range(match.seats)]
        asked = ", ".join(agents[seat] for seat in match.awaited if seat >= 0)
        self._text(f"{title(match.game.id, 'en')}   {asked}", (16, 26), 26, "#2b2f36", "start")
        words = Words("en", agents, getattr(match.game, "edition", ""))
        picture = ElementTree.fromstring(match.svg(open=True, words=words))
        width, height = (int(picture.attrib[name]) for name in ("width", "height"))
        scale = min(SIZE[0] / width, (SIZE[1] - HEAD) / height)
        for shape in picture[1:]:  # the first one is the ground
            self._draw(shape, scale)
        return self._shown()

    def _draw(self, shape: ElementTree.Element, scale: float) -> None:
        """Draw one of the few shapes that pictures are made of."""
        given, kind = shape.attrib, shape.tag.rpartition("}")[2]
        points = [(x * scale, y * scale + HEAD) for x, y in _points(kind, given)]
        if kind == "rect":
            sides = float(given["width"]) * scale, float(given["height"]) * scale
            frame = pygame.Rect(points[0], sides)
            pygame.draw.rect(self._canvas, given["fill"], frame, border_radius=5)
            pygame.draw.rect(self._canvas, given["stroke"], frame, 1, border_radius=5)
        elif kind == "text":
            size = round((16 if "font-weight" in given else 13) * scale)
            self._text(shape.text or "", points[0], size, given["fill"], given["text-anchor"])
        elif kind == "circle":
            pygame.draw.circle(self._canvas, given["fill"], points[0], float(given["r"]) * scale)
        elif kind == "polygon":
            pygame.draw.polygon(self._canvas, given["fill"], points)
        else:
            pygame.draw.lines(self._canvas, given["stroke"], False, points, 3)

    def _text(self, text: str, at: tuple[float, float], size: int, ink: str, anchor: str) -> None:
        """Letters that stand at a point, or around it."""
        size = round(size * FONT)
        font = self._fonts[size] = self._fonts.get(size) or pygame.font.Font(None, size)
        drawn = font.render(text.replace("▸", ">"), True, ink)
        left = at[0] - (drawn.get_width() / 2 if anchor == "middle" else 0)
        self._canvas.blit(drawn, (left, at[1] - font.get_ascent()))

    def _shown(self) -> npt.NDArray[np.uint8] | None:
        if self._fps is None:
            return np.transpose(pygame.surfarray.array3d(self._canvas), (1, 0, 2)).astype(np.uint8)
        pygame.event.pump()
        pygame.display.update()
        if pygame.display.get_driver() != "dummy":  # a dummy needs no frame rate
            self._clock.tick(self._fps)
        return None

    def close(self) -> None:
        """Close the window."""
        if self._fps is not None:
            pygame.display.quit()


def _points(kind: str, given: dict[str, str]) -> list[tuple[float, float]]:
    """The points of a shape, moved where it is moved."""
    if kind in ("polygon", "path"):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", given.get("points") or given["d"])]
        x, y = map(float, re.findall(r"-?[\d.]+", given.get("transform", "0 0")))
        return [(x + right, y + down) for right, down in zip(numbers[::2], numbers[1::2], strict=True)]
    names = ("cx", "cy") if kind == "circle" else ("x", "y")
    return [(float(given[names[0]]), float(given[names[1]]))]
