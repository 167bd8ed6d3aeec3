"""Bots as users might write them, good and bad."""

from __future__ import annotations

import contextlib
import time

import elfer


class Lowest:
    """Plays the first move of the alphabet, and calls whenever it may."""

    def choose(self, observation: elfer.Observation) -> str:
        return min(observation.moves)

    def call(self, observation: elfer.Observation) -> str | None:
        return min(observation.moves) if observation.seat else None


class Curious:
    """Keeps all observations."""

    def __init__(self) -> None:
        self.seen: list[elfer.Observation] = []

    def choose(self, observation: elfer.Observation) -> str:
        self.seen.append(observation)
        return observation.moves[observation.rng.below(len(observation.moves))]


def first(observation: elfer.Observation) -> str:
    return observation.moves[0]


class Illegal:
    def choose(self, observation: elfer.Observation) -> str:
        return "R99"


class Silent:
    def choose(self, observation: elfer.Observation) -> None:
        return None


class Raising:
    def choose(self, observation: elfer.Observation) -> str:
        raise KeyError("a line\nand another")


class Leaving:
    def choose(self, observation: elfer.Observation) -> str:
        raise SystemExit(3)


class Hanging:
    """Never answers, and catches every interrupt."""

    def choose(self, observation: elfer.Observation) -> str:
        while True:
            with contextlib.suppress(Exception):
                time.sleep(60)


class BadCaller:
    def choose(self, observation: elfer.Observation) -> str:
        return observation.moves[0]

    def call(self, observation: elfer.Observation) -> str:
        return "hello"


class Demanding:
    def __init__(self, strength: int) -> None:
        self.strength = strength


nobody = 3
