"""The standings of a tournament: a matrix of win rates, and ratings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any, ClassVar

import msgspec

from elfer.core.texts import Words
from elfer.sheets import title
from elfer.study.backends import Plan
from elfer.study.intervals import Mean
from elfer.study.report import Report
from elfer.study.tables import BADLY, REMARK, WARNING, WELL, Figures, FigureTable, Note, share_text
from elfer.study.tally import Tally

RANKS = {"+": (1, 2), "=": (1, 1), "-": (2, 1)}
"""The ranks of a deal for the rating: won, even or lost by the one bot against the others."""


class Contest(msgspec.Struct, frozen=True):
    """The parameters of a tournament."""

    game: str
    version: int
    seats: int
    bots: tuple[str, ...]
    deals: int
    """Deals per meeting; each is played once for every place of the bots."""
    swiss: int
    """The number of Swiss rounds, in which bots with similar scores meet; 0 for a round robin."""
    seed: int
    rounds: int
    options: dict[str, object]

    @property
    def meetings(self) -> int:
        """The number of meetings."""
        bots = len(self.bots)
        pairs = self.swiss * (bots // 2) or bots * (bots - 1) // 2
        return pairs if self.seats == 2 else 2 * pairs

    def plan(self, bot: str, against: str) -> Plan:
        """The simulation of a meeting: one bot on one seat, another on all others."""
        bots = (bot, *(against,) * (self.seats - 1))
        games = self.deals * self.seats
        return Plan(self.game, self.seats, bots, games, self.seed, True, self.rounds, self.options)


class Meeting(msgspec.Struct, frozen=True):
    """The result of one bot on one seat against another on all other seats."""

    bot: str
    against: str
    played: str
    """`compiled` or `library`, as in a simulation."""
    tally: Tally
    course: str
    """A sign per deal for the ratings: more than the bot's share of the victories, as much (`=`), or less."""


class Rating(msgspec.Struct, frozen=True):
    """The final place of a bot."""

    bot: str
    score: float
    """Its normalised share of the victories; 0.5 is even for any number of seats."""
    mu: float
    """OpenSkill's estimate of its strength."""
    sigma: float
    """The standard deviation of that estimate."""


class Standings(msgspec.Struct, Figures, frozen=True):
    """The figures of a tournament; of the meetings played so far, if it was stopped."""

    columns: ClassVar[tuple[str, ...]] = ("figure", "bot", "against", "value", "low", "high")

    contest: Contest
    meetings: tuple[Meeting, ...]
    complete: bool

    @property
    def games(self) -> int:
        return sum(meeting.tally.games for meeting in self.meetings)

    @property
    def asked(self) -> int:
        """The number of games asked for."""
        return self.contest.deals * self.contest.seats * self.contest.meetings

    def report(self, meeting: Meeting) -> Report:
        """The report of a meeting."""
        plan = self.contest.plan(meeting.bot, meeting.against)
        return Report(plan, meeting.tally, meeting.played)

    def wins(self, bot: str, against: str) -> Mean | None:
        """The win rate of one bot against others of another kind, if they have met."""
        for meeting in self.meetings:
            if (meeting.bot, meeting.against) == (bot, against):
                return self.report(meeting).bots[0].wins
            if self.contest.seats == 2 and (meeting.bot, meeting.against) == (against, bot):
                return self.report(meeting).bots[1].wins
        return None

    def score(self, bot: str, against: str) -> float | None:
        """The mean of a bot's win rate and the other's loss rate, each alone; 0.5 is even."""
        own, theirs = self.wins(bot, against), self.wins(against, bot)
        return None if own is None or theirs is None else (own.value + 1 - theirs.value) / 2

    def mean_score(self, bot: str) -> float:
        """The mean score over all bots met."""
        scores = [self.score(bot, other) for other in self.contest.bots if other != bot]
        met = [score for score in scores if score is not None]
        return sum(met) / len(met) if met else 0.5

    @property
    def ratings(self) -> tuple[Rating, ...]:
        """All bots, the strongest first."""
        rated = rate(self.contest.bots, self.meetings)
        found = [Rating(bot, self.mean_score(bot), *rated[bot]) for bot in self.contest.bots]
        return tuple(sorted(found, key=lambda rating: -rating.mu))

    def to_dict(self) -> dict[str, Any]:
        """All figures as plain values, for JSON."""
        lines, bots = [self.report(meeting) for meeting in self.meetings], self.contest.bots
        plain: dict[str, Any] = msgspec.to_builtins(
            {
                "contest": self.contest,
                "games": self.games,
                "complete": self.complete,
                "confidence": 0.95,
                "ratings": self.ratings,
                "meetings": [
                    {
                        "bot": line.plan.bots[0],
                        "against": line.plan.bots[1],
                        "played": line.played,
                        "games": line.games,
                        "deals": line.tally.deals,
                        "wins": line.bots[0].wins,
                        "points": line.bots[0].points,
                    }
                    for line in lines
                ],
                "matrix": {
                    bot: {other: self.wins(bot, other) for other in bots if other != bot} for bot in bots
                },
            }
        )
        return plain

    def rows(self) -> Iterator[tuple[object, ...]]:
        """The matrix with its intervals, and the ratings."""
        for bot, other in permutations(self.contest.bots, 2):
            if wins := self.wins(bot, other):
                yield "wins", bot, other, *msgspec.structs.astuple(wins)
        for rating in self.ratings:
            yield "score", rating.bot, None, rating.score, None, None
            low, high = rating.mu - 2 * rating.sigma, rating.mu + 2 * rating.sigma
            yield "rating", rating.bot, None, rating.mu, low, high

    def __repr__(self) -> str:
        scores = ", ".join(f"{rating.bot} {rating.score:.1%}" for rating in self.ratings)
        return f"<Standings: {self.contest.game}, {self.games:,} games, {scores}>"

    def tables(self, words: Words) -> tuple[list[Note], list[FigureTable]]:
        even = words.number(100 / self.contest.seats, 1)
        notes = [
            *_notes(self, words),
            Note(words.say("tournament.note"), REMARK),
            Note(words.say("tournament.matrix", even=even), REMARK),
        ]
        return notes, [_ratings(self, words), _matrix(self, words)]


def rate(bots: tuple[str, ...], meetings: tuple[Meeting, ...]) -> dict[str, tuple[float, float]]:
    """OpenSkill ratings (mu, sigma) from a deal of every meeting in turn; strengths are constant."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0)
    rated = {bot: model.rating() for bot in bots}
    for deal in range(max((len(meeting.course) for meeting in meetings), default=0)):
        for meeting in meetings:
            if deal < len(meeting.course):
                pair = meeting.bot, meeting.against
                ranks = RANKS[meeting.course[deal]]
                teams = model.rate([[rated[bot]] for bot in pair], ranks=list(ranks))
                rated |= {bot: team[0] for bot, team in zip(pair, teams, strict=True)}
    return {bot: (rating.mu, rating.sigma) for bot, rating in rated.items()}


def _notes(standings: Standings, words: Words) -> list[Note]:
    """Notes on what was played, and by which backend."""
    contest = standings.contest
    name = title(contest.game, words.lang)
    counted = {
        "games": words.number(standings.games),
        "meetings": len(standings.meetings),
        "deals": words.number(contest.deals),
        "rounds": contest.swiss,
    }
    notes = [
        Note(words.say("tournament.head", title=name, seats=contest.seats, seed=contest.seed)),
        Note(words.say("tournament.swiss" if contest.swiss else "tournament.games", **counted)),
    ]
    if not standings.complete:
        said = words.say("tournament.stopped", games=counted["games"], asked=words.number(standings.asked))
        notes.append(Note(said, WARNING))
    backends = [meeting.played for meeting in standings.meetings]
    played = {name: backends.count(name) for name in ("compiled", "library")}
    return [*notes, Note(words.say("tournament.how", **played), REMARK)]


def _ratings(standings: Standings, words: Words) -> FigureTable:
    heads = (words.say(f"tournament.{name}") for name in ("bot", "score", "rating", "unsure"))
    rows = []
    for place, rating in enumerate(standings.ratings, 1):
        score = words.say("simulate.percent", number=words.number(100 * rating.score, 1))
        strength, unsure = words.number(rating.mu, 2), words.number(rating.sigma, 2)
        rows.append((str(place), rating.bot, score, strength, unsure))
    return FigureTable(("", *heads), rows, 2)


def _matrix(standings: Standings, words: Words) -> FigureTable:
    """A row and a column per bot, the strongest first."""
    bots, even = [rating.bot for rating in standings.ratings], 1 / standings.contest.seats
    rows: list[tuple[str, ...]] = []
    marks: dict[tuple[int, int], str] = {}
    for i, bot in enumerate(bots):
        found = [standings.wins(bot, other) for other in bots]
        rows.append((bot, *(share_text(wins, words) for wins in found)))
        marks |= {(i, j): mark for j, wins in enumerate(found, 1) if (mark := _mark(wins, even))}
    return FigureTable(("", *bots), rows, 1, marks)


def _mark(wins: Mean | None, even: float) -> str:
    if wins is None or wins.low is None or wins.high is None:
        return ""
    return WELL if wins.low > even else BADLY if wins.high < even else ""
