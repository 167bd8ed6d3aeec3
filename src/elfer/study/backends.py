"""The plan of a simulation, and its two backends: compiled batches, or the library move by move."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec
import numpy as np

from elfer.bots import AnyBot, bot
from elfer.bots.play import play_on
from elfer.bots.strategies import POINTS, REASON, WINNERS, Batches, PlayDeals
from elfer.core.chance import Chance, seed_for
from elfer.core.game import TABLE, AnyGame, part_of_game
from elfer.core.options import configure
from elfer.games import game_type
from elfer.match import start
from elfer.study.tally import Tally

if TYPE_CHECKING:
    from elfer.compiled.decorator import Ints

GAMES_PER_STEP = 1000
"""Compiled games per call, about."""
TALLY_SECONDS = 0.2
"""The interval between partial results: the most that Ctrl-C can lose."""


class Plan(msgspec.Struct, frozen=True):
    """The parameters of a simulation. With `duplicate`, each deal is played once per seating."""

    game: str
    seats: int
    bots: tuple[str, ...]
    """One entry per seat, from seat 0 on."""
    asked: int
    """The number of games asked for."""
    seed: int
    duplicate: bool
    rounds: int
    options: dict[str, object]

    @property
    def turns(self) -> int:
        """The number of games per deal; each moves the bots on by one seat."""
        return self.seats if self.duplicate else 1

    @property
    def deals(self) -> int:
        return -(-self.asked // self.turns)


class SimulationJob(NamedTuple):
    """A plan with its players: names of bots, or users' bots."""

    plan: Plan
    players: tuple[AnyBot, ...]


class Block(NamedTuple):
    """Consecutive deals, with a row per game; `elfer.bots.strategies` has the columns."""

    first: int
    rows: Ints
    reasons: tuple[str, ...]
    """Why games end, indexed by the column `REASON`."""


class PartialResult(NamedTuple):
    """The sums of some deals, and their games where these are kept."""

    tally: Tally
    blocks: tuple[Block, ...]


class Backend(Protocol):
    """Plays deals; the games of a deal depend on nothing but the job."""

    name: str
    step: int
    """The best number of deals per call."""

    def play(self, deals: range) -> Block: ...


def backend_of(job: SimulationJob) -> Backend:
    """Compiled, if all bots are; the library otherwise."""
    batches = _batches(game_type(job.plan.game))
    if batches and all(isinstance(player, str) and player in batches.bots for player in job.players):
        return CompiledBackend(job.plan, batches)
    return LibraryBackend(job)


def _batches(kind: type[AnyGame]) -> Batches | None:
    try:
        return getattr(part_of_game(kind, "bot"), "BATCHES", None)
    except ImportError:  # without Numba
        return None


class CompiledBackend:
    """Batches of games in Numba."""

    name = "compiled"

    def __init__(self, plan: Plan, batches: Batches) -> None:
        self.plan, self.reasons = plan, batches.reasons if plan.rounds == 1 else ("rounds",)
        self.step = max(1, GAMES_PER_STEP // plan.turns)
        self.rounds: list[PlayDeals] = []
        game = configure(game_type(plan.game), plan.options, plan.seats)
        for _ in range(plan.rounds):
            self.rounds.append(batches.player(game, plan.seats, plan.bots))
            game = game.next_round(game.blank(plan.seats), plan.seats)

    def play(self, deals: range) -> Block:
        plan = self.plan
        rows = sum(play(plan.seed, deals, plan.turns, round) for round, play in enumerate(self.rounds))
        assert isinstance(rows, np.ndarray)
        if plan.rounds > 1:  # GEN-6
            best = rows[:, POINTS:] == rows[:, POINTS:].max(axis=1, keepdims=True)
            rows[:, WINNERS] = (best << np.arange(plan.seats)).sum(axis=1)
            rows[:, REASON] = 0
        return Block(deals.start, rows, self.reasons)


class LibraryBackend:
    """Match after match through the library, as people play."""

    name = "library"
    step = 1

    def __init__(self, job: SimulationJob) -> None:
        self.job = job
        self.reasons: dict[str, int] = {}

    def play(self, deals: range) -> Block:
        rows = [self._row(number, turn) for number in deals for turn in range(self.job.plan.turns)]
        return Block(deals.start, np.array(rows, np.int64), tuple(self.reasons))

    def _row(self, number: int, turn: int) -> list[int]:
        """One game, the bots moved on by *turn* seats."""
        plan, players = self.job
        deal = seed_for(plan.seed, "deal", number)
        match = start(plan.game, seats=plan.seats, seed=deal, rounds=plan.rounds, **plan.options)
        entries = [(seat - turn) % plan.seats for seat in range(plan.seats)]
        bots = [bot(players[entry], seed_for(plan.seed, "bot", number, turn, entry)) for entry in entries]
        result = play_on(match, bots, Chance(seed_for(plan.seed, "table", number, turn)))
        moves = [step.move for step in match.history if step.seat != TABLE]
        reason = self.reasons.setdefault(result.reason, len(self.reasons))
        winners = sum(1 << seat for seat in result.winners)
        return [winners, reason, len(moves), moves.count("draw"), moves.count("pass"), *result.points]


def partial_results(
    job: SimulationJob, backend: Backend, numbers: Iterable[range], keep: bool
) -> Generator[PartialResult]:
    """Play the deals of these numbers; a result every `TALLY_SECONDS`, with its games if *keep*."""
    blocks: list[Block] = []
    due = monotonic() + TALLY_SECONDS
    for deals in numbers:
        blocks.append(backend.play(deals))
        if monotonic() >= due:
            yield partial_result(job.plan, blocks, keep)
            blocks = []
            due = monotonic() + TALLY_SECONDS
    if blocks:
        yield partial_result(job.plan, blocks, keep)


def partial_result(plan: Plan, blocks: Sequence[Block], keep: bool) -> PartialResult:
    """The partial result of some blocks."""
    rows = np.concatenate([block.rows for block in blocks])
    return PartialResult(Tally.of(rows, plan.seats, plan.turns), tuple(blocks) if keep else ())


def steps(deals: range, step: int) -> Iterable[range]:
    """The deals, *step* at a time."""
    return (deals[i : i + step] for i in range(0, len(deals), step))
