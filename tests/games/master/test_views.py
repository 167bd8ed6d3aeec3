from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from rich.console import Console

import elfer
from elfer import BadInput
from elfer.core.cards import NAME, parse_cards
from elfer.core.chance import Chance
from elfer.core.events import Drew
from elfer.core.texts import LANGUAGES, Words
from elfer.games.master.state import BonusTaken, Bridged, JokerLaid, JokerSwapped
from elfer.match import AnyMatch
from elfer.terminal.faces import face_of
from elfer.terminal.narration import narrate
from tests.games.master.positions import ELEVENS, hand, master
from tests.rules import rule

# What a seat may know


def test_others_see_neither_the_hand_nor_the_card_drawn() -> None:
    match = master("R10", "Y1", stock="G7")
    (drew,) = match.play(0, "draw")
    assert drew.seen_by(0) == Drew(0, ("G7",))
    assert drew.seen_by(1) == drew.seen_by(None) == Drew(0, (None,))
    view: Any = match.view(1)
    assert view.hands == (None, ("Y1",))
    assert view.sizes == (2, 1)
    assert match.view(0).moves == ()


@rule("MAS-8")
def test_a_joker_taken_openly_is_known_until_a_joker_is_laid() -> None:
    match = master("R10 Y10 B1 B2", "G1 G2", jokers="R10")
    match.play(0, "R10xJ")
    match.play(0, "Y10")
    assert match.position()["known_jokers"] == [1, 0]
    for seed in range(20):
        for observer in (1, None):
            assert "J" in _imagined(match, observer, seed)[0]
    match.play(0, "J=Y9")
    assert match.position()["known_jokers"] == [0, 0]
    assert not all("J" in _imagined(match, 1, seed)[0] for seed in range(20))


def _imagined(match: AnyMatch, seat: int | None, seed: int) -> list[list[str]]:
    state: Any = match.imagine(seat, Chance(seed))
    return [[name for bit, name in NAME.items() if bit & cards] for cards in state.hands]


@rule("MAS-9")
def test_the_view_shows_the_connection_cards_on_the_table() -> None:
    match = master("B9 R9 Y3", "G1 G2", table="Y9", connections=[2, 2])
    assert match.view(0).bridges == ()
    match.play(0, "B9<Y")
    match.play(0, "R9<B")
    for seat in (0, 1, None):
        assert match.view(seat).bridges == (("Y9", "B9"), ("B9", "R9"))
    assert sorted(match.position()["bridges"].split()) == ["B9", "Y9"]
    again = elfer.load(match.position())
    assert again.view(1).bridges == match.view(1).bridges
    with pytest.raises(BadInput):
        elfer.load(match.position() | {"bridges": "R9"})


@rule("MAS-11")
def test_a_pass_shows_that_no_number_fits_and_nothing_about_bridges() -> None:
    match = master("B9 Y3", "J Y1 G1 G2 B10", "", table="Y8-10", rest=2)
    match.play(0, "pass")
    excluded = set(parse_cards(match.position()["excluded"][0]))
    assert excluded == {"R10", "R12", "Y7", "Y12", "G10", "G12", "B10", "B12"}
    held = [set(_imagined(match, 1, seed)[0]) for seed in range(40)]
    assert not any(cards & excluded for cards in held)
    assert any("B9" in cards for cards in held)
    match.play(1, "B10")  # on the table now: no longer worth a mention
    assert "B10" not in parse_cards(match.position()["excluded"][0])
    assert elfer.load(match.position()).position() == match.position()


@rule("MAS-11")
def test_a_card_stays_excluded_when_a_joker_lies_on_its_field() -> None:
    match = master("B9 Y3", "J J Y1 G1", "", table="Y8-10", rest=2)
    match.play(0, "pass")
    match.play(1, "J=B10")
    assert "B10" in parse_cards(match.position()["excluded"][0])
    loaded = elfer.load(match.position())
    assert not any("B10" in _imagined(loaded, 1, seed)[0] for seed in range(30))


@rule("MAS-5")
def test_a_draw_proves_nothing() -> None:
    match = master("R10 Y10 G10 B10 R12", "Y1", stock="Y2")
    match.play(0, "draw")
    assert match.position()["excluded"] == ["", ""]


def test_a_drawn_card_may_be_one_that_was_excluded() -> None:
    match = master("R1", "Y1", stock="R10", excluded=["R10", ""])
    match.play(0, "draw")
    seen = Counter("R10" in _imagined(match, 1, seed)[0] for seed in range(300))
    assert 0 < seen[True] < 30  # the card drawn is any of the unseen ones


@rule("MAS-8")
def test_imagining_is_even_over_the_places_of_a_hidden_joker() -> None:
    match = master("R10 Y10 B1 B2", "G1 G2", jokers="R10 R9 B10")
    match.play(0, "R10xJ")
    seats: Counter[str] = Counter()
    for seed in range(1200):
        hands = _imagined(match, 1, seed)
        assert len(hands[0]) == 4
        seats[f"{hands[0].count('J')}"] += 1
    unseen = 3 + len(
        parse_cards(match.position()["stock"])
    )  # one joker more than the known one is among them
    assert abs(seats["2"] / 1200 - 3 / unseen) < 0.03
    assert set(seats) == {"1", "2"}


# Positions


def test_a_position_has_exactly_these_keys_and_round_trips() -> None:
    match = master("R10 J", "Y1", jokers="R9 R12", table="Y10", laid=2, bonus=[1, 0])
    position = match.position()
    assert list(position) == [
        *("game", "options", "turn", "hands", "table", "jokers", "stock"),
        *("connections", "bonus", "laid", "swapped", "excluded", "known_jokers", "bridges"),
    ]
    assert position["hands"][0] == "R10 J"
    assert elfer.load(position).position() == position


def test_a_field_may_hold_a_joker_while_its_card_is_in_a_hand() -> None:
    match = master("R10", "R9", jokers="R9 R10")
    assert hand(match, 1) == ["R9"]
    assert parse_cards(match.position()["jokers"]) == ("R9", "R10")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"jokers": "R5"}, "master_jokers"),
        ({"jokers": "J"}, "position_value"),
        ({"table": f"{ELEVENS} J"}, "position_value"),
        ({"table": f"{ELEVENS} R11"}, "card_twice"),
        ({"table": f"{ELEVENS} R10"}, "card_twice"),
        ({"hands": ["", "Y1"]}, "cards_missing"),
        ({"table": "R11 Y11 G11"}, "position_laid_out"),
        ({"jokers": "R11"}, "card_twice"),
        ({"table": f"{ELEVENS} N13"}, "position_value"),
        ({"table": f"{ELEVENS} R22"}, "unknown_card"),
        ({"hands": ["R10 J J J J J", "Y1"]}, "card_twice"),
        ({"hands": ["R10", "Y1 R10"]}, "card_twice"),
        ({"turn": 2}, "seat_range"),
        ({"laid": 4}, "position_value"),
        ({"laid": -1}, "position_value"),
        ({"swapped": 1}, "position_value"),
        ({"connections": [4]}, "position_length"),
        ({"bonus": [0, -1]}, "position_value"),
        ({"known_jokers": [1, 0]}, "position_value"),
        ({"drawn": "R1"}, "position_key"),
    ],
)
def test_impossible_positions_are_refused(change: dict[str, Any], code: str) -> None:
    position = master("R10", "Y1").position()
    with pytest.raises(BadInput) as why:
        elfer.load(position | change)
    assert why.value.code == code
    assert all(why.value.tell(Words(lang)) for lang in LANGUAGES)


# Against the booklet, read once more: the legal moves by plain sets of names


def expected(position: dict[str, Any]) -> set[str]:
    order = [colour[0].upper() for colour in position["options"]["row_order"]]
    seat = position["turn"]
    mine, table, jokers = (
        parse_cards(position["hands"][seat]),
        parse_cards(position["table"]),
        parse_cards(position["jokers"]),
    )
    cards, joker = [name for name in mine if name != "J"], "J" in mine
    fits, lays = set(), set()
    for letter in "RYGB":
        for number in range(1, 22):
            field = f"{letter}{number}"
            if field in table:
                continue
            ways = {""} if {f"{letter}{number - 1}", f"{letter}{number + 1}"} & set(table) else set()
            if ways:
                fits.add(field)
            elif position["connections"][seat]:
                near = [other for other in order if abs(order.index(other) - order.index(letter)) == 1]
                ways = {f"<{other}" for other in near if f"{other}{number}" in table}
            lays |= {f"{field}{way}" for way in ways if field in cards}
            lays |= {f"J={field}{way}" for way in ways if joker}
    swaps = {f"{card}xJ" for card in cards if card in jokers and (position["laid"] or len(table) < 84)}
    if position["laid"]:
        return lays | swaps | {"end"}
    if position["swapped"]:
        return lays | swaps
    if position["stock"]:
        return lays | swaps | {"draw"}
    return lays | swaps | (set() if fits & set(cards) else {"pass"})


@rule("MAS-5", "MAS-6", "MAS-7", "MAS-8", "MAS-9", "MAS-11")
@pytest.mark.parametrize("seed", range(10))
def test_moves_agree_with_a_plain_reading_of_the_rules(seed: int) -> None:
    order = [["yellow", "blue", "red", "green"], ["green", "yellow", "red", "blue"]][seed % 2]
    match, rng = elfer.start("master", seats=2 + seed % 5, seed=seed, row_order=order), Chance(seed, 1)
    while not match.over:
        (seat,) = match.actors
        moves = match.moves(seat)
        assert set(moves) == expected(match.position())
        match.play(seat, moves[rng.below(len(moves))])


# The terminal


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_fits_into_80_columns_and_shows_what_matters(lang: str) -> None:
    match = master("R10 B9 Y7 Y8 J", "Y1", jokers="R10", table="Y9-10", laid=1, bonus=[2, 1])
    console, words = Console(width=80, no_color=True), Words(lang)
    with console.capture() as shown:
        console.print(face_of(match.view(0)).draw(match.view(0), words))
    lines = shown.get().splitlines()
    assert all(len(line) <= 80 for line in lines)
    rows = lines[1:5]
    assert [row.strip()[0] for row in rows] == ["▲", "●", "■", "★"]
    assert rows[2].split()[2:] == ["·"] * 8 + ["▫", "J", "11", "▫"] + ["·"] * 9
    text = shown.get()
    assert all(mark in text for mark in ("10x", "9<", "[8]", "7'"))
    assert words.say("table.master_bonus", count=2) in text
    assert words.say("table.master_laid", laid=1) in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_question_says_what_is_possible(lang: str) -> None:
    words = Words(lang)
    asked = {
        "master_start": master("R10", "Y1"),
        "master_draw": master("R1", "Y1"),
        "master_more": master("R10", "Y1", laid=2),
        "master_end": master("R1", "Y1", laid=2),
        "master_bound": master("J", "Y1", swapped=True),
        "master_must": master("R10", "", rest=1),
        "master_may": master("J", "", rest=1),
        "pass": master("R1", "", rest=1),
    }
    for key, match in asked.items():
        assert face_of(match.view(0)).ask(match.view(0), words) == words.say(f"ask.{key}", laid=2)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_has_its_sentence(lang: str) -> None:
    events = [
        *(JokerLaid(0, "B7"), JokerLaid(0, "B7", "Y7"), Bridged(0, "B9", "Y9")),
        *(JokerSwapped(0, "R9"), BonusTaken(0, 1)),
    ]
    told = {narrate(event, Words(lang, you=seat)) for event in events for seat in (0, 1)}
    assert len(told) == 10
    assert any(Words(lang).card("Y7") in text for text in told)


def test_a_record_has_the_moves_as_they_were_played() -> None:
    match = master("B9 R9 J R10", "R8 R7 R5", jokers="R10", table="Y9-10")
    for move in ("B9<Y", "R10xJ", "J=B8", "R9"):
        match.play(0, move)
    text = match.record()
    assert "0: B9<Y, R10xJ, J=B8, R9" in text
    assert elfer.replay(text).position() == match.position()
