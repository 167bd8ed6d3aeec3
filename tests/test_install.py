"""Installing as a user does: plain pip, a clean clone or an sdist, an empty environment."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CODE = "import elfer; print(elfer.start('classic', seats=4, seed=1).actors)"
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
PIP_WHEEL = (*PIP, "wheel", "-q", "--no-deps", "-w")
BUILD = (sys.executable, "-m", "hatchling", "build")
NO_NODE = {"PATH": ""}
PAGE = "src/elfer/server/web/page"
LONG = bool(os.environ.get("ELFER_LONG"))


def tried(*command: str | Path, cwd: str | Path = "/", **env: str) -> subprocess.CompletedProcess[str]:
    """A command that was run without this checkout in sight."""
    words = list(map(str, command))
    return subprocess.run(words, capture_output=True, text=True, cwd=cwd, env=_bare(**env), timeout=600)


def run(*command: str | Path, cwd: str | Path = "/", **env: str) -> str:
    """What a command prints that succeeds."""
    done = tried(*command, cwd=cwd, **env)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _bare(**env: str) -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "VIRTUAL", "NODE", "ELFER"))
    }
    return kept | {"LC_ALL": "C.UTF-8"} | env


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The checkout without what git ignores, except for what npm installed: that saves the time to do it."""
    copy = tmp_path_factory.mktemp("clone") / "elfer"
    ignored = [Path(line).name for line in (ROOT / ".gitignore").read_text("utf-8").split()]
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", *ignored))
    modules = Path("web/node_modules")
    if (ROOT / modules).exists():
        passing = shutil.ignore_patterns(".vite*")  # what a build beside this one may just be deleting
        shutil.copytree(ROOT / modules, copy / modules, symlinks=True, ignore=passing)
    return copy


@pytest.fixture
def clone(copy: Path) -> Path:
    """The checkout as it was cloned: its page is not built."""
    shutil.rmtree(copy / PAGE, ignore_errors=True)
    return copy


@pytest.fixture(scope="module")
def sdist(copy: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An sdist of a clean clone."""
    shutil.rmtree(copy / PAGE, ignore_errors=True)
    folder = tmp_path_factory.mktemp("sdist")
    run(*BUILD, "-t", "sdist", "-d", folder, cwd=copy)
    return next(folder.glob("elfer-*.tar.gz"))


def names_in(sdist: Path) -> set[str]:
    with tarfile.open(sdist) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


def test_a_clean_clone_becomes_an_sdist_and_that_a_wheel_which_works_in_an_empty_environment(
    sdist: Path, copy: Path, tmp_path: Path
) -> None:
    """Only the sdist takes Node."""
    names = names_in(sdist)
    source = {"hatch_build.py", "Makefile", "web/package.json", "web/package-lock.json", "web/.npmrc"}
    assert names >= {f"{PAGE}/index.html", *source}
    assert not [name for name in names if "node_modules" in name]
    run(*PIP_WHEEL, tmp_path, sdist, **NO_NODE)
    wheel = next(tmp_path.glob("elfer-*.whl"))
    has_everything(wheel, copy / "src")
    works_in_an_empty_environment(wheel, tmp_path)


def has_everything(file: Path, source: Path) -> None:
    """A wheel has all of a source, the whole page, and nothing else."""
    with zipfile.ZipFile(file) as wheel:
        names = set(wheel.namelist())
        page = wheel.read("elfer/server/web/page/index.html").decode()
    for part in source.rglob("*"):
        if part.is_file() and "__pycache__" not in part.parts:
            assert str(part.relative_to(source)) in names
    needed = re.findall(r'(?:src|href)="/([^"]+)"', page)
    assert needed
    assert {f"elfer/server/web/page/{path}" for path in needed} <= names
    assert [name for name in names if re.fullmatch(r"elfer/server/web/page/py/\w+/pyodide.asm.wasm", name)]
    assert not [name for name in names if name.startswith(("tests", "benchmarks", "web"))]


@pytest.mark.skipif(not LONG, reason="one build of the page is enough: ELFER_LONG=1 makes a second one")
def test_an_sdist_has_all_it_takes_to_build_the_page_again(sdist: Path, copy: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    source = next(path for path in tmp_path.glob("elfer-*"))
    shutil.rmtree(source / PAGE)
    (source / "web/node_modules").symlink_to(copy / "web/node_modules")
    run(*BUILD, "-t", "wheel", "-d", tmp_path, cwd=source)
    with zipfile.ZipFile(next(tmp_path.glob("elfer-*.whl"))) as wheel:
        again = {f"src/{name}" for name in wheel.namelist() if "/page/" in name}
    assert again == {name for name in names_in(sdist) if name.startswith(f"{PAGE}/")}


def works_in_an_empty_environment(wheel: Path, folder: Path) -> None:
    run(sys.executable, "-m", "venv", "--without-pip", folder / "empty")
    bin = folder / "empty" / ("Scripts" if sys.platform == "win32" else "bin")
    # What is not used need not be compiled.
    run(*PIP, "--python", bin / "python", "install", "-q", "--no-compile", wheel, **NO_NODE)
    assert run(bin / "python", "-c", CODE).strip().startswith("(")
    assert "classic" in run(bin / "elfer", "games")
    assert "Das Ziel" in run(bin / "elfer", "rules", "classic", "--lang", "de")
    assert "CLA-7" in run(bin / "elfer", "rules", "classic", "--exact", "--lang", "de")
    assert 'id="app"' in served(bin / "elfer", folder / "data")


def served(elfer: Path, data: Path) -> str:
    """The page that an installed server serves."""
    command = [elfer, "serve", "--no-browser", "--port", "0", "--data", data]
    with subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True, env=_bare()) as server:
        try:
            assert server.stdout
            link = server.stdout.readline().split()[-1].replace("localhost", "127.0.0.1")
            assert server.stdout.readline() == "Ctrl-C stops it.\n"
            with urllib.request.urlopen(link, timeout=30) as answer:
                return str(answer.read().decode())
        finally:
            server.kill()


@pytest.mark.parametrize(("target", "old"), [("wheel", False), ("sdist", False), ("wheel", True)])
def test_without_node_no_package_is_built_that_lacks_the_page(
    clone: Path, tmp_path: Path, target: str, old: bool
) -> None:
    """Nor one whose page is older than its source."""
    if old:
        (clone / PAGE).mkdir()
        (clone / PAGE / "index.html").touch()
        os.utime(clone / PAGE / "index.html", (0, 0))
    refused = tried(*BUILD, "-t", target, "-d", tmp_path, cwd=clone, **NO_NODE)
    assert refused.returncode == 1
    assert re.search(r"needs Node 20 .* ELFER_WITHOUT_PAGE=1 .*\.$", refused.stderr.splitlines()[-1])
    assert "Traceback" not in refused.stderr
    assert not list(tmp_path.iterdir())


def test_a_package_without_the_page_is_built_if_asked_for(clone: Path, tmp_path: Path) -> None:
    """Even where there is a page."""
    (clone / PAGE).mkdir()
    (clone / PAGE / "index.html").touch()
    run(*BUILD, "-t", "wheel", "-d", tmp_path, cwd=clone, ELFER_WITHOUT_PAGE="1", **NO_NODE)
    names = zipfile.ZipFile(next(tmp_path.glob("elfer-*.whl"))).namelist()
    assert "elfer/server/web/app.py" in names
    assert not [name for name in names if name.startswith("elfer/server/web/page/")]


def test_an_editable_install_needs_no_node(clone: Path, tmp_path: Path) -> None:
    code = f"import hatchling.build; hatchling.build.build_editable({str(tmp_path)!r})"
    run(sys.executable, "-c", code, cwd=clone, **NO_NODE)
    assert list(tmp_path.glob("elfer-*.whl"))
