"""Imports point downward only, and no file grows beyond reading."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import elfer

PACKAGE = Path(elfer.__file__).parent
LAYERS = [
    {"words"},
    {"refusals"},
    {"cards", "chance"},
    {"core", "hidden"},
    {"options"},
    {"row_table"},
    {"rows"},
    {"games"},
    {"sheets", "notation"},
    {"match"},
    {"engine"},
    {"bots"},
    {"files", "report"},
    {"simulate", "bench", "plots"},
    {"server"},
    {"terminal"},
    {"cli"},
    {"__main__"},
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
FILES = [file for file in PACKAGE.rglob("*.py") if file != PACKAGE / "__init__.py"]


def part_of(file: Path) -> str:
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(file: Path) -> set[str]:
    """The parts of the package that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "elfer":
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("elfer."):
            found.add((node.module or "").split(".")[1])
        elif isinstance(node, ast.Import):
            assert not any(alias.name.startswith("elfer.") for alias in node.names), (
                f"{file}: write from … import"
            )
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_imports_point_downward(file: Path) -> None:
    own = part_of(file)
    for other in imported(file) - {own}:
        assert LEVEL[other] < LEVEL[own], f"{own} imports {other}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_the_rules_do_no_input_or_output(file: Path) -> None:
    if LEVEL[part_of(file)] > LEVEL["match"]:
        return
    tree = ast.parse(file.read_text("utf-8"))
    modules = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    modules |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not modules & {"os", "sys", "io", "time", "datetime", "random", "socket", "asyncio", "pathlib"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_a_file_can_be_read_in_one_sitting(file: Path) -> None:
    assert len(file.read_text("utf-8").splitlines()) <= 350
