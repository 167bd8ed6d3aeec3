"""Lessons at the terminal: read, typed, mistyped and left."""

from __future__ import annotations

import io
from collections.abc import Iterable

import pytest
from rich.console import Console

from elfer.games import BUILT_IN
from elfer.lessons import Learner, lesson
from elfer.terminal.keyboard import Keyboard
from elfer.terminal.lesson import teach
from elfer.terminal.person import Quit


class Script(Keyboard):
    """A person who types given lines."""

    can_wait = False

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)

    def line(self, prompt: str, seconds: float | None = None) -> str | None:
        try:
            return next(self._lines)
        except StopIteration:
            raise EOFError from None

    def now(self) -> float:
        return 0.0


def taught(game: str, lang: str, lines: Iterable[str]) -> str:
    """The output for a person who types these lines."""
    found = lesson(game)
    assert found
    shown = io.StringIO()
    try:
        teach(found, lang, Console(file=shown, width=80), Script(lines))
    except Quit:
        shown.write("left")
    return shown.getvalue()


def answers(game: str) -> list[str]:
    """What leads through a lesson: its moves, and Enter where there is something to read."""
    found = lesson(game)
    assert found
    return [part.moves[0] if part.moves else "" for part in found.parts[:-1]]


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game", sorted(BUILT_IN))
def test_a_lesson_is_typed_through(game: str, lang: str) -> None:
    shown = taught(game, lang, answers(game))
    found = lesson(game)
    assert found
    flat = " ".join(shown.replace("│", " ").split())
    for part in found.parts:
        assert part.text.in_(lang) in flat
    assert shown.endswith(f"elfer play {game}\n")
    assert max(map(len, shown.splitlines())) <= 80


def test_what_is_mistyped_is_answered() -> None:
    shown = taught("classic", "de", ["tipp", "", "r19", "g11", "quatsch", "?", "tipp", "rot 13", "tisch"])
    assert "Rot 19 hast du nicht auf der Hand." in shown
    assert "Die passt auch. Leg aber zuerst die rote 13." in shown
    assert "„quatsch“ ist kein Zug." in shown
    assert "Tipp ein: Rot 13." in shown
    assert "\nWeiter mit Enter" in shown, "there is nothing to type yet"
    assert "Tipp ein: ." not in shown
    assert "Du legst Rot 13." in shown
    assert shown.endswith("left")


def test_one_can_leave_at_any_time() -> None:
    assert taught("classic", "en", ["", "quit"]).endswith("left")
    assert taught("classic", "en", []).endswith("left")


@pytest.mark.parametrize(("lang", "back", "on"), [("en", "back", "next"), ("de", "zurück", "w")])
def test_one_goes_back_and_skips_what_one_knows(lang: str, back: str, on: str) -> None:
    found = lesson("classic")
    assert found
    first, second, *_ = (part.text.in_(lang) for part in found.parts)
    shown = " ".join(taught("classic", lang, ["", back, back, "", on]).replace("│", " ").split())
    assert (shown.count(first), shown.count(second)) == (3, 2)
    assert ("Du legst Rot 13." if lang == "de" else "You play red 13.") in shown
    assert taught("classic", lang, [on] * (len(found.parts) - 1)).endswith("elfer play classic\n")
    assert taught("classic", lang, ["quit"]).endswith("left")


@pytest.mark.parametrize("game", sorted(BUILT_IN))
def test_every_lesson_can_be_gone_through_by_next_alone(game: str) -> None:
    found = lesson(game)
    assert found
    assert taught(game, "de", ["weiter"] * (len(found.parts) - 1)).endswith(f"elfer play {game}\n")


def test_the_others_play_what_they_are_told_to() -> None:
    shown = taught("classic", "en", answers("classic")[:4])
    assert "Pico plays yellow 10." in shown
    assert "Tilda draws 3 cards." in shown


def test_a_hint_names_the_move_of_every_part() -> None:
    for game in BUILT_IN:
        found = lesson(game)
        assert found
        for number, part in enumerate(found.parts):
            assert Learner(found, number).moves == part.moves
