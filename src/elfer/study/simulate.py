"""Many matches between bots: the same seed gives the same figures, wherever they are played."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from elfer.bots import AnyBot, Bot, bot, listed
from elfer.bots import next_move as decide
from elfer.core.chance import fresh_seed, given_seed
from elfer.core.options import given
from elfer.core.refusals import BadInput, whole_number
from elfer.match import start
from elfer.study.cluster import check as check_ray
from elfer.study.driver import Player, in_cluster
from elfer.study.games_file import games_file
from elfer.study.plan import Plan
from elfer.study.report import Report
from elfer.study.tally import Tally
from elfer.study.ways import Block, Job, Part, Way, parts, play, steps, way_of
from elfer.study.workers import in_processes, in_threads

__all__ = ["Plan", "Report", "Tally", "decide", "play", "simulate"]

SEED_LIMIT = 10**9
"""A seed nobody gave is below this: it guards no secret, and someone may want to type it again."""


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
    """Play many games; what they came to. Ctrl-C ends it early with a report of what was played.

    Where fewer bots are named than there are seats, the last one takes the others too. *jobs* is how many
    cores play; *ray* the address of a Ray cluster that plays instead, or `local`; *games_out* a Parquet file
    for the games themselves. `progress` is told at the start and from time to time how many games are done,
    and of how many.
    """
    job = job_of(game, seats, bots, games, seed, duplicate, rounds, dict(options or {}))
    check_places(jobs, ray)
    if games_out is None:
        return run(job, jobs=jobs, ray=ray, progress=progress)
    with games_file(Path(games_out), job.plan) as file:
        return run(job, jobs=jobs, ray=ray, progress=progress, watch=file.add)


def run(
    job: Job,
    *,
    jobs: int = 1,
    ray: str | Player | None = None,
    progress: Callable[[int, int], object] | None = None,
    watch: Callable[[Sequence[Block]], object] | None = None,
) -> Report:
    """Play what is planned; what it came to. `watch` is shown all games, in any order."""
    plan, way = job.plan, way_of(job)
    played = _parts(job, way, jobs, ray, keep=watch is not None)
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
    return Report(plan, tally, way.name)


def check_places(jobs: int, ray: str | None) -> None:
    """Refuse where nothing can be played."""
    positive("jobs", jobs)
    if ray is not None:
        check_ray()


def _parts(job: Job, way: Way, jobs: int, ray: str | Player | None, keep: bool) -> Generator[Part]:
    """All deals in parts: from a cluster, from threads or processes, or from here."""
    if ray is not None:
        return in_cluster(job, ray, keep)
    jobs = min(jobs, -(-job.plan.deals // way.step))
    if jobs == 1:
        return parts(job, way, steps(range(job.plan.deals), way.step), keep)
    return in_threads(job, way, jobs, keep) if way.name == "compiled" else in_processes(job, jobs, keep)


def job_of(
    game: str,
    seats: int | None,
    bots: str | Sequence[AnyBot],
    games: int,
    seed: int | None,
    duplicate: bool,
    rounds: int,
    options: dict[str, object],
) -> Job:
    """What is to be played; refuses what cannot be, before anything is."""
    seed = fresh_seed() % SEED_LIMIT if seed is None else given_seed(seed)
    match = start(game, seats=seats, seed=seed, rounds=rounds, **options)
    players = named(bots)
    if not 1 <= len(players) <= match.seats:
        raise BadInput("bots_at_table", count=len(players), seats=match.seats)
    players += players[-1:] * (match.seats - len(players))
    names = tuple(bot(player, seed).name for player in players)
    count = positive("games", games)
    options = {name: given(match.game)[name] for name in options}
    plan = Plan(match.game.id, match.seats, names, count, seed, duplicate, match.rounds, options)
    return Job(plan, tuple(players))


def named(bots: str | Sequence[AnyBot]) -> list[AnyBot]:
    """The bots of a list, or of a text that names them; those of this package by their names."""
    return [player.name if type(player) is Bot else player for player in listed(bots)]


def positive(what: str, count: int) -> int:
    """A count that must be one at least."""
    count = whole_number(what, count)
    if count < 1:
        raise BadInput(what, count=count)
    return count
