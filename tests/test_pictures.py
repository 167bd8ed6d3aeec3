"""Pictures show what a view has, and nothing else."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import elfer
from elfer.core.texts import Words
from elfer.games import registry
from elfer.match import AnyMatch
from tests.positions import table

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def played(game: str, steps: int) -> AnyMatch:
    match, rng = elfer.start(game, seed=3), elfer.Chance(4)
    while not match.over and match.steps < steps:
        seat = match.actors[0]
        match.play(seat, match.moves(seat)[rng.below(len(match.moves(seat)))])
    return match


@pytest.mark.parametrize("game", registry())
def test_every_view_of_every_game_can_be_drawn(game: str) -> None:
    for steps in (0, 1, 25, 10_000):
        match = played(game, steps)
        pictures = [match.svg(seat) for seat in (*range(match.seats), None)]
        for picture in (*pictures, match.svg(open=True)):
            assert ElementTree.fromstring(picture).tag == f"{SVG}svg"
            assert "None" not in texts(picture)


@pytest.mark.parametrize("game", registry())
def test_a_picture_tells_no_more_than_a_view(game: str) -> None:
    """Where the hidden cards lie otherwise, the picture is the same to the last letter."""
    match = played(game, 20)
    for seat in (*range(match.seats), None):
        twin = match.copy()
        twin._state = match.imagine(seat, elfer.Chance(9))
        assert twin.svg(seat) == match.svg(seat)


def test_rows_are_lanes_and_hidden_hands_are_backs() -> None:
    match = table("classic", "R10 B3", "G1 G2 G3", table="R11 Y11")
    shown = match.svg(0)
    own, hidden, everything = (
        picture.count("<rect") for picture in (shown, match.svg(), match.svg(open=True))
    )
    assert own == hidden == everything == 1 + 80 + 2 + 3
    assert texts(shown).count("11") == 4 + 1  # the fields of four rows, and the middle that is named below
    assert [text for text in texts(shown) if text.startswith("seat")] == ["seat 1"]
    assert "▸ seat 0" in texts(shown)
    assert texts(match.svg(open=True)).count("1") == texts(shown).count("1") + 1


def test_a_picture_speaks_the_language_and_names_of_the_table() -> None:
    match = table("classic", "R10 B3", "G1", table="R11")
    said = texts(match.svg(words=Words("de", ("Ada", "<Béla & Co>"))))
    assert {"▸ Ada", "<Béla & Co>"} <= set(said)


def test_a_notebook_shows_what_a_spectator_sees() -> None:
    match = elfer.start("classic", seats=2, seed=1)
    assert match._repr_html_() == match.svg(None) != match.svg(0)


@pytest.mark.parametrize("game", registry())
def test_a_match_is_printed_as_text_and_its_repr_stays_short(game: str) -> None:
    for steps in (0, 25, 10_000):
        match = played(game, steps)
        head, *lines = str(match).splitlines()
        assert f"<{head}>" == repr(match)
        assert "\n".join(lines) == match.text() == match.text(None)
        assert "None" not in str(match)
        assert all(len(line) <= 110 for line in lines[:10])
        for seat in () if match.over else (*range(match.seats), None):
            twin = match.copy()
            twin._state = match.imagine(seat, elfer.Chance(9))
            assert twin.text(seat) == match.text(seat)


def test_the_text_of_a_table() -> None:
    match = table("classic", "R10 B3", "G1 G2 G3", table="R11-13 Y11")
    rows = (
        "  red           ·  ·  ·  ·  ·  ·  ·  ·  ·  ▫ 11 12 13  ▫  ·  ·  ·  ·  ·  ·",
        "  yellow        ·  ·  ·  ·  ·  ·  ·  ·  ·  ▫ 11  ▫  ·  ·  ·  ·  ·  ·  ·  ·",
        "  green         ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ▫  ·  ·  ·  ·  ·  ·  ·  ·  ·",
        "  blue          ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ▫  ·  ·  ·  ·  ·  ·  ·  ·  ·",
    )
    rest = ("  middle       11", "  stock        71", "  laid         0")
    assert match.text().splitlines() == [*rows, "▸ seat 0       2 cards", "  seat 1       3 cards", *rest]
    assert match.text(0).splitlines()[4:6] == ["▸ seat 0       R10 B3", "  seat 1       3 cards"]
    assert match.text(open=True).splitlines()[4:6] == ["▸ seat 0       R10 B3", "  seat 1       G1 G2 G3"]
    assert str(match) == f"Match classic, 2 seats, 0 moves, seat 0 to move\n{match.text()}"


def test_the_text_names_jokers_piles_and_the_first_seat() -> None:
    master = played("master", 60)
    assert master.view(None).jokers
    assert "\n".join(master.text().splitlines()[:4]).count(" J") == len(master.view(None).jokers)
    collect = played("collect", 25)
    assert f"  piles 1      {' '.join(collect.view(None).piles[1])}".rstrip() in collect.text().splitlines()
    duel = elfer.start("duel", seed=4)
    while duel.view(None).taker != 0:
        duel.play(0, "reveal")
    assert "  taker        0" in duel.text().splitlines()
    assert "taker" in texts(duel.svg())
