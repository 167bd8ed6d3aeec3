"""The part of `tools/pack.py` that runs inside Pyodide, to compile bytecode for its Python version."""

from __future__ import annotations

import importlib.util
import marshal
import sys
import zipfile
from pathlib import Path

UNCHECKED = (1).to_bytes(4, "little") + bytes(8)
"""Header of bytecode that is not checked against its source."""
STAMP = (1980, 1, 1, 0, 0, 0)


def compile_all(source: Path, target: Path) -> None:
    """Rewrite an archive with bytecode instead of sources."""
    with zipfile.ZipFile(source) as given, zipfile.ZipFile(target, "w") as made:
        for name in sorted(given.namelist()):
            content = given.read(name)
            if name.endswith(".py"):
                name, content = f"{name}c", _bytecode(name, content)
            about = zipfile.ZipInfo(name, STAMP)
            made.writestr(about, content, zipfile.ZIP_DEFLATED, compresslevel=9)


def _bytecode(name: str, source: bytes) -> bytes:
    # Without docstrings and assertions.
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return importlib.util.MAGIC_NUMBER + UNCHECKED + marshal.dumps(code)


if __name__ == "__main__":
    for folder in map(Path, sys.argv[1:]):
        for file in sorted(folder.glob("*.source.zip")):
            compile_all(file, file.with_name(file.name.replace(".source", "")))
