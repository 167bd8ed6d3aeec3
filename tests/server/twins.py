"""Matches and their twins, in which hidden cards lie elsewhere, and what viewers heard of both."""

from __future__ import annotations

import asyncio
import os
import random
from itertools import islice
from typing import NamedTuple

from elfer.games import registry
from tests.server.leaks import Playing, Viewer, World, alike, other_world, story, streams, truths, upto
from tests.server.people import Reached

LONG = bool(os.environ.get("ELFER_LONG"))
AT_ONCE = 16
"""How many tables are played at the same time."""


class Twin(NamedTuple):
    """A world in which a viewer is told the same for some steps."""

    truth: int
    viewer: Viewer
    world: World
    steps: int


class Pool:
    """The true matches of some games, and their twins."""

    def __init__(self, games: list[str]) -> None:
        self.truths: list[World] = []
        self.twins: list[Twin] = []
        for id in games:
            seats = 3 if 3 in registry()[id].seats else registry()[id].seats[0]
            for seed in range(7, 10 if LONG else 8):
                for truth in truths(
                    id, seats, seed, most=70 if id in ("connect", "collect", "snap") else 250
                ):
                    self.truths.append(truth)
                    self._find_twins(len(self.truths) - 1)

    def _find_twins(self, number: int) -> None:
        truth = self.truths[number]
        length = len(truth.moves)
        for viewer in truth.viewers:
            thirds = (length - 1, 2 * length // 3, length // 3)
            first = (viewer or 0) % 3
            for steps in thirds[first:] + thirds[:first]:
                rng = random.Random(f"{number} {viewer} {steps}")
                if world := other_world(truth, viewer, steps, rng, swaps=8):
                    self.twins.append(Twin(number, viewer, world, steps))
                    if not LONG:
                        break

    @property
    def worlds(self) -> list[tuple[World, int]]:
        whole = [(truth, len(truth.moves)) for truth in self.truths]
        return whole + [(twin.world, twin.steps) for twin in self.twins]


class Heard(NamedTuple):
    """All that every viewer heard of every world."""

    pool: Pool
    truths: list[dict[Viewer, list[str]]]
    twins: list[dict[Viewer, list[str]]]


async def play_all(server: Reached, tables: list[Playing]) -> list[dict[Viewer, list[str]]]:
    turns = asyncio.Semaphore(AT_ONCE)

    async def one(table: Playing) -> dict[Viewer, list[str]]:
        async with turns:
            return await streams(server, table)

    return await asyncio.gather(*map(one, tables))


def leaks(heard: Heard) -> list[str]:
    """Where a viewer, or who looks on, heard something else though the rules tell it the same."""
    found = []
    for twin, frames in zip(heard.pool.twins, heard.twins, strict=True):
        truth = heard.pool.truths[twin.truth]
        for viewer in {twin.viewer, None}:
            told = list(story(World(truth.position, truth.moves[: twin.steps]), viewer))
            steps = alike(told, twin.world, viewer)
            here, there = upto(heard.truths[twin.truth][viewer], steps), upto(frames[viewer], steps)
            differ = (f"{a} but {b}" for a, b in zip(here, there, strict=True) if a != b)
            found += [f"{truth.position['game']}, {viewer}: {text}" for text in islice(differ, 1)]
    return found
