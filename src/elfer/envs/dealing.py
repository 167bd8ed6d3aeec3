"""Deals as chance nodes of a game tree.

In a game that deals by a few small random choices, such as `tiny`, each choice is a node, and the tree has
every deal exactly once. A game that shuffles has too many deals for that: there the chance nodes choose the
bytes of the seed, and every deal of `elfer.start` is among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from elfer.core.chance import SEED_BITS, Chance
from elfer.core.game import AnyGame, State

T = TypeVar("T")
BYTE = 256
SEED_BYTES = SEED_BITS // 8


class ChoiceNeeded(Exception):
    """A deal needs one more random choice among this number of equally likely outcomes."""

    def __init__(self, outcomes: int) -> None:
        super().__init__(outcomes)
        self.outcomes = outcomes


class ScriptedChance(Chance):
    """Random choices given in advance; raises `ChoiceNeeded` for the next one, and for large ones."""

    __slots__ = ("_made",)

    def __init__(self, made: Sequence[int]) -> None:
        super().__init__(0)
        self._made = made

    def number(self) -> int:
        raise ChoiceNeeded(BYTE + 1)

    def shuffled(self, items: Iterable[T]) -> list[T]:
        raise ChoiceNeeded(BYTE + 1)

    def below(self, limit: int) -> int:
        if limit == 1:
            return 0
        if self.counter == len(self._made) or limit > BYTE:
            raise ChoiceNeeded(limit)
        self.counter += 1
        return self._made[self.counter - 1]


class CompleteDeal(NamedTuple):
    """A dealt state, with its seed where it has one."""

    state: State
    seed: int | None


class DealTree:
    """All deals of a game as a tree of chance nodes."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self.game, self.seats = game, seats
        self.widths = self._widths()
        """The number of outcomes of each choice; none if the game shuffles."""

    def _widths(self) -> tuple[int, ...] | None:
        widths: list[int] = []
        while True:
            try:
                self.game.deal(self.seats, ScriptedChance([0] * len(widths)))
            except ChoiceNeeded as needed:
                if needed.outcomes > BYTE:
                    return None
                widths.append(needed.outcomes)
            else:
                return tuple(widths)

    @property
    def most_choices(self) -> int:
        return SEED_BYTES if self.widths is None else len(self.widths)

    @property
    def most_outcomes(self) -> int:
        return BYTE if self.widths is None else max(self.widths, default=0)

    def after(self, made: Sequence[int]) -> CompleteDeal | int:
        """The deal after these outcomes, or the number of outcomes of the next node."""
        if self.widths is None:
            if len(made) < SEED_BYTES:
                return BYTE
            seed = int.from_bytes(bytes(made), "big")
            return CompleteDeal(self.game.deal(self.seats, Chance(seed)), seed)
        try:
            return CompleteDeal(self.game.deal(self.seats, ScriptedChance(made)), None)
        except ChoiceNeeded as needed:
            return needed.outcomes
