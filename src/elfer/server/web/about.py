"""What the page is told of the games: the list to choose from, how each is played, and its rule sheets."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from elfer.core.encoding import to_json
from elfer.core.game import AnyGame, Option, package_of
from elfer.core.texts import LANGUAGES, sentences_of
from elfer.games import BUILT_IN, GameInfo, family_of, game_type, games
from elfer.how import How, Told, headings, how, how_with, variants
from elfer.lessons import lesson
from elfer.sheets import said_aloud, sheets, title

Json = dict[str, object]


def listed(only: Collection[str] | None = None) -> bytes:
    """The games with what one must know to choose one, and the sentences that the page lacks."""
    wanted = [info for info in games().values() if only is None or info.id in only]
    return to_json({"games": list(map(_game, wanted))}).encode()


def how_to(lang: str, game: str) -> Json | None:
    """How a game is played, in five lines with two pictures; games of other packages need not say it.

    It is told for a table where nothing is set, and in `variants` for all values of the options that matter.
    """
    if not (known := how(game)):
        return None
    told = [(options, how_with(game, options)) for options in variants(game) if options]
    return {
        **_lines(known, lang),
        "variants": [{"options": options, **_lines(other, lang)} for options, other in told if other],
    }


def _lines(known: How, lang: str) -> Json:
    told = known.told(lang)
    pictures = [
        {"drawing": drawing, "caption": caption}
        for drawing, caption in zip(known.pictures, told.captions, strict=True)
    ]
    return {"goal": told.goal, "turn": told.turn, "end": told.end, "pictures": pictures}


def rules(lang: str, game: str) -> str:
    """The rule sheets of a game as Markdown, the ones it builds on included, in words that people use."""
    return said_aloud("\n".join(sheets(game, lang)))


def _game(info: GameInfo) -> Json:
    """A game as the page is told of it, which was built with the sentences of our own games only."""
    kind = game_type(info.id)
    told = {
        **msgspec.structs.asdict(info),
        "options": {name: _at_a_table(kind, name, option) for name, option in info.options.items()},
        "family": family_of(kind),
        "titles": {lang: title(info.id, lang) for lang in LANGUAGES},
        "lesson": lesson(info.id) is not None,
    }
    if known := how(info.id):
        told["how"] = {
            "group": headings().get(known.group),
            "age": known.age,
            "minutes": known.minutes,
            "levels": known.levels,
            "expert_offline": known.expert_offline,
            "picture": known.picture,
            **{lang: _offer(known.told(lang)) for lang in LANGUAGES},
        }
    if info.id not in BUILT_IN:
        told["texts"] = {lang: sentences_of(package_of(kind), lang) for lang in LANGUAGES}
    return told


def _at_a_table(kind: type[AnyGame], name: str, option: Option) -> Option:
    """An option with the value that it has at a table where nobody has set it."""
    return msgspec.structs.replace(option, default=kind.among_people.get(name, option.default))


def _offer(told: Told) -> Json:
    """What one must read of a game to choose it."""
    return {"pitch": told.pitch, "goal": told.goal, "options": told.options}
