from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from elfer.compiled.decorator import _Announcement, _Cache
from elfer.games.rows.compiled import compiled as decorator

MODULE = """
from elfer.games.rows.compiled import compiled
from neighbour import STEP

@compiled
def more(number):
    return number + STEP
"""


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


def test_code_is_kept_on_disk_until_any_file_beside_it_changes(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(MODULE)
    code = "from own import more; print(more(1), sum(more.stats.cache_hits.values()))"
    for step, expected in ((1, "2 0"), (1, "2 1"), (5, "6 0"), (5, "6 1")):
        (tmp_path / "neighbour.py").write_text(f"STEP = {step}\n")
        assert run(code, tmp_path) == expected


def test_without_a_folder_to_write_to_it_compiles_anyway(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Any, function: Any) -> None:
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
