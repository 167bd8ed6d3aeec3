"""The commands `games`, `rules`, `play`, `learn` and `replay`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.markdown import Markdown
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from elfer import bots as bots_
from elfer.cli.common import (
    GAME,
    LOCALE,
    GameId,
    Lang,
    Options,
    bots_option,
    command,
    given_options,
    option_text,
    words_in,
)
from elfer.core.options import configure
from elfer.core.refusals import BadInput
from elfer.core.texts import Words
from elfer.files import STDOUT, check_writable, read_file, replace_file, write_file
from elfer.game_card import page, policy_of
from elfer.games import GameInfo, game_type, games
from elfer.lessons import lesson
from elfer.match import AnyMatch, start
from elfer.match import replay as replay_
from elfer.records import read_records
from elfer.sheets import sheets, title
from elfer.terminal.lesson import teach
from elfer.terminal.match import play_match
from elfer.terminal.person import Person, Quit
from elfer.terminal.replay import step_through
from elfer.terminal.screen import EncodableWords, encodable, screen

TABLE_WIDTH = 72
"""Below this width, games are a list instead of a table."""
BOTS_TAG = "Bots"
"""The record tag with the opponents."""


@command("games", help="help.command_games")
def list_games(lang: Lang = LOCALE) -> None:
    words, console = words_in(lang), screen()
    heads = [words.say(f"cli.{name}") for name in ("game", "title", "seats", "options")]
    table = Table(*(Column(head, no_wrap=head == heads[0]) for head in heads))
    for info in games().values():
        called, options = encodable(title(info.id, lang)), "\n".join(_offered(info, words))
        seats = "–".join(dict.fromkeys((str(info.seats[0]), str(info.seats[-1]))))
        table.add_row(info.id, called, seats, options)
        if console.width < TABLE_WIDTH:
            console.print(Text(info.id, style="bold"))
            console.print(Padding(Text(f"{called}, {heads[2]}: {seats}"), (0, 0, 0, 2)))
            console.print(Padding(Text(options), (0, 0, 0, 4)))
    if console.width >= TABLE_WIDTH:
        console.print(table)
    console.print(words.say("cli.note"), style="dim")


def _offered(info: GameInfo, words: Words) -> Iterator[str]:
    """Each option of a game, default first."""
    for name, option in info.options.items():
        usual = policy_of(game_type(info.id)).options.get(name, option.default)
        listed = () if isinstance(usual, tuple) else option.choices
        others = [option_text(choice) for choice in listed if choice not in (usual, None)]
        if option.type == "seat":
            others.insert(0, words.say("cli.seat"))
        yield f"{name}: {', '.join(['–' if usual is None else option_text(usual), *others])}"


@command(help="help.command_rules")
def rules(
    game: GameId,
    exact: Annotated[bool, typer.Option("--exact", help="help.rules_exact")] = False,
    option: Options = None,
    lang: Lang = LOCALE,
) -> None:
    words = words_in(lang)
    options = _chosen(game, option)
    console = screen()
    console.width = min(100, console.width)
    short = None if exact else page(game, words, options)
    for text in [short] if short else sheets(game, lang):
        console.print(Markdown(encodable(text)))
    if short:
        console.print(Text(f"\n{words.say('page.exact', game=game)}", style="dim"))


@command(help="help.command_play")
def play(
    game: Annotated[str | None, GAME] = None,
    seats: Annotated[int | None, typer.Option(help="help.play_seats")] = None,
    bots: Annotated[str | None, bots_option("help.play_bots")] = None,
    seed: Annotated[int | None, typer.Option(help="help.play_seed")] = None,
    rounds: Annotated[int | None, typer.Option(help="help.play_rounds")] = None,
    option: Options = None,
    record: Annotated[Path | None, typer.Option(help="help.play_record")] = None,
    resume: Annotated[Path | None, typer.Option(help="help.play_resume")] = None,
    lang: Lang = LOCALE,
) -> None:
    words = words_in(lang)
    if resume:
        chosen = {"GAME": game, "--seats": seats, "--seed": seed, "--rounds": rounds, "--option": option}
        match = _resumed(resume, [name for name, value in chosen.items() if value is not None])
    else:
        game = game or "classic"
        kind = game_type(game)
        options = {**policy_of(kind).options, **given_options(kind, option or [])}
        match = start(game, seats=seats, seed=seed, rounds=1 if rounds is None else rounds, **options)
    keep = record or resume
    if keep:
        check_writable(keep)
    names = _opponents(match, bots)
    players = {seat: bots_.bot(name, seed) for seat, name in enumerate(names, 1)}
    match.tags[BOTS_TAG] = ",".join(names)
    who = [words.say("table.you")]
    who += [words.say("table.bot", name=_shown(name), seat=seat) for seat, name in enumerate(names, 1)]
    table = EncodableWords(lang, who, getattr(match.game, "edition", ""), you=0)
    console = screen()

    def kept(file: Path) -> str:
        return words.say("table.saved", file=shlex.quote(str(file)))

    def save(file: str) -> None:
        replace_file(Path(file), match.record())
        console.print(Text(kept(Path(file))))

    try:
        play_match(Person(match, 0, table, console, bots_.bot("expert", seed), save=save), players)
    except Quit:
        pass
    finally:
        if keep:
            replace_file(keep, match.record())
    if not match.over:
        console.print(Text("\n".join([*([kept(keep)] if keep else []), words.say("table.bye")])))


@command(help="help.command_learn")
def learn(game: Annotated[str | None, GAME] = None, option: Options = None, lang: Lang = LOCALE) -> None:
    words = words_in(lang)
    console = screen()
    if game is None:
        for id in games():
            if lesson(id):
                console.print(Text(encodable(f"elfer learn {id:14}{title(id, lang)}")))
        return
    found = lesson(game, _chosen(game, option))
    if found is None:
        raise BadInput("no_lesson", game=game)
    try:
        teach(found, lang, console)
    except (Quit, KeyboardInterrupt):
        console.print(Text("\n" + words.say("table.bye")))


def _chosen(game: str, texts: list[str] | None) -> dict[str, object]:
    """Parse and check the options of a game."""
    kind = game_type(game)
    options = given_options(kind, texts or [])
    configure(kind, options, kind.seats[0])
    return options


def _resumed(file: Path, chosen: list[str]) -> AnyMatch:
    """The match of a record, to be continued."""
    if chosen:
        raise BadInput("resume_with", options=chosen)
    match = replay_(read_file(file))
    if match.over:
        raise BadInput("resume_over", path=file)
    return match


def _opponents(match: AnyMatch, bots: str | None) -> list[str]:
    """The bots in seats 1 and up: as named, or as in the record."""
    named = str(match.tags.get(BOTS_TAG, "medium")) if bots is None else bots
    names = [name.strip() for name in named.split(",")]
    if len(names) > match.seats - 1:
        raise BadInput("bot_count", count=len(names), seats=match.seats, most=match.seats - 1)
    return names + names[-1:] * (match.seats - 1 - len(names))


def _shown(bot: str) -> str:
    """A bot's name at the table."""
    return bot.rpartition(":")[2] if ":" in bot else bot.capitalize()


@command(help="help.command_replay")
def replay(
    file: Annotated[Path, typer.Argument(help="help.replay_file")],
    svg: Annotated[Path | None, typer.Option(help="help.replay_svg")] = None,
    at: Annotated[int | None, typer.Option(help="help.replay_at")] = None,
    number: Annotated[int | None, typer.Option(help="help.replay_number")] = None,
    lang: Lang = LOCALE,
) -> None:
    words_in(lang)
    if svg and svg != STDOUT and svg.suffix.lower() != ".svg":
        raise BadInput("svg_type", path=svg)
    match = replay_(_record(file, number))
    words = EncodableWords(lang, (), getattr(match.game, "edition", ""))
    then = match if at is None else match.at(at)
    if svg:
        write_file(svg, then.svg(open=True, words=words))
    else:
        step_through(match, words, screen(), at or 0)


def _record(file: Path, number: int | None) -> str:
    """The record in a file, by number where there are several."""
    found = list(read_records(read_file(file))) or [""]
    if number is None and len(found) == 1:
        return found[0]
    if number is None or not 1 <= number <= len(found):
        raise BadInput("record_number", count=len(found))
    return found[number - 1]
