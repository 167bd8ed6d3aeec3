"""Hatchling build hook: builds the web client into every wheel and sdist."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
PAGE = ROOT / "src/elfer/server/web/page/index.html"
PACKAGE = ROOT / "src/elfer"
READY = WEB / "node_modules/.ready"
"""Touched after `npm ci`, also by `make`."""
NEEDS_NODE = (
    "The web client is not built, or older than its source, and building it needs Node 20 or newer with npm: "
    "install them and try again, or set ELFER_WITHOUT_PAGE=1 to go without the web client."
)
NO_PACK = "The files for play without a server could not be built: 'tools/pack.py' failed."
FAILED = "The web client could not be built: 'npm {}' failed in {}."


class PageHook(BuildHookInterface[BuilderConfig]):
    """Builds the page unless it is up to date."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # An editable install serves the page of its checkout, which may be built later.
        if version == "editable" or os.environ.get("ELFER_WITHOUT_PAGE", "0") not in ("", "0"):
            return
        if not _fresh():
            _make()
        build_data["artifacts"].append(f"/{PAGE.parent.relative_to(ROOT).as_posix()}/")


def _make() -> None:
    """Build the page, as `make web` does."""
    npm = _npm()
    if not npm:
        raise SystemExit(NEEDS_NODE)
    if not _newer(READY, [WEB / "package-lock.json"]):
        _run(npm, "ci", "--include=dev")
        READY.touch()
    own = {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])}
    if subprocess.run([sys.executable, "-m", "tools.pack"], cwd=ROOT, env=os.environ | own).returncode:
        raise SystemExit(NO_PACK)
    _run(npm, "run", "build")


def _run(npm: str, *command: str) -> None:
    if subprocess.run([npm, "--loglevel=error", *command], cwd=WEB).returncode:
        raise SystemExit(FAILED.format(" ".join(command), WEB))


def _fresh() -> bool:
    """Whether the page is as new as its sources. An unpacked sdist has no meaningful times."""
    if (ROOT / "PKG-INFO").exists():
        return PAGE.exists()
    parts = [file for file in WEB.rglob("*") if "node_modules" not in file.relative_to(WEB).parts]
    ours = [file for file in PACKAGE.rglob("*") if not {"page", "__pycache__"} & set(file.parts)]
    return _newer(PAGE, parts + ours)


def _newer(made: Path, sources: list[Path]) -> bool:
    """Whether a file is as new as its sources."""
    files = [file for file in sources if file.is_file()]
    return made.exists() and all(file.stat().st_mtime <= made.stat().st_mtime for file in files)


def _npm() -> str | None:
    """The path of npm, if Node is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    too_old = "process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)"
    return npm if node and npm and not subprocess.run([node, "-e", too_old]).returncode else None
