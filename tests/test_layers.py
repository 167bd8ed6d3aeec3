"""Imports point downward only, and no file grows beyond reading."""

from __future__ import annotations

import ast
import re
from collections import Counter
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import elfer
from tests.sources import parsed

PACKAGE = Path(elfer.__file__).parent
LAYERS = [
    {"core", "core.texts"},
    {"core.refusals"},
    {"core.cards", "core.chance", "core.canonical_json"},
    {"core.game", "core.beliefs"},
    {"core.options", "core.events"},
    {"compiled"},
    {"game.rules"},
    {"games"},
    {"sheets", "positions", "records", "pictures"},
    {"game_card"},
    {"match"},
    {"move_parser"},
    {"lessons"},
    {"bots"},
    {"game.compiled"},
    {"game.bot"},
    {"files"},
    {"study"},
    {"server"},
    {"remote_bot"},
    {"terminal"},
    {"game.terminal"},
    {"envs"},
    {"game.encoding"},
    {"cli"},
    {"__main__"},
]
"""From the bottom to the top. `core` is listed by modules; of a game's folder, the rules are all that has no
layer of its own."""
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
TESTS_FOLDER = Path(__file__).parent
TESTS = sorted(TESTS_FOLDER.rglob("*.py"))
FILES = [file for file in PACKAGE.rglob("*.py") if file != PACKAGE / "__init__.py"]


PURE = {name for name, level in LEVEL.items() if level <= LEVEL["match"]} - {"compiled"}


def part_of(module: str) -> str:
    """The layer of a module."""
    top, *rest = module.split(".")[1:]
    if top == "core":
        return ".".join(["core", *rest[:1]])
    if top == "games" and rest:
        part = f"game.{rest[1]}" if len(rest) > 1 else ""
        return part if part in LEVEL else "game.rules"
    return top


def module_of(file: Path) -> str:
    return ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def imported(file: Path) -> set[str]:
    """The modules of the package that a file imports."""
    found: set[str] = set()
    for node in ast.walk(parsed(file)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "elfer":
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found |= {name if _is_module(name) else node.module or "" for name in names}
        elif isinstance(node, ast.Import):
            assert not any(alias.name.startswith("elfer.") for alias in node.names), (
                f"{file}: write from … import"
            )
    return found


def _is_module(name: str) -> bool:
    path = PACKAGE.parent.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


PURE_FILES = [file for file in FILES if part_of(module_of(file)) in PURE]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_imports_point_downward(file: Path) -> None:
    own = part_of(module_of(file))
    for module in imported(file) - {"elfer"}:
        other = part_of(module)
        assert other == own or other == "core" or LEVEL[other] < LEVEL[own], f"{own} imports {module}"


def test_no_two_modules_need_each_other() -> None:
    """Also within a folder imports go one way, so that it can be read from the bottom to the top."""
    needs = {module_of(file): imported(file) - {module_of(file)} for file in FILES}
    assert len(list(TopologicalSorter(needs).static_order())) >= len(FILES)  # CycleError names the modules


@pytest.mark.parametrize("file", PURE_FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_the_rules_do_no_input_or_output(file: Path) -> None:
    tree = parsed(file)
    modules = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    modules |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not modules & {"os", "sys", "io", "time", "datetime", "random", "socket", "asyncio", "pathlib"}


def test_a_class_name_stands_once() -> None:
    """One name, one thing; every game has a `State` and a `View`."""
    classes = [
        node.name for file in FILES for node in ast.walk(parsed(file)) if isinstance(node, ast.ClassDef)
    ]
    several = {name: count for name, count in Counter(classes).items() if count > 1}
    assert several.keys() <= {"State", "View"}, several


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_a_file_can_be_read_in_one_sitting(file: Path) -> None:
    assert len(file.read_text("utf-8").splitlines()) <= 400


@pytest.mark.parametrize("file", TESTS, ids=lambda file: str(file.relative_to(TESTS_FOLDER)))
def test_no_test_is_imported_by_another(file: Path) -> None:
    """What tests share stands in a module of its own, which no runner takes for tests."""
    assert not re.findall(r"^(?:from|import) tests[\w.]*\.test_\w+", file.read_text("utf-8"), re.MULTILINE)
