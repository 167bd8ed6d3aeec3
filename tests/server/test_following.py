"""Finding a table at whichever node it is."""

from __future__ import annotations

import pytest

from elfer.server.lobby import Lobby
from elfer.server.table import hashed
from elfer.server.web.pipes import Pipes
from tests.server.indoors import within
from tests.server.web.piping import SECRET, OtherStore, visitor


@pytest.mark.parametrize("do", ["enter", "redeem"])
def test_a_command_whose_table_is_looked_for_counts_once_however_long_that_takes(do: str) -> None:
    """Nobody answers where the table is said to be; whoever waits for it has not been too fast."""
    store, code = OtherStore(), "ABCDEFGH"
    store.owner = "127.0.0.1:1"

    async def story(lobby: Lobby) -> None:
        lobby.pipes = Pipes(SECRET)
        await store.keep_code(hashed(code), "a" * 22, "key", 1e9)
        async with visitor(lobby) as ben:
            how = {"table": "a" * 22} if do == "enter" else {"code": code}
            for _ in range(3):
                assert await ben.refused(do, key=ben.key, **how) == "no_store"

    within(story, store)
