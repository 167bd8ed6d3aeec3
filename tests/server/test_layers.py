"""The server knows neither sockets nor SQL, and every module of it has its tests."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from elfer import server
from tests.sources import parsed

PACKAGE = Path(server.__file__).parent
TESTS = Path(__file__).parent
OUTER = ("offline", "stores", "web")
MODULES = sorted(file for file in PACKAGE.rglob("*.py") if file.name != "__init__.py")
INNER = [file for file in MODULES if file.relative_to(PACKAGE).parts[0] not in OUTER]
IN_A_BROWSER = [file for file in MODULES if file.relative_to(PACKAGE).parts[0] not in ("stores", "web")]
NETWORK = {"socket", "starlette", "uvicorn", "websockets", "prometheus_client", "uvloop", "httptools"}
SQL = {"sqlite3", "asyncpg"}
STATEMENT = re.compile(r"\b(SELECT|INSERT|UPDATE|DELETE) ")
MACHINE = {"threading", "multiprocessing", "concurrent", "subprocess", "queue", "signal"}
"""What a browser's worker does not have."""
TESTED_WITH = {
    "bots.py": "test_bot_pool.py",
    "looking_back.py": "test_replays.py",
    "nodes.py": "stores/postgres/test_nodes.py",
    "offers.py": "test_abuse.py",
    "pipe.py": "web/test_pipes.py",
    "refusing.py": "test_session.py",
    "rights.py": "test_session.py",
    "store.py": "stores/test_stores.py",
    "stores/documents.py": "stores/test_sqlite.py",
    "stores/memory.py": "stores/test_stores.py",
    "stores/shelves.py": "stores/test_shelf.py",
    "told.py": "test_room.py",
    "web/about.py": "web/test_app.py",
    "web/listener.py": "web/test_pipes.py",
    "web/node.py": "../cluster/test_nodes.py",
    "web/worker.py": "web/test_workers.py",
    "wire/commands.py": "test_wire.py",
    "wire/news.py": "test_wire.py",
    "wire/words.py": "test_wire.py",
}
"""Modules whose tests stand with those of others."""


def named(file: Path) -> str:
    return file.relative_to(PACKAGE).as_posix()


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


@pytest.mark.parametrize("file", INNER, ids=named)
def test_tables_know_neither_sockets_nor_sql(file: Path) -> None:
    assert not tops(file) & (NETWORK | SQL)
    assert not [module for module in imports(file) for part in OUTER if f"elfer.server.{part}" in module]


@pytest.mark.parametrize("file", [file for file in IN_A_BROWSER if file.name != "bot_pool.py"], ids=named)
def test_tables_need_nothing_but_an_event_loop(file: Path) -> None:
    assert not tops(file) & MACHINE
    assert "elfer.server.bot_pool" not in imports(file)
    assert "to_thread" not in file.read_text("utf-8")


@pytest.mark.parametrize("file", [file for file in MODULES if "stores" not in file.parts], ids=named)
def test_sql_stands_in_stores_alone(file: Path) -> None:
    assert not tops(file) & SQL
    assert not [
        word for word in ("SELECT ", "INSERT ", "UPDATE ", "DELETE FROM") if word in file.read_text("utf-8")
    ]


@pytest.mark.parametrize("file", [file for file in MODULES if "stores" in file.parts], ids=named)
def test_stores_know_no_sockets(file: Path) -> None:
    assert not tops(file) & NETWORK
    assert not [module for module in imports(file) if "elfer.server.web" in module]


@pytest.mark.parametrize("file", MODULES, ids=named)
def test_no_import_hides_from_the_interpreter(file: Path) -> None:
    assert "TYPE_CHECKING" not in file.read_text("utf-8")


@pytest.mark.parametrize("file", MODULES, ids=named)
def test_every_module_has_its_tests(file: Path) -> None:
    own = file.relative_to(PACKAGE)
    tests = TESTED_WITH.get(own.as_posix(), own.with_name(f"test_{own.name}").as_posix())
    assert (TESTS / tests).is_file()
