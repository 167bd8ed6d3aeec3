"""`elfer learn` as a person meets it: lessons listed, begun, left and refused."""

from __future__ import annotations

from elfer.games import BUILT_IN
from tests.cli.command import run, run_here, widest


def test_the_lessons_are_listed() -> None:
    out = run_here("learn", "--lang", "de")
    assert out.returncode == 0
    assert [line.split()[2] for line in out.stdout.splitlines()] == list(BUILT_IN)
    assert "Elfer raus! mit falschem Anfang" in out.stdout


def test_a_lesson_is_begun_and_left() -> None:
    out = run("learn", "junior", typed="\nred 2\nquit\n", COLUMNS="40")
    assert (out.returncode, out.stderr) == (0, "")
    assert "You play red 2." in out.stdout
    assert out.stdout.endswith("Goodbye.\n")
    assert widest(out.stdout.replace("Enter to go on ", "\n")) <= 40


def test_rules_and_lesson_are_those_of_the_options() -> None:
    usual, together = (run_here("rules", "snap", *more).stdout for more in ((), ("-o", "together=true")))
    assert "most quartets" in usual
    assert "most cards" in together
    assert run_here("rules", "snap", "-o", "together=maybe").returncode == 2
    out = run_here("learn", "snap", "-o", "together=true", typed="\nquit\n")
    assert "Collect cards" in out.stdout
    assert "“go” all turn up" in " ".join(out.stdout.replace("│", " ").split())
    assert run_here("learn", "snap", "-o", "apart=true").returncode == 2


def test_what_is_no_lesson_is_said() -> None:
    out = run_here("learn", "nothing")
    assert out.returncode == 2
    assert out.stderr.startswith("elfer: There is no game 'nothing'.")
