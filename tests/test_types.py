from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from mypy import api

from elfer.core.game import Event, package_of, part_of_game
from elfer.games import BUILT_IN

SAMPLE = Path(__file__).parent / "typed.py"
WRONG = """\
import elfer
from elfer.games.rows import Classic
match = elfer.start(Classic)
match.view(0).hand
match.view(0).stock + ""
"""


def checked(file: Path) -> str:
    out, errors, _ = api.run(["--strict", "--no-error-summary", str(file)])
    assert not errors
    return out


def test_typed_code_of_a_user_passes_the_strict_checker_and_runs() -> None:
    assert checked(SAMPLE) == ""
    runpy.run_path(str(SAMPLE))


def test_the_types_say_something(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text(WRONG)
    found = checked(wrong)
    assert '"View" has no attribute "hand"' in found
    assert 'Unsupported operand types for + ("int" and "str")' in found


@pytest.mark.parametrize("game", BUILT_IN.values(), ids=lambda game: game.id)
def test_the_folder_of_a_game_offers_its_types(game: type) -> None:
    folder = part_of_game(game, "state")
    assert folder
    package = __import__(package_of(game), fromlist=["*"])
    events = [
        name for name, kind in vars(folder).items() if isinstance(kind, type) and issubclass(kind, Event)
    ]
    for name in (game.__name__, "State", "View", "RoundOver", *events):
        assert name == "Event" or isinstance(vars(package)[name], type)
