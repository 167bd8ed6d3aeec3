"""Builds the pack, the files for play without a server, into `web/public/py/<version>/`.

Pyodide comes from npm's lock file, msgspec from `requirements/pyodide.txt` (npm and pip check their hashes),
and our own package is zipped here. All Python is compiled to bytecode, which halves the time to start. The
version is a hash of all files; the same sources give the same bytes.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

from tools import pack_api

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src/elfer"
TARGET = ROOT / "web/public/py"
LIST = ROOT / "web/pack.json"
"""The list of files, for the build of the page."""
PYODIDE = ROOT / "web/node_modules/pyodide"
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LIBRARY = "python_stdlib.zip"
REQUIREMENTS = ROOT / "requirements/pyodide.txt"
WORK = ROOT / "build/pack"
"""Cache of downloads and bytecode."""
PLATFORM = (
    "--platform=pyemscripten_2026_0_wasm32", "--python-version=3.14", "--implementation=cp", "--abi=cp314",
)  # fmt: skip
LEFT_OUT = (
    "__main__.py", "cli/", "terminal/", "study/", "envs/", "remote_bot/", "files.py",
    "server/web/", "server/bots/pool.py", "server/nodes/client.py", "server/nodes/connection.py",
    "server/nodes/server.py", "server/upkeep/backup.py", "server/upkeep/doctor.py",
    "server/upkeep/migration.py", "server/stores/places.py", "server/stores/sqlite_connections.py",
    "server/stores/postgres/", "server/stores/sqlite.py", "server/stores/migrations/",
)  # fmt: skip
"""Parts of our package that a worker cannot use."""
LEFT_OUT_OF_GAMES = ("terminal.py", "encoding.py")
LIBRARY_LEFT_OUT = (
    "_pydatetime.", "_pydecimal.", "_pyio.", "_pyrepl/", "_strptime.", "_sysconfigdata_", "antigravity.",
    "argparse.", "bdb.", "cProfile.", "calendar.", "cmd.", "compileall.", "configparser.", "ctypes/",
    "curses/", "dbm/", "difflib.", "doctest.", "ensurepip/", "filecmp.", "fileinput.", "ftplib.",
    "getopt.", "getpass.", "gettext.", "html/parser.", "http/", "idlelib/", "imaplib.", "lib2to3/",
    "mailbox.", "mimetypes.", "modulefinder.", "multiprocessing/", "netrc.", "optparse.", "pdb.",
    "pickletools.", "plistlib.", "poplib.", "profile.", "pstats.", "pty.", "pyclbr.", "pydoc.",
    "pydoc_data/", "rlcompleter.", "runpy.", "sched.", "shelve.", "smtplib.", "socketserver.", "sqlite3/",
    "statistics.", "symtable.", "tabnanny.", "tarfile.", "this.", "timeit.", "tkinter/", "trace.",
    "tracemalloc.", "turtle", "unittest/", "venv/", "wave.", "webbrowser.", "wsgiref/", "xml/", "xmlrpc/",
    "zipapp.", "zoneinfo/",
)  # fmt: skip
"""Parts of Python's library that a worker does not use."""
LIBRARY_KEPT = {
    "email": {"__init__"},
    "encodings": {
        "__init__", "aliases", "ascii", "charmap", "cp437", "idna", "latin_1", "punycode",
        "raw_unicode_escape", "unicode_escape", "utf_16", "utf_16_be", "utf_16_le", "utf_8", "utf_8_sig",
    },
}  # fmt: skip
"""The only files used from some folders of the library."""
Sources = Iterable[tuple[str, bytes]]


def main() -> None:
    files = {name: (PYODIDE / name).read_bytes() for name in PARTS}
    files["pyodide-lock.json"] = _lock()
    files |= {wheel.name: wheel.read_bytes() for wheel in _wheels()}
    files |= _compiled({LIBRARY: _library(), "elfer.zip": _own()})
    files |= pack_api.files()
    version = _version(files)
    if not (TARGET / version).is_dir():
        shutil.rmtree(TARGET, ignore_errors=True)
    for name, content in files.items():
        _write(TARGET / version / name, content)
    listed = [_about(name, content) for name, content in files.items()]
    about = {"version": version, "release": _release(), "base": f"py/{version}/", "files": listed}
    _write(LIST, json.dumps(about, indent=1).encode())


def _release() -> str:
    """The version of elfer."""
    found = re.search(r'^__version__ = "(.+)"$', (PACKAGE / "__init__.py").read_text("utf-8"), re.MULTILINE)
    assert found is not None
    return found[1]


def _lock() -> bytes:
    """Pyodide's lock file, without packages that it could download."""
    known = json.loads((PYODIDE / "pyodide-lock.json").read_bytes())
    return json.dumps({"info": known["info"], "packages": {}}).encode()


def _wheels() -> Iterator[Path]:
    """The required wheels; hashes are checked for cached ones, too."""
    WORK.mkdir(parents=True, exist_ok=True)
    fetch = ("pip", "download", "-q", "--disable-pip-version-check", "--require-hashes", "--no-deps")
    where = ("--only-binary=:all:", f"--dest={WORK}", f"--find-links={WORK}", f"--requirement={REQUIREMENTS}")
    if subprocess.run([sys.executable, "-m", *fetch, *PLATFORM, *where]).returncode:
        raise SystemExit("The wheels for playing without a server could not be fetched.")
    asked = (line.split()[0] for line in REQUIREMENTS.read_text("utf-8").splitlines() if "==" in line)
    return (next(WORK.glob(f"{name.replace('==', '-')}-*.whl")) for name in asked)


def _own() -> Sources:
    """Our package without the parts that a worker cannot use."""
    for file in sorted(PACKAGE.rglob("*")):
        name = file.relative_to(PACKAGE).as_posix()
        if file.is_file() and _needed(name):
            yield f"elfer/{name}", file.read_bytes()


def _needed(name: str) -> bool:
    if "__pycache__" in name or name.endswith((".sql", ".md")) or name.startswith(LEFT_OUT):
        return False
    return not (name.startswith("games/") and name.endswith(LEFT_OUT_OF_GAMES))


def _library() -> Sources:
    """Python's library without the parts that a worker does not use."""
    with zipfile.ZipFile(PYODIDE / LIBRARY) as whole:
        for name in sorted(whole.namelist()):
            part = Path(name)
            unused = part.stem not in LIBRARY_KEPT.get(part.parts[0], {part.stem})
            if not (name.endswith("/") or name.startswith(LIBRARY_LEFT_OUT) or unused):
                yield name, whole.read(name)


def _compiled(archives: dict[str, Sources]) -> dict[str, bytes]:
    """Archives with bytecode instead of sources, compiled by Pyodide unless cached."""
    made = {}
    for name, sources in archives.items():
        source = _zipped(sources)
        inside = (Path(__file__).parent / "pack_inside.py").read_bytes()
        told = hashlib.sha256((PYODIDE / "package.json").read_bytes() + inside + source).hexdigest()[:16]
        made[name] = WORK / f"{told}.{name}"
        if not made[name].exists():
            _write(made[name].with_suffix(".source.zip"), source)
    if not all(file.exists() for file in made.values()):
        script = Path(__file__).with_name("pack_inside.mjs")
        if subprocess.run(["node", script, WORK]).returncode:
            raise SystemExit("Python could not be compiled for playing without a server.")
    for old in set(WORK.glob("*.zip")) - {*made.values()}:
        old.unlink()
    return {name: file.read_bytes() for name, file in made.items()}


def _zipped(sources: Sources) -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in sources:
            archive.writestr(zipfile.ZipInfo(name), content)
    return made.getvalue()


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
    """Write a file unless it is unchanged."""
    if not file.exists() or file.read_bytes() != content:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


if __name__ == "__main__":
    main()
