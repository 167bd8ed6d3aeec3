"""The command line as a person uses it: the real program, its output, its exit code."""

from __future__ import annotations

import json
import signal
import subprocess
from itertools import cycle
from pathlib import Path

import pytest

import elfer
from elfer.games import family_of, registry
from tests.cli.command import ELFER, run, run_here, widest


def test_games() -> None:
    out = run("games")
    assert out.returncode == 0
    for game in elfer.games():
        assert game in out.stdout
    assert "Plätze" in run_here("games", "--lang", "de").stdout
    assert "Plätze" in run("games", LANG="de_DE.UTF-8").stdout


ROW_GAMES = [id for id, game in registry().items() if family_of(game) == "rows"]
RULINGS = {"en": "House ruling", "de": "Hausregel"}


@pytest.mark.parametrize(("game", "lang"), [*zip(elfer.games(), cycle(RULINGS), strict=False)])
def test_rules(game: str, lang: str) -> None:
    out = (run if game == "classic" else run_here)("rules", game, "--exact", "--lang", lang)
    assert "GEN-8" in out.stdout
    assert RULINGS[lang] in out.stdout


@pytest.mark.parametrize(("game", "lang"), [*zip(ROW_GAMES, cycle(("de", "en")), strict=False)])
def test_a_game_in_the_terminal(game: str, lang: str) -> None:
    """Typing all the possible words again and again plays a game to its end, in 80 columns."""
    colours = ("r", "y", "gr", "b")  # in German, `g` could be yellow as well
    typed = "draw\nkeep\npass\nend\n" + "".join(f"{c}{n}\n" for n in range(1, 21) for c in colours)
    out = run_here("play", game, "--seed", "4", "--seats", "3", "--lang", lang, typed=typed * 80)
    assert out.returncode == 0, out.stderr
    assert ("wins." in out.stdout or "You win!" in out.stdout) if lang == "en" else "gewinn" in out.stdout
    assert widest(out.stdout) <= 80
    assert out.stderr == ""


def test_what_a_player_sees_and_is_told() -> None:
    out = run_here(
        "play", "classic", "--seed", "5", typed="r19\nr11\nhint\nend\nr14\nr12 r14\n?\nquit\n"
    ).stdout
    assert "You start: play red 11." in out
    assert "The first card of the round is red 11." in out
    assert "Hint: red 12" in out
    assert "You have a card that fits, so you must play one: red 12." in out
    assert "Red 14 does not fit: red 13 is not on the table yet." in out
    assert "Played so far: red 12." in out
    assert "[12]" in out
    assert "Type a card (r9), several (r9 r8 r7)" in out
    assert out.endswith("Goodbye.\n")


def test_german_words_are_understood() -> None:
    out = run_here(
        "play", "classic", "--seed", "5", "--lang", "de", typed="r11\nr12\nende\ntipp\nquit\n"
    ).stdout
    assert "Du beendest deinen Zug." in out
    assert "Tipp: " in out


def test_cards_and_moves_are_named_in_german() -> None:
    typed = "r11\ngelb 99\nblah\nende\nr12 r14\nz\nquit\n"
    out = run_here("play", "classic", "--seed", "5", "--lang", "de", typed=typed).stdout
    assert "„Gelb 99“ ist kein Zug. Möglich: Rot 12." in out
    assert "„blah“ ist kein Zug. Möglich: Rot 12." in out
    assert "also musst du eine legen: Rot 12." in out
    assert "Bis dahin gespielt: Rot 12." in out
    assert "„ziehen“ geht nicht mehr, wenn du gelegt hast" in out


def test_the_rules_are_at_hand() -> None:
    out = run_here("play", "--seed", "5", typed="rules\nquit\n").stdout
    assert "Get rid of all your cards before the others do." in out
    assert "elfer rules classic --exact" in out


def test_the_rules_begin_with_one_page() -> None:
    lines = run_here("rules", "duel", "--lang", "de").stdout.splitlines()
    out = " ".join(" ".join(lines).split())
    assert "Für 2 Spieler, ab 6 Jahren, etwa 5 Minuten." in out
    assert "Die höhere Karte gewinnt beide." in out
    assert "DUE-1" not in out
    assert len(lines) < 30


def test_a_match_of_two_rounds() -> None:
    typed = ("draw\npass\nend\n" + "".join(f"{c}{n}\n" for n in range(2, 11) for c in "rygb") + "\n") * 40
    out = run_here("play", "junior", "--rounds", "2", "--seats", "2", "--seed", "2", typed=typed).stdout
    assert "round 1 of 2" in out
    assert "Score after round 2" in out
    assert "Total" in out


def test_the_record_of_a_match_is_written_even_if_one_leaves_it(tmp_path: Path) -> None:
    file = tmp_path / "match.elfer"
    out = run("play", "classic", "--seed", "5", "--record", str(file), typed="r11\nquit\n")
    assert out.returncode == 0, out.stderr
    match = elfer.replay(file.read_text("utf-8"))
    assert (match.history[0].move, match.over) == ("R11", False)
    assert "Step 1 of " in run_here("replay", str(file), typed="\nq\n").stdout


def test_a_person_plays_as_at_a_table_of_people_unless_told_otherwise(tmp_path: Path) -> None:
    """Where options of a game are better for people, they are on; piles have names. CON-7"""
    file, typed = tmp_path / "match.elfer", "\n" * 6 + "medium 2\nquit\n"
    usual = run_here("play", "connect", "--seed", "5", "--record", str(file), typed=typed).stdout
    assert "Was that right? Say stopp" in usual
    assert "You play red 19 on Medium 2's pile." in usual
    assert "Pile 0" not in usual
    assert '"attention": true' in file.read_text("utf-8")
    chosen = run_here("play", "connect", "--seed", "5", "-o", "attention=false", typed=typed).stdout
    assert "stopp" not in chosen


def test_options_and_bots() -> None:
    out = run_here(
        "play",
        "classic",
        "-o",
        "edition=star-wars",
        "--bots",
        "random,greedy",
        "--seats",
        "4",
        "--seed",
        "5",
        typed="quit\n",
    )
    assert "purple-blue" in out.stdout
    assert "Random 1" in out.stdout
    assert "Greedy 2" in out.stdout
    assert "Greedy 3" in out.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "clasic"], "There is no game 'clasic'. Games: classic"),
        (["play", "classic", "--seats", "9"], "It takes 2 to 6 seats."),
        (["play", "classic", "--seats", "many"], "--seats cannot be 'many'. It is a whole number."),
        (["play", "--seed", "x", "--lang=de"], "--seed kann nicht „x“ sein, sondern eine ganze Zahl."),
        (["join", "http://x", "--bot", "greedy", "--pause", "99"], "--pause cannot be 99. It is at most 60."),
        (["play", "classic", "-o", "edition=gold"], "Choose one of: classic, junior, star-wars."),
        (["play", "classic", "-o", "edition"], "Write it as name=value"),
        (["play", "classic", "-o", "speed=fast"], "has no option 'speed'"),
        (["play", "classic", "--bots", "genius"], "There is no bot 'genius'. Bots: "),
        (["play", "classic", "--seats", "2", "--bots", "random,random"], "name up to 1"),
        (["play", "classic", "--seed", "-5"], "The seed cannot be -5"),
        (["play", "classic", "--rounds", "0"], "1 or more"),
        (["play", "classic", "--lang", "fr"], "There is no language 'fr'. Languages: en, de."),
        (["rules", "chess"], "There is no game 'chess'"),
        (["replay", "nothing.elfer"], "The file 'nothing.elfer' cannot be read: No such file"),
        (["replay", "."], "cannot be read"),
        (["play", "--record", "/nowhere/match.elfer"], "'/nowhere/match.elfer' cannot be written: No such"),
        (["fly"], "There is no command 'fly'. Commands: "),
        (["games", "--fast"], "There is no option --fast. See --help."),
        (["rules"], "GAME is missing. See --help."),
    ],
)
def test_mistakes_get_one_line_and_exit_code_2(arguments: list[str], message: str) -> None:
    out = run_here(*arguments)
    assert out.returncode == 2
    assert message in out.stderr
    assert out.stderr.count("\n") == 1
    assert "Traceback" not in out.stderr


def test_mistakes_are_told_in_german() -> None:
    assert "sondern mit 2 bis 6" in run_here("play", "--seats", "9", "--lang", "de").stderr


def record(tmp_path: Path) -> Path:
    match, bot = elfer.start("classic", seats=3, seed=3), elfer.bot("greedy", seed=1)
    while match.actors:
        match.play(match.actors[0], bot.choose(match, match.actors[0]))
    file = tmp_path / "match.elfer"
    file.write_text(match.record(), "utf-8")
    return file


def test_stepping_through_a_record(tmp_path: Path) -> None:
    out = run("replay", str(record(tmp_path)), typed="\n\nb\n20\n9999\nx\nq\n")
    assert out.returncode == 0
    assert out.stdout.count("Step 1 of ") == 2
    assert "Step 20 of " in out.stdout
    assert "Step 9999 does not exist" in out.stdout
    assert "Step x does not exist" in out.stdout
    assert "Seat 0 plays green 11." in out.stdout
    assert widest(out.stdout) <= 80


def test_a_broken_record_is_named(tmp_path: Path) -> None:
    file = record(tmp_path)
    file.write_text(file.read_text("utf-8")[:200], "utf-8")
    assert "cut off" in run_here("replay", str(file)).stderr
    file.write_bytes(b"\xff\xfe\x00")
    assert "not a text in UTF-8" in run_here("replay", str(file)).stderr


def test_a_file_may_have_several_records(tmp_path: Path) -> None:
    file = record(tmp_path)
    one = file.read_text("utf-8")
    file.write_text("\ufeff" + one, "utf-8")
    assert run_here("replay", str(file), "--svg", "-").returncode == 0
    file.write_text(one + "\ufeff" + elfer.start("duel", seats=2, seed=1).record() + one, "utf-8")
    for number in ((), ("--number", "0"), ("--number", "4")):
        assert "has 3 records. Choose one with --number" in run_here("replay", str(file), *number).stderr
    drawn = [run_here("replay", str(file), "--svg", "-", "--number", str(n)).stdout for n in (1, 2, 3)]
    assert drawn[0] == drawn[2] != drawn[1]
    assert drawn[1].startswith("<svg")


def test_the_end_of_input_ends_the_game() -> None:
    out = run("play", "--seed", "5")
    assert out.returncode == 0
    assert out.stdout.endswith("Goodbye.\n")


def test_ctrl_c_leaves_cleanly() -> None:
    process = subprocess.Popen(
        [*ELFER, "play", "--seed", "5"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    while "play red 11" not in process.stdout.readline():
        pass
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in errors


def test_output_that_cannot_show_symbols_does_not_fail() -> None:
    out = run("play", "--seed", "5", typed="quit\n", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert out.returncode == 0
    assert " # red          .  ." in out.stdout
    assert "?" not in out.stdout
    out = run("play", "--seed", "5", "--lang", "de", typed="quit\n", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert " * Gruen        .  ." in out.stdout
    assert out.stdout.isascii()
    out = run("games", PYTHONIOENCODING="latin-1", PYTHONUTF8="0")
    assert (out.returncode, "?" in out.stdout) == (0, False)


@pytest.mark.parametrize("game", elfer.games())
def test_letters_are_replaced_before_the_lines_are_laid_out(game: str) -> None:
    plain = {"COLUMNS": "40", "PYTHONIOENCODING": "ascii"}
    for out in (
        run_here("play", game, "--seed", "5", "--lang", "de", typed="rules\nquit\n", **plain).stdout,
        run_here("rules", game, "--exact", "--lang", "de", **plain).stdout,
    ):
        assert widest(out) <= 40


def test_a_legend_has_a_sign_for_each_thing() -> None:
    out = run_here("play", "board", "--seed", "5", typed="quit\n", PYTHONIOENCODING="ascii").stdout
    legend = next(line for line in out.splitlines() if "connected" in line)
    signs = [part[0] for part in legend.split("   ")]
    assert len(set(signs)) == len(signs) == 5


def test_games_and_tables_in_a_narrow_terminal() -> None:
    out = run_here("games", COLUMNS="30").stdout
    assert [id for id in elfer.games() if id not in out.splitlines()] == []
    table = run_here("play", "--seed", "5", typed="quit\n", COLUMNS="30").stdout
    assert "11 12 13 14 15" in table


def test_own_bots_at_the_table() -> None:
    """The tests' own bots, found as a person's would be: from the folder in which one works."""
    bots = "tests.bots.own_bots:Lowest,hard,tests.bots.own_bots:first"
    out = run("play", "classic", "--seed", "5", "--bots", bots, typed="r11\nquit\n")
    assert out.returncode == 0, out.stderr
    assert all(name in out.stdout for name in ("Lowest 1", "Hard 2", "first 3"))


@pytest.mark.parametrize("bot", ["Illegal", "Silent", "Raising", "Leaving"])
def test_an_own_bot_that_fails_costs_one_line_and_leaves_the_record(bot: str, tmp_path: Path) -> None:
    typed = "".join(f"{c}{n}\n" for n in (11, 10, 12) for c in "rygb") + "draw\npass\nend\n"
    file = tmp_path / "match.txt"
    own = f"tests.bots.own_bots:{bot}"
    out = run_here(
        "play", "--seats", "2", "--seed", "1", "--bots", own, "--record", str(file), typed=typed * 9
    )
    assert out.returncode == 2
    (line,) = out.stderr.splitlines()
    assert line.startswith(f"elfer: The bot '{own}' in seat 1 ")
    position = line.partition("Position: ")[2]
    assert elfer.load(json.loads(position)).position() == elfer.replay(file.read_text("utf-8")).position()


def test_a_picture_of_a_record(tmp_path: Path) -> None:
    match = elfer.start("classic", seats=3, seed=5)
    elfer.play_match(match, ["random"], seed=1)
    record, picture = tmp_path / "match.txt", tmp_path / "match.svg"
    record.write_text(match.record(), "utf-8")
    out = run_here("replay", str(record), "--svg", str(picture))
    assert (out.returncode, out.stdout, out.stderr) == (0, "", "")
    assert picture.read_text("utf-8") == match.svg(open=True)
    out = run_here("replay", str(record), "--svg", "-", "--at", "7", "--lang", "de")
    assert out.stdout.startswith("<svg ")
    assert "Platz 0" in out.stdout
    out = run_here("replay", str(record), "--svg", "-", "--at", "7000")
    assert (out.returncode, out.stdout) == (2, "")
    assert out.stderr == f"elfer: Step 7000 does not exist: the record has {match.steps} steps.\n"
    assert run_here("replay", str(record), "--svg", str(tmp_path / "no" / "x.svg")).returncode == 2
    out = run_here("replay", str(record), "--svg", str(tmp_path / "x.png"))
    assert (out.returncode, out.stderr.count("its name must end in .svg")) == (2, 1)
    assert not (tmp_path / "x.png").exists()
    out = run_here("replay", str(record), "--at", "7", typed="q\n")
    assert "Step 7 of" in out.stdout
