"""Everything about a server that its operator may set; `elfer serve --help` lists it."""

from __future__ import annotations

from pathlib import Path

import msgspec
from platformdirs import user_data_path

FILE = "elfer.db"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How one server runs."""

    data: Path = msgspec.field(default_factory=lambda: user_data_path("elfer"))
    """The folder of the database."""
    host: str = "127.0.0.1"
    port: int = 8011
    metrics_port: int = 0
    """Where Prometheus finds the metrics, on loopback only; 0 is nowhere."""
    hosts: tuple[str, ...] = ()
    """Names under which this server may be addressed, besides loopback."""
    thinkers: int = 1
    """How many processes think for the bots."""
    bot_pause: float = 0.7
    """How many seconds a bot takes for a move, so that people can follow."""
    relaxed: float = 60.0
    quick: float = 15.0
    """How many seconds a person has for a turn at a relaxed and at a quick pace."""
    round_pause: float = 60.0
    """After so many seconds the next round begins though not all are ready."""
    grace: float = 60.0
    """How many seconds an absent person is waited for; less at a quicker pace."""
    unload: float = 60.0
    """After so many seconds a table nobody is at leaves memory."""
    keep_finished: float = 90.0
    """For how many days tables are kept whose match is over, ..."""
    keep_abandoned: float = 14.0
    """... and those whose match is not."""
    sockets_per_address: int = 64
    tables_per_address: int = 30
    """How many tables an address may create in an hour."""
    ping: float = 20.0
    """Every so many seconds a page is asked whether it is still there; it has as long to answer."""
    commands_per_second: float = 20.0
    """How many commands a socket may send for long; three times as many at once."""

    @property
    def file(self) -> Path:
        return self.data / FILE
