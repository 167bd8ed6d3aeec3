from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elfer import BadInput
from elfer.core.cards import BIT, COPIES, NAME, beside, each, format_cards, names, parse_cards, rows, total

piles = st.lists(st.sampled_from(sorted(NAME)), max_size=30)


def test_a_card_list() -> None:
    assert parse_cards("R8-11 Y11  G3 J N13 RS") == ("R8", "R9", "R10", "R11", "Y11", "G3", "J", "N13", "RS")
    assert format_cards(BIT[name] for name in ("R8", "R9", "R10", "Y11", "Y12", "B1")) == "R8-10 Y11 Y12 B1"
    assert parse_cards("") == ()
    assert format_cards([]) == ""


@given(piles)
def test_what_is_written_is_read(pile: list[int]) -> None:
    assert parse_cards(format_cards(pile)) == tuple(NAME[card] for card in pile)


@pytest.mark.parametrize(
    "text", ["R8-7", "R8-25", "R0-3", "RS-3", "J-4", "N3-7", "R8–14", "R8,R9", "R08", "R-3"]
)
def test_a_wrong_card_list_is_refused_by_name(text: str) -> None:
    with pytest.raises(BadInput, match=text.split(",")[0]):
        parse_cards(text)


def test_a_list_of_more_cards_than_there_are_has_one_twice() -> None:
    """Repeated ranges would make a short text very long."""
    with pytest.raises(BadInput, match="there twice"):
        parse_cards("R1-20 " * 1000)


def test_a_card_list_is_a_text() -> None:
    with pytest.raises(BadInput, match=r"not \['R8'\]"):
        parse_cards(["R8"])


def test_neighbours_never_cross_into_another_colour() -> None:
    assert names(beside(BIT["R11"])) == ("R10", "R12")
    for edge in ("R1", "Y1", "G1", "B1", "R21", "Y21", "G21", "B21"):
        real = [card for card in each(beside(BIT[edge])) if card in NAME]
        assert [NAME[card][0] for card in real if card < BIT["B21"]] == [edge[0]]


def test_cards_in_play() -> None:
    assert rows().bit_count() == 80
    assert rows(range(1, 21), "red").bit_count() == 60
    assert total(rows()) == 4 * 210


def test_copies_have_one_name_and_different_bits() -> None:
    assert [len(COPIES[name]) for name in ("R1", "J", "N3", "N17", "BS")] == [1, 4, 4, 4, 2]
    assert len(NAME) == 84 + 4 + 16 + 8
