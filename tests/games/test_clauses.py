"""Each clause is on its sheet in both languages, cited in the code, and proven by a test that names it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from elfer.core.texts import LANGUAGES
from elfer.games import registry
from elfer.sheets import sheet, sheets, title

ROOT = Path(__file__).parents[2]
CLAUSE = re.compile(r"^- \*\*([A-Z]{3}-\d+)\*\* (⚖ )?", re.MULTILINE)
ID = re.compile(r"\b[A-Z]{3}-\d+\b")
SHEETS = ("general", *registry())


def clauses(name: str, lang: str) -> list[tuple[str, str]]:
    """The clauses of a sheet in order, with the mark of a ruling."""
    return CLAUSE.findall(sheet(name, lang))


ALL = {id for name in SHEETS for id, _ in clauses(name, "en")}


def sources(folder: str, pattern: str = "*.py") -> dict[str, str]:
    return {str(file): file.read_text("utf-8") for file in (ROOT / folder).rglob(pattern)}


@pytest.mark.parametrize("name", SHEETS)
def test_both_languages_have_the_same_clauses(name: str) -> None:
    assert clauses(name, "de") == clauses(name, "en") != []


def test_a_clause_stands_once() -> None:
    ids = [id for name in SHEETS for id, _ in clauses(name, "en")]
    assert len(ids) == len(set(ids))


def test_every_clause_is_cited_in_the_code() -> None:
    cited = set(ID.findall("".join(sources("src/elfer").values())))
    assert sorted(ALL - cited) == []


def test_every_clause_is_proven_by_a_test() -> None:
    texts = "".join(sources("tests").values())
    proven = {id for arguments in re.findall(r"@rule\(([^)]*)\)", texts) for id in ID.findall(arguments)}
    assert sorted(ALL - proven) == []
    assert sorted(proven - ALL) == []


def test_no_unknown_clause_is_cited() -> None:
    known = re.compile(rf"\b(?:{'|'.join({id[:3] for id in ALL})})-\d+\b")
    for path, text in sources("src/elfer").items():
        assert sorted(set(known.findall(text)) - ALL) == [], path


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_reads_well(name: str, lang: str) -> None:
    assert title(name, lang)
    assert re.search(r"^(Source|Quelle): .", sheet(name, lang), re.MULTILINE)
    assert len(sheets(name, lang)) >= (1 if name == "general" else 2)
