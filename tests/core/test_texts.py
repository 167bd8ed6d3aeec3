from __future__ import annotations

import json
import re
import string
from pathlib import Path
from typing import Any

import pytest

import elfer.envs
import elfer.server
import elfer.study  # noqa: F401  likewise
from elfer.core import texts
from elfer.core.cards import NAME
from elfer.core.texts import LANGUAGES, Words
from elfer.terminal.narration import sentence_of
from tests.core.templates import SOURCE, base, events, everything, files, gaps

GIVEN = json.loads(Path(__file__).with_name("texts.cases.json").read_text("utf-8"))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("case", GIVEN["cases"], ids=lambda case: case["en"])
def test_a_case_is_said_as_on_the_page(
    case: dict[str, Any], lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {**texts.sentences(lang), **GIVEN["templates"]}
    monkeypatch.setattr(texts, "sentences", lambda _: known)
    words = Words(lang, GIVEN["names"], case.get("edition", ""), case.get("you", 0))
    said = sentence_of(case["event"], words) if "event" in case else words.say(case["key"], **case["params"])
    assert said == case[lang]


def test_the_cases_have_every_kind_of_gap() -> None:
    used = [text for lang in LANGUAGES for text in everything(lang).values()]
    in_use, in_cases = (
        {kind for text in all for _, kind in gaps(text)} for all in (used, GIVEN["templates"].values())
    )
    assert in_use == in_cases


def test_every_language_has_the_same_sentences() -> None:
    """The same files and keys; a language's own moves may differ in what they are called."""
    en, de = ({name: sorted(entries) for name, entries in files(lang).items()} for lang in LANGUAGES)
    assert en == de
    assert len(en) > 20


def test_every_language_fills_the_same_gaps() -> None:
    def names(template: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(template) if name}

    other = everything("de")
    assert [key for key, text in everything("en").items() if names(text) != names(other[key])] == []


def test_no_key_stands_in_two_files() -> None:
    keys = [key for entries in files("en").values() for key in entries]
    assert len(keys) == len(set(keys))


def test_every_form_is_one_that_can_be_said() -> None:
    known = everything("en")
    for key in known:
        forms = [form for form in texts.FORMS if key.endswith(f"_{form}")]
        if forms:
            kind = texts.FORMS[max(forms, key=len)]
            assert kind in dict(gaps(known[base(key)])).values(), key
        if key.endswith("_one"):
            assert "count" in dict(gaps(known[key.removesuffix("_one")])), key
            counted = "count" in dict(gaps(known.get(f"{base(key)}_you", "")))
            assert counted == (f"{base(key)}_you_one" in known), key


def test_every_refusal_has_its_sentence() -> None:
    text = "".join(file.read_text("utf-8") for file in SOURCE.rglob("*.py"))
    codes = set(re.findall(r'(?:BadInput|IllegalMove)\(\s*"(\w+)"', text))
    assert len(codes) > 40
    assert [code for code in sorted(codes) if f"refused.{code}" not in everything("en")] == []


def test_every_event_has_its_sentence() -> None:
    tags = [event.__struct_config__.tag for event in events()]
    assert len(tags) > 30
    assert [tag for tag in tags if not Words("en").knows(f"event.{tag}")] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_has_a_name(lang: str) -> None:
    spoken = {Words(lang).card(name) for name in NAME.values()}
    assert len(spoken) == len(set(NAME.values()))


def test_a_move_is_said_as_it_is_typed() -> None:
    words = Words("de", ("Du", "Greedy 1"), you=0)
    assert words.say("refused.must_lay", moves=("R7", "end")).endswith("Rot 7, ende.")


def test_what_cannot_be_said_is_an_error() -> None:
    with pytest.raises(TypeError, match="None cannot be said as card"):
        Words("en").say("event.laid", seat=1, card=None)


def test_numbers_are_written_as_in_the_language() -> None:
    assert Words("en").number(-1234567.891, 2) == "−1,234,567.89"
    assert Words("de").number(-1234567.891, 2) == "−1.234.567,89"
    assert Words("en").number(-0.001, 2) == "0.00"


def test_another_package_adds_sentences_and_replaces_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "another").mkdir()
    (tmp_path / "another" / "__init__.py").touch()
    for lang in LANGUAGES:
        file = tmp_path / "another" / f"texts.{lang}.toml"
        file.write_text('[event]\nlaid = "No."\ntwirled = "{seat:Who} twirls."\n')
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(texts, "_packages", ["another", *texts._packages])
    texts.sentences.cache_clear()
    try:
        assert Words("en").say("event.laid", seat=1, card="R8") == "Seat 1 plays red 8."
        assert Words("de").say("event.laid", seat=1, card="R8") == "Platz 1 legt Rot 8."
        assert Words("de").say("event.twirled", seat=1) == "Platz 1 twirls."
    finally:
        texts.sentences.cache_clear()
