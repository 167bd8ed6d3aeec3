"""The installed wheel, without Node: terminal and page."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.browser import Visitor, built
from tests.browser.lobby import begins
from tests.browser.player import Player
from tests.environment import OFFLINE, ROOT, Environment, run
from tests.server.people import Server, serving

PIP_WHEEL = (sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "-q", *OFFLINE, "-w")
NEEDED = ("LICENSE", "README.md", "hatch_build.py", "pyproject.toml")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with the wheel, which has the page built here."""
    built()
    folder = tmp_path_factory.mktemp("installed")
    source = folder / "elfer"
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for name in NEEDED:
        shutil.copy(ROOT / name, source / name)
    run(*PIP_WHEEL, folder, source)
    environment = Environment(folder / "env")
    environment.install(next(folder.glob("elfer-*.whl")))
    return environment


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, installed: Environment) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("installed-data") / "data"
    with serving(data, "--pause", "0.005", python=str(installed.python)) as running:
        yield running


def test_it_is_the_wheel_that_is_used(installed: Environment, tmp_path: Path) -> None:
    place = installed.runs("-c", "import elfer; print(elfer.__file__)", cwd=tmp_path)
    assert Path(place.strip()).is_relative_to(installed.python.parent.parent)


def test_the_terminal_works(installed: Environment) -> None:
    assert installed.elfer("--version").startswith("elfer ")
    assert "[12]" in installed.elfer("play", "--seed", "5", "--bots", "random", typed="red 11\nquit\n")


def test_a_game_is_played_to_its_end_in_the_browser(ada: Visitor) -> None:
    begins(ada, "highest", 2)
    Player(ada).plays_on()
    expect(ada.page.locator("dialog[open] tbody tr")).to_have_count(2)
    assert ada.news("update")[-1]["view"]["over"]
    assert ada.faults == []
