"""Help, and what is said of a mistyped command: in both languages, and at any width."""

from __future__ import annotations

import re
from typing import Any

import pytest
import typer.main

from elfer.cli import app
from elfer.core.texts import LANGUAGES, Words
from tests.cli.command import run, run_here, widest

COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
GERMAN = {"LC_ALL": "de_DE.UTF-8"}
KEYS = [
    (name, parameter.name, parameter.help, parameter.metavar)
    for name, command in COMMANDS.items()
    for parameter in command.params
]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_command_and_parameter_has_its_help_in_this_language(lang: str) -> None:
    words = Words(lang)
    assert [name for name, command in COMMANDS.items() if not words.knows(command.help)] == []
    assert [(name, what) for name, what, help, _ in KEYS if not words.knows(help or "")] == []
    assert [(name, what) for name, what, _, kind in KEYS if kind and not words.knows(kind)] == []


def test_the_german_help_is_not_the_english_one() -> None:
    keys = {help for _, _, help, _ in KEYS} | {command.help for command in COMMANDS.values()}
    assert [key for key in keys if Words("en")._template(key, {}) == Words("de")._template(key, {})] == []


@pytest.mark.parametrize("columns", [40, 60, 80, 200])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_fits_and_says_all(command: str, lang: str, columns: int) -> None:
    asked = [command, "--lang", lang] if command else []
    out = run_here(*asked, "--help", COLUMNS=str(columns))
    assert (out.returncode, out.stderr) == (0, "")
    assert widest(out.stdout) <= columns
    wanted = "Usage:" if lang == "en" or not command else "Aufruf:"
    assert out.stdout.startswith(f"{wanted} elfer")
    words = out.stdout.replace(",", " ").split()
    parameters = COMMANDS[command].params if command else []
    for option in (name for one in parameters for name in one.opts if name.startswith("--")):
        assert option in words, "an option is not cut in two"
    for variable in (one.envvar for one in parameters if one.envvar):
        assert variable in out.stdout
    assert not re.search(r"(help|setting)\.\w", out.stdout), "a key stands for its text"


def test_help_is_german_where_the_locale_is() -> None:
    for asked in ((), ("--help",), ("simulate", "-h"), ("serve", "-h")):
        out = run(*asked, **GERMAN)
        said = out.stdout + out.stderr
        assert said.startswith("Aufruf: elfer")
        assert "Optionen" in said
        assert "Zeigt diese Hilfe." in said
        for english in ("Usage", "Options", "Arguments", "Commands", "Show", "default", "required"):
            assert english not in said


def test_serve_takes_a_line_or_two_for_each_option_at_80_columns() -> None:
    lines = run_here("serve", "--help").stdout.splitlines()
    assert len(lines) < 2 * len(COMMANDS["serve"].params) + 12
    assert "  --port NUMBER            The port; 0 takes any. (default: 8011; ELFER_PORT)" in lines
    assert "  --workers NUMBER         Nodes behind one port, with PostgreSQL. (default: 1;" in [
        line.rstrip() for line in lines
    ]


@pytest.mark.parametrize(
    ("typed", "english", "german"),
    [
        ("sim", "There is no command 'sim'. Commands: ", "Einen Befehl „sim“ gibt es nicht. Befehle: "),
        ("play classic junior", "'junior' is too much here", "„junior“ ist hier zu viel"),
        (
            "play --sets 3",
            "no option --sets. Did you mean --",
            "Option --sets gibt es nicht. Meinst du --",
        ),
        ("play --zzz", "There is no option --zzz. See --help.", "Eine Option --zzz gibt es nicht. Siehe"),
        ("--zzz", "There is no option --zzz. See --help.", "Eine Option --zzz gibt es nicht. Siehe"),
        ("play --seats", "--seats needs a value.", "--seats braucht einen Wert."),
        ("rules classic --exact=3", "--exact takes no value.", "--exact nimmt keinen Wert."),
        ("rules", "GAME is missing. See --help.", "SPIEL fehlt. Siehe --help."),
        ("replay", "FILE is missing.", "DATEI fehlt."),
        ("join x", "--bot is missing.", "--bot fehlt."),
        ("move-data", "FROM is missing.", "VON fehlt."),
        ("play --seats x", "--seats cannot be 'x'", "--seats kann nicht „x“ sein"),
    ],
)
def test_what_is_mistyped_is_said_in_one_line(typed: str, english: str, german: str) -> None:
    for said, lang in ((english, "en"), (german, "de")):
        more = ["--lang", lang] if typed[0] != "-" and typed != "sim" else []
        first, *rest = typed.split()
        out = run_here(first, *more, *rest) if more or lang == "en" else run(*typed.split(), **GERMAN)
        assert (out.returncode, out.stdout) == (2, "")
        assert said in out.stderr
        assert out.stderr.startswith("elfer: ")
        assert out.stderr.count("\n") == 1


def test_a_shell_shows_the_help_beside_what_it_completes() -> None:
    typed = {"_PYTHON _M ELFER_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "elfer play --se"}
    assert "Wie viele spielen; du hast Platz 0." in run(**typed, **GERMAN).stdout
    assert "How many play; you are seat 0." in run(**typed).stdout
