"""The layout of the board is data: what is in it, and what is refused."""

from __future__ import annotations

import pytest

import elfer
from elfer.core.cards import names
from elfer.games.board.layout import parse_layout
from tests.rules import rule

PLAIN = """
rows = ["yellow", "red", "blue", "green"]
[bridges]
yellow-red = [5, 18]
[bonus]
yellow-red = [13]
red-blue = [3, 17]
blue-green = [7]
"""


def bridges(text: str | None) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    layout = parse_layout(text)
    return [names(bridge) for bridge in layout.plain], [names(bridge) for bridge in layout.bonus]


@rule("BOA-12")
def test_the_default_layout_is_the_one_of_the_sheet() -> None:
    assert parse_layout(None).rows == "YRBG"
    plain, bonus = bridges(None)
    assert plain == [("R5", "Y5"), ("R18", "Y18"), ("R8", "B8"), ("G4", "B4"), ("G16", "B16")]
    assert bonus == [("R13", "Y13"), ("R3", "B3"), ("R17", "B17"), ("G7", "B7")]


@rule("BOA-12")
def test_rows_and_bridges_may_be_corrected() -> None:
    text = PLAIN.replace("[bridges]", "[bridges]\nred-blue = [9]").replace(
        "yellow-red = [5", "red-yellow = [6"
    )
    assert bridges(text)[0] == [("R6", "Y6"), ("R18", "Y18"), ("R9", "B9")]
    turned = PLAIN.replace('"yellow", "red", "blue", "green"', '"green", "blue", "red", "yellow"')
    assert parse_layout(turned).rows == "GBRY"
    assert bridges(turned)[1][0] == ("G7", "B7")


@rule("BOA-12")
def test_a_match_is_played_on_the_layout_it_was_given_and_its_record_carries_it() -> None:
    text = PLAIN.replace("5, 18", "6")
    match = elfer.start("board", seats=2, seed=1, layout=text)
    view = elfer.to_json(match.view(0))
    assert '"bridges":[["Y6","R6"]]' in view
    again = elfer.replay(match.record())
    assert elfer.to_json(again.view(0)) == view
    assert match.position()["options"]["layout"] == text


@rule("BOA-12")
@pytest.mark.parametrize(
    ("old", "new", "code", "entry"),
    [
        ("[bonus]", "[bonus", "layout_toml", ""),
        ("rows =", "rows = [[[[", "layout_toml", ""),
        ("[bridges]", "[bridge]", "layout_key", "bridge"),
        ("rows =", "colour = 3\nrows =", "layout_key", "colour"),
        ("[bridges]\nyellow-red = [5, 18]", "", "layout_lacks", "bridges"),
        ('rows = ["yellow", "red", "blue", "green"]', "", "layout_lacks", "rows"),
        ('rows = ["yellow", "red", "blue", "green"]', "rows = 4", "layout_rows", "rows"),
        ('rows = ["yellow", "red", "blue", "green"]', 'rows = ["red", 3]', "layout_rows", "rows"),
        ('"green"]', '"blue"]', "layout_rows", "rows"),
        (', "green"]', "]", "layout_rows", "rows"),
        ('"green"]', '"purple"]', "layout_row", "rows"),
        ("[bridges]\nyellow-red = [5, 18]", "bridges = [5]", "layout_pairs", "bridges"),
        ("yellow-red = [5, 18]", "yellow-red = 5", "layout_numbers", "bridges.yellow-red"),
        ("yellow-red = [5, 18]", "yellow-red = [5.0]", "layout_numbers", "bridges.yellow-red"),
        ("yellow-red = [5, 18]", "yellow-red = [true]", "layout_numbers", "bridges.yellow-red"),
        ("yellow-red = [5, 18]", 'yellow-red = ["5"]', "layout_numbers", "bridges.yellow-red"),
        ("yellow-red = [5, 18]", "yellow = [5]", "layout_pair", "bridges.yellow"),
        ("yellow-red = [5, 18]", "yellow-red-blue = [5]", "layout_pair", "bridges.yellow-red-blue"),
        ("yellow-red = [5, 18]", "yellow-pink = [5]", "layout_row", "bridges.yellow-pink"),
        ("yellow-red = [5, 18]", "yellow-blue = [5]", "layout_neighbours", "bridges.yellow-blue"),
        ("yellow-red = [5, 18]", "yellow-yellow = [5]", "layout_neighbours", "bridges.yellow-yellow"),
        ("yellow-red = [5, 18]", "yellow-red = [21]", "layout_range", "bridges.yellow-red"),
        ("yellow-red = [5, 18]", "yellow-red = [0]", "layout_range", "bridges.yellow-red"),
        ("yellow-red = [5, 18]", "yellow-red = [-5]", "layout_range", "bridges.yellow-red"),
        ("yellow-red = [5, 18]", "yellow-red = [1]", "layout_connected", "bridges.yellow-red"),
        ("yellow-red = [5, 18]", "yellow-red = [11]", "layout_connected", "bridges.yellow-red"),
        ("yellow-red = [5, 18]", "yellow-red = [20]", "layout_connected", "bridges.yellow-red"),
        ("yellow-red = [5, 18]", "yellow-red = [5, 5]", "layout_twice", "bridges.yellow-red"),
        ("yellow-red = [5, 18]", "yellow-red = [5]\nred-yellow = [5]", "layout_twice", "bridges.red-yellow"),
        ("yellow-red = [5, 18]", "yellow-red = [13]", "layout_twice", "bonus.yellow-red"),
        ("[3, 17]", "[3]", "layout_bonus", "bonus"),
        ("[3, 17]", "[3, 4, 17]", "layout_bonus", "bonus"),
    ],
)
def test_a_layout_that_cannot_be_is_refused_and_the_entry_named(
    old: str, new: str, code: str, entry: str
) -> None:
    assert old in PLAIN
    with pytest.raises(elfer.BadInput) as refused:
        elfer.start("board", seats=2, layout=PLAIN.replace(old, new, 1))
    assert refused.value.code == code
    assert refused.value.params.get("entry", "") == entry
    assert entry in str(refused.value)


@rule("BOA-12")
@pytest.mark.parametrize("text", ["", "x = " + "[" * 100_000, "x = " + "9" * 3000, "\x00"])
def test_nonsense_is_refused_like_any_other_layout(text: str) -> None:
    with pytest.raises(elfer.BadInput):
        elfer.start("board", seats=2, layout=text)


@rule("BOA-12")
@pytest.mark.parametrize("more", ["# " + "x" * 4000, "a" + ".a" * 400 + " = 1", "a = [" + "1," * 400 + "]"])
def test_a_layout_that_would_take_long_to_read_is_not_read(more: str) -> None:
    with pytest.raises(elfer.BadInput, match="too long"):
        elfer.start("board", seats=2, layout=f"{PLAIN}\n{more}")


@rule("BOA-12")
def test_the_layout_is_a_text() -> None:
    with pytest.raises(elfer.BadInput, match="layout"):
        elfer.start("board", seats=2, layout=7)


@rule("BOA-12")
def test_a_record_carries_any_comment_of_the_layout() -> None:
    match = elfer.start("board", seats=2, seed=1, layout=PLAIN + "# [Seed 3] { ; \u2028 \x85 }\n")
    assert elfer.replay(match.record()).record() == match.record()
