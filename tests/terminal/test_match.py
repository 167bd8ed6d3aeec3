"""Every game in the terminal, played to its end by typed legal moves, in 80 columns."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from rich.console import Console

import elfer
from elfer.bots import bot
from elfer.core.chance import Chance
from elfer.core.options import options_of
from elfer.core.texts import LANGUAGES, Words
from elfer.games import registry
from elfer.sheets import sheet
from elfer.terminal.faces import PLAIN, face_of
from elfer.terminal.keyboard import Keyboard
from elfer.terminal.match import play_match
from elfer.terminal.person import Person
from elfer.terminal.replay import show
from tests.rules import rule


class Typist(Keyboard):
    """A person at a console who quickly types random moves of one seat."""

    can_wait = True

    def __init__(self, width: int = 80) -> None:
        self.console = Console(file=io.StringIO(), width=width, no_color=True, highlight=False)
        self.person: Person | None = None
        self.rng = Chance(5)
        self.time = 0.0

    def now(self) -> float:
        return self.time

    def line(self, _prompt: str, seconds: float | None = None) -> str | None:
        assert self.person is not None
        self.time += 0.1 if seconds is None else min(seconds, 0.1)
        match, seat = self.person.match, self.person.seat
        moves = match.moves(seat)
        idle = seat not in match.awaited
        return "" if not moves or (idle and self.rng.below(6)) else moves[self.rng.below(len(moves))]

    def text(self) -> str:
        assert isinstance(self.console.file, io.StringIO)
        return self.console.file.getvalue()


def play(id: str, lang: str, seats: int, rounds: int, options: dict[str, Any], width: int = 80) -> str:
    match = elfer.start(id, seats=seats, seed=6, rounds=rounds, **options)
    typist = Typist(width)
    names = ["You", *(f"Greedy {seat}" for seat in range(1, seats))]
    words = Words(lang, names, getattr(match.game, "edition", ""))
    typist.person = Person(match, 0, words, typist.console, bot("easy", 1), lines=typist)
    play_match(typist.person, {seat: bot("easy", seat) for seat in range(1, seats)})
    assert match.over
    return typist.text()


def changes(id: str) -> list[dict[str, Any]]:
    """Each choice or switch of a game once as it is not by default, where a full table may have it so."""
    found = []
    for name, option in options_of(registry()[id]).items():
        if option.type in ("choice", "bool"):
            found.append({name: [choice for choice in option.choices if choice != option.default][-1]})
    return [options for options in found if possible(id, options)]


def possible(id: str, options: dict[str, Any]) -> bool:
    try:
        elfer.start(id, seats=registry()[id].seats[-1], seed=1, **options)
    except elfer.BadInput:
        return False
    return True


CASES: list[tuple[str, str, dict[str, Any]]] = [(id, lang, {}) for id in registry() for lang in LANGUAGES]
CASES += [(id, "en", options) for id in registry() for options in changes(id)]


@pytest.mark.parametrize(("id", "lang", "options"), CASES, ids=str)
def test_a_game_to_its_end(id: str, lang: str, options: dict[str, Any]) -> None:
    """One round of many, and two of few."""
    few, many = registry()[id].seats[0], min(5, registry()[id].seats[-1])
    text = play(id, lang, *((many, 1) if lang == "en" else (few, 2)), options)
    assert max(map(len, text.splitlines())) <= 80
    assert not [line for line in text.splitlines() if "None" in line]
    assert Words(lang).say("table.rank") in text
    assert ("Runde 2 von 2" in text) == (lang == "de")


@pytest.mark.parametrize("id", registry())
def test_a_game_in_forty_columns(id: str) -> None:
    text = play(id, "de", min(4, registry()[id].seats[-1]), 1, {}, width=40)
    assert max(map(len, text.splitlines())) <= 40
    torn = [line for line in text.splitlines() if re.match(r" ?[·▫]  [·▫\d ]| ?\d+: \d+ ", line)]
    assert torn == []


@pytest.mark.parametrize("id", registry())
def test_every_game_has_a_face(id: str) -> None:
    assert face_of(elfer.start(id, seed=1).view(0)) is not PLAIN


@pytest.mark.parametrize("id", registry())
def test_every_game_can_be_stepped_through(id: str) -> None:
    match, rng = elfer.start(id, seed=2), Chance(3)
    for _ in range(12):
        seat = match.actors[rng.below(len(match.actors))]
        moves = match.moves(seat)
        match.play(seat, moves[rng.below(len(moves))])
    typist = Typist()
    for at in range(match.steps + 1):
        show(match, at, Words("de"), typist.console)
    assert f"Schritt {match.steps} von {match.steps}" in typist.text()
    assert max(map(len, typist.text().splitlines())) <= 80


def test_spectators_see_a_face_too() -> None:
    for id in registry():
        view = elfer.start(id, seed=1).view(None)
        typist = Typist()
        typist.console.print(face_of(view).draw(view, Words("en")))
        assert typist.text().strip()


@pytest.mark.parametrize(
    ("id", "clause", "lang", "said"),
    [
        ("connect", "CON-8", "en", "One point for each player who comes in behind you."),
        ("old-maid", "OLD-4", "de", "Ein Punkt für jeden, der hinter dir liegt."),
        ("cheat", "CHE-8", "de", "Ein Punkt für jeden, der die Runde gewinnt."),
    ],
)
@rule("CON-8", "OLD-4", "CHE-8")
def test_the_score_and_the_sheet_say_what_a_point_is_for(id: str, clause: str, lang: str, said: str) -> None:
    assert said in play(id, lang, registry()[id].seats[0], 2, {})
    (told,) = re.findall(rf"\*\*{clause}\*\* ⚖ (.*?)(?=\n- |\n#|\Z)", sheet(id, lang), re.DOTALL)
    assert re.search("several rounds|mehrere Runden", told)
