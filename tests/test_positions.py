from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import elfer
from elfer import BadInput
from elfer.core.cards import names, parse_cards
from elfer.core.chance import Chance
from elfer.games import family_of, registry
from tests.positions import table

LONG = bool(os.environ.get("ELFER_LONG"))
ROW_GAMES = [id for id, game in registry().items() if family_of(game) == "rows"]


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


def test_a_seat_is_not_said_to_lack_what_lies_on_the_table() -> None:
    """Seat 1 draws and so has none of the cards that fit; one of them is laid later."""
    match = table("classic", "R12 G1 G2", "B1", table="R11 Y11 G11 B11", stock="B2 B3 B4", turn=1)
    match.play(1, "draw")
    assert "R12" in parse_cards(match.position()["excluded"][1])
    match.play(0, "R12")
    assert "R12" not in parse_cards(match.position()["excluded"][1])
    assert "R10" in parse_cards(match.position()["excluded"][1])


@st.composite
def positions(draw: st.DrawFn) -> dict[str, Any]:
    """Any row position: what lies out lies on the table, the other cards anywhere, reachable or not."""
    game = draw(st.sampled_from(ROW_GAMES))
    seats = draw(st.integers(2, 6))
    made = elfer.start(game, seats=seats, seed=0).game
    lying = names(made.blank(seats).table)
    deck = draw(st.permutations([card for card in made.deck(seats) if card not in lying]))
    cuts = sorted(draw(st.lists(st.integers(0, len(deck)), min_size=seats + 1, max_size=seats + 1)))
    piles = [deck[a:b] for a, b in zip([0, *cuts], [*cuts, len(deck)], strict=True)]
    excluded = [
        " ".join(draw(st.lists(st.sampled_from(piles[-1] or ["R2"]), max_size=3))) for _ in range(seats)
    ]
    return {
        "game": game,
        "hands": [" ".join(pile) for pile in piles[:seats]],
        "table": " ".join((*lying, *piles[seats])),
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
        ({"turn": "0"}, "'turn' must be a whole number, not '0' (str)."),
        ({"turn": True}, "'turn' must be a whole number, not True (bool)."),
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
