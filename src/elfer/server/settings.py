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
    """The key of what its help says."""
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

    host: Annotated[str, Setting("setting.host")] = "127.0.0.1"
    port: Annotated[int, Setting("setting.port", min=0, max=65535)] = 8011
    data: Annotated[Path, Setting("setting.data")] = msgspec.field(default_factory=user_data)
    database: Annotated[str, Setting("setting.database")] = ""
    node: Annotated[str, Setting("setting.node")] = "127.0.0.1:0"
    workers: Annotated[int, Setting("setting.workers", min=1, max=64)] = 1
    lan: Annotated[bool, Setting("setting.lan", variable=False)] = False
    browser: Annotated[bool, Setting("setting.browser", variable=False)] = True
    name: Annotated[list[str], Setting("setting.name")] = []
    proxy: Annotated[list[str], Setting("setting.proxy")] = []
    bots: Annotated[int, Setting("setting.bots", min=1, max=64)] = 1
    pause: Annotated[float, Setting("setting.pause", min=0, max=60)] = 0.7
    grace: Annotated[float, Setting("setting.grace", min=0)] = 60
    relaxed: Annotated[float, Setting("setting.relaxed", min=0.1)] = 60
    quick: Annotated[float, Setting("setting.quick", min=0.1)] = 15
    round_pause: Annotated[float, Setting("setting.round_pause", min=0)] = 60
    moves: Annotated[int, Setting("setting.moves", min=10)] = 25_000
    unload: Annotated[float, Setting("setting.unload", min=0)] = 60
    keep_finished: Annotated[float, Setting("setting.keep_finished", min=0)] = 90
    keep_abandoned: Annotated[float, Setting("setting.keep_abandoned", min=0)] = 14
    metrics_port: Annotated[int, Setting("setting.metrics_port", min=0, max=65535)] = 0
    sockets: Annotated[int, Setting("setting.sockets", min=1)] = 64
    connections: Annotated[int, Setting("setting.connections", min=8)] = 10_000
    tables: Annotated[int, Setting("setting.tables", min=1)] = 30
    ping: Annotated[float, Setting("setting.ping", min=0.1)] = 20


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
