from __future__ import annotations

import re
import string
import tomllib
from pathlib import Path

import pytest

import elfer
import elfer.server
import elfer.study
from elfer.core.cards import NAME
from elfer.core.texts import LANGUAGES, Words

SOURCE = Path(elfer.__file__).parent


def sentences(lang: str) -> dict[str, dict[str, dict[str, str]]]:
    """The sentences of a language by folder."""
    files = SOURCE.rglob(f"texts.{lang}.toml")
    return {str(file.parent): tomllib.loads(file.read_text("utf-8")) for file in files}


def test_every_language_has_the_same_sentences() -> None:
    """The same files, groups and keys; a language's own moves may differ in what they are called."""
    en, de = (
        {
            name: {group: sorted(entries) for group, entries in groups.items()}
            for name, groups in files.items()
        }
        for files in map(sentences, LANGUAGES)
    )
    assert en == de


def gaps(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_every_language_fills_the_same_gaps() -> None:
    for name, groups in sentences("en").items():
        for group, entries in groups.items():
            for key, template in entries.items():
                other = sentences("de")[name][group][key]
                assert gaps(template) == gaps(other), f"{name}: {group}.{key}"


def test_no_key_stands_in_two_files() -> None:
    found: set[str] = set()
    for groups in sentences("en").values():
        keys = {f"{group}.{key}" for group, entries in groups.items() for key in entries}
        assert not keys & found
        found |= keys


def test_every_refusal_has_its_sentence() -> None:
    text = "".join(file.read_text("utf-8") for file in SOURCE.rglob("*.py"))
    codes = set(re.findall(r'(?:BadInput|IllegalMove)\(\s*"(\w+)"', text))
    assert len(codes) > 40
    assert [code for code in sorted(codes) if not Words("en").knows(f"refused.{code}")] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_has_a_name(lang: str) -> None:
    spoken = {Words(lang).card(name) for name in NAME.values()}
    assert len(spoken) == len(set(NAME.values()))


def test_names_and_seats() -> None:
    words = Words("de", ("Du", "Greedy 1"), you=0)
    assert (words.who(1), words.who(5), words.who(-1)) == ("Greedy 1", "Platz 5", "der Tisch")
    assert words.say("refused.needs_neighbour", move="R7", card="R8") == (
        "Rot 7 passt nicht: Rot 8 liegt noch nicht auf dem Tisch."
    )
    assert words.say("refused.not_your_turn", seat=0, turn=1) == "Du bist nicht am Zug, sondern Greedy 1."
    assert words.say("event.drewfrom_card", seat=1, source=0, card="R7") == "Greedy 1 zieht bei dir Rot 7."
    assert words.say("refused.must_lay", moves=("R7", "end")).endswith("R7, ende.")


def test_numbers_are_written_as_in_the_language() -> None:
    assert Words("en").number(-1234567.891, 2) == "-1,234,567.89"
    assert Words("de").number(-1234567.891, 2) == "-1.234.567,89"
    assert Words("en").number(-0.001, 2) == "0.00"
