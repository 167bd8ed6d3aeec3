from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from elfer.compiled.decorator import compiled as decorator
from elfer.compiled.just_in_time import _Announcement, _Cache, _sources
from elfer.games.rows.bot import policy

LONG = bool(os.environ.get("ELFER_LONG"))
PACKAGE = {
    "rules.py": "STEP = 1",
    "compiled/layout.py": "TWICE = 2",
    "compiled/steps.py": """
from elfer.compiled.decorator import compiled
from own.compiled.layout import TWICE

@compiled
def double(number):
    return TWICE * number
""",
    "bot/lays.py": """
from elfer.compiled.decorator import compiled
from ..compiled import steps
from ..rules import STEP
double = steps.double

@compiled
def more(number):
    return double(number) + STEP
""",
}
"""A game's folder: a constant of its rules, a compiled twin, and a bot that calls it."""


def run(code: str, folder: Path) -> str:
    out = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=folder, timeout=120, check=True
    )
    assert out.stderr == ""
    return out.stdout.strip()


def test_importing_the_package_does_not_import_numba(tmp_path: Path) -> None:
    assert run("import elfer, sys; print('numba' in sys.modules)", tmp_path) == "False"


def test_importing_the_engine_compiles_nothing(tmp_path: Path) -> None:
    code = """
from numba.core import event
with event.install_recorder("numba:compile") as compiled:
    import elfer.games.rows.compiled
print(len(compiled.buffer))
"""
    assert run(code, tmp_path) == "0"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The folder of a package `own`."""
    for name, text in PACKAGE.items():
        file = tmp_path / "own" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path


def outcome(package: Path) -> str:
    """What the bot finds in a process of its own, and how often code came from the disk."""
    code = "from own.bot.lays import more; print(more(1), sum(more.stats.cache_hits.values()))"
    return run(code, package)


CHANGES = [
    ("rules.py", "STEP = 5", "7"),
    ("compiled/layout.py", "TWICE = 7", "12" if LONG else "8"),
    ("compiled/steps.py", PACKAGE["compiled/steps.py"].replace("*", "+"), "13"),
]
"""A file that the bot is made of, its new text, and what the bot finds from then on."""


def test_code_is_kept_on_disk_until_a_file_changes_that_it_is_made_of(package: Path) -> None:
    assert outcome(package) == "3 0"
    (package / "own" / "texts.py").write_text("HELLO = 'hello'")  # which it is not made of
    assert outcome(package) == "3 1"
    for changed, text, expected in CHANGES if LONG else CHANGES[1:2]:
        (package / "own" / changed).write_text(text)
        assert outcome(package) == f"{expected} 0"
    assert outcome(package) == f"{expected} 1"


def test_the_games_are_told_apart_by_all_that_they_are_made_of() -> None:
    """Editing the row games' layout, or what cards are, makes their bots' code stale."""
    made_of = _sources(policy.__name__)
    assert {"elfer.core.cards", "elfer.compiled.bits", "elfer.games.rows.compiled.layout"} < set(made_of)
    assert "elfer.games.master.compiled" not in made_of


def test_without_a_folder_to_write_to_it_compiles_anyway(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: _Cache, function: object) -> None:
        raise RuntimeError("no locator available")

    monkeypatch.setattr(_Cache, "__init__", refuse)

    @decorator
    def double(number: int) -> int:
        return 2 * number

    assert double(4) == 8


@pytest.mark.parametrize(
    ("module", "terminal", "lines"), [("elfer.x", True, 1), ("elfer.x", False, 0), ("other", True, 0)]
)
def test_compiling_is_announced_once_and_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, module: str, terminal: bool, lines: int
) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: terminal)
    monkeypatch.setattr(sys, "stderr", screen)
    event: Any = SimpleNamespace(
        data={"dispatcher": SimpleNamespace(py_func=SimpleNamespace(__module__=module))}
    )
    listener = _Announcement()
    for _ in range(3):
        listener.on_start(event)
        listener.on_end(event)
    assert len(screen.getvalue().splitlines()) == lines
