"""Cards of the games: complete, short, in words, in both languages; and their policies."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from elfer.core.game import AnyGame, Game
from elfer.core.options import configure, options_of
from elfer.core.texts import LANGUAGES, Words
from elfer.game_card import (
    CardTexts,
    Drawing,
    GameCard,
    TablePolicy,
    card_of,
    card_with,
    headings,
    page,
    policy_of,
    variants,
)
from elfer.games import game_type, games, registry

LINES = 5
MOST_LINES = 6
"""With an option that adds something."""
CARD = r"(?:[RYGBN](?:\d+|S)|J)"
ITEM = re.compile(
    rf"{CARD}[!?]?|##?!?|[RYGB]:\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*(?:/\d+)?|\|(?:\d+\*?)?|\*|\"[^\"]+\"|[→←+=<>✓]"
)
"""Everything that the page can draw."""
NOT_FOR_PEOPLE = re.compile(r"[`_{}]|[A-Z]{3}-\d|\b[RYGB]\d|\bms\b|(?:Platz|[Ss]eat) \d")
LONGEST = {"pitch": 80, "goal": 90, "turn": 140, "end": 120, "captions": 160}


def known(id: str) -> GameCard:
    found = card_of(id)
    assert found, f"{id} has no card.toml"
    return found


def items(drawing: Drawing) -> list[str]:
    return [item for line in drawing for item in re.findall(r'"[^"]*"|\S+', line)]


def texts(told: CardTexts) -> dict[str, tuple[str, ...]]:
    return {
        "pitch": (told.pitch,),
        "goal": (told.goal,),
        "turn": told.turn,
        "end": told.end,
        "captions": told.captions,
    }


@pytest.mark.parametrize("id", registry())
def test_a_game_says_for_whom_it_is(id: str) -> None:
    assert 3 <= known(id).age <= 12
    assert 5 <= known(id).minutes <= 60
    assert known(id).group in headings()


def test_each_heading_is_there_in_both_languages_and_has_games() -> None:
    for group, heading in headings().items():
        assert set(heading) == set(LANGUAGES)
        assert any(known(id).group == group for id in registry())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", registry())
def test_a_game_is_taught_in_five_short_lines(id: str, lang: str) -> None:
    told = known(id).texts(lang)
    assert 1 + len(told.turn) + len(told.end) == LINES


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", registry())
def test_with_every_option_the_lines_are_few_short_and_whole(id: str, lang: str) -> None:
    for options in variants(id):
        found = card_with(id, options)
        assert found
        told = found.texts(lang)
        assert LINES <= 1 + len(told.turn) + len(told.end) <= MOST_LINES, options
        for kind, lines in texts(told).items():
            for line in lines:
                assert 0 < len(line) <= LONGEST[kind], line
                assert line[-1] in ".!?“”", line
                assert not NOT_FOR_PEOPLE.search(line), line


@pytest.mark.parametrize("id", registry())
def test_both_languages_say_something_of_their_own(id: str) -> None:
    one, other = (texts(known(id).texts(lang)) for lang in LANGUAGES)
    assert not {line for lines in one.values() for line in lines} & {
        line for lines in other.values() for line in lines
    }


@pytest.mark.parametrize("id", registry())
def test_pictures_show_what_the_game_has(id: str) -> None:
    kind = game_type(id)
    deck = {card for seats in kind.seats for card in configure(kind, {}, seats).deck(seats)}
    for drawing in (known(id).picture, *known(id).pictures):
        for item in items(drawing):
            assert ITEM.fullmatch(item), item
            if re.fullmatch(f"{CARD}[!?]?", item) and not (item.endswith("?") and "N13" in items(drawing)):
                assert item.rstrip("!?") in deck, item


@pytest.mark.parametrize("id", registry())
def test_words_for_options_are_for_options_there_are(id: str) -> None:
    offered = games()[id].options
    for lang in LANGUAGES:
        for key in known(id).texts(lang).options:
            name, _, choice = key.partition(".")
            assert name in offered
            assert not choice or choice in offered[name].choices


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", registry())
def test_one_page_has_it_all(id: str, lang: str) -> None:
    for options in variants(id):
        found, told = card_with(id, options), page(id, Words(lang), options) or ""
        assert found
        for lines in (texts(found.texts(lang))[kind] for kind in ("pitch", "goal", "turn", "end")):
            for line in lines:
                assert line in told


def test_a_card_speaks_of_the_options_of_a_new_table() -> None:
    """The policy of `connect` sets `attention`, which its class does not."""
    assert not options_of(game_type("connect"))["attention"].default
    assert card_of("connect") == card_with("connect", {"attention": True})
    assert card_of("connect") != card_with("connect", {"attention": False})


def other_package(folder: Path, monkeypatch: pytest.MonkeyPatch, card: str | None) -> type[AnyGame]:
    """A game of another package, with this card or none."""
    package = f"pack_{folder.name.replace('-', '_')}"
    (folder / package).mkdir()
    (folder / package / "__init__.py").touch()
    if card is not None:
        (folder / package / "card.toml").write_text(card, "utf-8")
    monkeypatch.syspath_prepend(folder)
    game = type("Other", (Game,), {"__module__": f"{package}.rules", "id": "other", "seats": range(2, 3)})
    monkeypatch.setitem(registry(), "other", game)
    return game


def test_a_game_without_a_card_has_the_default_policy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = other_package(tmp_path, monkeypatch, None)
    assert policy_of(game) == TablePolicy()
    assert card_with("other", {}) is None


def test_a_card_may_have_a_policy_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = other_package(tmp_path, monkeypatch, '[policy]\nidle = ["rest"]\n')
    assert policy_of(game) == TablePolicy(idle=("rest",))
    assert card_with("other", {}) is None
    assert page("other", Words("en"), {}) is None


@pytest.mark.parametrize("card", ["[policy]\ncalm = 2\n", "[policy", 'group = "rows"\n', "[en]\n"])
def test_a_broken_card_of_another_package_is_named_and_left_out(
    card: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = other_package(tmp_path, monkeypatch, card)
    with pytest.warns(RuntimeWarning, match=r"card\.toml of other cannot be used"):
        assert (policy_of(game), card_with("other", {})) == (TablePolicy(), None)


@pytest.mark.parametrize("id", registry())
def test_policies_name_moves_and_options_that_there_are(id: str) -> None:
    game = registry()[id]
    policy = policy_of(game)
    assert set(policy.options) <= set(games()[id].options)
    configure(game, policy.options, game.seats[0])
    assert 1 <= policy.max_rounds <= 50
    rules = "".join(file.read_text("utf-8") for file in Path(inspect.getfile(game)).parent.glob("*.py"))
    for word in (*policy.greedy_first, *policy.greedy_last, *filter(None, (policy.seat_word,))):
        assert re.search(rf'"{word}\b', rules), word
