"""The commands `simulate`, `tournament` and `bench`."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from rich.console import Console

from elfer.cli.common import (
    LOCALE,
    CliCommand,
    GameId,
    JsonFile,
    Lang,
    Options,
    Rounds,
    as_json,
    bots_option,
    command,
    given_options,
    words_in,
)
from elfer.core.refusals import BadInput
from elfer.core.texts import Words
from elfer.files import STDOUT, check_writable, write_file
from elfer.games import game_type

if TYPE_CHECKING:
    from elfer.study.report import Report
    from elfer.study.standings import Standings

CsvFile = Annotated[Path | None, typer.Option("--csv", help="help.csv")]
PlotFile = Annotated[Path | None, typer.Option("--plot", help="help.plot")]
Jobs = Annotated[int | None, typer.Option(help="help.jobs")]
Seed = Annotated[int | None, typer.Option(help="help.seed")]
Ray = Annotated[str | None, typer.Option(metavar="help.address", help="help.ray")]
Progress = Callable[[int, int], object] | None


class RayCommand(CliCommand):
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
    bots: Annotated[str, bots_option("help.simulate_bots")] = "greedy",
    games: Annotated[int, typer.Option(help="help.simulate_games")] = 1000,
    seed: Seed = None,
    duplicate: Annotated[bool, typer.Option("--duplicate", help="help.simulate_duplicate")] = False,
    rounds: Rounds = 1,
    jobs: Jobs = None,
    ray: Ray = None,
    games_out: Annotated[Path | None, typer.Option(help="help.simulate_games_out")] = None,
    json_file: JsonFile = None,
    csv_file: CsvFile = None,
    plot_file: PlotFile = None,
    option: Options = None,
    lang: Lang = LOCALE,
) -> None:
    words, options = words_in(lang), given_options(game_type(game), option or [])
    outputs = Outputs(json_file, csv_file, plot_file)
    outputs.check(games_out)

    def play(progress: Progress) -> Report:
        from elfer.study.games_file import check as check_games
        from elfer.study.simulate import simulate as simulate_

        if games_out:
            check_games(games_out)
        return simulate_(
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

    _show(outputs, words, play, "simulate.stopped_early", lambda _: [], games_out)


@command(cls=RayCommand, help="help.command_tournament")
def tournament(
    game: GameId,
    bots: Annotated[str, bots_option("help.tournament_bots")],
    seats: Annotated[int | None, typer.Option(help="help.tournament_seats")] = None,
    deals: Annotated[int, typer.Option(help="help.tournament_deals")] = 1000,
    swiss: Annotated[
        int | None, typer.Option(metavar="help.swiss_rounds", help="help.tournament_swiss")
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
    words, options = words_in(lang), given_options(game_type(game), option or [])
    outputs = Outputs(json_file, csv_file, plot_file)
    outputs.check(resume)

    def play(progress: Progress) -> Standings:
        from elfer.study.tournament import tournament as tournament_

        return tournament_(
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

    def kept(some: bool) -> list[str]:
        """The number of meetings that a resumed tournament starts with, as a sentence."""
        from elfer.study.tournament import meetings_kept

        if count := meetings_kept(resume) if resume else 0:
            return [words.say("tournament.kept", count=count, path=resume)]
        return [words.say("tournament.not_kept")] if some else []

    _show(outputs, words, play, "tournament.stopped_early", kept)


def _show(
    outputs: Outputs,
    words: Words,
    play: Callable[[Progress], Report | Standings],
    stopped_early: str,
    kept: Callable[[bool], list[str]],
    other: Path | None = None,
) -> None:
    """Play, and show and write the figures. Ctrl-C may end the first early, and is ignored in the second.

    Then exit code 130 says that not all was played, and the last lines what is kept, if there are figures.
    """
    figures: Report | Standings | None = None
    with suppress(KeyboardInterrupt):
        from elfer.terminal.figures import progress_bar

        with progress_bar(words) as progress:
            figures = play(progress)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        if figures:
            outputs.write(figures, words)
        if not (figures and figures.complete):
            head = [] if figures else ["", words.say(stopped_early)]
            written = outputs.written(words, other) if figures else []
            left = [*head, *kept(figures is not None), *written]
            sys.stderr.writelines(f"elfer: {line}\n" if line else "\n" for line in left)
            raise typer.Exit(130)
    finally:
        signal.signal(signal.SIGINT, before)


class Outputs(NamedTuple):
    """The files that figures are written to."""

    json: Path | None
    csv: Path | None
    plot: Path | None

    def check(self, other: Path | None) -> None:
        """Refuse files that cannot be written, and one that is named twice."""
        if self.plot:
            from elfer.study.plots import check as check_plot

            check_plot(self.plot)
        files = [file for file in (*self, other) if file]
        for file in files:
            if files.count(file) > 1:
                raise BadInput("output_twice", path=file)
        for file in filter(None, self):
            check_writable(file)

    def write(self, figures: Report | Standings, words: Words) -> None:
        """Show the figures as tables, and write the files."""
        from elfer.study.plots import plot
        from elfer.terminal.figures import show_figures

        # Tables go to standard error where figures go to standard output.
        show_figures(figures, words, Console(stderr=STDOUT in (self.json, self.csv)))
        if self.plot:
            plot(figures, self.plot, words)
        if self.json:
            write_file(self.json, as_json(figures.to_dict()))
        if self.csv:
            write_file(self.csv, figures.to_csv())

    def written(self, words: Words, other: Path | None = None) -> list[str]:
        """The files that have the figures so far, as a sentence."""
        named = [str(file) for file in (*self, other) if file not in (None, STDOUT)]
        return [words.say("simulate.written", files=named)] if named else []


@command(help="help.command_bench")
def bench(
    seconds: Annotated[float, typer.Option(help="help.bench_seconds")] = 0.3,
    json_file: JsonFile = None,
    lang: Lang = LOCALE,
) -> None:
    from elfer.study.bench import bench as bench_
    from elfer.study.bench import ratios
    from elfer.terminal.figures import show_speeds

    words = words_in(lang)
    if json_file:
        check_writable(json_file)
    with Console(stderr=True).status(words.say("bench.busy")):
        speeds = list(bench_(seconds))
    show_speeds(speeds, words, Console(stderr=json_file == STDOUT))
    if json_file:
        write_file(json_file, as_json(ratios(speeds)))


def _cores() -> int:
    """The number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
