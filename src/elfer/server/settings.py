"""Everything about a server that its operator may set, stated once.

`elfer serve` makes its options from the fields: `round_pause` is the option `--round-pause` and the variable
`ELFER_ROUND_PAUSE`. A test holds docs/operations.md to them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec


class Setting(NamedTuple):
    """What an operator is told about a field, and what is allowed there."""

    help: str
    min: float | None = None
    max: float | None = None
    variable: bool = True
    """Whether an environment variable sets it, too."""


def user_data() -> Path:
    """The folder of this user's data."""
    from platformdirs import user_data_path

    return user_data_path("elfer")


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How one server runs."""

    host: Annotated[str, Setting("Where to listen.")] = "127.0.0.1"
    port: Annotated[int, Setting("The port; 0 takes any.", min=0, max=65535)] = 8011
    data: Annotated[Path, Setting("The folder of the database; by default the user's own.")] = msgspec.field(
        default_factory=user_data
    )
    database: Annotated[str, Setting("A PostgreSQL database in its place: postgresql://…")] = ""
    node: Annotated[str, Setting("Where other nodes of the database reach this one.")] = "127.0.0.1:0"
    workers: Annotated[int, Setting("Nodes behind one port, with PostgreSQL.", min=1, max=64)] = 1
    lan: Annotated[bool, Setting("Listen for the phones in the house, too.", variable=False)] = False
    browser: Annotated[bool, Setting("Open the browser at the lobby.", variable=False)] = True
    name: Annotated[list[str], Setting("A name under which the server is reached; may be repeated.")] = []
    proxy: Annotated[list[str], Setting("An address of a proxy elsewhere; may be repeated.")] = []
    bots: Annotated[int, Setting("How many processes think for the bots.", min=1, max=64)] = 1
    pause: Annotated[float, Setting("Seconds a bot takes for a move.", min=0, max=60)] = 0.7
    grace: Annotated[float, Setting("Seconds an absent person is waited for.", min=0)] = 60
    relaxed: Annotated[float, Setting("Seconds for a turn at a relaxed pace.", min=0.1)] = 60
    quick: Annotated[float, Setting("Seconds for a turn at a quick pace.", min=0.1)] = 15
    round_pause: Annotated[float, Setting("Seconds until the next round at the latest.", min=0)] = 60
    moves: Annotated[int, Setting("Moves after which a match is broken off.", min=10)] = 25_000
    unload: Annotated[float, Setting("Seconds until a table nobody is at leaves memory.", min=0)] = 60
    keep_finished: Annotated[float, Setting("Days a finished table is kept.", min=0)] = 90
    keep_abandoned: Annotated[float, Setting("Days an abandoned table is kept.", min=0)] = 14
    metrics_port: Annotated[int, Setting("Prometheus on loopback; 0 is none.", min=0, max=65535)] = 0
    sockets: Annotated[int, Setting("Pages an address may have open.", min=1)] = 64
    connections: Annotated[int, Setting("Connections in all.", min=8)] = 10_000
    tables: Annotated[int, Setting("Tables an address may open in an hour.", min=1)] = 30
    ping: Annotated[float, Setting("Seconds between looks whether pages are there.", min=0.1)] = 20


class Option(NamedTuple):
    """A field of the settings as an operator sets it."""

    name: str
    kind: object
    default: object
    """None where the default is made when it is needed."""
    setting: Setting

    @property
    def flag(self) -> str:
        flag = "--" + self.name.replace("_", "-")
        return f"{flag}/--no-{flag[2:]}" if self.default is True else flag

    @property
    def variable(self) -> str | None:
        return f"ELFER_{self.name.upper()}" if self.setting.variable else None


def options() -> dict[str, Option]:
    """All that an operator may set, by the fields' names."""
    return {field.name: _option(field) for field in msgspec.structs.fields(Settings)}


def _option(field: msgspec.structs.FieldInfo) -> Option:
    kind, setting = field.type.__origin__, field.type.__metadata__[0]
    default = None if field.default is msgspec.NODEFAULT else field.default
    return Option(field.name, kind if default is not None else kind | None, default, setting)
