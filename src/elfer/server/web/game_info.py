"""What the API says about games: the list to choose from, how each is played, and its rule sheets."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from elfer.core.canonical_json import to_json
from elfer.core.game import AnyGame, Option, package_of
from elfer.core.options import seats_of_option
from elfer.core.texts import LANGUAGES, sentences_of
from elfer.game_card import CardTexts, GameCard, card_of, card_with, headings, policy_of, variants
from elfer.games import BUILT_IN, GameInfo, family_of, game_type, games
from elfer.lessons import lesson
from elfer.sheets import said_aloud, sheets, title

Json = dict[str, object]


def listed(only: Collection[str] | None = None) -> bytes:
    """The list of games as JSON."""
    wanted = [info for info in games().values() if only is None or info.id in only]
    return to_json({"games": list(map(_game, wanted))}).encode()


def how_to(lang: str, game: str) -> Json | None:
    """How a game is played, in five lines with two pictures; None if its package does not say it.

    The lines are those of the default options; `variants` has those of all other values that matter.
    """
    if not (card := card_of(game)):
        return None
    cards = [(options, card_with(game, options)) for options in variants(game) if options]
    return {
        **_lines(card, lang),
        "variants": [{"options": options, **_lines(other, lang)} for options, other in cards if other],
    }


def _lines(card: GameCard, lang: str) -> Json:
    texts = card.texts(lang)
    pictures = [
        {"drawing": drawing, "caption": caption}
        for drawing, caption in zip(card.pictures, texts.captions, strict=True)
    ]
    return {"goal": texts.goal, "turn": texts.turn, "end": texts.end, "pictures": pictures}


def rules(lang: str, game: str) -> str:
    """The rule sheets of a game and of those it builds on, as Markdown for the page."""
    return said_aloud("\n".join(sheets(game, lang)))


def _game(info: GameInfo) -> Json:
    """A game of the list. One of another package comes with its sentences, which the page lacks."""
    kind = game_type(info.id)
    about = {
        **msgspec.structs.asdict(info),
        "options": {name: _option(kind, name, option) for name, option in info.options.items()},
        "family": family_of(kind),
        "titles": {lang: title(info.id, lang) for lang in LANGUAGES},
        "lesson": lesson(info.id) is not None,
    }
    if card := card_of(info.id):
        about["how"] = {
            "group": headings().get(card.group),
            "age": card.age,
            "minutes": card.minutes,
            "levels": card.levels,
            "expert_offline": card.expert_offline,
            "picture": card.picture,
            **{lang: _texts(card.texts(lang)) for lang in LANGUAGES},
        }
    if info.id not in BUILT_IN:
        about["texts"] = {lang: sentences_of(package_of(kind), lang) for lang in LANGUAGES}
    return about


def _option(kind: type[AnyGame], name: str, option: Option) -> Json:
    """An option with its default at a table of people, and the seat counts it is for, if not all."""
    default, seats = policy_of(kind).options.get(name, option.default), seats_of_option(kind, name)
    return {**msgspec.structs.asdict(option), "default": default, **({"seats": seats} if seats else {})}


def _texts(texts: CardTexts) -> Json:
    """The sentences of a game in the list."""
    return {"pitch": texts.pitch, "goal": texts.goal, "options": texts.options}
