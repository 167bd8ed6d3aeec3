"""A node in a process of its own, which can be killed or stopped: it tells what happens, line by line.

It creates a table, plays a move whenever it is told to by a line, and tells whether that was kept.
"""

from __future__ import annotations

import asyncio
import sys

from elfer.server.stores.store import Conflict, Played, Unavailable
from tests.server.stores.postgres.nodes import node


def tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


async def main(url: str, id: str) -> None:
    async with node(url, "10.0.0.9:9000") as own:
        own.nodes.taken = lambda: tell("taken")
        await own.play(id)
        tell("ready")
        number = 0
        while await asyncio.to_thread(sys.stdin.readline):
            number += 1
            held = own.nodes.has_lease
            try:
                await own.store.append(id, Played(number, 0, "reveal"))
            except (Conflict, Unavailable) as error:
                tell(f"{type(error).__name__} {held}")
            else:
                tell(f"done {held}")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
