"""Every game has a lesson, and every lesson can be played through by the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from elfer.core.game import TABLE
from elfer.core.options import options_of
from elfer.core.refusals import BadInput, Refused
from elfer.games import BUILT_IN
from elfer.lessons import LEARNER, Learner, Lesson, LessonPart, lesson, opened

GAMES = sorted(BUILT_IN)
CODE = re.compile(r"\b[RYGBN]\d{1,2}\b|`|\b[A-Z]{3}-\d")
SECONDS_A_MOVE = 3.0
WORDS_A_SECOND = 2.5


def lesson_of(game: str, options: dict[str, Any] | None = None) -> Lesson:
    found = lesson(game, options)
    assert found, f"{game} has no lesson"
    return found


def with_each_option() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every lesson, with every choice of every option."""
    for game in GAMES:
        for name, option in options_of(BUILT_IN[game]).items():
            for value in option.choices if option.type in ("bool", "choice") else ():
                yield game, {name: value}
        yield game, {}


OPTIONS = list(with_each_option())


def texts(part: LessonPart) -> list[tuple[str, str]]:
    """The sentences of a part, each with its language."""
    said = [part.text, *([part.other] if part.other else [])]
    return [(lang, getattr(one, lang)) for one in said for lang in ("en", "de")]


def go_on(learner: Learner) -> None:
    """Go through a part, up to the next one."""
    learner.go_on()
    while learner.answering:
        learner.answer()
    learner.turn_page()


@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_a_lesson_can_be_played_through(game: str, options: dict[str, Any]) -> None:
    learner = Learner(lesson_of(game, options))
    while not learner.last:
        part = learner.part
        if part.moves:
            assert learner.match.game.id == game
            assert set(part.moves) <= set(learner.match.moves(LEARNER)), (learner.number, part.en)
        go_on(learner)
    assert not learner.part.moves, "the last part only congratulates"
    assert not learner.part.replies


@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_whichever_expected_move_is_made_the_lesson_goes_on(game: str, options: dict[str, Any]) -> None:
    """The replies, and what comes up to the next position, are legal after each of them."""
    parts = lesson_of(game, options).parts
    for number, part in enumerate(parts):
        for move in part.moves[1:]:
            learner = Learner(lesson_of(game, options), number)
            learner.play(move)
            while learner.answering:
                learner.answer()
            learner.turn_page()
            while not learner.last and not learner.part.position:
                go_on(learner)


@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_a_lesson_goes_on_from_any_part_as_if_played_up_to_there(game: str, options: dict[str, Any]) -> None:
    learner = Learner(lesson_of(game, options))
    while not learner.last:
        again = Learner(lesson_of(game, options), learner.number)
        assert again.match.position() == learner.match.position()
        go_on(learner)


@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_a_lesson_is_short_and_says_one_thing_at_a_time(game: str, options: dict[str, Any]) -> None:
    parts = lesson_of(game, options).parts
    usual = parts == lesson_of(game).parts
    assert 5 <= len(parts) <= (10 if usual else 12)
    assert parts[0].position, "a lesson begins with something to see"
    assert sum(bool(part.moves) for part in parts) >= (3 if usual else 2), "a game is learnt by doing"
    for lang in ("en", "de"):
        words = sum(len(getattr(part, lang).split()) for part in parts)
        moves = sum(bool(part.moves) + len(part.replies) for part in parts)
        assert 40 <= words / WORDS_A_SECOND + SECONDS_A_MOVE * moves <= (140 if usual else 160), lang
    for part in parts:
        for lang, text in texts(part):
            assert text == text.strip(), (lang, text)
            assert 10 <= len(text) <= 200, (lang, text)
            assert text[-1] in ".!?…“”)", (lang, text)


@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_a_lesson_speaks_as_people_do(game: str, options: dict[str, Any]) -> None:
    for part in lesson_of(game, options).parts:
        assert part.en != part.de
        for lang, text in texts(part):
            assert not CODE.search(text), (lang, text)


def test_other_moves_are_refused_and_change_nothing() -> None:
    learner = Learner(lesson_of("classic"))
    while not learner.part.moves:
        go_on(learner)
    number, before = learner.number, learner.match.position()
    with pytest.raises(Refused) as refused:
        learner.play("R5")
    assert refused.value.code == "needs_neighbour"
    assert (learner.number, learner.match.position()) == (number, before)


def test_a_legal_move_that_comes_later_is_put_off() -> None:
    position = {"game": "junior", "hands": ["R2 Y2", "R3 …"]}
    parts = (LessonPart("Red first!", "Erst Rot!", position, ("R2",)), LessonPart("Well done!", "Geschafft!"))
    learner = Learner(Lesson("junior", parts))
    with pytest.raises(Refused) as refused:
        learner.play("Y2")
    assert (refused.value.code, learner.match.steps) == ("lesson_other", 0)
    learner.play("R2")
    assert not learner.answering
    learner.turn_page()
    assert learner.last


def test_the_rest_of_the_cards_is_where_the_dots_are() -> None:
    match = opened({"game": "classic", "hands": ["R12", "Y3"], "table": "R11", "stock": "G5 …"})
    stock = match.position()["stock"]
    assert stock.startswith("G5 R1-10 R13-20 Y1 Y2")
    assert match.actors == (0,)
    with pytest.raises(BadInput):
        opened({"game": "classic", "hands": ["R12", "Y3"], "table": "R11", "stock": "G5"})


def test_the_table_may_reply_too() -> None:
    part = LessonPart("", "", replies=("-1 resolve", "2 pile 1"))
    assert part.script == ((TABLE, "resolve"), (2, "pile 1"))
