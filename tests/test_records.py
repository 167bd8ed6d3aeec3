from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import elfer
from elfer import BadInput

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


def test_comments_are_skipped() -> None:
    text = RECORD.replace("0: R2, end", "; the start\n0: R2, {a fine card;\nreally} end ; and so on")
    assert elfer.replay(text).record() == RECORD


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("= 0 -9\n", "", "The record is cut off"),
        ("0: R3\n= 0 -9\n", "*\n", "does not agree"),
        ("0: R3\n", "", "does not agree"),
        ("= 0 -9", "= 0 -8", "does not agree"),
        ("[Result [0, -9]]", "[Result [0, -8]]", "does not agree"),
        ("[Result [0, -9]]", "[Result 5]", "tag 'Result'"),
        ("[Version 1]", "[Version 2]", "version 2 of 'junior'. Only version 1"),
        ("[Version 1]\n", "", "has no tag 'Version'"),
        ("[Version 1]", "[Version one]", "tag 'Version' cannot be read (line 2)"),
        ("[Seats 2]", "[Seats 3]", "Position does not agree"),
        ("[Seats 2]", "[Chairs 2]", "the tag 'Chairs' is unknown"),
        ("[Seats 2]", "[Seats 2]\n[Seats 2]", "there twice"),
        ("[Seats 2]", "[Seats 2]\n[Seed 5]", "either a Seed or a Position"),
        ('"junior"]', '"chess"]', "There is no game 'chess'"),
        ("1: Y2, end", "1: Y9, end", "Move 3 of the record, Y9 by seat 1, is not possible. Yellow 9"),
        ("1: Y2, end", "1: Y2, {end", "never closed"),
        ("1: Y2, end", "Y2, end", "Line 10 of the record cannot be read: Y2, end"),
        ("1: Y2, end", "7: Y2, end", "no seat 7"),
        ("= 0 -9\n", "= 0 -9\n0: R2\n", "comes after its end"),
        ("[Options {", "[Options [", "tag 'Options'"),
    ],
)
def test_a_broken_record_is_refused_by_name(old: str, new: str, message: str) -> None:
    assert old in RECORD
    with pytest.raises(BadInput) as refused:
        elfer.replay(RECORD.replace(old, new, 1))
    assert message in str(refused.value)


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
