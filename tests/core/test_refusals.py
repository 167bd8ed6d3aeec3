from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

import elfer
from elfer.core.refusals import BadInput, IllegalMove, Refused
from elfer.core.texts import LANGUAGES, Words
from elfer.files import read_file


def test_a_refusal_is_a_code_that_every_language_can_say() -> None:
    refused = IllegalMove("needs_neighbour", move="R7", card="R8")
    assert (refused.code, refused.params) == ("needs_neighbour", {"move": "R7", "card": "R8"})
    assert str(refused) == "Red 7 does not fit: red 8 is not on the table yet."
    assert refused.tell(Words("de")) == "Rot 7 passt nicht: Rot 8 liegt noch nicht auf dem Tisch."


ECHOED: dict[str, Callable[[], object]] = {
    "a game": lambda: elfer.start("classic\nplus"),
    "a long one": lambda: elfer.start("x" * 5000),
    "an option": lambda: elfer.start("classic", edition="star\u2028wars"),
    "a long one's value": lambda: elfer.start("classic", edition=["x" * 3000, {"y": "z" * 3000}]),
    "a number": lambda: elfer.start("classic", seed=10**5000),
    "a type": lambda: elfer.start("classic", rounds=cast(int, dict.fromkeys(range(2000), "\n"))),
    "a move": lambda: elfer.start("classic", seats=2, seed=1, first=0).play(0, "R11\r\nend" * 900),
    "a position": lambda: elfer.load({"game": "classic", "hands": ["R1\n\tR2" * 99 + " X", ""]}),
    "its value": lambda: elfer.load({"game": "classic", "hands": "R1\n" * 900}),
    "a tag after the moves": lambda: elfer.replay(f'0: R11\n[Event "{"x" * 3000}"]\n'),
    "a line": lambda: elfer.replay("\x1b[2J" + "x" * 3000),
    "a card": lambda: elfer.load({"game": "classic", "hands": ["x" * 3000, ""]}),
    "a bot": lambda: elfer.bot("\x00\n" * 1000),
    "a file": lambda: read_file(Path("no\nfile")),
}


@pytest.mark.parametrize("refused", ECHOED.values(), ids=ECHOED)
def test_whatever_was_put_in_a_refusal_is_one_line_and_not_long(refused: Callable[[], object]) -> None:
    with pytest.raises(Refused) as wrong:
        refused()
    for lang in LANGUAGES:
        said = wrong.value.tell(Words(lang))
        assert said.isprintable(), said
        assert len(said) < 600
    assert str(wrong.value).isprintable()


def test_what_is_short_is_told_as_it_was_put_in() -> None:
    assert "'star wars'" in str(_refused(lambda: elfer.start("classic", edition="star wars")))
    assert r"'a\nb'" in str(_refused(lambda: elfer.start("classic", edition="a\nb")))
    long = str(_refused(lambda: elfer.start("classic", edition="a" * 300 + "z")))
    assert f"'{'a' * 149}…{'a' * 38}z'" in long


def _refused(doing: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as refused:
        doing()
    return refused.value


@pytest.mark.parametrize("kind", [BadInput, IllegalMove])
def test_a_refusal_is_a_value_error(kind: type[Refused]) -> None:
    assert issubclass(kind, ValueError)
    assert getattr(elfer, kind.__name__) is kind
