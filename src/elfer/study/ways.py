"""The two ways to play deals: compiled, where all bots are, or move by move through the library."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from elfer.bots import AnyBot, Bot, bot, next_move
from elfer.compiled.many import POINTS, REASON, WINNERS, Many
from elfer.core.chance import Chance, seed_for
from elfer.core.game import TABLE, AnyGame, Result, part_of_game
from elfer.core.options import configure
from elfer.games import game_type
from elfer.match import AnyMatch, start
from elfer.study.plan import Plan
from elfer.study.tally import Tally

if TYPE_CHECKING:
    from elfer.compiled.decorator import Ints

GAMES_PER_STEP = 1000
"""About how many compiled games are played in one go."""
TALLY_SECONDS = 0.2
"""How often a tally is handed on: what Ctrl-C can lose."""


class Job(NamedTuple):
    """A plan with those who play: names of bots, or bots of one's own."""

    plan: Plan
    players: tuple[AnyBot, ...]


class Block(NamedTuple):
    """Deals that follow each other, with a row for each of their games as in `elfer.compiled.many`."""

    first: int
    rows: Ints
    reasons: tuple[str, ...]
    """Why games end, by the numbers in the rows."""


class Part(NamedTuple):
    """A part of what is to be played, done: its sums, and its games where they are asked for."""

    tally: Tally
    blocks: tuple[Block, ...]


class Way(Protocol):
    """A way to play deals; a deal has the same games whoever plays it, and whatever came before."""

    name: str
    step: int
    """How many deals are best played in one go."""

    def play(self, deals: range) -> Block: ...


def way_of(job: Job) -> Way:
    """Compiled, if all bots are; through the library otherwise."""
    many = _compiled(game_type(job.plan.game))
    if many and all(isinstance(player, str) and player in many.bots for player in job.players):
        return Compiled(job.plan, many)
    return Library(job)


def _compiled(kind: type[AnyGame]) -> type[Many] | None:
    try:
        return getattr(part_of_game(kind, "bot"), "Many", None)
    except ImportError:  # without Numba
        return None


class Compiled:
    """Whole batches of games inside Numba."""

    name = "compiled"

    def __init__(self, plan: Plan, many: type[Many]) -> None:
        self.plan, self.reasons = plan, many.reasons if plan.rounds == 1 else ("rounds",)
        self.step = max(1, GAMES_PER_STEP // plan.turns)
        self.rounds: list[Many] = []
        game = configure(game_type(plan.game), plan.options, plan.seats)
        for _ in range(plan.rounds):
            self.rounds.append(many(game, plan.seats, plan.bots))
            game = game.next_round(game.blank(plan.seats), plan.seats)

    def play(self, deals: range) -> Block:
        seed, turns = self.plan.seed, self.plan.turns
        first, *later = self.rounds
        rows = first.play(seed, deals, turns, 0)
        for round, many in enumerate(later, 1):
            rows += many.play(seed, deals, turns, round)
        if later:  # GEN-6
            best = rows[:, POINTS:] == rows[:, POINTS:].max(axis=1, keepdims=True)
            rows[:, WINNERS] = (best << np.arange(self.plan.seats)).sum(axis=1)
            rows[:, REASON] = 0
        return Block(deals.start, rows, self.reasons)


class Library:
    """Match after match through the same door as people."""

    name = "library"
    step = 1

    def __init__(self, job: Job) -> None:
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
        result = play(match, bots, Chance(seed_for(plan.seed, "table", number, turn)))
        moves = [step.move for step in match.history if step.seat != TABLE]
        reason = self.reasons.setdefault(result.reason, len(self.reasons))
        winners = sum(1 << seat for seat in result.winners)
        return [winners, reason, len(moves), moves.count("draw"), moves.count("pass"), *result.points]


def play(match: AnyMatch, bots: Sequence[Bot], rng: Chance) -> Result:
    """Play a match to its end, a bot in every seat; chance decides who acts first where several may."""
    while not match.over:
        match.play(*next_move(match, bots, rng))
    assert match.result is not None
    return match.result


def parts(job: Job, way: Way, numbers: Iterable[range], keep: bool) -> Generator[Part]:
    """The deals of these numbers, added up from time to time; with their games, if they are to be kept."""
    blocks: list[Block] = []
    due = monotonic() + TALLY_SECONDS
    for deals in numbers:
        blocks.append(way.play(deals))
        if monotonic() >= due:
            yield added_up(job.plan, blocks, keep)
            blocks = []
            due = monotonic() + TALLY_SECONDS
    if blocks:
        yield added_up(job.plan, blocks, keep)


def added_up(plan: Plan, blocks: Sequence[Block], keep: bool) -> Part:
    """Some blocks as one part."""
    rows = np.concatenate([block.rows for block in blocks])
    return Part(Tally.of(rows, plan.seats, plan.turns), tuple(blocks) if keep else ())


def steps(deals: range, step: int) -> Iterable[range]:
    """The deals, some at a time."""
    return (deals[i : i + step] for i in range(0, len(deals), step))
