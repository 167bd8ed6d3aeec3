"""Selects the tests for `make quick`: those of files changed since the last commit, or in it if none are.

Tests mirror the source, so the path of a changed file gives its tests. Tests with a browser or a whole
server are left to `make test`.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
ALWAYS = ["tests/test_layers.py"]
SLOW = ("tests/browser/", "tests/kept/", "tests/sample/")


def changed() -> list[str]:
    """Files that differ from the last commit, untracked ones included; if none, those that it changed."""
    listed = _git("diff", "--name-only", "HEAD") + _git("ls-files", "--others", "--exclude-standard")
    return listed or _git("diff", "--name-only", "HEAD~1")


def _git(*command: str) -> list[str]:
    return subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True).stdout.split()


def tests_of(file: str) -> Iterator[Path]:
    """Paths of the tests of one file; they may not exist."""
    path = Path(file)
    if path.parts[0] == "tests":
        yield path
    elif path.parts[:2] == ("src", "elfer"):
        mirror = Path("tests", *path.parts[2:-1])
        yield mirror / f"test_{path.stem}.py"
        yield mirror.parent / f"test_{mirror.name}.py"
        if path.suffix != ".py" or path.stem in ("__init__", "rules", "state"):
            yield from sorted(path.relative_to(ROOT) for path in (ROOT / mirror).glob("test_*.py"))


def main() -> None:
    found = {str(test) for file in changed() for test in tests_of(file)}
    runnable = (test for test in found if Path(test).name.startswith("test_") and (ROOT / test).is_file())
    print(*ALWAYS, *sorted(test for test in runnable if not test.startswith(SLOW)))


if __name__ == "__main__":
    main()
