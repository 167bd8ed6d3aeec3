"""Deals as chance nodes of a tree: every choice that chance makes is asked for, one by one.

In a game that deals by a few small choices, such as `tiny`, these are the nodes, and the tree has every deal
just once. A game that shuffles has as many deals as no tree can hold: there chance chooses the seed, byte by
byte, and every deal that `elfer.start` can give is one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from elfer.core.chance import SEED_BITS, Chance
from elfer.core.game import AnyGame, State

T = TypeVar("T")
BYTE = 256
SEED_BYTES = SEED_BITS // 8


class Asked(Exception):
    """A deal needs one more choice, among this many outcomes, each as likely as the others."""

    def __init__(self, outcomes: int) -> None:
        super().__init__(outcomes)
        self.outcomes = outcomes


class Dealer(Chance):
    """Chance that was decided before; it asks for what was not. It makes small choices only."""

    __slots__ = ("_made",)

    def __init__(self, made: Sequence[int]) -> None:
        super().__init__(0)
        self._made = made

    def number(self) -> int:
        raise Asked(BYTE + 1)

    def shuffled(self, items: Iterable[T]) -> list[T]:
        raise Asked(BYTE + 1)

    def below(self, limit: int) -> int:
        if limit == 1:
            return 0
        if self.counter == len(self._made) or limit > BYTE:
            raise Asked(limit)
        self.counter += 1
        return self._made[self.counter - 1]


class Dealt(NamedTuple):
    """A deal that is complete, with its seed where it has one."""

    state: State
    seed: int | None


class Deals:
    """All deals of a game, as choices of chance."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self.game, self.seats = game, seats
        self.widths = self._widths()
        """How many outcomes each choice has in a deal of small choices; none if the game shuffles."""

    def _widths(self) -> tuple[int, ...] | None:
        widths: list[int] = []
        while True:
            try:
                self.game.deal(self.seats, Dealer([0] * len(widths)))
            except Asked as asked:
                if asked.outcomes > BYTE:
                    return None
                widths.append(asked.outcomes)
            else:
                return tuple(widths)

    @property
    def most_choices(self) -> int:
        return SEED_BYTES if self.widths is None else len(self.widths)

    @property
    def most_outcomes(self) -> int:
        return BYTE if self.widths is None else max(self.widths, default=0)

    def after(self, made: Sequence[int]) -> Dealt | int:
        """The deal that these choices lead to, or how many outcomes the next choice has."""
        if self.widths is None:
            if len(made) < SEED_BYTES:
                return BYTE
            seed = int.from_bytes(bytes(made), "big")
            return Dealt(self.game.deal(self.seats, Chance(seed)), seed)
        try:
            return Dealt(self.game.deal(self.seats, Dealer(made)), None)
        except Asked as asked:
            return asked.outcomes
