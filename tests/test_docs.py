"""The documents say what is true: their code runs, their links lead somewhere."""

from __future__ import annotations

import re
from inspect import Parameter, Signature, isfunction, signature
from pathlib import Path
from typing import Any

import pytest

import elfer
from elfer.core.game import Game
from elfer.games import registry
from elfer.records import parse_record

ROOT = Path(__file__).parent.parent
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").glob("*.md")),
]


GUIDE = ROOT / "docs" / "adding-a-game.md"
SAMPLE = ROOT / "tests" / "sample" / "elfer-ladder"


def blocks(file: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", file.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_the_python_in_a_document_runs(file: Path) -> None:
    names: dict[str, object] = {}
    for block in blocks(file, "python"):
        exec(compile(block, str(file), "exec"), names)


@pytest.mark.parametrize("file", ["README.md", "docs/library.md"])
@pytest.mark.parametrize("id", registry())
def test_what_the_documents_show_first_plays_every_game(id: str, file: str) -> None:
    block = blocks(ROOT / file, "python")[0]
    seats = registry()[id].seats[-1]
    start = f'elfer.start("{id}", seats={seats}, rounds=2, '
    changed = block.replace('elfer.start("classic", seats=4, ', start)
    changed = changed.replace('[lowest, "hard", "medium"]', '[lowest, "medium"]')
    assert start in changed
    names: dict[str, Any] = {}
    exec(compile(changed, file, "exec"), names)
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


def test_every_game_and_every_key_of_a_position_is_in_the_notation_document() -> None:
    notation = (ROOT / "docs" / "notation.md").read_text("utf-8")
    for id in registry():
        for name in (id, *elfer.start(id, seed=1).position()):
            assert f"`{name}`" in notation, id


def test_the_picture_of_the_layers_has_every_part_of_the_package() -> None:
    picture = (ROOT / "docs" / "architecture.md").read_text("utf-8").split("```")[1]
    package = Path(elfer.__file__).parent
    for part in package.iterdir():
        if (part / "__init__.py").exists() or (part.suffix == ".py" and not part.name.startswith("_")):
            assert part.name + ("/" if part.is_dir() else "") in picture


def test_what_the_guide_to_a_new_game_quotes_is_in_the_sample() -> None:
    quoted = re.findall(r"```\w+ (\S+)\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    for file, text in quoted:
        assert text in (SAMPLE / file).read_text("utf-8"), text
    assert {file for file, _ in quoted} >= {"pyproject.toml", "test_ladder.py", "elfer_ladder/rules.py"}


def test_the_guide_to_a_new_game_has_the_whole_contract() -> None:
    guide = GUIDE.read_text("utf-8")
    functions = {name: function for name, function in vars(Game).items() if isfunction(function)}
    assert len(functions) > 10
    for name, function in functions.items():
        _, *parameters = signature(function).parameters.values()
        bare = Signature([parameter.replace(annotation=Parameter.empty) for parameter in parameters])
        assert f"`{name}{bare}`" in guide


def test_the_readme_names_the_two_commands_and_what_this_is_not() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert "make play" in text
    assert "make test" in text
    assert "unofficial fan project" in text
