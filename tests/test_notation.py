from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import elfer
from elfer import BadInput
from elfer.core.cards import parse_cards
from elfer.core.chance import Chance
from tests.positions import table

LONG = bool(os.environ.get("ELFER_LONG"))
ROW_GAMES = ("classic", "false-start", "three-starts", "any-start", "junior")


def test_a_position_has_every_key() -> None:
    match = table("classic", "R10 B3", "G1", table="R11", stock="B5")
    position = match.position()
    assert list(position) == [
        "game", "options", "turn", "hands", "table", "stock", "laid", "drawn", "opener", "excluded",
    ]  # fmt: skip
    assert position["options"] == {"edition": "classic", "without": None}
    assert position["hands"] == ["R10 B3", "G1"]
    assert position["stock"].startswith("B5 R1-9 R12-20 ")
    assert position["excluded"] == ["", ""]


@st.composite
def positions(draw: st.DrawFn) -> dict[str, Any]:
    """Any row position: cards anywhere, reachable or not."""
    game = draw(st.sampled_from(ROW_GAMES))
    seats = draw(st.integers(2, 6))
    made = elfer.start(game, seats=seats, seed=0).game
    deck = draw(st.permutations(made.deck(seats)))
    cuts = sorted(draw(st.lists(st.integers(0, len(deck)), min_size=seats + 1, max_size=seats + 1)))
    piles = [deck[a:b] for a, b in zip([0, *cuts], [*cuts, len(deck)], strict=True)]
    excluded = [
        " ".join(draw(st.lists(st.sampled_from(piles[-1] or ["R2"]), max_size=3))) for _ in range(seats)
    ]
    return {
        "game": game,
        "hands": [" ".join(pile) for pile in piles[:seats]],
        "table": " ".join(piles[seats]),
        "stock": " ".join(piles[seats + 1]),
        "turn": draw(st.integers(0, seats - 1)),
        "laid": draw(st.integers(0, 3)),
        "opener": draw(st.sampled_from([None, 3, 11])) if game == "any-start" else None,
        "excluded": excluded,
    }


@settings(max_examples=2000 if LONG else 60, deadline=None)
@given(position=positions(), seed=st.integers(0, 99))
def test_any_position_round_trips_and_can_be_played(position: dict[str, Any], seed: int) -> None:
    match = elfer.load(position)
    written = match.position()
    assert elfer.load(written).position() == written
    for key in ("turn", "laid", "opener"):
        assert written[key] == position[key]
    for key in ("stock",):
        assert parse_cards(written[key]) == parse_cards(position[key])
    for mine, theirs in zip(written["hands"], position["hands"], strict=True):
        assert sorted(parse_cards(mine)) == sorted(parse_cards(theirs))
    rng = Chance(seed)
    for _ in range(30):
        if match.over:
            break
        (seat,) = match.actors
        moves = match.moves(seat)
        assert moves
        assert elfer.to_json(match.game.view(match.imagine(seat, rng), seat)) == elfer.to_json(
            match.view(seat)
        )
        match.play(seat, moves[rng.below(len(moves))])
    assert elfer.replay(match.record()).record() == match.record()


GOOD = table("classic", "R10 B3", "G1", table="R11").position()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"hands": ["R10 B3 R10", "G1"]}, "The card R10 is there twice."),
        ({"table": "R11 B3"}, "The card B3 is there twice."),
        ({"hands": ["R10", "G1"]}, "Cards are missing from the position: B3."),
        ({"hands": ["R10 B3 Q4", "G1"]}, "There is no card 'Q4'."),
        ({"hands": ["R10 B3 R21", "G1"]}, "The card R21 is not part of this game."),
        ({"hands": ["R10 B3 G1"]}, "cannot be played by 1"),
        ({"hands": "R10"}, "The position's 'hands' cannot be 'R10'."),
        ({"hands": [["R10", "B3"], "G1"]}, "A card list is a text"),
        ({"turn": 2}, "There is no seat 2 for 'turn'. Seats go from 0 to 1."),
        ({"turn": "0"}, "There is no seat '0'"),
        ({"turn": True}, "There is no seat True"),
        ({"laid": -1}, "'laid' cannot be -1"),
        ({"laid": 1.5}, "'laid' cannot be 1.5"),
        ({"opener": "x"}, "'opener' cannot be 'x'"),
        ({"drawn": "R10 B3"}, "there twice"),
        ({"excluded": ["R1"]}, "'excluded' must be a list of 2 entries"),
        ({"options": {"without": "pink"}}, "Option 'without' cannot be 'pink'"),
        ({"options": []}, "'options' cannot be []"),
        ({"score": 3}, "has no key 'score'. Keys: game, options, turn, hands"),
    ],
)
def test_a_wrong_position_is_refused_by_name(change: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as refused:
        elfer.load(GOOD | change)
    assert message in str(refused.value)


def test_what_a_position_must_have() -> None:
    with pytest.raises(BadInput, match="has no 'hands'"):
        elfer.load({"game": "classic"})
    with pytest.raises(BadInput, match="A position is a dict, not str"):
        elfer.load("R11")  # type: ignore[arg-type]


def test_what_is_left_out_has_its_start_value() -> None:
    hands = ["R2-10 Y2-10", "G2-10 B2-10"]
    match = elfer.load({"game": "junior", "hands": hands})
    assert match.position()["table"] == "R1 R11 Y1 Y11 G1 G11 B1 B11"
    assert match.actors == (0,)


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
