"""Which parts of the server may know of sockets, SQL and processes, and that every module has its tests."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import elfer
from tests.sources import parsed

SOURCES = Path(elfer.__file__).parent.parent
PACKAGE = SOURCES / "elfer/server"
TESTS = Path(__file__).parent
MODULES = sorted(file for file in PACKAGE.rglob("*.py") if file.name != "__init__.py")
NETWORK = {"socket", "starlette", "uvicorn", "websockets", "prometheus_client", "uvloop", "httptools"}
NETWORKED = ("nodes", "web")
"""The packages that may use the network."""
SQL = {"sqlite3", "asyncpg"}
MACHINE = {"threading", "multiprocessing", "concurrent", "subprocess", "queue", "signal"}
"""What a browser's worker does not have."""
TESTED_WITH = {
    "nodes/membership.py": "stores/postgres/test_nodes.py",
    "nodes/connection.py": "nodes/test_tls.py",
    "stores/device_codes.py": "stores/test_stores.py",
    "stores/key_value.py": "stores/test_key_value_store.py",
    "stores/store.py": "stores/test_stores.py",
    "tables/news.py": "tables/test_room.py",
    "web/game_info.py": "web/test_app.py",
    "web/node.py": "../cluster/test_nodes.py",
    "wire/commands.py": "test_wire.py",
    "wire/news.py": "test_wire.py",
}
"""Modules whose tests stand with those of others."""


def named(file: Path) -> str:
    return file.relative_to(PACKAGE).as_posix()


def package(file: Path) -> str:
    return file.relative_to(PACKAGE).parts[0]


def imports(file: Path) -> set[str]:
    """All that a file imports, with the modules of the package by their full names."""
    found: set[str] = set()
    for node in ast.walk(parsed(file)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module or ""}
    return found


def tops(file: Path) -> set[str]:
    return {module.split(".")[0] for module in imports(file)}


def needed_by(file: Path) -> set[Path]:
    """The server's modules that a file imports, directly or through others."""
    found, new = set[Path](), {file}
    while new:
        found |= new
        modules = {module for each in new for module in imports(each) if module.startswith("elfer.server")}
        files = {SOURCES / (module.replace(".", "/") + ".py") for module in modules}
        new = {each for each in files if each.is_file()} - found
    return found


@pytest.mark.parametrize("file", MODULES, ids=named)
def test_sockets_and_sql_stay_in_their_packages(file: Path) -> None:
    assert package(file) in NETWORKED or not tops(file) & NETWORK
    if package(file) != "stores":
        statements = ("SELECT ", "INSERT ", "UPDATE ", "DELETE FROM")
        assert not tops(file) & SQL
        assert not [word for word in statements if word in file.read_text("utf-8")]


@pytest.mark.parametrize("file", MODULES, ids=named)
def test_only_the_web_imports_the_web(file: Path) -> None:
    if package(file) != "web":
        assert not [module for module in imports(file) if module.startswith("elfer.server.web")]


@pytest.mark.parametrize("file", sorted(needed_by(PACKAGE / "offline/worker.py")), ids=named)
def test_what_runs_in_a_browser_needs_nothing_but_an_event_loop(file: Path) -> None:
    assert not tops(file) & (NETWORK | SQL | MACHINE)
    assert package(file) == "stores" or "to_thread" not in file.read_text("utf-8")


@pytest.mark.parametrize("file", MODULES, ids=named)
def test_no_import_hides_from_the_interpreter(file: Path) -> None:
    assert "TYPE_CHECKING" not in file.read_text("utf-8")


@pytest.mark.parametrize("file", MODULES, ids=named)
def test_every_module_has_its_tests(file: Path) -> None:
    own = file.relative_to(PACKAGE)
    tests = TESTED_WITH.get(own.as_posix(), own.with_name(f"test_{own.name}").as_posix())
    assert (TESTS / tests).is_file()
