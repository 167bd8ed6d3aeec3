"""The process of an attacker, which a siege starts and hears."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import sys
from pathlib import Path

from tests.server.attacks.attack import Target, strike
from tests.server.attacks.suite import ATTACKS
from tests.server.people import Server


async def attack(name: str, port: str, seconds: str, felt: str, *known: str) -> None:
    """Attack, and print what happened."""
    if not felt:
        os.nice(10)  # an attacker elsewhere would take nothing from this machine but what it sends
    server = Server(Path())
    server.port = int(port)
    address, link, long, key, moves = known
    target = Target(server, address, link, long, key, int(moves))
    words = tuple(felt.split(",")) if felt else ()
    tally = await strike(ATTACKS[name].wave, target, float(seconds), words)
    print(json.dumps(tally), flush=True)
    os._exit(0)  # whatever still goes on here has nothing more to say


if __name__ == "__main__":
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(attack(*sys.argv[1:]))
