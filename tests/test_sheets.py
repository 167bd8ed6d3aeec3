from __future__ import annotations

import re

import pytest

from elfer import BadInput
from elfer.core.cards import COPIES
from elfer.core.texts import LANGUAGES
from elfer.games import registry
from elfer.sheets import said_aloud, sheet, sheets, title

CODE = re.compile("`(.+?)`")
FOR_PROGRAMS = re.compile(r"resolve|\b(?:Platz|[Ss]eat) 0|_")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", registry())
def test_a_sheet_comes_with_those_it_builds_on(id: str, lang: str) -> None:
    own, *below = sheets(id, lang)
    assert own.startswith(f"# {title(id, lang)}\n")
    assert sheet("general", lang) in below


def test_what_is_no_sheet_is_named() -> None:
    with pytest.raises(BadInput, match="poker"):
        sheet("poker", "en")
    with pytest.raises(BadInput, match="fr"):
        sheet("classic", "fr")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["general", *registry()])
def test_people_read_words_and_cards_only(name: str, lang: str) -> None:
    said = said_aloud(sheet(name, lang))
    assert [code for code in CODE.findall(said) if code not in COPIES] == []
    assert FOR_PROGRAMS.findall(said) == []


def test_what_is_for_typists_is_left_out_with_its_parenthesis() -> None:
    said = said_aloud("You may agree on more (option\n  `rounds`), if you hold `R11` (or another).")
    assert said == "You may agree on more, if you hold `R11` (or another)."
