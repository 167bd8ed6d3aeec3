"""Positions of Überall anschließen: what is not mentioned lies in the middle."""

from __future__ import annotations

from typing import Any

import elfer
from elfer.match import AnyMatch
from tests.positions import table


def at(*hands: str, attention: bool = False, middle: str = "B20", **keys: Any) -> AnyMatch:
    """A position whose other cards lie in the middle, below its top card."""
    options = {"attention": attention}
    return table("connect", *hands, rest="middle", options=options, middle=middle, **keys)


def overlooked(**keys: Any) -> AnyMatch:
    """Seat 0 has just put its R1 on the own pile, though it fits in the middle."""
    match = at("R1 R9", "Y5 Y7", "G5 G7", attention=True, piles=["R3", "Y3", "G3"], **keys)
    match.play(0, "reveal")
    match.play(0, "own")
    return match


def misplaced(stack: str, *, middle: str = "B20", stacks: tuple[str, str] = ("Y5 Y7", "G5 G7")) -> AnyMatch:
    """Seat 0 has just put its R1 on the pile of seat 1, where it fits, as it does on a 20 in the middle."""
    match = at(stack, *stacks, attention=True, piles=["", "Y20", "G3"], middle=middle)
    match.play(0, "reveal")
    match.play(0, "pile 1")
    return match


def tags(events: tuple[elfer.Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]
