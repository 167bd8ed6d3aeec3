"""A throw-away environment: everything that is installed here, and a package beside it."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parent.parent
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python")
OFFLINE = ("--no-deps", "--no-build-isolation", "--no-index")


class Environment:
    """A virtual environment of its own, which sees what is installed in ours."""

    def __init__(self, folder: Path) -> None:
        run(sys.executable, "-m", "venv", "--without-pip", folder)
        self.python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        packages = Path(self.runs("-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
        ours = sysconfig.get_path("purelib")
        (packages / "ours.pth").write_text(f"import site; site.addsitedir({ours!r})\n", "utf-8")

    def install(self, package: Path) -> None:
        """Install a package from its folder, without a network."""
        run(*PIP, self.python, "install", "-q", *OFFLINE, package)

    def runs(self, *arguments: str | Path, typed: str = "", cwd: Path = ROOT) -> str:
        """What Python prints there."""
        return run(self.python, *arguments, typed=typed, cwd=cwd)

    def elfer(self, *arguments: str | Path, typed: str = "") -> str:
        """What the command line prints there."""
        return self.runs("-m", "elfer", *arguments, typed=typed)


def run(*command: str | Path, typed: str = "", cwd: Path = ROOT) -> str:
    """What a command prints that succeeds and complains of nothing."""
    settings = {"LC_ALL": "C.UTF-8", "COLUMNS": "80", "NO_COLOR": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        list(map(str, command)),
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        env=os.environ | settings,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout
