"""What people type, and what it is taken for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import elfer
from elfer.core.texts import LANGUAGES, Words
from elfer.games import registry
from elfer.move_parser import MoveParser, Unclear, disambiguated
from elfer.move_parser import parse_moves as typed_at
from tests.positions import table
from tests.variants import VARIANTS
from tests.work import calls

MOVES = ("R11", "Y9", "G9", "B7", "end")
KNOWN = ("draw", "keep", "end", "pass", "hint", "rules", "table", "help", "save", "quit", "leave")


def heard(typed: str, lang: str = "en", moves: tuple[str, ...] = MOVES, hand: str = "") -> tuple[str, ...]:
    return MoveParser(Words(lang), moves, KNOWN, hand.split()).parse(typed)


def cases(text: str, *before: str) -> list[tuple[str, ...]]:
    """Pairs of what is typed and what is meant."""
    return [(*before, *map(str.strip, pair.split("→"))) for pair in text.split(";")]


@pytest.mark.parametrize(
    "typed",
    ["R11", "r11", "r 11", "red 11", "Red 11", "red11", "RED-11", "re 11", "rot 11", "rot11", " r  11 "],
)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_card_as_people_say_it(typed: str, lang: str) -> None:
    assert heard(typed, lang) == ("R11",)


@pytest.mark.parametrize(
    ("typed", "card"),
    cases("gelb 9 → Y9; ge9 → Y9; y9 → Y9; grün 9 → G9; gruen 9 → G9; gr 9 → G9; GRÜN 9 → G9; blau 7 → B7"),
)
def test_german_colours(typed: str, card: str) -> None:
    assert heard(typed, "de") == (card,)


def test_whoever_a_move_goes_to_is_called_by_name() -> None:
    match = elfer.start("connect", seats=3, seed=1)
    words = Words("de", ("Ada", "Anna Lena", "Mitte"), you=0)
    for typed in ("anna lena", "Anna Lena", "an le", "stapel anna lena", "stapel 1"):
        assert typed_at(match, 0, words, typed) == ("pile 1",), typed
    assert typed_at(match, 0, words, "mitte") == ("middle",), "a word is no name"
    assert typed_at(match, 0, words, "ada") == ("ada",), "one's own pile is called otherwise"


def test_several_cards_at_once() -> None:
    assert heard("red 11 green 9 e") == ("R11", "G9", "end")
    assert heard("r11, y9 and b7") == ("R11", "Y9", "B7")
    assert heard("rot 11 und gr9, ende", "de") == ("R11", "G9", "end")


def test_in_german_g_asks_where_it_could_be_both() -> None:
    with pytest.raises(Unclear) as asked:
        heard("g9", "de")
    said = asked.value.tell(Words("de"))
    assert "(gr9)" in said
    assert "(ge9)" in said
    assert heard("g9", "en") == ("G9",)
    for answer, move in (("gelb", "Y9"), ("ge", "Y9"), ("y", "Y9"), ("grün", "G9"), ("gr", "G9")):
        text = disambiguated(asked.value.open, answer, "de")
        assert text is not None
        assert MoveParser(Words("de"), MOVES, KNOWN).read(text) == (move,)
    assert disambiguated(asked.value.open, "rot", "de") is None
    assert disambiguated(asked.value.open, "g", "de") is None


def test_it_does_not_ask_where_only_one_can_be_meant() -> None:
    assert heard("g9", "de", ("G9",)) == ("G9",)
    assert heard("g9", "de", ("Y9",)) == ("Y9",)
    assert heard("G9", "de", ("Y9",), hand="Y9") == ("G9",)
    assert heard("g 5", "de", ("R11",), hand="Y5") == ("Y5",)  # and the rules say why it is not possible
    assert heard("g 5", "de", ("R11",)) == ("G5",)
    with pytest.raises(Unclear):  # the other one is held, too, and may have been meant
        heard("g9", "de", ("G9",), hand="G9 Y9")


@pytest.mark.parametrize(
    ("lang", "typed", "move"),
    [
        *cases("e → end; E → end; d → draw; p → pass; t → table; q → quit; exit → leave", "en"),
        *cases("e → end; ende → end; end → end; z → draw; ziehen → draw; hilfe → help; hi → help", "de"),
        *cases("tisch → table; table → table; aufhören → quit; tipp → hint; s → save", "de"),
    ],
)
def test_the_beginning_of_a_word_is_enough(lang: str, typed: str, move: str) -> None:
    assert heard(typed, lang) == (move,)


def test_a_beginning_of_two_words_asks() -> None:
    with pytest.raises(Unclear, match="hint, help"):
        heard("h")
    with pytest.raises(Unclear, match="schnapp, schnipp"):
        heard("schn", moves=("schnapp", "schnipp"))
    assert heard("k", moves=("keep",)) == ("keep",)


def test_a_word_for_another_move_is_not_taken_for_a_possible_one() -> None:
    """`r` alone is no card; `ende` leaves only where no turn can be ended."""
    assert heard("rules", moves=("R11",)) == ("rules",)
    assert heard("r", moves=("R11",)) == ("rules",)
    assert MoveParser(Words("de"), ("R11",), ("end", "leave")).parse("ende") == ("end",)
    assert MoveParser(Words("de"), ("23",), ("quit", "leave")).parse("ende") == ("leave",)


@pytest.mark.parametrize(
    ("lang", "typed", "move"),
    [
        *cases("j=r9 → J=R9; joker = red 9 → J=R9; r9<y → R9<Y; red 9 < yellow → R9<Y; b4xj → B4xJ", "en"),
        *cases(
            "blue 4xj → B4xJ; grey 13 = yellow 13 → N13=Y13; rs=r1 → RS=R1; red symbol = red 1 → RS=R1", "en"
        ),
        *cases("give r12 → give R12; r5+r6 → R5+R6; red 5 > 2 → R5>2; p2 → pile 2; d 3 → draw 3", "en"),
        *cases("joker=rot 9 → J=R9; rot 9<gelb → R9<Y; grau 13=gelb 13 → N13=Y13; n13=y13 → N13=Y13", "de"),
        *cases("gib rot 12 → give R12; give r12 → give R12; rot 5 + rot 6 → R5+R6; 3 → draw 3", "de"),
        *cases("stapel 2 → pile 2; st 2 → pile 2; draw 3 → draw 3", "de"),
    ],
)
def test_the_moves_of_all_games(lang: str, typed: str, move: str) -> None:
    moves = ("J=R9", "R9<Y", "B4xJ", "N13=Y13", "RS=R1", "give R12", "R5+R6", "R5>2", "pile 2", "draw 3")
    assert heard(typed, lang, moves) == (move,)


@pytest.mark.parametrize("typed", ["nonsense", "x9", "r", "{GY}9", "r99", "9", "=", "<", "red", "ä" * 500])
def test_what_is_no_move_is_passed_on(typed: str) -> None:
    assert set(heard(typed, "de", ("B7",))) & {"B7"} == set()


@pytest.mark.parametrize("typed", [" ".join("abcdefghijklmnopqrstuvwxyz" * 2), "- " * 50, "r5+r6 " * 16])
def test_however_many_moves_there_are_a_text_is_looked_up_among_them(typed: str) -> None:
    """Each of its parts was compared with every move; a hand in `cheat` has hundreds."""
    cards = [f"{colour}{number}" for colour in "RYGB" for number in range(1, 21)]
    pairs = tuple(f"{one}+{other}" for i, one in enumerate(cards) for other in cards[i + 1 :])

    def work(moves: tuple[str, ...]) -> int:
        listening = MoveParser(Words("en"), moves)
        return calls(lambda: listening.parse(typed))

    assert work(pairs) < 2 * work(pairs[:3])


def test_a_position_is_prepared_once_for_all_that_is_typed_there() -> None:
    match = elfer.start("cheat", seats=3, seed=2311, first=0)
    first, again = (calls(lambda: typed_at(match, 0, Words("en"), "12")) for _ in range(2))
    assert again < first / 2


NAMES = ("Ada", "Anna Lena", "Ben 3", "Rot", "O’Neil", "seat 2")
"""People may be called anything."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "seats", "options"), VARIANTS, ids=str)
def test_the_words_of_a_hint_can_be_typed_back(
    game: str, seats: int, options: dict[str, Any], lang: str
) -> None:
    """Every legal move at points all over a random match; words that two moves share would be a fault."""
    match, rng = elfer.start(game, seats=seats, seed=2, **options), elfer.Chance(3)
    while not match.over and match.steps < 120:
        for seat in match.actors:
            if seat != elfer.TABLE and (match.steps < 10 or not match.steps % 9):
                words = Words(lang, NAMES[:seats], str(options.get("edition", "")), seat)
                check_words(match, seat, words)
        seat = match.actors[rng.below(len(match.actors))]
        match.play(seat, match.moves(seat)[rng.below(len(match.moves(seat)))])


def check_words(match: elfer.AnyMatch, seat: int, words: Words) -> None:
    said = {match.game.say(move, words): move for move in match.moves(seat)}
    assert len(said) == len(match.moves(seat))
    for text, move in said.items():
        for typed in (text, text[0].upper() + text[1:], text.upper(), f"{text}!"):
            assert typed_at(match, seat, words, typed) == (move,), typed
        assert not set(text) & set("=<>+")


SAYINGS = json.loads((Path(__file__).parent / "core/sayings.cases.json").read_text("utf-8"))
"""Moves in words, which the page says in the same way: `web/src/games/sayings.test.ts` reads them, too."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("case", SAYINGS["cases"], ids=lambda case: case["en"])
def test_moves_in_words(case: dict[str, str], lang: str) -> None:
    game, words = registry()[case["game"]](), Words(lang, SAYINGS["names"], you=0)
    assert game.say(case["move"], words) == case[lang]


def test_what_hints_of_a_match_say_can_be_typed() -> None:
    """The sentences that were not understood."""
    board = table("board", "N3 R11", "B11", table="G4 G10-11", rest="bag")
    master = table("master", "J R20", "G1", table="R11 Y11 G11 B11")
    collect = table("collect", "Y3", "Y4", piles=["R1", "R2", "R3", "R4"], taken="B1")
    for match, move, said in (
        (board, "N3=G3", {"en": "grey 3 on green 3", "de": "Grau 3 auf Grün 3"}),
        (master, "J=B10", {"en": "joker on blue 10", "de": "Joker auf Blau 10"}),
        (collect, "Y3>3", {"en": "yellow 3 on pile 3", "de": "Gelb 3 auf Stapel 3"}),
    ):
        assert move in match.moves(0)
        for lang, text in said.items():
            assert typed_at(match, 0, Words(lang), text) == (move,)


def test_the_same_name_twice_means_neither() -> None:
    match = table(
        "connect", "R2", "R20", "R19", piles=["", "R1", "Y1"], card="G2", middle="B9", rest="middle"
    )
    words = Words("en", ("Ada", "Ben", "Ben"), you=0)
    assert {"pile 1", "pile 2"} <= set(match.moves(0))
    assert typed_at(match, 0, words, "on ben's pile") == ("on", "ben's", "pile")
