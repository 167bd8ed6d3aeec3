"""Pictures of tables."""

from __future__ import annotations

import subprocess
import sys
from xml.etree import ElementTree

import numpy as np
import pytest

import elfer
from elfer.core.chance import Chance
from elfer.core.texts import Words
from elfer.envs.pettingzoo import env
from elfer.envs.pettingzoo.rendering import SIZE, Renderer
from elfer.games import registry
from elfer.pictures import INK


def rgb(paint: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(paint.removeprefix("#")))


@pytest.mark.parametrize("id", registry())
def test_every_hand_is_shown(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every text and every filled shape of the open picture is drawn, inside the frame."""
    match, rng = elfer.start(id, seed=2), Chance(2)
    for _ in range(12):
        seat = match.actors[0]
        moves = match.moves(seat)
        match.play(seat, moves[rng.below(len(moves))])
    renderer, drawn = Renderer(None), list[str]()
    plain = renderer._text

    def noted(text: str, at: tuple[float, float], size: int, ink: str, anchor: str) -> None:
        assert 0 < at[0] < SIZE[0]
        assert size / 2 < at[1] < SIZE[1]
        drawn.append(text)
        plain(text, at, size, ink, anchor)

    monkeypatch.setattr(renderer, "_text", noted)
    picture = renderer.render(match)
    assert isinstance(picture, np.ndarray)
    head, *texts = drawn
    assert all(f"player_{seat}" in head for seat in match.awaited)
    words = Words("en", [f"player_{seat}" for seat in range(match.seats)], getattr(match.game, "edition", ""))
    shapes = list(ElementTree.fromstring(match.svg(open=True, words=words)))
    assert texts == [shape.text for shape in shapes if shape.tag.endswith("}text")]
    inks = {shape.attrib["fill"] for shape in shapes if not shape.tag.endswith(("}text", "}path"))}
    assert {rgb(ink) for ink in inks} <= {
        tuple(colour) for colour in np.unique(picture.reshape(-1, 3), axis=0)
    }


def test_a_card_has_its_colour() -> None:
    table = env("classic", seats=2, render_mode="rgb_array")
    table.reset(seed=1)
    before = table.render()
    table.step(table.encoding.ids["R11"])
    picture, again = table.render(), table.render()
    assert isinstance(before, np.ndarray)
    assert isinstance(picture, np.ndarray)
    assert isinstance(again, np.ndarray)
    assert picture.shape == (SIZE[1], SIZE[0], 3)
    assert not np.array_equal(before, picture)
    assert (picture == rgb(INK["R"])).all(axis=2).any()
    assert np.array_equal(picture, again)
    table.close()


def test_a_window_opens_and_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    painter = Renderer(30)
    assert painter.render(elfer.start("snap", seed=1)) is None
    painter.close()


def test_the_text_of_a_table() -> None:
    table = env("classic", seats=2, render_mode="ansi")
    table.reset(seed=1)
    text = table.render()
    assert isinstance(text, str)
    assert "player_0" in text
    assert "\x1b[" in text


@pytest.mark.filterwarnings("ignore:.*There is nothing to see:UserWarning")
def test_without_a_mode_there_is_nothing_to_see() -> None:
    table = env("duel")
    table.reset(seed=1)
    assert table.render() is None


def test_without_pygame_one_is_told_what_to_install() -> None:
    script = (
        "import sys; sys.modules['pygame'] = None\n"
        "from elfer.envs.pettingzoo import env\n"
        "table = env('duel', render_mode='rgb_array'); table.reset()\n"
        "try: table.render()\n"
        "except ImportError as missing: print(missing)\n"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert out == "There is no pygame. It comes with: pip install 'elfer[pettingzoo]'\n"
