"""Bots that hang, crash or are slow, for the tests of the pool."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

from elfer.bots import Bot, Observation


class Sleepy(Bot):
    """A bot that never comes to an end."""

    def decide(self, observation: Observation) -> str:
        time.sleep(3600)
        return "never"


class Deadly(Bot):
    """A bot that takes its process with it."""

    def decide(self, observation: Observation) -> str:
        os.kill(os.getpid(), signal.SIGKILL)
        return "never"


class Slow(Bot):
    """A bot that takes its time."""

    def decide(self, observation: Observation) -> str:
        time.sleep(0.5)
        return "slowly"


class Waiting(Bot):
    """A bot that answers once a file is there."""

    def decide(self, observation: Observation) -> str:
        while not Path(self.name).exists():
            time.sleep(0.01)
        return "at last"


class Noting(Bot):
    """A bot that writes down what it was asked."""

    def _note(self, what: str) -> None:
        with Path(self.name).open("a") as file:
            file.write(f"{what}\n")

    def decide(self, observation: Observation) -> str:
        self._note("decide")
        return "noted"

    def react(self, observation: Observation) -> Any:
        self._note("react")

    def weigh(self, observation: Observation) -> Any:
        self._note("weigh")
        return ()


class Wrong(Bot):
    """A bot with a mistake in it."""

    def decide(self, observation: Observation) -> str:
        raise ZeroDivisionError
