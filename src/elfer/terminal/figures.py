"""Simulations, tournaments and benchmarks in the terminal: a progress bar, and tables of figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta

from rich.console import Console
from rich.measure import Measurement
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task
from rich.table import Table
from rich.text import Text

from elfer.core.texts import Words
from elfer.study.bench import YARDSTICK, Speed
from elfer.study.tables import BADLY, PLAIN, REMARK, WARNING, WELL, Figures, FigureTable, Note

WIDE = 10_000
"""A width greater than that of any table."""
STYLES = {PLAIN: "", WARNING: "bold red", REMARK: "dim", WELL: "green", BADLY: "red", "": ""}


def show_notes(notes: Sequence[Note], console: Console) -> None:
    for note in notes:
        console.print(Text(note.text, style=STYLES[note.kind]))


def show_table(table: FigureTable, console: Console) -> None:
    """A grid if the terminal is wide enough, if need be without padding; else a few lines per row."""
    for padding in (1, 0):
        grid = _grid(table, padding)
        if Measurement.get(console, console.options.update_width(WIDE), grid).maximum <= console.width:
            console.print(grid)
            return
    _show_list(table, console)


def _grid(table: FigureTable, padding: int) -> Table:
    grid = Table(show_header=any(table.head), padding=(0, padding))
    for i, head in enumerate(table.head):
        grid.add_column(head, justify="left" if i < table.names else "right", no_wrap=True)
    for i, row in enumerate(table.rows):
        grid.add_row(*(Text(cell, style=STYLES[table.marks.get((i, j), "")]) for j, cell in enumerate(row)))
    return grid


def _show_list(table: FigureTable, console: Console) -> None:
    """The name of a row, and below it each cell with its column name."""
    heads = table.head[table.names :]
    for i, row in enumerate(table.rows):
        console.print(Text(" ".join(_named(table, row)), style="bold"))
        lines = Table.grid(padding=(0, 2))
        for j, (head, cell) in enumerate(zip(heads, row[table.names :], strict=True), table.names):
            style = STYLES[table.marks.get((i, j), "")]
            if cell:
                lines.add_row(*([head] if head else []), Text(cell.replace("\n", "  "), style=style))
        console.print(Padding(lines, (0, 0, 0, 2), expand=False))


def _named(table: FigureTable, row: Sequence[str]) -> list[str]:
    """The names of a row; a number gets its column name as a prefix."""
    pairs = zip(table.head[: table.names], row, strict=False)
    return [f"{head} {cell}" if head and cell.isdecimal() else cell for head, cell in pairs]


class Pace(ProgressColumn):
    """The rate, and the time left."""

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
    """A callback that shows the progress on standard error; none where that is no terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    bar = Progress(BarColumn(), MofNCompleteColumn(), Pace(words), console=console)

    def update(done: int, total: int) -> None:
        if not bar.tasks:
            bar.add_task("", total=total)
            bar.start()
        bar.update(bar.tasks[0].id, completed=done)

    try:
        yield update
    finally:
        if bar.tasks:
            bar.stop()


def show_figures(figures: Figures, words: Words, console: Console) -> None:
    """The tables of a simulation or tournament, after its head; the notes after a remark explain them."""
    notes, tables = figures.tables(words)
    below = 1 + [note.kind for note in notes].index(REMARK)
    show_notes(notes[:below], console)
    for table in tables:
        show_table(table, console)
    show_notes(notes[below:], console)


def show_speeds(speeds: list[Speed], words: Words, console: Console) -> None:
    """The speed of each game."""
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
    show_table(FigureTable(tuple(words.say(f"bench.{name}") for name in names), rows, 1), console)
    console.print(Text(words.say("bench.note" if engine else "bench.no_engine"), style="dim"))


def _times(ratio: float, digits: int, words: Words) -> str:
    return words.say("bench.times", number=words.number(ratio, digits))
