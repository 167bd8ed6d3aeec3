from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import elfer
from elfer import BadInput
from tests.work import calls

RECORD = """\
[Game "junior"]
[Version 1]
[Options {"edition": "junior", "first": 0}]
[Seats 2]
[Rounds 1]
[Position {"game": "junior", "options": {"edition": "junior", "first": 0}, "turn": 0, \
"hands": ["R2 R3", "Y2 B9"], "table": "R1 R11 Y1 Y3-11 G1-11 B1-8 B11", "stock": "R4-10 B10", \
"laid": 0, "drawn": "", "opener": null, "excluded": ["", ""]}]
[Result [0, -9]]

0: R2, end
1: Y2, end
0: R3
= 0 -9
"""


def test_a_record() -> None:
    match = elfer.replay(RECORD)
    assert match.over
    assert match.record() == RECORD
    assert [(step.seat, step.move) for step in match.history][:3] == [(0, "R2"), (0, "end"), (1, "Y2")]


COMMENTED = RECORD.replace("0: R2, end", "{the start}\n0: R2 {a fine card;\nreally}, end {and so on}")


@pytest.mark.parametrize(
    "text",
    [
        COMMENTED,
        RECORD.replace("0: R2, end", "; the start\n0: R2, {a fine card;\nreally} end ; and so on"),
        RECORD.replace("0: R2, end", "0: {the start} R2 ; a fine card;\n; really\n0: end{and so on}"),
        RECORD.replace("[Seats 2]", "{the\nstart}\n[Seats 2]").replace(
            "0: R2, end", "0: R{a fine card;\nreally}2, end\n\n{and so on}"
        ),
    ],
)
def test_comments_are_kept_where_they_were_made(text: str) -> None:
    match = elfer.replay(text)
    assert {at: comment.split() for at, comment in match.comments.items()} == {
        0: ["the", "start"],
        1: ["a", "fine", "card;", "really"],
        2: ["and", "so", "on"],
    }
    assert elfer.replay(match.record()).comments == match.comments
    assert elfer.replay(COMMENTED).record() == COMMENTED
    match.comments.clear()
    assert match.record() == RECORD


def nested(depth: int) -> list[Any]:
    """A list in a list in a list …"""
    found: list[Any] = []
    for _ in range(depth):
        found = [found]
    return found


def test_comments_and_tags_of_ones_own() -> None:
    match = elfer.replay(RECORD)
    match.tags = {"Event": "Sunday; at {home}", "Players": ["Ada", "Béla"], "Nested": {"a": [1, None]}}
    match.comments = {0: "so {it} goes\n\n[Seats 9]", 3: "why?", 5: "}", 4: "  "}
    text = match.record()
    assert '[Players ["Ada", "Béla"]]' in text
    again = elfer.replay(text)
    assert again.record() == text
    assert again.tags == match.tags
    assert again.comments == {0: "so {it} goes\n\n[Seats 9]", 3: "why?", 5: "}"}
    assert again == match == elfer.replay(RECORD)
    assert match.at(3).comments == {0: match.comments[0], 3: "why?"}


@pytest.mark.parametrize(
    ("tags", "comments", "message"),
    [
        ({"Two words": 1}, {}, "cannot keep the tag 'Two words'"),
        ({"Seed": 1}, {}, "cannot keep the tag 'Seed'"),
        ({"When": {1, 2}}, {}, "cannot keep the tag 'When'"),
        ({7: 1}, {}, "cannot keep the tag 7"),
        ({"Deep": nested(100_000)}, {}, "cannot keep the tag 'Deep'"),
        ({"Pair": (1, 2)}, {}, "cannot keep the tag 'Pair'"),
        ({}, {6: "late"}, "no comment after move 6"),
        ({}, {-1: "early"}, "no comment after move -1"),
        ({}, {1: None}, "no comment after move 1"),
        ({}, {1.0: "half"}, "no comment after move 1.0"),
        ({}, {"1": "text"}, "no comment after move '1'"),
    ],
)
def test_what_could_not_be_read_again_is_not_written(
    tags: dict[str, Any], comments: dict[int, Any], message: str
) -> None:
    match = elfer.replay(RECORD)
    match.tags, match.comments = tags, comments
    with pytest.raises(BadInput, match=message):
        match.record()


@given(st.dictionaries(st.integers(0, 5), st.text("a{}; \n[]:,é", max_size=12)))
def test_any_comments_come_back(comments: dict[int, str]) -> None:
    match = elfer.replay(RECORD)
    match.comments = comments
    again = elfer.replay(match.record())
    assert {at: text.split() for at, text in again.comments.items()} == {
        at: text.split() for at, text in comments.items() if text.strip()
    }
    assert elfer.replay(again.record()).record() == again.record()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("= 0 -9\n", "", "The record is cut off"),
        ("0: R3\n= 0 -9\n", "*\n", "does not agree"),
        ("0: R3\n", "", "does not agree"),
        ("= 0 -9", "= 0 -8", "does not agree"),
        ("[Result [0, -9]]", "[Result [0, -8]]", "does not agree"),
        ("[Result [0, -9]]", "[Result 5]", "tag 'Result'"),
        ("[Version 1]", "[Version 2]", "version 2 of 'junior'. Versions that can be replayed: 1"),
        ("[Version 1]\n", "", "has no tag 'Version'"),
        ("[Version 1]", "[Version one]", "tag 'Version' cannot be read (line 2)"),
        ("[Seats 2]", "[Seats 3]", "Position does not agree"),
        ("[Seats 2]", "[Chairs 2]", "has no tag 'Seats'"),
        ("[Seats 2]", "[Seats null]", "has no tag 'Seats'"),
        ("[Seats 2]", "[Seats 2]\n[Seats 2]", "there twice"),
        ("[Seats 2]", "[Seats 2]\n[Seed 5]", "either a Seed or a Position"),
        ('"junior"]', '"chess"]', "There is no game 'chess'"),
        ("1: Y2, end", "1: Y9, end", "Move 3 of the record, Y9 by seat 1, is not possible. Yellow 9"),
        ("1: Y2, end", "1: Y2, {end", "never closed"),
        ("1: Y2, end", "1: Y2, end }", "Move 4 of the record, end } by seat 1, is not possible."),
        ("1: Y2, end", "Y2, end", "Line 10 of the record cannot be read: Y2, end"),
        ("1: Y2, end", "7: Y2, end", "no seat 7"),
        ("= 0 -9\n", "= 0 -9\n0: R2\n", "comes after its end"),
        ("= 0 -9\n", "[Event 1]\n= 0 -9\n", "cannot be read: [Event 1]"),
        ("[Options {", "[Options [", "tag 'Options'"),
    ],
)
def test_a_broken_record_is_refused_by_name(old: str, new: str, message: str) -> None:
    assert old in RECORD
    with pytest.raises(BadInput) as refused:
        elfer.replay(RECORD.replace(old, new, 1))
    assert message in str(refused.value)


@pytest.mark.parametrize("piece", ["{},", " {x},", "{}", ";\n", "0: a\n", ",", "{\n}", "{;", "[A 1]\n"])
def test_a_text_four_times_as_long_is_four_times_the_work(piece: str) -> None:
    """Every comment was compared with every move of its line."""
    once, four = (calls(lambda: elfer.replay("0: a" + piece * count)) for count in (500, 2000))  # noqa: B023
    assert four < 5 * once


@given(st.text(max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    with pytest.raises(BadInput):
        elfer.replay(text)


@given(cut=st.integers(0, len(RECORD) - 2), what=st.text(max_size=3))
def test_a_damaged_record_is_refused_or_the_same(cut: int, what: str) -> None:
    try:
        match = elfer.replay(RECORD[:cut] + what + RECORD[cut + 1 :])
    except BadInput:
        return
    assert match.steps == 5


def test_a_record_may_begin_with_a_byte_order_mark() -> None:
    assert elfer.replay("\ufeff" + RECORD).record() == RECORD
    assert elfer.replay("\ufeff" + RECORD.replace("\n", "\r\n")).record() == RECORD


def test_lines_may_be_indented() -> None:
    assert elfer.replay("  " + RECORD.replace("\n0: ", "\n  0:  ")).record() == RECORD
    record = elfer.start("classic", seats=3, seed=1, edition="star-wars").record()
    assert elfer.replay(indent(record, "  ")).record() == record
    assert list(elfer.read_records(indent(record * 2, "  "))) == [indent(record, "  ")] * 2


OTHER = elfer.start("duel", seats=2, seed=7).record()
STRANGE = RECORD.replace("0: R2, end", '0: R2 {a [\n[Game "duel"]\n; and }; {\n0: end').replace(
    "[Seats 2]", '[Event "} {; \u2028"]\n[Seats 2]'
)


@pytest.mark.parametrize("between", ["", "\n", "\r\n\n", "\ufeff", "; and another\n", "{and\n[this]\n}\n\n"])
def test_several_records_are_read_one_after_the_other(between: str, tmp_path: Path) -> None:
    text = "\ufeff; mine\n" + RECORD + between + STRANGE + between + OTHER + between + RECORD
    found = list(elfer.read_records(text))
    matches = [elfer.replay(one) for one in found]
    expected = [elfer.replay(one) for one in (RECORD, STRANGE, OTHER, RECORD)]
    assert matches == expected
    file = tmp_path / "records"
    file.write_text(text, "utf-8", newline="")
    for encoding in ("utf-8", "utf-8-sig"):
        with file.open(encoding=encoding) as lines:
            assert [elfer.replay(one) for one in elfer.read_records(lines)] == expected


def test_a_broken_record_among_several_leaves_the_others_alone() -> None:
    broken = RECORD.replace("0: R3\n= 0 -9\n", "")
    found = elfer.read_records(RECORD + broken + OTHER)
    assert elfer.replay(next(found)).over
    with pytest.raises(BadInput, match="cut off"):
        elfer.replay(next(found))
    assert elfer.replay(next(found)).game.id == "duel"
    assert next(found, None) is None
    assert list(elfer.read_records(" \n\ufeff\n")) == []


def test_records_are_read_as_they_come() -> None:
    """The second one is not looked at before the first one is asked for."""

    def lines() -> Iterator[str]:
        yield from (RECORD + RECORD).splitlines(keepends=True)
        raise OSError("not to be read")

    found = elfer.read_records(lines())
    assert next(found) == RECORD
    with pytest.raises(OSError, match="not to be read"):
        next(found)
    with pytest.raises(BadInput, match="not bytes"):
        next(elfer.read_records([b"x"]))  # type: ignore[list-item]


def test_a_record_is_a_text() -> None:
    with pytest.raises(BadInput, match="not bytes"):
        elfer.replay(b"x")  # type: ignore[arg-type]


def test_a_record_of_several_rounds_names_the_seed_and_the_deals() -> None:
    match = elfer.start("junior", seats=2, seed=9, rounds=2)
    bot = elfer.bot("greedy", seed=1)
    while match.actors:
        seat = match.actors[0]
        match.play(seat, "deal" if seat == elfer.TABLE else bot.choose(match, seat))
    assert "[Seed 9]" in match.record()
    assert "\ntable: deal\n" in match.record()
    assert elfer.replay(match.record()).result == match.result
