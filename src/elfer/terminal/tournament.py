"""A tournament at the terminal: who wins how much against whom, and the ratings."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from elfer.core.texts import Words
from elfer.sheets import title
from elfer.study.report import Mean
from elfer.study.standings import Standings
from elfer.study.tournament import meetings_of

WELL, BADLY = "green", "red"


def show_standings(standings: Standings, words: Words, console: Console) -> None:
    """The figures of a tournament."""
    contest = standings.contest
    name = title(contest.game, words.lang)
    console.print(Text(words.say("tournament.head", title=name, seats=contest.seats, seed=contest.seed)))
    counted = {
        "games": words.number(standings.games),
        "meetings": len(standings.meetings),
        "deals": words.number(contest.deals),
        "rounds": contest.swiss,
    }
    console.print(Text(words.say("tournament.swiss" if contest.swiss else "tournament.games", **counted)))
    if not standings.complete:
        asked = words.number(contest.deals * contest.seats * meetings_of(contest))
        said = words.say("tournament.stopped", games=counted["games"], asked=asked)
        console.print(Text(said, style="bold red"))
    console.print(Text(words.say("tournament.how", **_ways(standings)), style="dim"))
    console.print(_ratings(standings, words))
    console.print(_matrix(standings, words))
    even = words.number(100 / contest.seats, 1)
    for note in (words.say("tournament.note"), words.say("tournament.matrix", even=even)):
        console.print(Text(note, style="dim"))


def _ways(standings: Standings) -> dict[str, int]:
    ways = [meeting.played for meeting in standings.meetings]
    return {way: ways.count(way) for way in ("compiled", "library")}


def _ratings(standings: Standings, words: Words) -> Table:
    table = Table()
    table.add_column("", justify="right")
    for name in ("bot", "score", "rating", "unsure"):
        table.add_column(words.say(f"tournament.{name}"), justify="left" if name == "bot" else "right")
    for place, rating in enumerate(standings.ratings, 1):
        score = words.say("simulate.percent", number=words.number(100 * rating.score, 1))
        strength, unsure = words.number(rating.mu, 2), words.number(rating.sigma, 2)
        table.add_row(str(place), rating.bot, score, strength, unsure)
    return table


def _matrix(standings: Standings, words: Words) -> Table:
    """A row and a column for each bot, the strongest first."""
    bots = [rating.bot for rating in standings.ratings]
    table = Table(padding=(0, 1) if len(bots) < 7 else 0)
    table.add_column("")
    for bot in bots:
        table.add_column(bot, justify="right")
    for bot in bots:
        cells = (_cell(standings.wins(bot, other), 1 / standings.contest.seats, words) for other in bots)
        table.add_row(bot, *cells)
    return table


def _cell(wins: Mean | None, even: float, words: Words) -> Text:
    """A share in per cent with half its interval; coloured where it is surely more or less than even."""
    if wins is None:
        return Text("–", style="dim")
    said = words.number(100 * wins.value, 1)
    if wins.low is None or wins.high is None:
        return Text(said)
    style = WELL if wins.low > even else BADLY if wins.high < even else ""
    return Text(f"{said} ±{words.number(50 * (wins.high - wins.low), 1)}", style=style)
