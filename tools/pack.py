"""Puts together what the page needs to play without a server, into `web/public/py/<version>/`.

Pyodide comes from npm's lock, msgspec from `requirements/pyodide.txt` (both hash-checked by who fetches them),
and our own package is zipped here. The version is a hash over all of it; the same sources give the same bytes.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from tools import pack_api

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src/elfer"
TARGET = ROOT / "web/public/py"
LIST = ROOT / "web/pack.json"
"""What there is, for the build of the page."""
PYODIDE = ROOT / "web/node_modules/pyodide"
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
REQUIREMENTS = ROOT / "requirements/pyodide.txt"
WHEELS = ROOT / "build/wheels"
PLATFORM = (
    "--platform=pyemscripten_2026_0_wasm32",
    "--python-version=3.14",
    "--implementation=cp",
    "--abi=cp314",
)
LEFT_OUT = (
    "__main__.py", "cli/", "terminal/", "study/", "envs/", "files.py",
    "server/web/", "server/bot_pool.py", "server/doctor.py", "server/guest.py", "server/moving.py", "server/visitor.py",
    "server/stores/connections.py", "server/stores/dumps.py", "server/stores/places.py",
    "server/stores/postgres/", "server/stores/sqlite.py", "server/stores/migrations/",
)  # fmt: skip
"""What a worker cannot use."""
LEFT_OUT_OF_GAMES = ("terminal.py", "encoding.py")
STAMP = (1980, 1, 1, 0, 0, 0)


def main() -> None:
    files = {name: (PYODIDE / name).read_bytes() for name in PARTS}
    files["pyodide-lock.json"] = _lock()
    files |= {wheel.name: wheel.read_bytes() for wheel in _wheels()}
    files["elfer.zip"] = _own()
    files |= pack_api.files()
    version = _version(files)
    if not (TARGET / version).is_dir():
        shutil.rmtree(TARGET, ignore_errors=True)
    for name, content in files.items():
        _write(TARGET / version / name, content)
    listed = [_about(name, content) for name, content in files.items()]
    about = {"version": version, "base": f"py/{version}/", "files": listed}
    _write(LIST, json.dumps(about, indent=1).encode())


def _lock() -> bytes:
    """What Pyodide must know of itself, without the packages that it could load from elsewhere."""
    known = json.loads((PYODIDE / "pyodide-lock.json").read_bytes())
    return json.dumps({"info": known["info"], "packages": {}}).encode()


def _wheels() -> Iterator[Path]:
    """The wheels that are asked for, fetched unless they are there."""
    WHEELS.mkdir(parents=True, exist_ok=True)
    fetch = ("pip", "download", "-q", "--disable-pip-version-check", "--require-hashes", "--no-deps")
    where = ("--only-binary=:all:", f"--dest={WHEELS}", f"--requirement={REQUIREMENTS}")
    if subprocess.run([sys.executable, "-m", *fetch, *PLATFORM, *where]).returncode:
        raise SystemExit("The wheels for playing without a server could not be fetched.")
    names = [
        line.split()[0].replace("==", "-")
        for line in REQUIREMENTS.read_text("utf-8").splitlines()
        if "==" in line
    ]
    return (next(WHEELS.glob(f"{name}-*.whl")) for name in names)


def _own() -> bytes:
    """Our own package, as far as a worker can use it."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in sorted(PACKAGE.rglob("*")):
            name = file.relative_to(PACKAGE).as_posix()
            if file.is_file() and _needed(name):
                archive.writestr(
                    zipfile.ZipInfo(f"elfer/{name}", STAMP), file.read_bytes(), zipfile.ZIP_DEFLATED
                )
    return made.getvalue()


def _needed(name: str) -> bool:
    if "__pycache__" in name or name.endswith((".sql", ".md")) or name.startswith(LEFT_OUT):
        return False
    return not (name.startswith("games/") and name.endswith(LEFT_OUT_OF_GAMES))


def _version(files: dict[str, bytes]) -> str:
    whole = hashlib.sha256()
    for name, content in files.items():
        whole.update(f"{name} {len(content)}\n".encode() + content)
    return whole.hexdigest()[:12]


def _about(name: str, content: bytes) -> dict[str, object]:
    small = min(len(content), len(gzip.compress(content, 6, mtime=0)))
    return {
        "name": name,
        "bytes": len(content),
        "packed": small,
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def _write(file: Path, content: bytes) -> None:
    """Write a file unless it is the same already."""
    if not file.exists() or file.read_bytes() != content:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


if __name__ == "__main__":
    main()
