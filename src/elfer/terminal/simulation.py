"""Simulations and benchmarks at the terminal: a progress bar, and the figures as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task
from rich.table import Table
from rich.text import Text

from elfer.core.texts import Words
from elfer.sheets import title
from elfer.study.bench import YARDSTICK, Speed
from elfer.study.report import Line, Mean, Report


class Pace(ProgressColumn):
    """How fast it goes, and how long it will still take."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = words

    def render(self, task: Task) -> Text:
        rate = task.finished_speed or task.speed
        if not rate:
            return Text()
        said = self.words.say("simulate.rate", rate=self.words.number(rate, 0 if rate >= 10 else 1))
        if not task.finished and task.remaining is not None:
            left = timedelta(seconds=round(task.remaining / rate))
            said += ", " + self.words.say("simulate.left", time=left)
        return Text(said, style="dim")


@contextmanager
def progress_bar(words: Words) -> Iterator[Callable[[int, int], object] | None]:
    """What is to be told of the progress, which shows it; nothing, where nobody watches standard error."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    bar = Progress(BarColumn(), MofNCompleteColumn(), Pace(words), console=console)

    def told(done: int, total: int) -> None:
        if not bar.tasks:
            bar.add_task("", total=total)
            bar.start()
        bar.update(bar.tasks[0].id, completed=done)

    try:
        yield told
    finally:
        if bar.tasks:
            bar.stop()


def show_report(report: Report, words: Words, console: Console) -> None:
    """The figures of a simulation."""
    plan = report.plan
    head = "simulate.head_rounds" if plan.rounds > 1 else "simulate.head"
    name = title(plan.game, words.lang)
    console.print(Text(words.say(head, title=name, seats=plan.seats, rounds=plan.rounds, seed=plan.seed)))
    games, deals = words.number(report.games), words.number(report.tally.deals)
    if plan.duplicate:
        console.print(Text(words.say("simulate.deals", games=games, deals=deals, turns=plan.turns)))
    elif report.complete:
        console.print(Text(words.say("simulate.games", games=games)))
    if not report.complete:
        asked = words.number(plan.deals * plan.turns)
        console.print(Text(words.say("simulate.stopped", games=games, asked=asked), style="bold red"))
    how = "simulate.compiled" if report.played == "compiled" else "simulate.library"
    console.print(Text(words.say(how), style="dim"))
    console.print(_lines(report.bots, words, "bot"))
    if plan.duplicate:
        console.print(_lines(report.seats, words, "seat"))
    console.print(_overall(report, words))


def _lines(lines: tuple[Line, ...], words: Words, first: str) -> Table:
    """One line per bot, or per seat; both are named where each bot has one seat."""
    who = ["bot", "seat"] if lines[0].bot and lines[0].seat is not None else [first]
    table = Table()
    for name in (*who, "wins", "interval", "points"):
        table.add_column(words.say(f"simulate.{name}"), justify="left" if name == "bot" else "right")
    for line in lines:
        bot = str(line.bot) if line.seat is not None else f"{line.entry} {line.bot}"
        named = {"bot": bot, "seat": str(line.seat)}
        table.add_row(*(named[name] for name in who), *_share(line.wins, words), _mean(line.points, words))
    return table


def _share(mean: Mean, words: Words) -> tuple[str, str]:
    percent = words.say("simulate.percent", number=words.number(100 * mean.value, 2))
    if mean.low is None or mean.high is None:
        return percent, "–"
    low, high = words.number(100 * mean.low, 2), words.number(100 * mean.high, 2)
    return percent, words.say("simulate.range", low=low, high=high)


def _mean(mean: Mean, words: Words) -> str:
    """A mean with half its interval, which lies evenly around it."""
    if mean.high is None:
        return words.number(mean.value, 2)
    return f"{words.number(mean.value, 2)} ± {words.number(mean.high - mean.value, 2)}"


def _overall(report: Report, words: Words) -> Table:
    """Length, draws and passes; what does not occur in this game is left out."""
    table = Table(show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for name, mean in (("length", report.length), ("draws", report.draws), ("passes", report.passes)):
        if mean.value:
            table.add_row(words.say(f"simulate.{name}"), _mean(mean, words))
    return table


def show_speeds(speeds: list[Speed], words: Words, console: Console) -> None:
    """How fast each game is played."""
    classic = next(speed for speed in speeds if speed.game == YARDSTICK)
    engine = any(speed.engine for speed in speeds)
    table = Table()
    for name in ("game", "seats", "moves", "beside", "games", *(("engine", "faster") if engine else ())):
        first = name == "game"
        table.add_column(words.say(f"bench.{name}"), justify="left" if first else "right", no_wrap=first)
    for speed in speeds:
        row = [speed.game, str(speed.seats), words.number(speed.moves)]
        row += [_times(speed.moves / classic.moves, 2, words), words.number(speed.games)]
        if engine and speed.engine:
            row += [words.number(speed.engine), _times(speed.engine / speed.games, 0, words)]
        table.add_row(*row)
    console.print(table)
    console.print(Text(words.say("bench.note" if engine else "bench.no_engine"), style="dim"))


def _times(ratio: float, digits: int, words: Words) -> str:
    return words.say("bench.times", number=words.number(ratio, digits))
