"""Simulations: many matches between bots. The same seed gives the same figures on any number of cores."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from elfer.bots import AnyBot, Bot, OwnBot, bot, listed
from elfer.core.chance import fresh_seed, given_seed
from elfer.core.options import given
from elfer.core.refusals import BadInput, whole_number
from elfer.match import start
from elfer.study.backends import (
    Backend,
    Block,
    PartialResult,
    Plan,
    SimulationJob,
    backend_of,
    partial_results,
    steps,
)
from elfer.study.cluster import check as check_ray
from elfer.study.driver import RayPlayer, in_cluster
from elfer.study.games_file import games_file
from elfer.study.report import Report
from elfer.study.tally import Tally
from elfer.study.workers import in_processes, in_threads

SEED_LIMIT = 10**9
"""The limit of a random seed: short enough to type again."""


def simulate(
    game: str,
    *,
    seats: int | None = None,
    bots: str | Sequence[AnyBot] = "greedy",
    games: int = 1000,
    seed: int | None = None,
    duplicate: bool = False,
    rounds: int = 1,
    jobs: int = 1,
    ray: str | None = None,
    games_out: str | Path | None = None,
    options: Mapping[str, object] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Report:
    """Play many games, and report. Ctrl-C ends it early with a report of the games played.

    The last bot fills the remaining seats. *jobs* is the number of cores; *ray* the address of a Ray
    cluster that plays instead, or `local`; *games_out* a Parquet file for the games themselves. *progress* is
    called regularly with the number of games played and the total.
    """
    job = job_of(game, seats, bots, games, seed, duplicate, rounds, dict(options or {}))
    check_places(jobs, ray)
    if games_out is None:
        return run(job, jobs=jobs, ray=ray, progress=progress)
    with games_file(Path(games_out), job.plan) as file:
        return run(job, jobs=jobs, ray=ray, progress=progress, watch=file.add)


def run(
    job: SimulationJob,
    *,
    jobs: int = 1,
    ray: str | RayPlayer | None = None,
    progress: Callable[[int, int], object] | None = None,
    watch: Callable[[Sequence[Block]], object] | None = None,
) -> Report:
    """Play a job, and report. *watch* gets all games, in any order."""
    plan, backend = job.plan, backend_of(job)
    played = _results(job, backend, jobs, ray, keep=watch is not None)
    tally, total = Tally.none(plan.seats), plan.deals * plan.turns
    if progress:
        progress(0, total)
    try:
        with closing(played):
            for part in played:
                tally += part.tally
                if watch:
                    watch(part.blocks)
                if progress:
                    progress(tally.games, total)
    except KeyboardInterrupt:
        if not tally.deals:
            raise
    return Report(plan, tally, backend.name)


def check_places(jobs: int, ray: str | None) -> None:
    """Refuse a wrong number of jobs, and a missing Ray."""
    positive("jobs", jobs)
    if ray is not None:
        check_ray()


def _results(
    job: SimulationJob, backend: Backend, jobs: int, ray: str | RayPlayer | None, keep: bool
) -> Generator[PartialResult]:
    """The partial results of a cluster, of threads, of processes, or of this thread."""
    if ray is not None:
        return in_cluster(job, ray, keep)
    jobs = min(jobs, -(-job.plan.deals // backend.step))
    if jobs == 1:
        return partial_results(job, backend, steps(range(job.plan.deals), backend.step), keep)
    return (
        in_threads(job, backend, jobs, keep) if backend.name == "compiled" else in_processes(job, jobs, keep)
    )


def job_of(
    game: str,
    seats: int | None,
    bots: str | Sequence[AnyBot],
    games: int,
    seed: int | None,
    duplicate: bool,
    rounds: int,
    options: dict[str, object],
) -> SimulationJob:
    """The job of these arguments; refuses wrong ones."""
    seed = short_seed() if seed is None else given_seed(seed)
    match = start(game, seats=seats, seed=seed, rounds=rounds, **options)
    players = bot_list(bots)
    if not 1 <= len(players) <= match.seats:
        raise BadInput("bots_at_table", count=len(players), seats=match.seats)
    players += players[-1:] * (match.seats - len(players))
    names = tuple(bot(player, seed).name for player in players)
    count = positive("games", games)
    options = {name: given(match.game)[name] for name in options}
    plan = Plan(match.game.id, match.seats, names, count, seed, duplicate, match.rounds, options)
    return SimulationJob(plan, tuple(players))


def short_seed() -> int:
    """A random seed that is short enough to type."""
    return fresh_seed() % SEED_LIMIT


def bot_list(bots: str | Sequence[AnyBot]) -> list[AnyBot]:
    """The bots of a list or of a text; built-in ones by name."""
    return [
        player.name if isinstance(player, Bot) and not isinstance(player, OwnBot) else player
        for player in listed(bots)
    ]


def positive(what: str, count: int) -> int:
    """A count of at least 1."""
    count = whole_number(what, count)
    if count < 1:
        raise BadInput(what, count=count)
    return count
