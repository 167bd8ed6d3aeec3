"""Tournaments between bots: each against each other, or Swiss; all over the same deals, from every seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path

import msgspec
import numpy as np

from elfer.bots import AnyBot, bot
from elfer.compiled.many import WINNERS
from elfer.core.chance import fresh_seed, given_seed
from elfer.core.options import given
from elfer.core.refusals import BadInput, whole_number
from elfer.files import check_writable, read_file, write_file
from elfer.games import game_type
from elfer.match import start
from elfer.study.driver import Player, cluster
from elfer.study.plan import SHARES_PER_WIN, Plan
from elfer.study.simulate import SEED_LIMIT, check_places, named, run
from elfer.study.standings import Contest, Meeting, Standings
from elfer.study.tally import shares_of
from elfer.study.ways import Block, Job

RATED_DEALS = 500
"""How many deals of a meeting count for the ratings: more would change little, and take long."""

Pair = tuple[str, str]
Progress = Callable[[int, int], object]


def tournament(
    game: str,
    bots: str | Sequence[AnyBot],
    *,
    seats: int | None = None,
    deals: int = 1000,
    swiss: int | None = None,
    seed: int | None = None,
    rounds: int = 1,
    jobs: int = 1,
    ray: str | None = None,
    resume: str | Path | None = None,
    options: Mapping[str, object] | None = None,
    progress: Progress | None = None,
) -> Standings:
    """Let all bots meet; what it came to. Ctrl-C ends it early with what was played until then.

    With *swiss*, there are so many rounds, in which those meet who do equally well. *resume* is a file that
    keeps the meetings as they end: a tournament that was stopped goes on from there.
    """
    check_places(jobs, ray)
    file = Path(resume) if resume else None
    players = _players(named(bots))
    contest = _contest(game, tuple(players), seats, deals, swiss, seed, rounds, dict(options or {}), file)
    event = Event(contest, players, _saved(file, contest) if file else [], file)
    try:
        with cluster(ray) if ray else nullcontext() as player:
            event.play(jobs, player, progress)
    except KeyboardInterrupt:
        if not event.done:
            raise
    return event.standings()


def _players(bots: Sequence[AnyBot]) -> dict[str, AnyBot]:
    """The bots by name."""
    players = {bot(player, 0).name: player for player in bots}
    if len(bots) < 2:
        raise BadInput("tournament_bots")
    if len(players) < len(bots):
        names = [bot(player, 0).name for player in bots]
        raise BadInput("tournament_twice", bot=next(name for name in names if names.count(name) > 1))
    return players


def check() -> None:
    """Refuse a tournament without what rates it."""
    if find_spec("openskill") is None:
        raise BadInput("tournament_missing")


def _contest(
    game: str,
    bots: tuple[str, ...],
    seats: int | None,
    deals: int,
    swiss: int | None,
    seed: int | None,
    rounds: int,
    options: dict[str, object],
    file: Path | None,
) -> Contest:
    """What it is about; refuses what cannot be played, before anything is."""
    check()
    kind = game_type(game)
    seats = kind.seats[0] if seats is None else seats
    most = len(bots) - 1 if len(bots) % 2 == 0 else len(bots)
    deals = whole_number("deals", deals)
    if deals < 1:
        raise BadInput("deals", count=deals)
    swiss = None if swiss is None else whole_number("swiss", swiss)
    if swiss is not None and not 1 <= swiss <= most:
        raise BadInput("tournament_swiss", count=swiss, most=most)
    if seed is None:
        seed = _state(file).contest.seed if file and file.exists() else fresh_seed() % SEED_LIMIT
    seed = given_seed(seed)
    match = start(game, seats=seats, seed=seed, rounds=rounds, **options)
    options = {name: given(match.game)[name] for name in options}
    return Contest(kind.id, kind.version, match.seats, bots, deals, swiss or 0, seed, match.rounds, options)


# The file that keeps what was played


class State(msgspec.Struct, frozen=True):
    """A tournament as it is kept."""

    contest: Contest
    meetings: list[Meeting]


def _state(file: Path) -> State:
    try:
        return msgspec.json.decode(read_file(file), type=State)
    except msgspec.DecodeError:
        raise BadInput("tournament_file", path=file) from None


def meetings_kept(file: Path) -> int:
    """How many meetings a file keeps; none where it is not that of a tournament."""
    with suppress(BadInput):
        return len(_state(file).meetings)
    return 0


def _saved(file: Path, contest: Contest) -> list[Meeting]:
    """What was played before; refuses the file of another tournament."""
    check_writable(file)
    if not file.exists():
        return []
    state = _state(file)
    there, here = (msgspec.json.decode(msgspec.json.encode(one)) for one in (state.contest, contest))
    for what, value in here.items():
        if there[what] != value:
            raise BadInput("tournament_other", path=file, what=what, there=there[what], here=value)
    return state.meetings


# The meetings


class Event:
    """A tournament that is being played."""

    def __init__(
        self, contest: Contest, players: dict[str, AnyBot], saved: list[Meeting], file: Path | None
    ) -> None:
        self.contest, self.players, self.file = contest, players, file
        self.saved = {(meeting.bot, meeting.against): meeting for meeting in saved}
        self.done: list[Meeting] = []
        self.complete = False

    def standings(self) -> Standings:
        return Standings(self.contest, tuple(self.done), self.complete)

    def play(self, jobs: int, ray: Player | None, progress: Progress | None) -> None:
        """Play all meetings, one after the other."""
        contest = self.contest
        each = contest.deals * contest.seats
        total = each * contest.meetings
        for pair in self._pairs():
            new = pair not in self.saved
            if new:
                told = progress and _later(progress, each * len(self.done), total)
                self.saved[pair] = self._meet(pair, jobs, ray, told)
            self.done.append(self.saved[pair])
            if new and self.file:
                _keep(self.file, State(contest, self.done))
            if progress:
                progress(each * len(self.done), total)
        self.complete = True

    def _pairs(self) -> Iterator[Pair]:
        """Who meets whom; in later rounds of a Swiss tournament that depends on what was played before."""
        drawn = (self._drawn() for _ in range(self.contest.swiss))
        rounds = drawn if self.contest.swiss else [combinations(self.contest.bots, 2)]
        for pairs in rounds:
            for one, other in pairs:
                yield one, other
                if self.contest.seats > 2:
                    yield other, one

    def _drawn(self) -> list[Pair]:
        """The pairs of a round: those that do equally well, and have not met before."""
        standings, bots = self.standings(), self.contest.bots
        met = {frozenset((meeting.bot, meeting.against)) for meeting in self.done}
        order = sorted(bots, key=lambda bot: -standings.mean_score(bot))
        if len(order) % 2:  # the last of those who have met the most sits out
            order.remove(max(reversed(order), key=lambda bot: sum(bot in pair for pair in met)))
        return drawn(order, met)

    def _meet(self, pair: Pair, jobs: int, ray: Player | None, progress: Progress | None) -> Meeting:
        """One meeting; stopped early, it counts for nothing."""
        plan = self.contest.plan(*pair)
        job, course = Job(plan, tuple(self.players[name] for name in plan.bots)), Course(plan)
        report = run(job, jobs=jobs, ray=ray, progress=progress, watch=course.add)
        if not report.complete:
            raise KeyboardInterrupt
        return Meeting(*pair, report.played, report.tally, str(course))


def _later(progress: Progress, before: int, total: int) -> Progress:
    """The progress of a meeting, as that of the whole tournament."""
    return lambda done, _: progress(before + done, total)


class Course:
    """How the first deals of a meeting go, in any order."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.signs = bytearray(min(plan.deals, RATED_DEALS))

    def add(self, blocks: Sequence[Block]) -> None:
        turns = self.plan.turns
        for block in blocks:
            count = min(len(block.rows) // turns, len(self.signs) - block.first)
            if count > 0:
                winners = block.rows[: count * turns, WINNERS].reshape(count, turns)
                own = shares_of(winners, self.plan.seats)[:, range(turns), range(turns)].sum(axis=1)
                signs = np.frombuffer(b"-=+", np.uint8)[1 + np.sign(own - SHARES_PER_WIN)]
                self.signs[block.first : block.first + count] = signs.tobytes()

    def __str__(self) -> str:
        return self.signs.decode()


def _keep(file: Path, state: State) -> None:
    """Write the file anew; whenever that is interrupted, it is the old or the new one."""
    new = file.with_name(file.name + ".new")
    try:
        write_file(new, msgspec.json.encode(state))
        new.replace(file)
    finally:
        new.unlink(missing_ok=True)


def drawn(order: Sequence[str], met: set[frozenset[str]]) -> list[Pair]:
    """Neighbours in this order, as far as they have not met; as many pairs as there can be."""
    if len(order) < 2:
        return []
    first, *rest = order
    best: list[Pair] = []
    for other in rest:
        if frozenset((first, other)) not in met:
            found = [(first, other), *drawn([bot for bot in rest if bot != other], met)]
            if len(found) == len(order) // 2:
                return found
            best = max(best, found, key=len)
    return max(best, drawn(rest, met), key=len)
