"""Programs at a table: the example client, and a bot that joins over a real network."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import threading
from pathlib import Path

import pytest

from elfer.core.refusals import Refused
from elfer.remote_bot.bot import RemoteBot
from elfer.remote_bot.connection import play
from elfer.remote_bot.player import RemotePlayer
from tests.bots import own_bots
from tests.server.people import PATIENCE

CLIENT = Path(__file__).parents[2] / "examples" / "client.mjs"
needs_node = pytest.mark.skipif(not shutil.which("node"), reason="needs Node")


def runs(link: str) -> str:
    """What the client says until it is done; before Node 22 a WebSocket must be asked for."""
    out = subprocess.run(
        ["node", "--experimental-websocket", str(CLIENT), link],
        capture_output=True,
        text=True,
        timeout=3 * PATIENCE,
    )
    assert out.returncode == 0, out.stderr
    return out.stdout


class Stay:
    """A remote player in a thread of its own, and what was told and refused."""

    def __init__(self, address: str, table: str, player: object = own_bots.first) -> None:
        self.told: list[str] = []
        self.refused: Refused | None = None
        self._player = RemotePlayer(table, RemoteBot(player, 1), "Robi", seat=1)  # type: ignore[arg-type]
        self._thread = threading.Thread(target=self._play, args=(f"ws://{address}/socket",), daemon=True)
        self._thread.start()

    def _play(self, address: str) -> None:
        try:
            play(address, self._player, self.told.append)
        except Refused as refused:
            self.refused = refused

    async def over(self) -> str:
        """Wait until it is over; why."""
        await asyncio.to_thread(self._thread.join, PATIENCE)
        assert self.refused
        return self.refused.code
