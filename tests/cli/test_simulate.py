"""`elfer simulate` and `elfer bench` as a person uses them: the real program, its output, its files."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import sleep
from xml.etree import ElementTree

import pytest

from elfer import BadInput
from elfer.core.texts import Words
from elfer.games import family_of, registry
from elfer.study.plots import HEAT, check, luminance, plot
from elfer.study.simulate import simulate
from elfer.study.tournament import tournament
from tests.cli.command import ELFER, run, run_here, widest

SIMULATE = ("simulate", "junior", "--seats", "3", "--bots", "greedy,random", "--games", "60", "--seed", "5")


@pytest.mark.parametrize(
    ("lang", "more"), [("en", ()), ("de", ("--duplicate",)), ("en", ("--rounds", "3", "--seats", "6"))]
)
def test_the_table(lang: str, more: tuple[str, ...]) -> None:
    out = (run_here if more else run)(*SIMULATE, *more, "--lang", lang)
    assert out.returncode == 0
    assert out.stderr == ""
    assert widest(out.stdout) <= 80
    assert ("compiled games" if lang == "en" else "kompilierten Spielen") in out.stdout
    for said in ("greedy", "random", "95", *(("Wins", "to") if lang == "en" else ("Siege", "bis", " %"))):
        assert said in out.stdout


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(
    "command",
    [
        ("simulate", "junior", "--seats", "3", "--bots", "greedy,random", "--duplicate"),
        ("simulate", "duel"),
        ("tournament", "junior", "--bots", "greedy,random,hard,easy", "--deals", "5"),
        ("bench", "--seconds", "0.001"),
    ],
)
def test_forty_columns_cut_nothing(command: tuple[str, ...], lang: str) -> None:
    more = ("--games", "20", "--seed", "5") if command[0] == "simulate" else ()
    out = run_here(*command, *more, "--lang", lang, COLUMNS="40")
    assert out.returncode == 0
    assert widest(out.stdout) <= 40
    assert "…" not in out.stdout
    if command[0] != "bench":
        assert f"95{' ' if lang == 'en' else '-'}%" in out.stdout
        assert "greedy" in out.stdout


def test_the_same_command_and_seed_give_the_same_figures() -> None:
    one, two = (run_here(*SIMULATE, "--duplicate", "--jobs", jobs, "--json", "-") for jobs in ("1", "2"))
    assert one.stdout == two.stdout
    assert one.stderr == two.stderr != ""
    assert json.loads(one.stdout)["games"] == 60


def test_the_seed_is_shown_where_none_was_given() -> None:
    out = run_here("simulate", "junior", "--games", "5", "--jobs", "1").stdout
    seed = out.split("seed ")[1].split()[0]
    assert run_here("simulate", "junior", "--games", "5", "--jobs", "1", "--seed", seed).stdout == out


def test_files(tmp_path: Path) -> None:
    names = {"--json": "a.json", "--csv": "a.csv", "--plot": "a.svg"}
    files = {option: tmp_path / name for option, name in names.items()}
    files["--json"].write_text("old " * 10_000)
    out = run_here(*SIMULATE, *(str(part) for pair in files.items() for part in pair), "-o", "first=1")
    assert out.returncode == 0, out.stderr
    figures = json.loads(files["--json"].read_text())
    assert figures["plan"]["options"] == {"first": 1}
    assert files["--csv"].read_text().startswith("figure,entry,bot,seat,value,low,high\nwins,1,greedy,0,0.")
    assert ElementTree.parse(files["--plot"]).getroot().tag.endswith("svg")


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo terminals")
@pytest.mark.parametrize("game", ["junior", "highest"])
def test_progress_and_ctrl_c(game: str, tmp_path: Path) -> None:
    """On a terminal the pace is shown; Ctrl-C then ends it with the figures so far."""
    file, (ours, theirs) = tmp_path / "a.json", os.openpty()
    process = subprocess.Popen(
        [*ELFER, "simulate", game, "--games", "9000000000", "--jobs", "2", "--json", str(file)],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100", "LANG": "C.UTF-8"},
        text=True,
    )
    shown = b""
    while b" left" not in shown:
        shown += os.read(ours, 4096)
    process.send_signal(signal.SIGINT)
    try:
        out, _ = process.communicate(timeout=60)
    finally:
        process.kill()  # else it would go on for ever
    os.set_blocking(ours, False)
    shown += os.read(ours, 1 << 20)
    for end in (ours, theirs):
        os.close(end)
    assert b"/9000000000" in shown
    assert b" games/s, " in shown
    assert b"Traceback" not in shown
    assert process.returncode == 130
    assert "Stopped after " in out
    assert " of 9,000,000,000 games." in out
    assert json.loads(file.read_text())["complete"] is False


def stopped(arguments: tuple[str, ...], ready: Callable[[str], bool], times: int) -> tuple[int, str]:
    """The exit code and all that a command says at a terminal which is interrupted once it is ready."""
    ours, theirs = os.openpty()
    process = subprocess.Popen(
        [*ELFER, *arguments],
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100", "LANG": "C.UTF-8"},
    )
    os.close(theirs)
    said = ""
    with suppress(OSError):  # the end
        while True:
            said += os.read(ours, 4096).decode("utf-8", "replace")
            if times and ready(said):
                for _ in range(times):
                    process.send_signal(signal.SIGINT)
                times = 0
    os.close(ours)
    return process.wait(60), said


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo terminals")
@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_tournament_stopped_at_once_says_that_nothing_is_kept(
    jobs: str, times: int, tmp_path: Path
) -> None:
    """The first sign of it is the bar, which is there before its workers are."""
    file = tmp_path / "a.json"
    asked = ("tournament", "highest", "--bots", "random,greedy,easy", "--deals", "100000")
    code, said = stopped(
        (*asked, "--jobs", jobs, "--json", str(file)), lambda said: "0/600000" in said, times
    )
    assert code == 130
    assert "elfer: Stopped before a meeting was over: this run has kept nothing." in said
    assert "Traceback" not in said
    assert not file.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo terminals")
@pytest.mark.parametrize("times", [1, 2])
def test_a_stopped_tournament_says_what_is_kept(times: int, tmp_path: Path) -> None:
    kept, file = tmp_path / "kept", tmp_path / "a.json"
    asked = ("tournament", "highest", "--bots", "random,greedy,easy,medium,hard", "--deals", "300")
    common = (*asked, "--jobs", "1", "--seed", "1")

    def met(said: str) -> bool:
        return any(int(done) > 600 for done in re.findall(r"(\d+)/6000", said))  # the second of ten

    code, said = stopped((*common, "--resume", str(kept), "--json", str(file)), met, times)
    assert code == 130
    count = len(json.loads(kept.read_text())["meetings"])
    assert f"elfer: {count} meeting{'s are' if count > 1 else ' is'} kept in '{kept}'." in said
    assert f"What was played so far is in {file}." in said
    assert "Traceback" not in said
    assert json.loads(file.read_text())["complete"] is False
    code, said = stopped((*common, "--csv", "-"), met, times)
    assert code == 130
    assert "Stopped after " in said
    assert "To go on another time, start with --resume FILE." in said
    assert "figure,bot,against,value,low,high" in said


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo terminals")
def test_a_simulation_stopped_at_once_says_so() -> None:
    asked = ("simulate", "classic", "--bots", "expert", "--games", "100000", "--jobs", "1")
    code, said = stopped(asked, lambda said: "0/100000" in said, 2)
    assert code == 130
    assert "elfer: Stopped before a game was over: nothing was counted" in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["clasic"], "There is no game 'clasic'"),
        (["classic", "--bots", "greedy,genius"], "There is no bot 'genius'. Bots: random, greedy, easy"),
        (["classic", "--bots", "greedy,"], "There is no bot ''"),
        (["duel", "--bots", "greedy,greedy,greedy"], "3 bots do not fit a table of 2 seats: name 1 to 2"),
        (["classic", "--games", "-5"], "cannot have -5 games. It has 1 or more."),
        (["classic", "--games", "many"], "--games cannot be 'many'. It is a whole number."),
        (["classic", "--jobs", "0"], "cannot run 0 jobs"),
        (["classic", "--rounds", "-1"], "cannot have -1 rounds"),
        (["classic", "--seed", "-1"], "The seed cannot be -1"),
        (["classic", "--json", "/nowhere/a.json"], "'/nowhere/a.json' cannot be written: No such file"),
        (["classic", "--csv", "/"], "cannot be written: Is a directory"),
        (["classic", "--plot", "a.pdf"], "'a.pdf': its name must end in .png or .svg"),
        (["classic", "--plot", "/nowhere/a.png"], "cannot be written"),
        (["classic", "-o", "edition=gold"], "Choose one of"),
        (["classic", "--games-out", "games.csv"], "'games.csv': its name must end in .parquet"),
        (["classic", "--games-out", "/nowhere/a.parquet"], "cannot be written: No such file"),
        (["classic", "--ray", "127.0.0.1:1"], "'127.0.0.1:1' cannot be reached"),
        (["classic", "--ray", "10.0.0.5"], "'10.0.0.5' of the Ray cluster has no port, as in 10.0.0.5:6379."),
        (["--ray", "clasic"], "There is no game 'clasic'"),
        ([], "GAME is missing. See --help."),
        (["classic", "--json", "-", "--csv", "-"], "'-' is named for two outputs. Give each its own"),
        (["classic", "--json", "a.x", "--csv", "a.x"], "'a.x' is named for two outputs"),
        (["classic", "--duplicat"], "There is no option --duplicat. Did you mean --duplicate"),
        (["classic", "--ray", "127.0.0.1:x"], "'127.0.0.1:x' of the Ray cluster has no port"),
    ],
)
@pytest.mark.filterwarnings("ignore")  # of Ray's, about its own insides
def test_mistakes_get_one_line_before_any_work(arguments: list[str], message: str, tmp_path: Path) -> None:
    unused = tmp_path / "unused.csv"
    more = [] if "--csv" in arguments else ["--csv", str(unused)]
    more += [] if "--games" in arguments else ["--games", "1000000000"]
    out = run_here("simulate", *arguments, *more)
    assert out.returncode == 2
    assert message in out.stderr
    assert out.stderr.count("\n") == 1
    assert not unused.exists()


def test_mistakes_are_told_in_german() -> None:
    assert "sondern 1 oder mehr" in run_here("simulate", "classic", "--games", "0", "--lang", "de").stderr


TOURNAMENT = ("tournament", "junior", "--bots", "greedy,random,hard", "--deals", "40", "--seed", "5")


@pytest.mark.parametrize(("lang", "more"), [("en", ()), ("de", ("--seats", "4")), ("de", ("--swiss", "2"))])
def test_a_tournament(lang: str, more: tuple[str, ...]) -> None:
    out = (run_here if more else run)(*TOURNAMENT, *more, "--lang", lang)
    assert out.returncode == 0, out.stderr
    assert out.stderr == ""
    assert widest(out.stdout) <= 80
    for said in ("greedy", "random", "hard", "OpenSkill", "Score" if lang == "en" else "Erfolg"):
        assert said in out.stdout


def test_files_of_a_tournament(tmp_path: Path) -> None:
    """The one that keeps what was played makes the same files again, at once."""
    kept = tmp_path / "kept.json"
    for name in ("a", "b"):
        files = {kind: str(tmp_path / f"{name}.{kind}") for kind in ("json", "csv", "svg", "png")}
        made = ("--json", files["json"], "--csv", files["csv"], "--plot", files["svg"])
        assert run_here(*TOURNAMENT, *made, "--resume", str(kept)).returncode == 0
    for kind in ("json", "csv", "svg"):
        one, two = (tmp_path / f"{name}.{kind}" for name in ("a", "b"))
        assert one.read_bytes() == two.read_bytes()
    assert json.loads((tmp_path / "a.json").read_text())["complete"]
    assert ElementTree.parse(tmp_path / "a.svg").getroot().tag.endswith("svg")
    other = run_here(*TOURNAMENT[:4], "--deals", "3", "--resume", str(kept))
    assert other.returncode == 2
    assert "is of another tournament: there 'deals' is 40, here 3" in other.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_a_tournament_that_was_killed_goes_on(tmp_path: Path) -> None:
    """Killed without warning after its first meetings, it comes to the same figures."""
    kept, whole, rest = (tmp_path / name for name in ("kept.json", "whole.json", "rest.json"))
    asked = (
        "tournament",
        "highest",
        "--bots",
        "random,greedy,easy,medium",
        "--deals",
        "60",
        "--seed",
        "2",
        "--jobs",
        "1",
    )
    process = subprocess.Popen([*ELFER, *asked, "--resume", str(kept)], stdout=subprocess.DEVNULL)
    while not kept.exists():
        assert process.poll() is None
        sleep(0.01)
    process.kill()
    process.wait()
    played = len(json.loads(kept.read_text())["meetings"])
    assert 1 <= played <= 6
    run_here(*asked, "--json", str(rest), "--resume", str(kept))
    run_here(*asked, "--json", str(whole))
    assert rest.read_text() == whole.read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["clasic", "--bots", "hard,greedy"], "There is no game 'clasic'"),
        (["classic"], "--bots is missing. See --help."),
        (["classic", "--bots", "hard,greedy", "--json", "-", "--csv", "-"], "'-' is named for two outputs"),
        (
            ["classic", "--bots", "hard,greedy", "--json", "a", "--resume", "a"],
            "'a' is named for two outputs",
        ),
        (["classic", "--bots", "hard"], "needs at least two bots"),
        (["classic", "--bots", "hard,hard"], "Two bots are called 'hard'"),
        (["classic", "--bots", "hard,genius"], "There is no bot 'genius'"),
        (["classic", "--bots", "hard,greedy", "--deals", "-1"], "cannot have -1 deals"),
        (["classic", "--bots", "hard,greedy", "--swiss", "7"], "cannot be 7 Swiss rounds"),
        (["classic", "--bots", "hard,greedy", "--swiss", "0"], "cannot be 0 Swiss rounds"),
        (["classic", "--bots", "hard,greedy", "--json", "/nowhere/a"], "cannot be written"),
        (["classic", "--bots", "hard,greedy", "--resume", "/nowhere/a"], "cannot be written"),
        (["classic", "--bots", "hard,greedy", "--plot", "a.gif"], "must end in .png or .svg"),
    ],
)
def test_mistakes_with_a_tournament_get_one_line(arguments: list[str], message: str) -> None:
    out = run_here("tournament", *arguments)
    assert out.returncode == 2
    assert message in out.stderr
    assert out.stderr.count("\n") == 1


@pytest.mark.parametrize("duplicate", [False, True])
def test_plots(duplicate: bool, tmp_path: Path) -> None:
    report = simulate("master", seats=3, bots="greedy,random", games=6, seed=1, duplicate=duplicate)
    files = [tmp_path / name for name in ("a.png", "b.png", "a.svg", "b.SVG")]
    for file in files:
        plot(report, file, Words("de"))
    png, png_again, svg, svg_again = (file.read_bytes() for file in files)
    assert png == png_again
    assert png.startswith(b"\x89PNG")
    assert svg == svg_again
    assert b"Anteil an den Siegen" in svg  # matplotlib keeps each text as a comment


def test_plots_of_a_single_game_and_of_one_length(tmp_path: Path) -> None:
    for games in (1, 3):
        plot(simulate("duel", games=games, seed=1), tmp_path / "a.svg", Words("en"))


def test_the_heat_map_has_intervals_and_the_even_share(tmp_path: Path) -> None:
    standings = tournament("junior", "greedy,random,hard", seats=3, deals=20, seed=1)
    plot(standings, tmp_path / "a.svg", Words("de"))
    said = (tmp_path / "a.svg").read_text("utf-8")  # matplotlib keeps each text as a comment
    assert "gleich: 33,3 %" in said
    wins = standings.wins("hard", "random")
    assert wins is not None
    assert wins.low is not None
    assert wins.high is not None
    low, high = (Words("de").number(100 * share, 1) for share in (wins.low, wins.high))
    assert f"<!-- {low}–{high} -->" in said


def test_letters_on_the_heat_map_stand_out_and_its_halves_differ_for_all_eyes() -> None:
    """Contrast as WCAG asks for; from even on either half only gets darker, and only one of them is blue."""
    from matplotlib import colormaps

    shades = [tuple(colormaps[HEAT](step / 200)) for step in range(201)]
    lights = [luminance(shade) for shade in shades]
    assert all(max(1.05 / (light + 0.05), (light + 0.05) / 0.05) >= 4.5 for light in lights)
    assert lights[:90] == sorted(lights[:90])
    assert lights[110:] == sorted(lights[110:], reverse=True)
    assert all(red > blue for red, _, blue, _ in shades[:80])
    assert all(blue > red for red, _, blue, _ in shades[120:])


def test_plots_without_matplotlib_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elfer.study.plots.find_spec", lambda _: None)
    with pytest.raises(BadInput, match=r"pip install 'elfer\[plot\]'"):
        check(Path("a.png"))


def test_bench(tmp_path: Path) -> None:
    file = tmp_path / "bench.json"
    out = run("bench", "--seconds", "0.01", "--json", str(file))
    assert out.returncode == 0, out.stderr
    assert widest(out.stdout) <= 80
    figures = json.loads(file.read_text())
    assert list(figures) == list(registry())
    assert figures["classic"]["moves_to_classic"] == 1
    for id, speed in figures.items():
        assert id in out.stdout
        assert speed["moves_per_s"] > 0
        assert bool(speed["engine_games_per_s"]) == (family_of(registry()[id]) == "rows")
    for seconds in ("0", "nan", "61", "soon"):
        wrong = run_here("bench", "--seconds", seconds)
        assert wrong.returncode == 2
        assert wrong.stderr.count("\n") == 1
