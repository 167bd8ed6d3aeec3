"""The command line."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table
from typer.exceptions import TyperException

from elfer import bots as bots_
from elfer.bench import bench as bench_
from elfer.bench import ratios
from elfer.files import STDOUT, check_writable, read, write
from elfer.games import game_type, games
from elfer.match import replay as replay_
from elfer.match import start
from elfer.options import options_of
from elfer.plots import check as check_plot
from elfer.plots import plot
from elfer.refusals import BadInput, Refused
from elfer.sheets import sheets, title
from elfer.simulate import simulate as simulate_
from elfer.terminal.simulation import progress_bar, show_report, show_speeds
from elfer.terminal.stepping import step_through
from elfer.terminal.table import Person, Quit, play_match
from elfer.words import LANGUAGES, Words

app = typer.Typer(
    help="The Elfer raus! family of card games, in the terminal.", no_args_is_help=True, add_completion=False
)


def language() -> str:
    """The language of the locale, if it is one of ours."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "de" if value.startswith("de") else "en"
    return "en"


LOCALE = language()
Lang = Annotated[str, typer.Option("--lang", help="en or de; by default that of the locale.")]
GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game, as listed by `elfer games`.")]
Rounds = Annotated[int, typer.Option(help="How many rounds the match has.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", "-o", help="A rule option as name=value; may be repeated.")
]
JsonFile = Annotated[
    Path | None, typer.Option("--json", metavar="FILE", help="Write the figures as JSON; - prints them.")
]
CsvFile = Annotated[
    Path | None, typer.Option("--csv", metavar="FILE", help="Write the figures as CSV; - prints them.")
]
PlotFile = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="Draw plots; the name ends in .png or .svg.")
]
NAMES = ", ".join(bots_.BOTS)


class Voice:
    """The language in which whatever goes wrong is said."""

    lang = LOCALE


def _words(lang: str) -> Words:
    if lang not in LANGUAGES:
        raise BadInput("unknown_lang", lang=lang, langs=LANGUAGES)
    Voice.lang = lang
    return Words(lang)


@app.command("games")
def list_games(lang: Lang = LOCALE) -> None:
    """List the games, their seats and options."""
    words = _words(lang)
    table = Table()
    for name in ("game", "title", "seats", "options"):
        table.add_column(words.say(f"cli.{name}"))
    for info in games().values():
        options = []
        for name, option in info.options.items():
            listed = () if isinstance(option.default, tuple) else option.choices
            others = [str(c) for c in listed if c not in (option.default, None)]
            if option.type == "seat":
                others.insert(0, words.say("cli.seat"))
            default = "–" if option.default is None else _typed(option.default)
            options.append(f"{name}: {', '.join([default, *others])}")
        seats = "–".join(dict.fromkeys((str(info.seats[0]), str(info.seats[-1]))))
        table.add_row(info.id, title(info.id, lang), seats, "\n".join(options))
    console = Console()
    console.print(table)
    console.print(words.say("cli.note"), style="dim")


def _typed(value: object) -> str:
    """A value of an option as it is typed."""
    return ",".join(value) if isinstance(value, tuple) else str(value)


@app.command()
def rules(game: GameId, lang: Lang = LOCALE) -> None:
    """Print the rules of a game, and those it builds on."""
    _words(lang)
    console = Console(width=min(100, Console().width))
    for text in sheets(game, lang):
        console.print(Markdown(text))


@app.command()
def play(
    game: GameId = "classic",
    seats: Annotated[int | None, typer.Option(help="How many play; you are seat 0.")] = None,
    bots: Annotated[str, typer.Option(help=f"Who plays against you, from your left on: {NAMES}.")] = "greedy",
    seed: Annotated[int | None, typer.Option(help="The same seed deals the same cards.")] = None,
    rounds: Rounds = 1,
    option: Options = None,
    lang: Lang = LOCALE,
) -> None:
    """Play a game against bots."""
    words = _words(lang)
    kind = game_type(game)
    match = start(game, seats=seats, seed=seed, rounds=rounds, **_options(kind, option or []))
    names = [name.strip() for name in bots.split(",")]
    if len(names) > match.seats - 1:
        raise BadInput("bot_count", count=len(names), seats=match.seats, most=match.seats - 1)
    names += names[-1:] * (match.seats - 1 - len(names))
    players = {seat: bots_.bot(name, seed) for seat, name in enumerate(names, 1)}
    who = [words.say("table.you")]
    who += [words.say("table.bot", name=name.capitalize(), seat=seat) for seat, name in enumerate(names, 1)]
    table = Words(lang, who, getattr(match.game, "edition", ""))
    console = Console(highlight=False)
    try:
        play_match(Person(match, 0, table, console, bots_.bot("greedy", seed)), players)
    except Quit:
        console.print(words.say("table.bye"))


def _options(kind: Any, texts: list[str]) -> dict[str, Any]:
    """Options as typed, turned into what they mean: `first=2`, `symbols=true`, `row_order=red,blue,…`."""
    offered = options_of(kind)
    options: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput("option_syntax", text=text)
        kind_of = offered[name].type if name in offered else ""
        options[name] = _value(kind_of, value)
    return options


def _value(kind: str, text: str) -> Any:
    if kind == "bool" and text.lower() in ("true", "false", "yes", "no"):
        return text.lower() in ("true", "yes")
    if kind == "seat" and text.isdecimal():
        return int(text)
    if kind in ("order", "pair"):
        return text.split(",")
    if kind == "text":
        return read(Path(text))
    return None if text == "none" else text


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
    words = _words(lang)
    options = _options(game_type(game), option or [])
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
        write(json_file, _json(report.to_dict()))
    if csv_file:
        write(csv_file, report.to_csv())
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
    words = _words(lang)
    if json_file:
        check_writable(json_file)
    with Console(stderr=True).status(words.say("bench.busy")):
        speeds = list(bench_(seconds))
    show_speeds(speeds, words, Console(stderr=json_file == STDOUT))
    if json_file:
        write(json_file, _json(ratios(speeds)))


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _json(figures: object) -> str:
    return json.dumps(figures, indent=2) + "\n"


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record, as `Match.record()` writes it.")],
    lang: Lang = LOCALE,
) -> None:
    """Step through the record of a match."""
    _words(lang)
    match = replay_(read(file))
    step_through(match, Words(lang, (), getattr(match.game, "edition", "")), Console(highlight=False))


def main() -> None:
    """Run the command line; whatever is refused is said in one line, with exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        sys.exit(app(standalone_mode=False))
    except Refused as refused:
        sys.exit(_complain(refused.tell(Words(Voice.lang))))
    except TyperException as wrong:
        sys.exit(_complain(" ".join(wrong.format_message().split())))
    except (KeyboardInterrupt, typer.Abort):
        sys.stderr.write("\n")
        sys.exit(130)


def _complain(text: str) -> int:
    sys.stderr.write(f"elfer: {text}\n")
    return 2
