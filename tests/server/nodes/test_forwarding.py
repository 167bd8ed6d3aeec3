"""Finding a table at whichever node it is."""

from __future__ import annotations

import pytest

from elfer.server.lobby import Lobby
from elfer.server.tables.seating import hashed
from tests.server.indoors import within
from tests.server.nodes.forwarding import OtherStore, dialing, visitor


@pytest.mark.parametrize("do", ["enter", "redeem"])
def test_a_command_whose_table_is_looked_for_counts_once_however_long_that_takes(do: str) -> None:
    """There is no server at the owner's address; a page that waits for it has not been too fast."""
    store, code = OtherStore(), "ABCDEFGH"
    store.owner = "127.0.0.1:1"

    async def story(lobby: Lobby) -> None:
        await store.keep_code(hashed(code), "a" * 22, "key", 1e9)
        async with visitor(lobby) as ben, dialing() as client:
            lobby.forward = client.forward
            how = {"table": "a" * 22} if do == "enter" else {"code": code}
            for _ in range(3):
                assert await ben.refused(do, key=ben.key, **how) == "no_store"

    within(story, store)
