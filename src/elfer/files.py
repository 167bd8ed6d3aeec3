"""Files as a person names them: whatever is wrong with one is said in a sentence, `-` is standard output."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

from elfer.core.refusals import BadInput

STDOUT = Path("-")


def read_file(path: Path) -> str:
    """A whole file as text."""
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise BadInput("file", path=path, why=error.strerror or error) from None
    except UnicodeDecodeError:
        raise BadInput("file_text", path=path) from None


def check_writable(path: Path) -> None:
    """Refuse a file that could not be written later, before any work is done for it."""
    special = path.exists() and not path.is_file() and not path.is_dir()
    if path == STDOUT or special:  # a pipe would take the trial for the whole of its input
        return
    new = not path.exists()
    try:
        path.open("ab").close()
    except OSError as error:
        raise BadInput("file_write", path=path, why=error.strerror or error) from None
    if new:
        path.unlink()


def write_file(path: Path, content: str | bytes) -> None:
    """Write a whole file."""
    data = content.encode() if isinstance(content, str) else content
    try:
        if path == STDOUT:
            sys.stdout.buffer.write(data)
        else:
            path.write_bytes(data)
    except OSError as error:
        raise BadInput("file_write", path=path, why=error.strerror or error) from None


def replace_file(path: Path, content: str) -> None:
    """Write a whole file anew; if that fails, what was there before is still there."""
    if path == STDOUT or not path.is_file():
        write_file(path, content)
        return
    beside = path.with_name(f"{path.name}.new")
    try:
        write_file(beside, content)
        beside.replace(path)
    except OSError as error:
        raise BadInput("file_write", path=path, why=error.strerror or error) from None
    finally:
        with contextlib.suppress(OSError):  # it is no longer there, or never was
            beside.unlink()
