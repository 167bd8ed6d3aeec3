"""Matches of tens of thousands of moves: entered from the beginning, and looked back at."""

from __future__ import annotations

import asyncio
import random
from itertools import count
from pathlib import Path
from typing import NamedTuple

import elfer
from elfer.core.options import given
from elfer.match import AnyMatch
from elfer.server.stores.sqlite import SqliteStore
from elfer.server.stores.store import Opening, Played
from elfer.server.tables.seating import Chair, Table, hashed
from elfer.server.wire import Setup
from tests.server.attacks.attack import Attack, Intruder, Tally, Target, enter, persist
from tests.server.people import new_key

MOVES = 70_000
AT_ONCE = 500
"""How many moves one wait for the store has."""


class Kept(NamedTuple):
    """A table that a database has."""

    id: str
    key: str
    """Of its first seat."""
    moves: int


def keep(data: Path, moves: int, *, over: bool) -> Kept:
    """A database with one table whose match is so long, or a little longer, and *over* or not."""
    return keep_match(data, _played(moves, over))


def keep_match(data: Path, match: AnyMatch) -> Kept:
    """A database with one table, at which this match is played."""
    return asyncio.run(_keep(data, match))


async def _keep(data: Path, match: AnyMatch) -> Kept:
    store = SqliteStore(data)
    kept, names = (
        Kept("L" * 22, new_key(), match.steps),
        ("Ada", *map("Ben {}".format, range(1, match.seats))),
    )
    chairs = (Chair("Ada", hashed(kept.key)), *(Chair(name, hashed(new_key())) for name in names[1:]))
    setup = Setup(game=match.game.id, options=given(match.game), seats=match.seats, rounds=match.rounds)
    table = Table(setup, chairs, host=0, phase="over" if match.over else "playing", match=1)
    await store.create(kept.id, table)
    await store.open_match(kept.id, table, Opening(1, 0, match.at(0).record(), names))
    steps = [Played(n, step.seat, step.move, f"c{n}") for n, step in enumerate(match.history, 1)]
    for first in range(0, len(steps), AT_ONCE):
        await asyncio.gather(*(store.append(kept.id, played) for played in steps[first : first + AT_ONCE]))
    store.close()
    return kept


def _played(moves: int, over: bool) -> AnyMatch:
    """A match of *connect* with about this many moves."""
    rng = random.Random(11)
    for rounds in count(1 + moves // 1500):
        match = elfer.start("connect", seats=2, seed=11, rounds=rounds)
        while not match.over and (over or match.steps < moves):
            seat = rng.choice(match.actors)
            match.play(seat, rng.choice(match.moves(seat)))
        if match.steps >= moves and match.over == over:
            return match
    raise AssertionError


async def enters(target: Target, tally: Tally) -> None:
    """Enter from the beginning, 58 times at once, on many sockets."""

    async def act(intruder: Intruder) -> None:
        await intruder.says(*(enter(target.long, target.key, at=0) for _ in range(58)))

    await persist(64, act, target, tally)


async def replays(target: Target, tally: Tally) -> None:
    """Look back at the end of the match, on many sockets."""

    async def act(intruder: Intruder) -> None:
        await intruder.says(enter(target.long, target.key))
        for _ in range(20):
            await intruder.says({"do": "replay", "first": target.moves - 50})

    await persist(64, act, target, tally)


async def records(target: Target, tally: Tally) -> None:
    """Ask for the record of the match, on many sockets."""

    async def act(intruder: Intruder) -> None:
        await intruder.says(enter(target.long, target.key))
        for _ in range(20):
            await intruder.says({"do": "record"})

    await persist(64, act, target, tally)


LONG_MATCHES = (
    Attack("enter", "64 sockets, 58 × enter at 0 at once, 70,000 moves", enters, MOVES, over=False),
    Attack("replay", "64 sockets look at the end of 70,000 moves", replays, MOVES),
    Attack("record", "64 sockets ask for the record of 70,000 moves", records, MOVES),
)
