"""Texts that take long to read: records that are none, and moves in words that mean nothing."""

from __future__ import annotations

import asyncio
import random
from functools import partial
from itertools import count

import elfer
from elfer.match import AnyMatch
from elfer.server.wire import MAX_FRAME_BYTES
from tests.server.attacks.attack import Attack, Intruder, Tally, Target, enter, persist
from tests.server.attacks.tables import OPEN
from tests.server.people import new_key

PIECE = "{},"
RECORD = "0: a" + PIECE * (MAX_FRAME_BYTES // len(PIECE) - 50)
"""As many comments and moves as a frame has room for."""
LOOK = {"do": "replay", "record": RECORD}
SAY = {"do": "say", "text": " ".join("abcdefghijklmnopqrstuvwxyz"[i % 26] for i in range(50)), "lang": "en"}
"""As many words as a text may have."""
CHEAT = {**OPEN, "setup": {"game": "cheat", "seats": 3}, "bots": ["easy", "easy"]}
HAND = 600
"""How many legal moves a large hand has."""


async def records(sockets: int, target: Target, tally: Tally) -> None:
    """Let records be read, with neither a seat nor a table."""

    async def act(intruder: Intruder) -> None:
        (answer,) = await intruder.says(LOOK)
        if answer.get("code") == "too_fast":
            await asyncio.sleep(0.1)

    await persist(sockets, act, target, tally)


async def typed(target: Target, tally: Tally) -> None:
    """Type fifty words at once, again and again, at 28 own tables."""
    keys, tables, numbers = [new_key() for _ in range(28)], dict[str, str](), count()

    async def act(intruder: Intruder) -> None:
        key = keys[next(numbers) % len(keys)]
        if key in tables:
            await intruder.says(enter(tables[key], key))
        else:
            (opened,) = await intruder.says({**CHEAT, "key": key})
            tables[key] = opened["table"]
        for _ in range(20):
            await intruder.says(*[SAY] * 10)
            await asyncio.sleep(0.5)  # as often as a socket may for long

    await persist(len(keys), act, target, tally)


async def typed_at_once(target: Target, tally: Tally) -> None:
    """Type fifty words, fifty times at once, with a hand that has hundreds of moves."""

    async def act(intruder: Intruder) -> None:
        await intruder.says(enter(target.long, target.key))
        await intruder.says(*[SAY] * 50)
        await asyncio.sleep(2.5)  # until as much may be said again

    await persist(1, act, target, tally)


def large_hand() -> AnyMatch:
    """A match of *cheat* at a point at which seat 0 may lay almost any two cards."""
    for seed in count():
        match, rng = elfer.start("cheat", seats=5, seed=seed), random.Random(seed)
        while not match.over and match.steps < 100:
            if len(match.moves(0)) > HAND:
                return match
            seat = rng.choice(match.actors)
            match.play(seat, rng.choice(match.moves(seat)))
    raise AssertionError


READING = (
    Attack("read-record", "1 socket, records of 16 kB that are none", partial(records, 1)),
    Attack("read-records", "6 sockets, records of 16 kB that are none", partial(records, 6)),
    Attack("say", "28 sockets type 50 words at their tables", typed),
    Attack(
        "say-at-once", "1 socket types 50 words 50 times, 631 legal moves", typed_at_once, match=large_hand
    ),
)
