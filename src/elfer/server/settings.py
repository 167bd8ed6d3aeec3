"""All settings of a server.

`elfer serve` makes its options from the annotated fields: `round_pause` is the option `--round-pause` and the
variable `ELFER_ROUND_PAUSE`. A test compares docs/operations.md with them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec


class Setting(NamedTuple):
    """The help text and limits of an operator's setting."""

    help: str
    """Key of the help text."""
    min: float | None = None
    max: float | None = None
    variable: bool = True
    """Whether an environment variable sets it, too."""


def user_data() -> Path:
    """The folder of this user's data."""
    from platformdirs import user_data_path

    return user_data_path("elfer")


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How one server runs.

    `seed` is for tests only: no option, variable or file sets it. With it, every deal and every decision of
    a bot follows from the seed, the table's setup, the names of its people and the number of the match."""

    host: Annotated[str, Setting("setting.host")] = "127.0.0.1"
    port: Annotated[int, Setting("setting.port", min=0, max=65535)] = 8011
    data: Annotated[Path, Setting("setting.data")] = msgspec.field(default_factory=user_data)
    database: Annotated[str, Setting("setting.database")] = ""
    node: Annotated[str, Setting("setting.node")] = "127.0.0.1:0"
    node_tls: Annotated[str, Setting("setting.node_tls")] = ""
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
    seed: int | None = None


class ServerOption(NamedTuple):
    """A setting as a command-line option."""

    name: str
    kind: object
    default: object
    """None if the default is computed."""
    setting: Setting

    @property
    def flag(self) -> str:
        flag = "--" + self.name.replace("_", "-")
        return f"{flag}/--no-{flag[2:]}" if self.default is True else flag

    @property
    def variable(self) -> str | None:
        return f"ELFER_{self.name.upper()}" if self.setting.variable else None


def options() -> dict[str, ServerOption]:
    """All settings of an operator, by field name."""
    fields = msgspec.structs.fields(Settings)
    return {field.name: _option(field) for field in fields if field.name != "seed"}


def _option(field: msgspec.structs.FieldInfo) -> ServerOption:
    kind, setting = field.type.__origin__, field.type.__metadata__[0]
    default = None if field.default is msgspec.NODEFAULT else field.default
    return ServerOption(field.name, kind if default is not None else kind | None, default, setting)
