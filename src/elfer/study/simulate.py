"""Many matches between bots, on all cores: the same seed gives the same figures for any number of jobs."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from multiprocessing.sharedctypes import Synchronized
from time import monotonic

from elfer.bots import Bot, bot
from elfer.core.chance import Chance, fresh_seed, seed_for
from elfer.core.game import TABLE, Move, Result, Seat
from elfer.core.refusals import BadInput, Refused
from elfer.match import AnyMatch, start
from elfer.study.report import SHARES_PER_WIN, Deal, Outcome, Plan, Report, Tally

__all__ = ["Plan", "Report", "Tally", "decide", "play", "simulate"]

TALLY_SECONDS = 0.2
"""How often a tally is handed on: what Ctrl-C can lose."""
SEED_LIMIT = 10**9
"""A seed nobody gave is below this: it guards no secret, and someone may want to type it again."""


def decide(match: AnyMatch, bots: Sequence[Bot], rng: Chance) -> tuple[Seat, Move]:
    """Who moves next, and how: first whoever calls, then the table, then one of those play waits for."""
    awaited = match.awaited
    free = [seat for seat in match.actors if seat not in awaited]
    for seat in rng.shuffled(free) if len(free) > 1 else free:
        if call := bots[seat].calls(match, seat):
            return seat, call
    if TABLE in awaited:
        return TABLE, match.moves(TABLE)[0]
    seat = awaited[rng.below(len(awaited)) if len(awaited) > 1 else 0]
    return seat, bots[seat].choose(match, seat)


def play(match: AnyMatch, bots: Sequence[Bot], rng: Chance) -> Result:
    """Play a match to its end, a bot in every seat; chance decides who acts first where several may."""
    while not match.over:
        match.play(*decide(match, bots, rng))
    assert match.result is not None
    return match.result


def simulate(
    game: str,
    *,
    seats: int | None = None,
    bots: str | Sequence[str] = "greedy",
    games: int = 1000,
    seed: int | None = None,
    duplicate: bool = False,
    rounds: int = 1,
    jobs: int = 1,
    options: Mapping[str, object] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Report:
    """Play many games; what they came to. Ctrl-C ends it early with a report of what was played.

    Where fewer bots are named than there are seats, the last one takes the others too. `progress` is told
    at the start and from time to time how many games are done, and of how many.
    """
    plan = _plan(game, seats, bots, games, seed, duplicate, rounds, dict(options or {}))
    jobs = min(_positive("jobs", jobs), plan.deals)
    tally, total = Tally.of((), plan.seats), plan.deals * plan.turns
    if progress:
        progress(0, total)
    parts = _tallies(plan, range(plan.deals)) if jobs == 1 else _in_processes(plan, jobs)
    try:
        with closing(parts):
            for part in parts:
                tally += part
                if progress:
                    progress(tally.games, total)
    except KeyboardInterrupt:
        if not tally.deals:
            raise
    return Report(plan, tally)


def _plan(
    game: str,
    seats: int | None,
    bots: str | Sequence[str],
    games: int,
    seed: int | None,
    duplicate: bool,
    rounds: int,
    options: dict[str, object],
) -> Plan:
    """What is to be played; refuses what cannot be, before anything is."""
    seed = fresh_seed() % SEED_LIMIT if seed is None else seed
    match = start(game, seats=seats, seed=seed, rounds=rounds, **options)
    names = [name.strip() for name in (bots.split(",") if isinstance(bots, str) else bots)]
    if not 1 <= len(names) <= match.seats:
        raise BadInput("bots_at_table", count=len(names), seats=match.seats)
    names += names[-1:] * (match.seats - len(names))
    for name in names:
        bot(name, seed)
    count = _positive("games", games)
    return Plan(game, match.seats, tuple(names), count, seed, duplicate, rounds, options)


def _positive(what: str, count: int) -> int:
    if type(count) is not int or count < 1:
        raise BadInput(what, count=count)
    return count


# One deal


def play_deal(plan: Plan, number: int) -> Deal:
    """The games of one deal: one, or one for every place of the bots."""
    return tuple(_play_game(plan, number, turn) for turn in range(plan.turns))


def _play_game(plan: Plan, number: int, turn: int) -> Outcome:
    deal = seed_for(plan.seed, "deal", number)
    match = start(plan.game, seats=plan.seats, seed=deal, rounds=plan.rounds, **plan.options)
    entries = [(seat - turn) % plan.seats for seat in range(plan.seats)]
    bots = [bot(plan.bots[entry], seed_for(plan.seed, "bot", number, turn, entry)) for entry in entries]
    result = play(match, bots, Chance(seed_for(plan.seed, "table", number, turn)))
    share = SHARES_PER_WIN // len(result.winners)
    moves = [step.move for step in match.history if step.seat != TABLE]
    return Outcome(
        turn,
        tuple(share if seat in result.winners else 0 for seat in range(plan.seats)),
        result.points,
        len(moves),
        moves.count("draw"),
        moves.count("pass"),
    )


# All deals, here or in several processes


def _tallies(plan: Plan, numbers: Iterable[int]) -> Generator[Tally]:
    """The deals of these numbers, added up from time to time."""
    deals: list[Deal] = []
    due = monotonic() + TALLY_SECONDS
    for number in numbers:
        deals.append(play_deal(plan, number))
        if monotonic() >= due:
            yield Tally.of(deals, plan.seats)
            deals = []
            due = monotonic() + TALLY_SECONDS
    if deals:
        yield Tally.of(deals, plan.seats)


def _in_processes(plan: Plan, jobs: int) -> Generator[Tally]:
    """The tallies of several processes, each of which takes the next deal when it is done with one."""
    context = get_context("spawn")
    taken = context.Value("q", 0)
    workers: dict[Connection, SpawnProcess] = {}
    try:
        with _undisturbed():
            for _ in range(jobs):
                ours, theirs = context.Pipe(duplex=False)
                workers[ours] = context.Process(target=_work, args=(plan, taken, theirs), daemon=True)
                workers[ours].start()
                theirs.close()
        while workers:
            for pipe in wait(list(workers)):
                assert isinstance(pipe, Connection)
                try:
                    part = pipe.recv()
                except EOFError:
                    _dismiss(workers.pop(pipe))
                else:
                    yield part
    finally:
        for worker in workers.values():
            worker.terminate()
            worker.join()


def _dismiss(worker: SpawnProcess) -> None:
    """A worker has closed its pipe: it is done, or it died."""
    worker.join()
    if worker.exitcode:
        raise Refused("worker_died", exit=worker.exitcode)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """A time in which Ctrl-C has to wait, and whose new processes never hear of it: it is the parent's."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(plan: Plan, taken: Synchronized[int], pipe: Connection) -> None:
    """What a worker does: take deal after deal, and send tallies until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for tally in _tallies(plan, _numbers(taken, plan.deals)):
            pipe.send(tally)
    except BrokenPipeError:
        return


def _numbers(taken: Synchronized[int], deals: int) -> Iterator[int]:
    """Numbers of deals that no other worker has taken."""
    while True:
        with taken.get_lock():
            number = int(taken.value)
            taken.value += 1
        if number >= deals:
            return
        yield number
