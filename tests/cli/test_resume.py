"""Leaving and resuming a match, and the commands typed during it."""

from __future__ import annotations

from pathlib import Path

import pytest

import elfer
from tests.cli.command import run, run_here


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """A match that was left after the first card."""
    file = tmp_path / "my match.elfer"
    bots = ("--bots", "greedy,random", "--seats", "3")
    out = run_here("play", "--seed", "5", "--rounds", "2", *bots, "--record", str(file), typed="r11\nq\n")
    assert out.returncode == 0, out.stderr
    assert f"elfer play --resume '{file}'" in out.stdout.replace("\n", " ").replace("  ", " ")
    assert out.stdout.endswith("Goodbye.\n")
    return file


def test_a_match_goes_on_where_it_was_left_with_the_same_bots(left: Path) -> None:
    before = elfer.replay(left.read_text("utf-8"))
    everything = "draw\npass\nend\n\n" + "".join(f"{c}{n}\n" for n in range(1, 21) for c in "rygb")
    out = run_here("play", "--resume", str(left), typed=everything * 60)
    assert out.returncode == 0, out.stderr
    assert "Greedy 1" in out.stdout
    assert "Random 2" in out.stdout
    after = elfer.replay(left.read_text("utf-8"))
    assert after.over
    assert after.history[: before.steps] == before.history
    out = run("play", "--resume", str(left))
    assert (out.returncode, out.stderr.count("\n")) == (2, 1)
    assert "is over. To look at it: elfer replay" in out.stderr


def test_other_bots_and_another_file(left: Path, tmp_path: Path) -> None:
    kept, other = left.read_text("utf-8"), tmp_path / "other.elfer"
    out = run_here("play", "--resume", str(left), "--bots", "easy", "--record", str(other), typed="\nq\n")
    assert "Easy 2" in out.stdout
    assert left.read_text("utf-8") == kept
    assert elfer.replay(other.read_text("utf-8")).tags["Bots"] == "easy,easy"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["classic"], "GAME cannot be chosen with --resume"),
        (["--seats", "3", "--seed", "1"], "--seats, --seed cannot be chosen with --resume"),
        (["-o", "edition=junior"], "--option cannot be chosen with --resume"),
        (["--bots", "easy,easy,easy"], "name up to 2"),
    ],
)
def test_what_the_record_says_cannot_be_chosen(left: Path, arguments: list[str], message: str) -> None:
    out = run_here("play", "--resume", str(left), *arguments)
    assert (out.returncode, out.stderr.count("\n")) == (2, 1)
    assert message in out.stderr


def test_a_match_is_saved_from_the_table(tmp_path: Path) -> None:
    file = tmp_path / "Kept.elfer"
    typed = f"r11\nsave {file}\nsave\nsave /nowhere/x\nquit\n"
    out = run_here("play", "--seed", "5", typed=typed)
    assert (out.returncode, out.stderr) == (0, "")
    assert elfer.replay(file.read_text("utf-8")).history[0].move == "R11"
    assert "save FILE" in out.stdout
    assert "cannot be written" in out.stdout
    assert "liegt in" in run_here("play", "--seed", "5", "--lang", "de", typed=f"speichern {file}\n").stdout


def test_a_full_disk_costs_no_record_that_was_there(left: Path) -> None:
    """The new one is written beside it first; here that is not possible."""
    beside = left.with_name(f"{left.name}.new")
    beside.mkdir()
    kept = left.read_text("utf-8")
    out = run_here("play", "--resume", str(left), typed="\n")
    assert out.returncode == 2
    assert "cannot be written" in out.stderr
    assert left.read_text("utf-8") == kept


def test_enter_plays_the_only_move_and_the_table_is_drawn_again() -> None:
    out = run_here("play", "--seed", "5", typed="\ntable\nq\n").stdout
    assert "You play red 11." in out
    assert out.count("[12]") == 2
    out = run_here("play", "--seed", "5", "--lang", "de", typed="tisch\nrot 11\nhilfe\nq\n").stdout
    assert out.count("[11]") == 2
    assert "hilfe, aufhören" in out
    assert "[12]" in out


def test_in_german_g_asks_and_a_colour_answers() -> None:
    """Both 19s are held; neither fits, and the rules say so of the one that was meant."""
    typed = "rot 11\ng19\ngelb\ng 19\ngr\nq\n"
    out = run_here("play", "--seed", "8", "--seats", "2", "--lang", "de", typed=typed).stdout
    assert out.count("Was meinst du: Grün 19 (gr19), Gelb 19 (ge19)?") == 2
    assert "Gelb 19 passt nicht" in out
    assert "Grün 19 passt nicht" in out


def test_the_word_for_the_end_leaves_where_no_turn_can_be_ended() -> None:
    out = run_here("play", "guess", "--seed", "5", "--lang", "de", typed="ende\n")
    assert out.stdout.endswith("Auf Wiedersehen.\n")
