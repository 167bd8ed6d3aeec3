"""The documentation as a site: it is built without a warning, needs no network, and leaves nothing out."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import elfer
from elfer import bots
from elfer.games import registry

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
EXAMPLES = ROOT / "examples"
PROGRAMS = [file for file in EXAMPLES.iterdir() if file.suffix in (".py", ".mjs")]
LOADED = re.compile(
    r'<(?:script|img|iframe|link(?! rel="canonical"))\b[^>]*?(?:src|href)="?(https?:)?//', re.I
)


def built(folder: Path) -> None:
    """Build the site; whatever is wrong, such as a link that leads nowhere, is a warning and fails."""
    out = subprocess.run(  # not --quiet: a warning that is not said would not count
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert out.returncode == 0, out.stdout + out.stderr


def test_the_site_is_whole(tmp_path: Path) -> None:
    built(tmp_path)
    pages = {str(file.relative_to(tmp_path)): file.read_text("utf-8") for file in tmp_path.rglob("*.html")}
    wanted = [str(file.relative_to(DOCS).with_suffix(".html")) for file in DOCS.rglob("*.md")]
    wanted += ["reference/games.html", *(f"rules/{game}.html" for game in registry())]
    wanted += [f"examples/{file.stem}.html" for file in PROGRAMS]
    assert set(wanted) - set(pages) == set()
    assert [name for name, text in pages.items() if LOADED.search(text)] == []
    assert pages["tutorial.html"].count("<svg xmlns") >= 3
    assert re.search(r"hard wins \d\d\.\d\d%, between", pages["tutorial.html"])
    for package, page in ((elfer, "reference/elfer.html"), (bots, "reference/bots.html")):
        shown = set(re.findall(rf'id="{re.escape(package.__name__)}\.(?:games\.)?(\w+)"', pages[page]))
        assert set(package.__all__) - shown == set()
    shown = set(re.findall(r'id="(elfer\.[\w.]+)"', pages["reference/games.html"]))
    assert {f"{kind.__module__}.{kind.__name__}" for kind in registry().values()} <= shown
    assert {"elfer.games.rows.state.View.hands", "elfer.core.events.Drew.cards"} <= shown
    for name in (
        "turns.SequentialTurns.act",
        "tiny.Tiny",
        "pettingzoo.aec.AecEnvironment.last",
        "openspiel.Player",
    ):
        assert f'id="elfer.envs.{name}"' in pages["reference/envs.html"]
    assert 'said"' not in pages["reference/envs.html"]


def test_the_tutorial_is_kept_without_what_it_gives() -> None:
    cells = json.loads((DOCS / "tutorial.ipynb").read_text("utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert len(code) > 6
    assert [cell for cell in code if cell["outputs"] or cell["execution_count"] is not None] == []


def test_every_example_is_listed_and_run_by_a_test() -> None:
    listed = (EXAMPLES / "README.md").read_text("utf-8")
    tests = [
        file.read_text("utf-8") for file in (ROOT / "tests").rglob("test_*.py") if file != Path(__file__)
    ]
    for file in PROGRAMS:
        assert f"[{file.name}]({file.name})" in listed
        assert any(file.name in text or f'"{file.stem}' in text for text in tests), file.name
