"""Tournaments between bots: round robin or Swiss, over the same deals from every seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path

import msgspec
import numpy as np

from elfer.bots import AnyBot, bot
from elfer.bots.strategies import WINNERS
from elfer.core.chance import given_seed
from elfer.core.options import given
from elfer.core.refusals import BadInput, whole_number
from elfer.files import check_writable, read_file, replace_file
from elfer.games import game_type
from elfer.match import start
from elfer.study.backends import Block, Plan, SimulationJob
from elfer.study.driver import RayPlayer, cluster
from elfer.study.simulate import bot_list, check_places, positive, run, short_seed
from elfer.study.standings import Contest, Meeting, Standings
from elfer.study.tally import SHARES_PER_WIN, shares_of

RATED_DEALS = 500
"""Deals per meeting that count for the ratings: more would change little, and take long."""

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
    """Play a tournament. Ctrl-C ends it early with the standings so far.

    *swiss* is the number of Swiss rounds, in which bots with similar scores meet. *resume* is a file that
    keeps finished meetings: a stopped tournament continues from it.
    """
    check_places(jobs, ray)
    file = Path(resume) if resume else None
    players = _players(bot_list(bots))
    contest = _contest(game, tuple(players), seats, deals, swiss, seed, rounds, dict(options or {}), file)
    running = RunningTournament(contest, players, _saved(file, contest) if file else [], file)
    try:
        with cluster(ray) if ray else nullcontext() as player:
            running.play(jobs, player, progress)
    except KeyboardInterrupt:
        if not running.done:
            raise
    return running.standings()


def _players(bots: Sequence[AnyBot]) -> dict[str, AnyBot]:
    """The bots by name."""
    players = {bot(player, 0).name: player for player in bots}
    if len(bots) < 2:
        raise BadInput("tournament_bots")
    if len(players) < len(bots):
        names = [bot(player, 0).name for player in bots]
        raise BadInput("tournament_twice", bot=next(name for name in names if names.count(name) > 1))
    return players


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
    """The contest of these arguments; refuses wrong ones."""
    if find_spec("openskill") is None:
        raise BadInput("tournament_missing")
    kind = game_type(game)
    seats = kind.seats[0] if seats is None else seats
    most = len(bots) - 1 if len(bots) % 2 == 0 else len(bots)
    deals = positive("deals", deals)
    swiss = None if swiss is None else whole_number("swiss", swiss)
    if swiss is not None and not 1 <= swiss <= most:
        raise BadInput("tournament_swiss", count=swiss, most=most)
    if seed is None:
        seed = _read(file).contest.seed if file and file.exists() else short_seed()
    seed = given_seed(seed)
    match = start(game, seats=seats, seed=seed, rounds=rounds, **options)
    options = {name: given(match.game)[name] for name in options}
    return Contest(kind.id, kind.version, match.seats, bots, deals, swiss or 0, seed, match.rounds, options)


class SavedTournament(msgspec.Struct, frozen=True):
    """A tournament as it is stored."""

    contest: Contest
    meetings: list[Meeting]


def _read(file: Path) -> SavedTournament:
    try:
        return msgspec.json.decode(read_file(file), type=SavedTournament)
    except msgspec.DecodeError:
        raise BadInput("tournament_file", path=file) from None


def meetings_kept(file: Path) -> int:
    """The number of meetings in a file; 0 if it is no tournament."""
    with suppress(BadInput):
        return len(_read(file).meetings)
    return 0


def _saved(file: Path, contest: Contest) -> list[Meeting]:
    """The stored meetings; refuses the file of another tournament."""
    check_writable(file)
    if not file.exists():
        return []
    saved = _read(file)
    there, here = (msgspec.json.decode(msgspec.json.encode(one)) for one in (saved.contest, contest))
    for what, value in here.items():
        if there[what] != value:
            raise BadInput("tournament_other", path=file, what=what, there=there[what], here=value)
    return saved.meetings


class RunningTournament:
    """A tournament being played."""

    def __init__(
        self, contest: Contest, players: dict[str, AnyBot], saved: list[Meeting], file: Path | None
    ) -> None:
        self.contest, self.players, self.file = contest, players, file
        self.saved = {(meeting.bot, meeting.against): meeting for meeting in saved}
        self.done: list[Meeting] = []
        self.complete = False

    def standings(self) -> Standings:
        return Standings(self.contest, tuple(self.done), self.complete)

    def play(self, jobs: int, ray: RayPlayer | None, progress: Progress | None) -> None:
        """Play all meetings in order."""
        contest = self.contest
        each = contest.deals * contest.seats

        def update(done: int, _: int = 0) -> None:
            """The progress of a meeting as that of the whole tournament."""
            if progress:
                progress(each * len(self.done) + done, each * contest.meetings)

        for pair in self._pairs():
            new = pair not in self.saved
            if new:
                self.saved[pair] = self._meet(pair, jobs, ray, update)
            self.done.append(self.saved[pair])
            if new and self.file:
                replace_file(self.file, msgspec.json.encode(SavedTournament(contest, self.done)))
            update(0)
        self.complete = True

    def _pairs(self) -> Iterator[Pair]:
        """All pairs; those of later Swiss rounds depend on the results so far."""
        swiss = (self._swiss_pairings() for _ in range(self.contest.swiss))
        rounds = swiss if self.contest.swiss else [combinations(self.contest.bots, 2)]
        for pairs in rounds:
            for one, other in pairs:
                yield one, other
                if self.contest.seats > 2:
                    yield other, one

    def _swiss_pairings(self) -> list[Pair]:
        """The pairs of a Swiss round: bots with similar scores that have not met."""
        standings, bots = self.standings(), self.contest.bots
        met = {frozenset((meeting.bot, meeting.against)) for meeting in self.done}
        order = sorted(bots, key=lambda bot: -standings.mean_score(bot))
        if len(order) % 2:  # the lowest of those that have met the most sits out
            order.remove(max(reversed(order), key=lambda bot: sum(bot in pair for pair in met)))
        return pairings(order, met)

    def _meet(self, pair: Pair, jobs: int, ray: RayPlayer | None, progress: Progress) -> Meeting:
        """Play one meeting; one that is stopped does not count."""
        plan = self.contest.plan(*pair)
        job, signs = SimulationJob(plan, tuple(self.players[name] for name in plan.bots)), DealSigns(plan)
        report = run(job, jobs=jobs, ray=ray, progress=progress, watch=signs.add)
        if not report.complete:
            raise KeyboardInterrupt
        return Meeting(*pair, report.played, report.tally, str(signs))


class DealSigns:
    """A sign for each of the first deals of a meeting, added in any order; see `Meeting.course`."""

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


def pairings(order: Sequence[str], met: set[frozenset[str]]) -> list[Pair]:
    """The most pairs of bots that have not met, neighbours in this order first."""
    if len(order) < 2:
        return []
    first, *rest = order
    best: list[Pair] = []
    for other in rest:
        if frozenset((first, other)) not in met:
            found = [(first, other), *pairings([bot for bot in rest if bot != other], met)]
            if len(found) == len(order) // 2:
                return found
            best = max(best, found, key=len)
    return max(best, pairings(rest, met), key=len)
