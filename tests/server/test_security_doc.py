"""The table of all limits says what is in the code, names real tests, and leaves nothing out."""

from __future__ import annotations

import ast
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

import elfer.server
from elfer.server.settings import Settings
from tests.sources import parsed

TESTS = Path(__file__).parent
PACKAGE = Path(elfer.server.__path__[0])
DOCUMENT = TESTS.parents[1] / "docs" / "security.md"
LIMIT = re.compile(r"MAX_\w+|\w+_PER_\w+|\w+_BYTES|BYTES_\w+")
"""Names of constants that are limits."""
NO_LIMITS = {"web.static_files.LARGE_BYTES"}


class Row(NamedTuple):
    """A limit as the document has it."""

    what: str
    default: str
    where: str
    test: str


def rows() -> list[Row]:
    table = DOCUMENT.read_text("utf-8").split("## Every limit")[1]
    cells = [
        [cell.strip() for cell in line.strip("| ").split(" | ")] for line in table.splitlines() if "`" in line
    ]
    return [Row(*(cell.strip("`") for cell in row)) for row in cells if len(row) == 4]


def value(where: str) -> object:
    """What the code says of a limit."""
    module, _, name = where.rpartition(".")
    if module == "settings":
        return getattr(Settings(), name)
    return getattr(import_module(f"elfer.server.{module}"), name)


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.where)
def test_a_limit_is_what_the_document_says_and_has_a_test(row: Row) -> None:
    assert float(row.default.replace(",", "")) == value(row.where)
    file, _, name = row.test.partition("::")
    assert f"def {name}(" in (TESTS / file).read_text("utf-8"), row.test


def test_no_limit_is_left_out() -> None:
    told = {row.where for row in rows()}
    modules = [module.name for module in pkgutil.walk_packages(elfer.server.__path__, "elfer.server.")]
    found = {
        f"{module.removeprefix('elfer.server.')}.{name}"
        for module in modules
        for name in _own_names(module)
        if LIMIT.fullmatch(name)
    }
    assert len(found) > 20
    assert found - told == NO_LIMITS


def test_no_limit_is_a_number_without_a_name() -> None:
    calls = [
        call
        for file in PACKAGE.rglob("*.py")
        for call in ast.walk(parsed(file))
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("Bucket", "Buckets", "Queues")
    ]
    assert len(calls) > 8
    assert [ast.unparse(call) for call in calls if not {*_numbers(call)} <= {1}] == []


def _numbers(call: ast.Call) -> Iterator[object]:
    return (part.value for part in ast.walk(call) if isinstance(part, ast.Constant))


def _own_names(module: str) -> list[str]:
    """The constants that a module itself defines."""
    file = import_module(module).__file__
    assert file
    return re.findall(r"^([A-Z][A-Z_]+)(?:: \w+)? = ", Path(file).read_text("utf-8"), re.MULTILINE)


def test_a_limit_is_told_once() -> None:
    told = [row.where for row in rows()]
    assert len(told) == len(set(told)) > 40
