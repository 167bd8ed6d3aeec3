"""Files named by a user: errors become refusals, and `-` is standard output."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from elfer.core.refusals import BadInput

STDOUT = Path("-")


def read_file(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise BadInput("file", path=path, why=error.strerror or error) from None
    except UnicodeDecodeError:
        raise BadInput("file_text", path=path) from None


@contextmanager
def write_errors(path: Path) -> Iterator[None]:
    """Turn an `OSError` into a refusal that names the file."""
    try:
        yield
    except OSError as error:
        raise BadInput("file_write", path=path, why=error.strerror or error) from None


def check_writable(path: Path) -> None:
    """Refuse a file that cannot be written."""
    special = path.exists() and not path.is_file() and not path.is_dir()
    if path == STDOUT or special:  # a pipe would take this for its whole input
        return
    new = not path.exists()
    with write_errors(path):
        path.open("ab").close()
    if new:
        path.unlink()


def write_file(path: Path, content: str | bytes) -> None:
    data = content.encode() if isinstance(content, str) else content
    with write_errors(path):
        if path == STDOUT:
            sys.stdout.buffer.write(data)
        else:
            path.write_bytes(data)


def replace_file(path: Path, content: str | bytes) -> None:
    """Replace a file atomically: an error or an interrupt leaves the old one."""
    if path == STDOUT or (path.exists() and not path.is_file()):
        write_file(path, content)
        return
    beside = path.with_name(f"{path.name}.new")
    try:
        with write_errors(path):
            write_file(beside, content)
            beside.replace(path)
    finally:
        with suppress(OSError):  # already moved, or never written
            beside.unlink()
