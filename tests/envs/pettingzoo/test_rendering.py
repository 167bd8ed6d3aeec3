"""Pictures of tables."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import elfer
from elfer.core.chance import Chance
from elfer.envs.pettingzoo import env
from elfer.envs.pettingzoo.rendering import PAINTS, SIZE, Renderer, rendered
from elfer.games import registry


def rgb(paint: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(paint.removeprefix("#")))


@pytest.mark.parametrize("id", registry())
def test_every_hand_is_shown(id: str) -> None:
    """All cards that a view names are somewhere in the picture: in the rows, in the middle, or at a seat."""
    match, rng = elfer.start(id, seed=2), Chance(2)
    for _ in range(12):
        seat = match.actors[0]
        moves = match.moves(seat)
        match.play(seat, moves[rng.below(len(moves))])
    view = match.open_view()
    shown = rendered(view, match.seats)
    for seat, hand in enumerate(getattr(view, "hands", ())):
        assert not hand or hand in [cards for _, cards in shown.seats[seat][1]]


def test_a_card_has_its_colour() -> None:
    table = env("classic", seats=2, render_mode="rgb_array")
    table.reset(seed=1)
    table.step(table.encoding.ids["R11"])
    picture, again = table.render(), table.render()
    assert isinstance(picture, np.ndarray)
    assert isinstance(again, np.ndarray)
    assert picture.shape == (SIZE[1], SIZE[0], 3)
    assert (picture == rgb(PAINTS["R"][0])).all(axis=2).any()
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
