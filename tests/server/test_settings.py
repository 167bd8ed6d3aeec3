"""Settings are stated once: the command line and the document for operators say the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from elfer.cli import app
from elfer.server.settings import ServerOption, Settings, options
from elfer.server.web import run

DOCUMENT = (Path(__file__).parents[2] / "docs" / "operations.md").read_text("utf-8")
ROW = re.compile(r"^\| `(--[^`]*)` \| (?:`(\w+)` )?\| ([^|]*) \| .+ \|$", re.MULTILINE)
"""An option as the document has it: its flag, its variable, its default, its meaning."""
OPTIONS = options()


def shown(option: ServerOption) -> str:
    """A default as the document writes it."""
    special = {"data": "the user's data folder", "lan": "off", "browser": "on"}
    default = "none" if option.default in ("", None) else str(option.default)
    return special.get(option.name, default)


def test_the_document_has_every_setting_with_its_default_and_variable() -> None:
    wanted = [(option.flag, option.variable or "", shown(option)) for option in OPTIONS.values()]
    assert ROW.findall(DOCUMENT) == wanted


def test_the_command_line_has_every_setting_with_its_default_and_variable() -> None:
    command = get_command(app).commands["serve"]  # type: ignore[attr-defined]
    found = {parameter.name: parameter for parameter in command.params}
    assert set(found) - {"lang", "help"} == set(OPTIONS)
    for name, option in OPTIONS.items():
        assert found[name].help == option.setting.help == f"setting.{name}"
        assert found[name].envvar == option.variable
        assert found[name].default == option.default


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """The settings of the servers that a command would have started."""
    found: list[Settings] = []
    monkeypatch.setattr(run, "serve", lambda settings, _: found.append(settings))
    return found


def test_without_options_a_server_has_the_defaults(served: list[Settings]) -> None:
    assert CliRunner().invoke(app, ["serve"], env={}).exit_code == 0
    assert served == [Settings()]


def test_options_and_variables_arrive_and_an_option_wins(served: list[Settings], tmp_path: Path) -> None:
    typed = ["--data", str(tmp_path), "--name", "a.example", "--name", "b.example", "--no-browser", "--lan"]
    variables = {"ELFER_PAUSE": "0.2", "ELFER_METRICS_PORT": "9111", "ELFER_PORT": "1"}
    done = CliRunner().invoke(app, ["serve", *typed, "--port", "2"], env=variables)
    assert done.exit_code == 0, done.output
    names = ["a.example", "b.example"]
    assert served == [
        Settings(data=tmp_path, name=names, browser=False, lan=True, pause=0.2, metrics_port=9111, port=2)
    ]


@pytest.mark.parametrize("wrong", ["--bots=0", "--port=65536", "--quick=0", "--grace=-1", "--pause=x"])
def test_what_is_not_allowed_is_refused(served: list[Settings], wrong: str) -> None:
    assert CliRunner().invoke(app, ["serve", wrong], env={}).exit_code == 2
    assert not served


def test_an_operator_cannot_set_the_seed(served: list[Settings]) -> None:
    assert "seed" not in OPTIONS
    assert CliRunner().invoke(app, ["serve", "--seed=1"], env={}).exit_code == 2
    assert CliRunner().invoke(app, ["serve"], env={"ELFER_SEED": "1"}).exit_code == 0
    assert [settings.seed for settings in served] == [None]
