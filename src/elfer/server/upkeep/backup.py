"""Backup of a PostgreSQL database with `pg_dump`."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from pathlib import Path
from urllib.parse import unquote, urlsplit

from elfer.core.refusals import Refused

PROGRAM = "pg_dump"
OWNERS_ALONE = 0o077


def dump(url: str, target: Path) -> None:
    """Dump the schema `elfer` into a new file, for `pg_restore`; only its owner may read it."""
    if target.exists():
        raise Refused("backup_exists", file=str(target))
    program = shutil.which(PROGRAM)
    if program is None:
        raise Refused("backup_program", program=PROGRAM)
    where, environment = _hidden(url)
    done = subprocess.run(
        [program, "--format=custom", "--schema=elfer", "--no-owner", f"--file={target}", where],
        capture_output=True,
        text=True,
        env=environment,
        umask=OWNERS_ALONE,
    )
    if done.returncode:
        with contextlib.suppress(OSError):
            target.unlink(missing_ok=True)
        why = done.stderr.strip().splitlines() or [str(done.returncode)]
        raise Refused("backup_failed", file=str(target), why=why[-1].rstrip("."))


def _hidden(url: str) -> tuple[str, dict[str, str]]:
    """The address without its password, and an environment with it: command lines are public."""
    where, _, query = url.partition("?")
    user = urlsplit(where).netloc.rpartition("@")[0]
    name, _, password = user.partition(":")
    where = where.replace(f"{user}@", f"{name}@", 1) if password else where
    others = []
    for parameter in filter(None, query.split("&")):
        key, _, value = parameter.partition("=")
        if unquote(key) == "password":
            password = value
        else:
            others.append(parameter)
    secret = {"PGPASSWORD": unquote(password)} if password else {}
    return f"{where}?{'&'.join(others)}" if others else where, os.environ | secret
