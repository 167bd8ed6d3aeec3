"""Many games, and how fast this machine plays them."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from rich.console import Console

from elfer.cli.common import (
    LOCALE,
    Command,
    GameId,
    JsonFile,
    Lang,
    Options,
    Rounds,
    as_json,
    command,
    complete_bots,
    given_options,
    words_in,
)
from elfer.core.refusals import BadInput
from elfer.core.texts import Words
from elfer.files import STDOUT, check_writable, write_file
from elfer.games import game_type
from elfer.study.plots import check as check_plot

if TYPE_CHECKING:
    from elfer.study.report import Report
    from elfer.study.standings import Standings

CsvFile = Annotated[Path | None, typer.Option("--csv", help="help.csv")]
PlotFile = Annotated[Path | None, typer.Option("--plot", help="help.plot")]


Jobs = Annotated[int | None, typer.Option(help="help.jobs")]
Seed = Annotated[int | None, typer.Option(help="help.seed")]
Ray = Annotated[
    str | None,
    typer.Option(
        metavar="help.address",
        help="help.ray",
    ),
]


class RayCommand(Command):
    """A command with `--ray`, whose value may be left out."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        for i, word in enumerate(args):
            after = args[i + 1] if i + 1 < len(args) else ""
            address = after in ("auto", "local") or (after[:1] != "-" and (":" in after or "." in after))
            if word == "--ray" and not address:
                args = [*args[:i], "--ray=local", *args[i + 1 :]]
        return super().parse_args(ctx, args)


@command(cls=RayCommand, help="help.command_simulate")
def simulate(
    game: GameId,
    seats: Annotated[int | None, typer.Option(help="help.seats")] = None,
    bots: Annotated[
        str,
        typer.Option(
            metavar="help.bots",
            help="help.simulate_bots",
            autocompletion=complete_bots,
        ),
    ] = "greedy",
    games: Annotated[int, typer.Option(help="help.simulate_games")] = 1000,
    seed: Seed = None,
    duplicate: Annotated[bool, typer.Option("--duplicate", help="help.simulate_duplicate")] = False,
    rounds: Rounds = 1,
    jobs: Jobs = None,
    ray: Ray = None,
    games_out: Annotated[
        Path | None,
        typer.Option(help="help.simulate_games_out"),
    ] = None,
    json_file: JsonFile = None,
    csv_file: CsvFile = None,
    plot_file: PlotFile = None,
    option: Options = None,
    lang: Lang = LOCALE,
) -> None:
    """Let bots play many games, and count. Ctrl-C stops and shows what was played so far."""
    words, report = words_in(lang), None
    options = given_options(game_type(game), option or [])
    _check_files(json_file, csv_file, plot_file, games_out)
    with suppress(KeyboardInterrupt):
        from elfer.study.games_file import check as check_games
        from elfer.study.simulate import simulate as simulate_
        from elfer.terminal.simulation import progress_bar

        if games_out:
            check_games(games_out)
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
                ray=ray,
                games_out=games_out,
                options=options,
                progress=progress,
            )
    with _uninterrupted():
        from elfer.study.plots import plot
        from elfer.terminal.simulation import show_report

        if report is None:
            _stop("", words.say("simulate.stopped_early"))
        show_report(report, words, _console(json_file, csv_file))
        if plot_file:
            plot(report, plot_file, words)
        _write(report, json_file, csv_file)
        if not report.complete:
            _stop(*_written(words, json_file, csv_file, plot_file, games_out))


@command(cls=RayCommand, help="help.command_tournament")
def tournament(
    game: GameId,
    bots: Annotated[
        str,
        typer.Option(
            metavar="help.bots",
            help="help.tournament_bots",
            autocompletion=complete_bots,
        ),
    ],
    seats: Annotated[int | None, typer.Option(help="help.tournament_seats")] = None,
    deals: Annotated[int, typer.Option(help="help.tournament_deals")] = 1000,
    swiss: Annotated[
        int | None,
        typer.Option(metavar="help.swiss_rounds", help="help.tournament_swiss"),
    ] = None,
    seed: Seed = None,
    rounds: Rounds = 1,
    jobs: Jobs = None,
    ray: Ray = None,
    resume: Annotated[Path | None, typer.Option(help="help.tournament_resume")] = None,
    json_file: JsonFile = None,
    csv_file: CsvFile = None,
    plot_file: PlotFile = None,
    option: Options = None,
    lang: Lang = LOCALE,
) -> None:
    """Let bots meet in a tournament: who wins how much against whom, and how strong each is."""
    words, standings = words_in(lang), None
    options = given_options(game_type(game), option or [])
    _check_files(json_file, csv_file, plot_file, resume)
    with suppress(KeyboardInterrupt):
        from elfer.study.tournament import tournament as tournament_
        from elfer.terminal.simulation import progress_bar

        with progress_bar(words) as progress:
            standings = tournament_(
                game,
                bots,
                seats=seats,
                deals=deals,
                swiss=swiss,
                seed=seed,
                rounds=rounds,
                jobs=_cores() if jobs is None else jobs,
                ray=ray,
                resume=resume,
                options=options,
                progress=progress,
            )
    with _uninterrupted():
        from elfer.study.plots import plot_standings
        from elfer.terminal.tournament import show_standings

        if standings is None:
            _stop("", words.say("tournament.stopped_early"), *_kept(resume, words))
        show_standings(standings, words, _console(json_file, csv_file))
        if plot_file:
            plot_standings(standings, plot_file, words)
        _write(standings, json_file, csv_file)
        if not standings.complete:
            kept = _kept(resume, words) or [words.say("tournament.not_kept")]
            _stop(*kept, *_written(words, json_file, csv_file, plot_file))


def _kept(resume: Path | None, words: Words) -> list[str]:
    """How many meetings are kept to go on from."""
    from elfer.study.tournament import meetings_kept

    count = meetings_kept(resume) if resume else 0
    return [words.say("tournament.kept", count=count, path=resume)] if count else []


def _written(words: Words, *files: Path | None) -> list[str]:
    """Which files have the figures so far."""
    named = [str(file) for file in files if file not in (None, STDOUT)]
    return [words.say("simulate.written", files=named)] if named else []


def _stop(*lines: str) -> NoReturn:
    """Tell what Ctrl-C has left; its exit code says that not all was played."""
    sys.stderr.writelines(f"elfer: {line}\n" if line else "\n" for line in lines)
    raise typer.Exit(130)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """A time in which Ctrl-C does nothing: who presses it twice is told what was played, too."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _console(*files: Path | None) -> Console:
    """Where tables are shown: standard error, where figures are printed."""
    return Console(stderr=STDOUT in files)


def _check_files(
    json_file: Path | None, csv_file: Path | None, plot_file: Path | None, other: Path | None
) -> None:
    """Refuse files that could not be written, and one that is named twice, before anything is played."""
    if plot_file:
        check_plot(plot_file)
    files = [file for file in (json_file, csv_file, plot_file, other) if file]
    for file in files:
        if files.count(file) > 1:
            raise BadInput("output_twice", path=file)
    for file in filter(None, (json_file, csv_file, plot_file)):
        check_writable(file)


def _write(figures: Report | Standings, json_file: Path | None, csv_file: Path | None) -> None:
    """Write the figures."""
    if json_file:
        write_file(json_file, as_json(figures.to_dict()))
    if csv_file:
        write_file(csv_file, figures.to_csv())


@command(help="help.command_bench")
def bench(
    seconds: Annotated[float, typer.Option(help="help.bench_seconds")] = 0.3,
    json_file: JsonFile = None,
    lang: Lang = LOCALE,
) -> None:
    """Measure how fast this machine plays at random."""
    from elfer.study.bench import bench as bench_
    from elfer.study.bench import ratios
    from elfer.terminal.simulation import show_speeds

    words = words_in(lang)
    if json_file:
        check_writable(json_file)
    with Console(stderr=True).status(words.say("bench.busy")):
        speeds = list(bench_(seconds))
    show_speeds(speeds, words, _console(json_file))
    if json_file:
        write_file(json_file, as_json(ratios(speeds)))


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
