"""Many games, and how fast this machine plays them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from elfer.cli.common import (
    LOCALE,
    NAMES,
    GameId,
    JsonFile,
    Lang,
    Options,
    Rounds,
    app,
    as_json,
    given_options,
    words_in,
)
from elfer.files import STDOUT, check_writable, write_file
from elfer.games import game_type
from elfer.study.bench import bench as bench_
from elfer.study.bench import ratios
from elfer.study.plots import check as check_plot
from elfer.study.plots import plot
from elfer.study.simulate import simulate as simulate_
from elfer.terminal.simulation import progress_bar, show_report, show_speeds

CsvFile = Annotated[
    Path | None, typer.Option("--csv", metavar="FILE", help="Write the figures as CSV; - prints them.")
]
PlotFile = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="Draw plots; the name ends in .png or .svg.")
]


@app.command()
def simulate(
    game: GameId,
    seats: Annotated[int | None, typer.Option(help="How many play.")] = None,
    bots: Annotated[
        str, typer.Option(help=f"Who plays, from seat 0 on; the last one takes all seats left: {NAMES}.")
    ] = "greedy",
    games: Annotated[int, typer.Option(help="How many games; with --duplicate, up to whole deals.")] = 1000,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same figures.")] = None,
    duplicate: Annotated[
        bool, typer.Option("--duplicate", help="Play every deal again for each place of the bots.")
    ] = False,
    rounds: Rounds = 1,
    jobs: Annotated[int | None, typer.Option(help="How many processes; by default one per core.")] = None,
    json_file: JsonFile = None,
    csv_file: CsvFile = None,
    plot_file: PlotFile = None,
    option: Options = None,
    lang: Lang = LOCALE,
) -> None:
    """Let bots play many games, and count. Ctrl-C stops and shows what was played so far."""
    words = words_in(lang)
    options = given_options(game_type(game), option or [])
    if plot_file:
        check_plot(plot_file)
    for file in filter(None, (json_file, csv_file, plot_file)):
        check_writable(file)
    with progress_bar(words) as progress:
        report = simulate_(
            game,
            seats=seats,
            bots=bots,
            games=games,
            seed=seed,
            duplicate=duplicate,
            rounds=rounds,
            jobs=_cores() if jobs is None else jobs,
            options=options,
            progress=progress,
        )
    show_report(report, words, Console(stderr=STDOUT in (json_file, csv_file)))
    if json_file:
        write_file(json_file, as_json(report.to_dict()))
    if csv_file:
        write_file(csv_file, report.to_csv())
    if plot_file:
        plot(report, plot_file, words)
    if not report.complete:
        raise typer.Exit(130)


@app.command()
def bench(
    seconds: Annotated[float, typer.Option(help="How long each game is measured.")] = 0.3,
    json_file: JsonFile = None,
    lang: Lang = LOCALE,
) -> None:
    """Measure how fast this machine plays at random."""
    words = words_in(lang)
    if json_file:
        check_writable(json_file)
    with Console(stderr=True).status(words.say("bench.busy")):
        speeds = list(bench_(seconds))
    show_speeds(speeds, words, Console(stderr=json_file == STDOUT))
    if json_file:
        write_file(json_file, as_json(ratios(speeds)))


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
