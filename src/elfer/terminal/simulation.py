"""Simulations and benchmarks at the terminal: a progress bar, and the figures as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task
from rich.text import Text

from elfer.core.texts import Words
from elfer.study.bench import YARDSTICK, Speed
from elfer.study.report import Report, report_tables
from elfer.study.tables import Table
from elfer.terminal.tables import show_notes, show_table


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
    notes, tables = report_tables(report, words)
    show_notes(notes, console)
    for table in tables:
        show_table(table, console)


def show_speeds(speeds: list[Speed], words: Words, console: Console) -> None:
    """How fast each game is played."""
    classic = next(speed for speed in speeds if speed.game == YARDSTICK)
    engine = any(speed.engine for speed in speeds)
    names = ("game", "seats", "moves", "beside", "games", *(("engine", "faster") if engine else ()))
    rows = []
    for speed in speeds:
        row = [speed.game, str(speed.seats), words.number(speed.moves)]
        row += [_times(speed.moves / classic.moves, 2, words), words.number(speed.games)]
        if engine:
            faster = speed.engine and _times(speed.engine / speed.games, 0, words)
            row += [words.number(speed.engine) if speed.engine else "", faster or ""]
        rows.append(tuple(row))
    show_table(Table(tuple(words.say(f"bench.{name}") for name in names), rows, 1), console)
    console.print(Text(words.say("bench.note" if engine else "bench.no_engine"), style="dim"))


def _times(ratio: float, digits: int, words: Words) -> str:
    return words.say("bench.times", number=words.number(ratio, digits))
