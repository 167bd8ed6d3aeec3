"""The documents say what is true: their code runs, their links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import elfer
from elfer.games import registry
from elfer.records import parse_record

ROOT = Path(__file__).parent.parent
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").glob("*.md")),
]


def blocks(file: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", file.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_the_python_in_a_document_runs(file: Path) -> None:
    names: dict[str, object] = {}
    for block in blocks(file, "python"):
        exec(compile(block, str(file), "exec"), names)


@pytest.mark.parametrize("id", registry())
def test_the_loop_of_the_readme_plays_every_game(id: str) -> None:
    (block,) = blocks(ROOT / "README.md", "python")
    seats = registry()[id].seats[-1]
    start = f'elfer.start("{id}", seats={seats}, rounds=2, '
    changed = block.replace('elfer.start("classic", seats=4, ', start).replace("range(4)", f"range({seats})")
    assert start in changed
    assert f"range({seats})" in changed
    names: dict[str, Any] = {}
    exec(compile(changed, "README.md", "exec"), names)
    assert (names["match"].over, names["match"].game.id) == (True, id)


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_links_lead_somewhere(file: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", file.read_text("utf-8")):
        if not target.startswith("http"):
            assert (file.parent / target).exists(), target


def test_the_records_in_the_notation_document_replay() -> None:
    records = blocks(ROOT / "docs" / "notation.md", "elfer")
    assert records
    for text in records:
        assert parse_record(text)
        assert elfer.replay(text).over


def test_every_game_is_in_the_readme_and_the_notation_document() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    notation = (ROOT / "docs" / "notation.md").read_text("utf-8")
    for id in registry():
        assert f"`{id}`" in readme
        assert f"`{id}`" in notation


def test_the_readme_names_the_two_commands_and_what_this_is_not() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert "make play" in text
    assert "make test" in text
    assert "unofficial fan project" in text
