"""Every sentence addresses its reader rightly, and has the right number."""

from __future__ import annotations

import re
from typing import Any

import pytest

from elfer.core import texts
from elfer.core.texts import LANGUAGES, Words
from tests.core.templates import base, everything, gaps

CASES = ("who", "whom", "dative", "others", "whose")
NAMES = ("Ada", "Pico", "Tilda", "Bruno")
ONE = {"oneself": (0,), "another": (1,)}
SEVERAL = {"several, oneself too": (2, 0, 3), "several others": (1, 2)}
COUNTS = (0, 1, 2, 21)
SAMPLES: dict[str, Any] = {
    "card": "R5", "cards": ["R5", "G7"], "some": ["J"], "either": ["R5", "G7"], "moves": ["R5", "end"],
    "move": "R5", "place": 3,
    "list": [3, 4], "colour": "red", "repr": 3,
}  # fmt: skip
NO_VERBS = {"ist", "erst", "Rest", "zuerst", "jetzt"}
"""Words that end like what one does, in German, but are none."""
MORE_THAN_ONE = {
    *(
        "ask.guess",
        "guess/guess",
        "refused.people_seated",
        "refused.position_length",
        "refused.seats",
    ),  # as many as people
    *("event.trickshown_seat", "event.trickshown_gone", "ask.highest_aside"),  # whole tricks
    *("highest/chooseAside", "highest/takes"),
    *("event.compared_seat", "table.duel_tie", "duel/takes", "duel/atStake", "duel/wonBy"),  # one of each
    *("refused.bot_count", "refused.bots_for_seats", "refused.bots_at_table", "connect/choose"),
    *("event.tookpiles", "event.tookpiles_quartets"),  # two piles at least
    *("refused.games", "refused.without_seats", "refused.tournament_swiss", "refused.too_many_rounds"),
}
"""What never speaks of one: by the rules, or since one would not be refused."""
STATISTICS = ("simulate.", "tournament.")
THE_OTHER = {"refused.not_your_turn": "turn"}
"""Texts about another seat only, such as whose turn it is."""
NO_READER = ("table.bot", "join.sits", "seat.of")
"""What names a bot, which cannot read it, and what is said of others only."""

NOUNS = {
    "en": "card tile seat round point pair pile bridge quartet joker trick move step table game bot time",
    "de": "Karten Plätze Runden Punkte Paare Brücken Quartette Stiche Züge Schritte Tische Spiele Personen",
}
_EN, _DE = (f"(?:{'|'.join(NOUNS[lang].split())})" for lang in LANGUAGES)
MANY = {
    "en": rf"(?<![-+.,\d])1 (?:[a-z]+ )?(?:{_EN}s|people)\b"
    r"|\b(?:0|2|21) (?:card|tile|seat|pair|point|pile)\b",
    "de": rf"(?<![-+.,\d])1 (?:\w+ )?\w*{_DE.lower()}\b|(?<![-+.,\d])1 (?:\w+ )?{_DE}\b"
    r"|\b(?:0|2|21) (?:Karte|Platz|Paar|Punkt|Runde|Stich|Zug|Tisch)\b",
}
"""A number and a noun that do not agree."""


@pytest.fixture(autouse=True)
def _the_page_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page's sentences are said with the program's words."""
    known = {lang: everything(lang) for lang in LANGUAGES}
    monkeypatch.setattr(texts, "sentences", known.__getitem__)


def people_in(template: str) -> list[str]:
    return [name for name, kind in gaps(template) if kind in CASES]


def rendered(lang: str, key: str, count: int, person: str = "", seat: int | tuple[int, ...] = 3) -> str:
    """A sentence about these people, all others in it being Bruno, with this for each number in it."""
    known = everything(lang)
    forms = [f"{key}{form}{one}" for form in ("", "_you", "_of_you") for one in ("", "_one")]
    named = sorted({gap[::-1] for form in forms for gap in gaps(known.get(form, ""))})
    params = {name: 3 if kind in CASES else SAMPLES.get(kind, count) for kind, name in named}
    return Words(lang, NAMES, you=0).say(key, **{**params, "count": count, person: seat})


def miscounted(lang: str, text: str) -> list[str]:
    """Where a text says several of one, or one of several."""
    return re.findall(MANY[lang], text)


def hybrids(lang: str, text: str) -> list[str]:
    """Texts that speak to the reader and about another seat at once."""
    if lang == "en":
        return re.findall(
            r"\b[Yy]ou (?:is|has|was|does|[a-z]*[^s\W]s)\b|\b[Yy]ou['’]s|\bof [Yy]ou\b|\bYou[,.:]", text
        )
    found = re.findall(r"\b(?:an|auf|bei|durch|für|gegen|mit|von|zu) [Dd]u\b", text)
    for part in re.split(r"[.:;!?()–]", text):
        verbs = set(re.findall(r"\w+(?:st|tzt)\b", part)) - NO_VERBS
        if re.search(r"\b[Dd]u\b", part) and not verbs:
            found.append(part.strip())
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_about_somebody_has_a_form_for_the_reader(lang: str) -> None:
    known, looked_at = everything(lang), 0
    for key, template in known.items():
        about = [name for name, kind in gaps(template) if kind == "who"]
        if base(key) == key and about and THE_OTHER.get(key) != about[0]:
            looked_at += 1
            assert f"{key}_you" in known, f"{key} has no form for the reader"
            assert about[1:] == ([THE_OTHER[key]] if key in THE_OTHER else []), (
                f"{key} names two as its subjects"
            )
    assert looked_at > 80
    whose = [key for key, template in known.items() if "whose" in dict(gaps(template)).values()]
    assert [key for key in whose if f"{base(key)}_of_you" not in known] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_name_in_a_sentence_has_a_case(lang: str) -> None:
    """Else it stands alone, before or after a colon."""
    bare = re.compile(r"(?<!: )\{(?:name|names|winners|layer|doubter)\}(?!:)")
    found = [key for key, template in everything(lang).items() if bare.search(template)]
    assert [key for key in found if key not in NO_READER] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_speaks_to_the_reader_and_of_somebody_else_in_one(lang: str) -> None:
    said = {}
    for key, template in everything(lang).items():
        if base(key) != key:  # said where the other form is about the reader, or counts one
            continue
        for person in set(people_in(template)) - {THE_OTHER.get(key)}:
            for kind, seats in (SEVERAL if re.search("[sS]hared$|Many$", key) else ONE).items():
                seat = seats if person in ("winners", "names") else seats[0]
                for count in COUNTS:
                    said[key, person, kind, count] = rendered(lang, key, count, person, seat)
    assert len(said) > 900
    assert {which: text for which, text in said.items() if hybrids(lang, text)} == {}
    for (key, person, kind, _), text in said.items():
        addressed = re.search(r"\b([Yy]ou|[Yy]our|[Yy]ourself|[Dd]u|[Dd]ich|[Dd]ir|[Dd]ein\w*)\b", text)
        assert bool(addressed) or "oneself" not in kind, (key, person, text)
        assert "Ada" not in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_counts_right(lang: str) -> None:
    keys = [key for key in everything(lang) if base(key) == key and not key.startswith(STATISTICS)]
    said = {(key, count): rendered(lang, key, count) for key in keys for count in COUNTS}
    assert len(said) > 2000
    wrong = {which: text for which, text in said.items() if miscounted(lang, text)}
    assert {
        which: text
        for which, text in wrong.items()
        if which != (which[0], 1) or which[0] not in MORE_THAN_ONE
    } == {}


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "Pico turns over 1 won cards."),
        ("en", "You take 1 cards"),
        ("en", "2 card"),
        ("de", "Stapel, angesagt 1 Karten"),
        ("de", "Pico wendet 1 gewonnene Karten."),
    ],
)
def test_a_wrong_number_would_be_found(lang: str, text: str) -> None:
    assert miscounted(lang, text)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("de", "Du ist nicht am Zug, sondern Pico."),
        ("de", "Du zieht 3."),
        ("de", "Der Stapel (8) geht an Du"),
        ("de", "Stapel von Du: 5 Karten"),
        ("de", "Nicht aufgepasst: Du."),
        ("de", "Du, Tilda, Bruno teilen sich den Sieg."),
        ("en", "It is not You's turn: Pico is to move."),
        ("en", "Onto You’s pile"),
        ("en", "You plays red 11."),
        ("en", "Overlooked by: You."),
        ("en", "You, Tilda, Bruno share the victory."),
        ("en", "The pile of You"),
    ],
)
def test_such_sentences_would_be_found(lang: str, text: str) -> None:
    assert hybrids(lang, text)


def test_who_wins_with_others_reads_their_names_alone() -> None:
    for lang, shared, alone in (
        ("en", "You share the victory with Pico and Tilda!", "Pico and Tilda share the victory."),
        ("de", "Du teilst dir den Sieg mit Pico und Tilda!", "Pico und Tilda teilen sich den Sieg."),
    ):
        words = Words(lang, NAMES, you=0)
        assert words.say("table.won_shared", winners=(1, 2, 0)) == shared
        assert words.say("table.won_shared", winners=(1, 2)) == alone
        assert Words(lang, NAMES).say("table.won_shared", winners=(0, 1)).startswith("Ada ")
