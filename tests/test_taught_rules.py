"""What cards and lessons say is true: the options are known, and claims are checked by playing."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

import elfer
from elfer.core.options import options_of
from elfer.core.texts import LANGUAGES, Words, holds, variant
from elfer.game_card import card_with
from elfer.games import BUILT_IN
from elfer.games.rows.rules import RowGame
from elfer.lessons import LEARNER, Learner, Lesson, lesson
from elfer.sheets import sheet
from elfer.terminal.narration import narrate
from tests.games.board.positions import board
from tests.games.cheat.positions import at as cheat
from tests.games.master.positions import master
from tests.games.snap.positions import quartet, snap
from tests.rules import rule
from tests.variants import VARIANTS


def card_lines(id: str, lang: str, **options: Any) -> str:
    """All lines of a game's page."""
    found = card_with(id, options)
    assert found
    told = found.texts(lang)
    return "\n".join((told.goal, *told.turn, *told.end, *told.captions))


def taught(id: str, **options: Any) -> Lesson:
    found = lesson(id, options)
    assert found
    return found


def lesson_text(id: str, lang: str, **options: Any) -> str:
    return "\n".join(getattr(part, lang) for part in taught(id, **options).parts)


def says(pattern: str, text: str) -> bool:
    return re.search(pattern, text, re.IGNORECASE) is not None


def test_a_condition_is_about_the_options() -> None:
    options = {"together": True, "edition": "star-wars", "colour": None}
    assert holds("together", options)
    assert holds("edition=star-wars", options)
    assert not holds("not edition=star-wars", options)
    assert not holds("colour", options)
    assert holds("not colour", options)
    assert variant("always", options) == "always"
    assert variant({"not together": "alone", "together": "all"}, options) == "all"
    assert variant({"colour": "coloured"}, options) is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_and_lessons_are_told_with_every_option_of_every_game(lang: str) -> None:
    for id, _, options in VARIANTS:
        for text in (card_lines(id, lang, **options), lesson_text(id, lang, **options)):
            assert not re.search(r"[{}]|\bnot \w+=|star-wars", text), (id, options, text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_number_is_told_that_the_game_does_not_have(lang: str) -> None:
    """No number in the lines about a turn is higher than that of any card."""
    for id, seats, options in VARIANTS:
        made = elfer.start(id, seats=seats, seed=1, **options).game
        highest = max(int(card[1:]) for card in made.deck(seats) if card[1:].isdecimal())
        found = card_with(id, options)
        assert found
        told = found.texts(lang)
        numbers = [int(n) for line in told.turn for n in re.findall(r"\d+", line)]
        assert max(numbers, default=0) <= highest, (id, seats, options)


# The row games


def rows_with_draws() -> list[tuple[str, dict[str, Any]]]:
    found = []
    for id, kind in BUILT_IN.items():
        if issubclass(kind, RowGame):
            editions = options_of(kind)["edition"].choices if "edition" in options_of(kind) else (None,)
            found += [(id, {"edition": edition} if edition else {}) for edition in editions]
    return found


@rule("CLA-7", "CLA-8", "JUN-3")
@pytest.mark.parametrize(("id", "options"), rows_with_draws())
def test_a_drawn_card_may_be_kept_exactly_where_that_is_told(id: str, options: dict[str, Any]) -> None:
    match = elfer.start(id, seats=2, seed=5, **options)
    kept = False
    while not match.over:
        (seat,) = match.actors
        if seat >= 0 and "keep" in match.moves(seat) and len(match.moves(seat)) > 1:
            kept = True
        match.play(seat, match.moves(seat)[0])
    draws = "drei" if match.game.draws == 3 else "eine Karte"  # type: ignore[attr-defined]
    for lang, may in (("en", r"\bkeep\b"), ("de", r"behält|behalt")):
        drawing = next(
            line for line in card_lines(id, lang, **options).splitlines() if says("draw|zieh", line)
        )
        assert says(may, drawing) == kept
        assert lang == "en" or draws in drawing
    parts = taught(id, **options)
    drawn = "\n".join(part.de for part in parts.parts if says("zieh|behalt", part.de))
    assert says("legen oder behalten", drawn) == kept
    assert says("kommt (sie )?gleich", drawn) == (not kept)


@rule("CLA-8")
@pytest.mark.parametrize("id", ["classic", "junior"])
def test_the_lesson_of_star_wars_offers_to_keep(id: str) -> None:
    learner = Learner(taught(id, edition="star-wars"))
    while "keep" not in learner.match.moves(LEARNER):
        learner.go_on()
        while learner.answering:
            learner.answer()
        learner.turn_page()
    assert says("play it or keep it", learner.part.en)
    learner.match.play(LEARNER, "keep")


@rule("GEN-1")
@pytest.mark.parametrize("id", ["classic", "junior", "cheat"])
def test_nothing_is_called_blue_in_star_wars(id: str) -> None:
    for lang in LANGUAGES:
        for text in (card_lines(id, lang, edition="star-wars"), lesson_text(id, lang, edition="star-wars")):
            assert not says(r"\bblue|\bblau", text)
    assert "purple-blue" in card_lines("cheat", "en", edition="star-wars", colour="blue")


# Master and the board game


@rule("MAS-5", "MAS-11")
def test_drawing_in_master_is_told_only_for_as_long_as_there_is_a_stock() -> None:
    assert "draw" in master("R9 B9", "Y1", table="R10").moves(0)
    assert not {"draw", "pass"} & set(master("R9 B9", "", table="R10", rest=1).moves(0))
    for lang, always, stock in (("en", r"\balways\b", r"\bstock\b"), ("de", r"\bimmer\b", "Stapel reicht")):
        drawing = [part for part in taught("master").parts if part.moves == ("draw",)]
        for text in (getattr(drawing[0], lang), card_lines("master", lang)):
            assert not says(always, text)
            assert says(stock, text)


@rule("BOA-8")
def test_a_bonus_tile_is_told_to_go_on_the_board() -> None:
    match = board("Y12 N13 R2", "B1 B2 B4 B5", table="R11 Y11", bag="G5")
    match.play(0, "Y12")
    before = len(match.view(0).hands[0])
    match.play(0, "N13=Y13")
    view: Any = match.view(0)
    assert len(view.hands[0]) == before - 1
    assert "G5" in view.table
    assert says("onto the board", card_lines("board", "en"))
    assert says("aufs Brett", card_lines("board", "de"))
    assert not says("bekommt noch", card_lines("board", "de"))


@rule("BOA-21", "BOA-22")
def test_symbols_are_told_where_they_are_played() -> None:
    for lang, word in (("en", "symbol"), ("de", "Symbol")):
        for symbols in (True, False):
            assert (word in card_lines("board", lang, symbols=symbols)) == symbols
            assert says(word, lesson_text("board", lang, symbols=symbols)) == symbols


# Cheat


@rule("CHE-4", "CHE-8")
@pytest.mark.parametrize("star_wars", [False, True])
def test_who_may_doubt_the_last_card_is_told(star_wars: bool) -> None:
    match = cheat("R1", "Y2 G9", "B3 R7", star_wars=star_wars)
    match.play(0, "R1")
    assert match.actors == ((1, 2) if star_wars else (1,))
    options = {"edition": "star-wars" if star_wars else "classic"}
    assert says("next player", card_lines("cheat", "en", **options)) != star_wars
    assert says("der Nächste", card_lines("cheat", "de", **options)) != star_wars
    assert says("nobody else|Nur er", card_lines("cheat", "en", **options)) != star_wars


@rule("CHE-4")
@pytest.mark.parametrize("star_wars", [False, True])
def test_who_may_doubt_is_told(star_wars: bool) -> None:
    match = cheat("R1 R2", "Y2 G9", "B3 R7", star_wars=star_wars)
    match.play(0, "R1")
    doubters = [seat for seat in range(3) if "doubt" in match.moves(seat)]
    assert doubters == ([1, 2] if star_wars else [1])
    options = {"edition": "star-wars" if star_wars else "classic"}
    assert says("on your turn", card_lines("cheat", "en", **options)) != star_wars
    assert says("bist du dran", card_lines("cheat", "de", **options)) != star_wars
    assert says("all others may doubt", card_lines("cheat", "en", **options)) == star_wars
    assert says("whose turn it is", lesson_text("cheat", "en", **options)) != star_wars
    assert says("wer gerade dran ist", lesson_text("cheat", "de", **options)) != star_wars


@rule("CHE-9")
@pytest.mark.parametrize("colour", [None, "red", "blue"])
def test_the_colour_that_alone_is_true_is_told(colour: str | None) -> None:
    named = Words("de").colour(colour) if colour else None
    text = card_lines("cheat", "de", colour=colour)
    assert says(r"nur \w+ ist hier wahr", text) == bool(colour)
    assert not named or f"Nur {named} ist hier wahr" in text


# Schnipp Schnapp


@rule("SNA-9", "SNA-11")
@pytest.mark.parametrize("together", [False, True])
def test_what_wins_in_schnipp_schnapp_is_told(together: bool) -> None:
    """One has more quartets, the other more cards; nothing is left to win, as no seat has a 4."""
    quartets = [quartet(*range(5, 14)), quartet(*range(14, 21))]
    left, middle = "R1 Y1 G1 R2 Y2 G2 R3 Y3 G3", f"{quartet(4)} B1 B2 B3"
    options = {"together": together}
    match = snap(["", left], ["", ""], quartets=quartets, middle=middle, options=options)
    assert match.result
    assert match.result.points == ((36, 37) if together else (9, 7))
    for lang, most in (("en", "most"), ("de", "meisten")):
        text = card_lines("snap", lang, together=together)
        assert says(f"{most} (cards|Karten)", text) == together
        assert says(f"{most} (quartets|Quartette)", text) != together
        assert says(r"^(Collect cards|Sammle Karten)", lesson_text("snap", lang, **options)) == together


@rule("SNA-9")
def test_the_round_goes_on_while_the_only_one_with_cards_may_match_the_middle() -> None:
    match = snap(["R7", ""], ["G3", ""], under=0, middle="Y7 Y8", quartets=["", ""])
    assert not match.over
    for lang, only in (("en", "only one player"), ("de", "nur noch einer Karten")):
        for together in (False, True):
            assert not says(only, card_lines("snap", lang, together=together))


# Duel and the highest card


@rule("DUE-2", "DUE-3")
def test_a_tie_with_the_last_cards_is_not_told_to_be_decided() -> None:
    match = _last_duel("R5", "B5")
    (event, *_) = match.play(0, "reveal")
    assert match.over
    assert narrate(event, Words("en")) == "Red 5 against blue 5: equal, and there it ends."
    assert "entscheidet" not in narrate(event, Words("de"))
    match = _last_duel("R5 R7", "B5 B8")
    (event, *_) = match.play(0, "reveal")
    assert narrate(event, Words("de")).endswith("Gleichstand, je eine weitere Karte entscheidet.")


def _last_duel(one: str, other: str, **options: Any) -> Any:
    used = {*one.split(), *other.split()}
    rest = [f"{colour}{n}" for n in range(1, 21) for colour in "RB" if f"{colour}{n}" not in used]
    won = ["", " ".join(rest)]
    return elfer.load({"game": "duel", "options": options, "hands": [one, other], "won": won})


@rule("DUE-3", "DUE-4")
@pytest.mark.parametrize("to_the_end", [False, True])
def test_what_wins_the_duel_is_told(to_the_end: bool) -> None:
    match = _last_duel("R9", "B5", to_the_end=to_the_end)
    match.play(0, "reveal")
    assert match.over != to_the_end, "with all cards to win, won cards are turned over"
    for lang, all_cards in (("en", "all the cards"), ("de", "alle Karten")):
        for told in (card_lines, lesson_text):
            assert says(all_cards, told("duel", lang, to_the_end=to_the_end)) == to_the_end


@rule("HIG-3", "HIG-4")
def test_the_last_trick_leaves_nothing_for_a_next_winner() -> None:
    played = ["R1 R2 R3 R4 R5 R6 R7 R8 R9", "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9"]
    match = elfer.load({"game": "highest", "hands": ["R10 R11", "Y10 Y11"], "played": played})
    told = []
    for number in (10, 11):
        match.play(0, f"R{number}")
        _, shown, *_ = match.play(1, f"Y{number}")
        told.append({lang: narrate(shown, Words(lang)) for lang in LANGUAGES})
    assert match.over
    assert says("next winner", told[0]["en"])
    assert says("nächsten Gewinner", told[0]["de"])
    assert told[1]["en"].endswith("and no trick is left: 22 cards leave the game.")
    assert not says("Gewinner|liegen", told[1]["de"])
    assert match.result
    assert sum(match.result.points) == 0
    assert says("count for nobody", card_lines("highest", "en"))


@rule("CLA-12")
def test_who_ends_a_turn_is_told_as_the_page_does_it() -> None:
    for lang, bots in (("en", "all others are bots"), ("de", "nur gegen Bots")):
        clause = " ".join(sheet("classic", lang).split("CLA-12**")[1].split("- **")[0].split())
        assert bots in clause
        assert not says("always|immer", clause)


def test_every_line_with_variants_is_there_once_for_all_values() -> None:
    """Both languages, and all combinations, have as many lines as the options ask for."""
    for id, kind in BUILT_IN.items():
        offered = options_of(kind)
        names = [name for name, option in offered.items() if option.type in ("bool", "choice")]
        for values in product(*(offered[name].choices for name in names)):
            options = dict(zip(names, values, strict=True))
            one, other = (card_lines(id, lang, **options).count("\n") for lang in LANGUAGES)
            assert one == other, (id, options)
