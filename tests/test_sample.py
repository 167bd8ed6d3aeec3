"""A package that adds a game: once it is installed beside elfer, the game is wherever games are."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from elfer.bots import LEVELS
from elfer.core.texts import LANGUAGES, Words
from elfer.games import registry
from tests.environment import ROOT, Environment
from tests.server.people import Person, Server, person, serving

SAMPLE = ROOT / "tests/sample/elfer-ladder"
GAME = "ladder"
TITLES = {"en": "Ladder", "de": "Leiter"}
EVERYTHING = "".join(f"{c}{n}\ndrop {c}{n}\n" for n in range(1, 12) for c in "RYGB")
"""Every move there is, as it is typed."""
FULL_MATCH = """
import elfer
match = elfer.start("ladder", seats=4, seed=3, rounds=2, motley=True, hand=7)
bots = [elfer.bot(level, seed=1) for level in %r]
while not match.over:
    seat = match.awaited[0]
    move = "deal" if seat == elfer.TABLE else bots[seat].choose(match, seat)
    assert move in match.moves(seat)
    match.play(seat, move)
    if match.steps == 20:
        best = bots[0].evaluate(match, match.actors[0])
        assert {found.move for found in best} == set(match.moves(match.actors[0]))
        assert elfer.load(match.position()).position() == match.position()
assert elfer.replay(match.record()).history == match.history
print(elfer.to_json({"info": elfer.games()["ladder"], "points": match.result.points}))
"""
"""A match of two rounds in the library, with a bot of every level."""


def test_it_is_not_here() -> None:
    """What follows is the installed package's doing."""
    assert GAME not in registry()


def test_it_passes_the_laws(sample: Environment) -> None:
    laws = ("tests/test_laws.py", "-k", GAME, "-p", "no:cacheprovider", "-o", "addopts=")
    told = sample.runs("-m", "pytest", *laws)
    assert " passed" in told.splitlines()[-1]
    assert "skipped" not in told


def test_its_own_tests_pass(sample: Environment) -> None:
    assert " passed" in sample.runs("-m", "pytest", "-p", "no:cacheprovider", cwd=SAMPLE).splitlines()[-1]


def test_the_library_plays_it_with_bots_of_every_level(sample: Environment) -> None:
    told = json.loads(sample.runs("-c", FULL_MATCH % (LEVELS,)))
    assert told["info"]["title"] == "Ladder"
    assert told["info"]["seats"] == [2, 3, 4]
    assert set(told["info"]["options"]) == {"first", "motley", "hand"}
    assert told["info"]["options"]["hand"] == {"type": "choice", "choices": [3, 5, 7], "default": 5}
    assert max(told["points"]) > 0


SAID = {
    "en": ("You climb with", "puts a card away.", "loses", "is too low:", "not in your hand.", "Your turn:"),
    "de": ("Du steigst mit", "legt eine Karte weg.", "verliert", "ist zu niedrig:", "auf der Hand.", "dran:"),
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_terminal_plays_it_in_both_languages(lang: str, sample: Environment, tmp_path: Path) -> None:
    record = tmp_path / "match.elfer"
    play = ("play", GAME, "--rounds", "2", "--seed", "2", "--lang", lang, "--record", record)
    told = sample.elfer(*play, typed=EVERYTHING * 30)
    assert TITLES[lang] in told.splitlines()[0]
    for said in (*SAID[lang], Words(lang).say("table.rank")):
        assert said in told
    told = sample.elfer("replay", record, "--lang", lang, typed="9999\nq\n")
    assert Words(lang).say("table.step", step=0, count=89) in told


def test_it_is_listed_and_its_rules_are_there(sample: Environment) -> None:
    assert f"│ {GAME}       │ {TITLES['en']} " in sample.elfer("games", "--lang", "en")
    told = sample.elfer("rules", GAME, "--lang", "de")
    assert told.lstrip().startswith(TITLES["de"])
    assert "LAD-7" in told
    assert "GEN-8" in told


def test_it_is_simulated_in_several_processes(sample: Environment) -> None:
    told = sample.elfer(
        "simulate", GAME, "--seats", "2", "--bots", "hard,random", "--games", "4", "--jobs", "2"
    )
    assert "Ladder · 2 seats" in told
    assert "hard" in told


def test_a_choice_that_is_a_number_is_typed_as_one(sample: Environment, tmp_path: Path) -> None:
    assert "hand: 5, 3, 7" in sample.elfer("games", "--lang", "en")
    record = tmp_path / "match.elfer"
    play = ("play", GAME, "--option", "hand=3", "--seed", "2", "--lang", "en", "--record", record)
    sample.elfer(*play, typed=EVERYTHING * 30)
    assert '"hand": 3' in record.read_text("utf-8")
    simulate = ("simulate", GAME, "--games", "4", "--seed", "1")
    assert sample.elfer(*simulate, "-o", "hand=5") == sample.elfer(*simulate)
    assert sample.elfer(*simulate, "-o", "hand=7") != sample.elfer(*simulate)
    for wrong in ("4", "3.0", "three", ""):
        done = subprocess.run(
            [sample.python, "-m", "elfer", "simulate", GAME, "-o", f"hand={wrong}"],
            capture_output=True,
            text=True,
            env=os.environ | {"LC_ALL": "C.UTF-8"},
        )
        assert done.stderr == f"elfer: Option 'hand' cannot be '{wrong}'. Choose one of: 3, 5, 7.\n"


def fetched(server: Server, path: str) -> str:
    with urllib.request.urlopen(f"http://{server.address}{path}", timeout=10) as answer:
        return str(answer.read().decode())


def test_a_server_offers_it_to_people_and_bots(sample: Environment, tmp_path: Path) -> None:
    async def play() -> Person:
        async with person(server) as ada:
            await ada.creates(
                GAME, 4, bots=["easy", "medium", "hard"], start=True, rounds=2, options={"hand": 7}
            )
            assert len(ada.update["view"]["hands"][0]) == 7
            await ada.plays_on()
            return ada

    with serving(tmp_path / "data", python=str(sample.python)) as server:
        (info,) = (info for info in json.loads(fetched(server, "/api/games"))["games"] if info["id"] == GAME)
        assert (info["titles"], info["family"], info["seats"]) == (TITLES, "elfer_ladder", [2, 3, 4])
        assert "how" not in info  # it does not say it, and is offered all the same
        for lang, title in TITLES.items():
            assert fetched(server, f"/api/rules/{lang}/{GAME}").startswith(f"# {title}\n")
        ada = asyncio.run(play())
        assert ada.update["view"]["over"]
        last_round = [len(ladder) for ladder in ada.update["view"]["ladders"]]
        totals = ada.update["result"]["points"]
        assert all(total >= points for total, points in zip(totals, last_round, strict=True))
        assert server.stop() == 0


def entry_point(folder: Path, name: str, value: str) -> None:
    """A package that names a game, as it lies there when it is installed."""
    info = folder / f"{name}-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[elfer.games]\n{name} = {value}\n")


BROKEN = {
    "gone": ("elfer_gone.rules:Gone", "No module named 'elfer_gone'"),
    "clash": ("elfer.games.rows.classic:Classic", "there is a game 'classic' already"),
    "function": ("elfer.match:start", "'function' object has no attribute 'id'"),
}
LACKING = {"texts.en.toml": "texts.en.toml", "sheet.de.md": "there is no sheet.de.md"}
"""What a package may lack, and what is said of it."""


@pytest.mark.parametrize("file", LACKING)
def test_packages_that_are_no_good_are_named_and_left_out(file: str, tmp_path: Path) -> None:
    broken = BROKEN | {"lacking": ("elfer_ladder.rules:Ladder", LACKING[file])}
    for name, (value, _) in broken.items():
        entry_point(tmp_path, name, value)
    left_out = shutil.ignore_patterns("__pycache__", file)
    shutil.copytree(SAMPLE / "elfer_ladder", tmp_path / "elfer_ladder", ignore=left_out)
    done = subprocess.run(
        [sys.executable, "-m", "elfer", "games"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONPATH": str(tmp_path), "LC_ALL": "C.UTF-8", "COLUMNS": "80"},
        timeout=60,
    )
    assert done.returncode == 0
    assert all(id in done.stdout for id in registry())
    lines = done.stderr.splitlines()
    assert len(lines) == len(broken)
    for value, why in broken.values():
        (line,) = (line for line in lines if line.startswith(f"elfer: {value} adds no game: "))
        assert why in line
