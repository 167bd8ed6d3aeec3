"""A server that is updated: it serves one build of the page, and then another."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import elfer
from elfer.server.web.app import PAGE
from tests.server.people import Server

TEXTS = (".css", ".html", ".js")
PACKAGE = Path(elfer.__file__).parent


class Updated(Server):
    """A server with a package of its own, in which the page can be replaced."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "data", "--pause", "0.005", PYTHONPATH=str(folder))
        self._page = folder / PAGE.relative_to(PACKAGE.parent)
        shutil.copytree(PACKAGE, folder / PACKAGE.name, copy_function=os.symlink, ignore=_only_the_program)

    def serves(self, build: str, without: str = "") -> None:
        """Serve another build from now on, perhaps one of which files are missing."""
        if self.process and self.process.poll() is None:
            self.stop()
        self.has(build, without)
        self.start(self.port)

    def has(self, build: str, without: str = "") -> None:
        """Replace the page, under a server that may run and not know of it."""
        shutil.rmtree(self._page, ignore_errors=True)
        _write(self._page, build)
        if without:
            for file in self._page.glob(f"assets/{without}"):
                file.unlink()


def _only_the_program(folder: str, _names: list[str]) -> list[str]:
    return [PAGE.name] if Path(folder) == PAGE.parent else []


def _write(page: Path, build: str) -> None:
    """Write the page as another build has it: the same, but every file has another name."""
    shutil.copytree(PAGE, page)
    named = {file: f"{file.stem}{build}{file.suffix}" for file in page.glob("assets/*")}
    for file in page.rglob("*"):
        if file.suffix in TEXTS:
            text = file.read_text("utf-8")
            for old, new in named.items():
                text = text.replace(old.name, new)
            file.write_text(re.sub(r"'elfer-\w{12}'", f"'elfer-{build}'", text), "utf-8")
    for old, new in named.items():
        old.rename(old.with_name(new))
