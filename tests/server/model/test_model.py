"""Whatever people do, at a server that is killed now and then: what comes of it, the law says."""

from __future__ import annotations

import os
from pathlib import Path

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.server.bystanders import complaints
from tests.server.crash import quiet_port
from tests.server.model.machine import Machine
from tests.server.people import Server

LONG = bool(os.environ.get("ELFER_LONG"))
NEVER = "1000000"
"""Seconds: clocks decide nothing here."""
OPTIONS = {
    "pause": "0",
    "unload": "0",
    "tables": "100000",
    "grace": NEVER,
    "round-pause": NEVER,
    "ping": "1000",
}


def run(server: Server) -> None:
    class Here(Machine):
        def __init__(self) -> None:
            super().__init__(server)

    law = settings(
        max_examples=60 if LONG else 8,
        stateful_step_count=100 if LONG else 40,
        deadline=None,
        phases=[Phase.generate],  # the same steps meet other cards each time, so there is nothing to shrink
        suppress_health_check=list(HealthCheck),
    )
    Machine.failures.clear()
    try:
        run_state_machine_as_test(Here, settings=law)
    except Exception as error:
        raise next(iter(Machine.failures), error) from None


def test_a_server_does_what_the_law_says(tmp_path: Path) -> None:
    server = Server(
        tmp_path / "data", *(part for name, value in OPTIONS.items() for part in (f"--{name}", value))
    )
    try:
        server.start(quiet_port())
        run(server)
        assert not complaints(server)
    finally:
        server.__exit__()
