"""Strategies of games: the decisions of their bots, and compiled play in batches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, cast

from elfer.bots import search
from elfer.bots.search import Estimate
from elfer.core.chance import Chance
from elfer.core.game import AnyGame, Move, Seat, State, part_of_game

if TYPE_CHECKING:  # Numba is imported only by those who compile
    from elfer.compiled.decorator import Ints

Call: TypeAlias = Callable[[str, AnyGame, State, Seat, Chance], Move | None]
"""An optional move, or none: by level, game, state and seat."""


class Strategy(Protocol):
    """How a game is played at each level: the module `bot` in the game's folder.

    The state passed in is imagined: the seat cannot tell it from the true one. Optional members: `call`, a
    `Call` for moves that play does not wait for; `notices`, the same where a clock runs; `warm_up()`, which
    prepares the first decision; `BATCHES`, compiled play of many rounds.
    """

    def choose(self, level: str, game: AnyGame, state: State, seat: Seat, rng: Chance, /) -> Move: ...

    def estimate(self, game: AnyGame, state: State, seat: Seat, rng: Chance, /) -> tuple[Estimate, ...]: ...


def strategy(game: AnyGame) -> Strategy:
    """The strategy for a game, loaded on first use; `search` for a game without its own."""
    return strategy_of(type(game))


@cache
def strategy_of(kind: type[AnyGame]) -> Strategy:
    """The strategy for the games of a class."""
    return cast(Strategy, part_of_game(kind, "bot") or search)


WINNERS, REASON, LENGTH, DRAWS, PASSES, POINTS = range(6)
"""Columns of a game's row: a bit per winner, why it ended, moves, draws, passes, and the points by seat."""

PlayDeals: TypeAlias = "Callable[[int, range, int, int], Ints]"
"""By seed, deals, turns and round: a row per deal and turn. Each turn moves the bots on by one seat."""


class Batches(NamedTuple):
    """Compiled play of many rounds between bots."""

    bots: tuple[str, ...]
    """The bots that are compiled; they decide as in a match."""
    reasons: tuple[str, ...]
    """Why a round ends, indexed by the column `REASON`."""
    player: Callable[[Any, int, Sequence[str]], PlayDeals]
    """Makes the function that plays a game at a table of this size, with these bots."""
