"""Installing as a user does: plain pip, an empty environment, no Node."""

from __future__ import annotations

import shutil
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CODE = "import elfer; print(elfer.start('classic', seats=4, seed=1).actors)"


def run(*command: str | Path) -> str:
    """What a command prints; run without this checkout or Node in sight."""
    out = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, cwd="/", env=_bare(), timeout=600
    )
    assert out.returncode == 0, out.stderr
    return out.stdout


def _bare() -> dict[str, str]:
    import os

    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "VIRTUAL", "NODE"))
    }


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built by pip from a copy of the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "checkout"
    ignored = shutil.ignore_patterns(".*", "build", "dist", "__pycache__", "*.egg-info", "node_modules")
    shutil.copytree(ROOT, source, ignore=ignored)
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder, source)
    return next(folder.glob("elfer-*.whl"))


def test_the_wheel_has_everything(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for file in (ROOT / "src").rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts:
            assert str(file.relative_to(ROOT / "src")) in names
    assert not [name for name in names if name.startswith(("tests", "benchmarks"))]


def test_an_installed_wheel_works_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "venv", tmp_path / "empty")
    bin = tmp_path / "empty" / ("Scripts" if sys.platform == "win32" else "bin")
    run(bin / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check", wheel)
    assert run(bin / "python", "-c", CODE).strip().startswith("(")
    assert "classic" in run(bin / "elfer", "games")
    assert "CLA-7" in run(bin / "elfer", "rules", "classic", "--lang", "de")
    assert 'id="app"' in served(bin / "elfer", tmp_path / "data")


def served(elfer: Path, data: Path) -> str:
    """The page that an installed server serves."""
    command = [elfer, "serve", "--no-browser", "--port", "0", "--data", data]
    with subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True, env=_bare()) as server:
        try:
            assert server.stdout
            link = server.stdout.readline().split()[-1].replace("localhost", "127.0.0.1")
            with urllib.request.urlopen(link, timeout=30) as answer:
                return str(answer.read().decode())
        finally:
            server.kill()
