"""A server whose build of the page is replaced."""

from __future__ import annotations

import os
import re
import shutil
from hashlib import sha256
from pathlib import Path

import elfer
from elfer.server.web.static_files import PAGE
from tests.server.people import Server

TEXTS = (".css", ".html", ".js")
CHANGED = "games.json"
"""The file of the pack that differs between builds."""
PACKAGE = Path(elfer.__file__).parent


class Updated(Server):
    """A server with its own copy of the package, in which the page can be replaced."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "data", "--pause", "0.005", PYTHONPATH=str(folder))
        self._page = folder / PAGE.relative_to(PACKAGE.parent)
        shutil.copytree(PACKAGE, folder / PACKAGE.name, copy_function=os.symlink, ignore=_only_the_program)

    def serves(self, build: str, without: str = "") -> None:
        """Restart with another build, perhaps *without* some files."""
        if self.process and self.process.poll() is None:
            self.stop()
        self.has(build, without)
        self.start(self.port)

    def speaks(self, version: int) -> None:
        """Restart with another protocol version."""
        words = self._page.parents[1] / "wire" / "commands.py"
        text = re.sub(r"^VERSION = \d+", f"VERSION = {version}", words.read_text("utf-8"), flags=re.MULTILINE)
        words.unlink()  # a link to the real one
        words.write_text(text, "utf-8")
        self.stop()
        self.start(self.port)

    def has(self, build: str, without: str = "") -> None:
        """Replace the page, also under a running server."""
        shutil.rmtree(self._page, ignore_errors=True)
        _write(self._page, build)
        if without:
            for file in self._page.glob(without):
                file.unlink()


def _only_the_program(folder: str, _names: list[str]) -> list[str]:
    return [PAGE.name] if Path(folder) == PAGE.parent else []


def _write(page: Path, build: str) -> None:
    """Write the page as another build: the same content under other names."""
    shutil.copytree(PAGE, page, ignore=shutil.ignore_patterns("*.br", "*.gz"))  # of the old build
    named = {file: f"{file.stem}{build}{file.suffix}" for file in page.glob("assets/*")}
    pack = next(page.glob("py/*"))
    changed = {
        _version(page): build,
        pack.name: f"{build}{pack.name}"[:12],
        **_change(pack / CHANGED, build),
    }
    for file in page.rglob("*"):
        if file.suffix in TEXTS:
            text = file.read_text("utf-8")
            for old, new in named.items():
                text = text.replace(old.name, new)
            for before, after in changed.items():
                text = text.replace(before, after)
            file.write_text(text, "utf-8")
    for old, new in named.items():
        old.rename(old.with_name(new))
    pack.rename(pack.with_name(changed[pack.name]))


def _version(page: Path) -> str:
    """The version of a build, as `vite.config.ts` computes it for the service worker."""
    files = sorted(f"assets/{file.name}" for file in page.glob("assets/*"))
    return sha256(",".join(files).encode()).hexdigest()[:12]


def _change(part: Path, build: str) -> dict[str, str]:
    """Change a file's bytes but not its meaning; its size and hash before and after."""
    before = part.read_bytes()
    after = before + b" " * sum(build.encode()) + b"\n"
    part.write_bytes(after)
    sizes = {f"bytes:{len(before)},": f"bytes:{len(after)},"}
    return sizes | {sha256(before).hexdigest(): sha256(after).hexdigest()}
