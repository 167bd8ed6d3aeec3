"""The card of a game: how it is offered, taught on one page, and run at a table of people.

It is `card.toml` in the game's folder, or `card/<id>.toml` where several games share the folder. Its parts:
facts for the list of games, the texts `[en]` and `[de]`, and `[policy]` (`TablePolicy`). A game of another
package may have only some of it, or no card: then it has the default policy, and no page.

A drawing is a list of lines, and a line is a list of items separated by blanks:

| item | drawn |
|---|---|
| `R8`, `J`, `N13`, `RS` | a card |
| `R8!`, `#!` | a card that is being laid or taken |
| `R8?` | the place for that card |
| `#`, `##` | the back of a card; a pile of them |
| `R:1-4,18-20`, `R:1-3/11` | a row of 20 numbers, or of 11, and the cards that lie there |
| `|`, `|9`, `|9*` | a bridge, at this number between two rows; one with a bonus |
| `*` | a bonus |
| `"Stopp!"` | a spoken word |
| `→ ← + = < > ✓` | a sign |

A line may depend on options of the game, and name their values (`elfer.core.texts`).
"""

from __future__ import annotations

import tomllib
import warnings
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from itertools import product
from typing import Any, TypeVar

import msgspec

from elfer.core.game import AnyGame, Move, file_of
from elfer.core.options import options_of
from elfer.core.texts import LANGUAGES, Words, options_in, variant
from elfer.games import game_type
from elfer.sheets import title

Drawing = tuple[str, ...]
LINES = ("goal", "turn", "end", "captions")
"""The texts that may depend on options."""
T = TypeVar("T")


class TablePolicy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is run for people and simple bots; no part of its rules. Moves are given by their words."""

    max_rounds: int = 50
    """Most rounds of a match with people; fewer where rounds are long."""
    bot_pause: float = 1.0
    """Factor on the time that bots leave people to call, doubt or turn up a card."""
    options: dict[str, Any] = {}
    """Options of a match with people, where these are better than the defaults."""
    seat_word: str = ""
    """The word before a seat's number in a move: *pile* of `pile 2`. A typed move may name the player."""
    shared_screen: bool = False
    """Whether no seat sees more than the others, so that people at one device need not hide it."""
    idle: tuple[Move, ...] = ("end", "pass")
    """Moves that only pass the turn on; the greedy bot makes them when there is no other."""
    greedy_first: tuple[str, ...] = ()
    """Moves that the greedy bot prefers to all others."""
    greedy_last: tuple[str, ...] = ()
    """Moves that the greedy bot makes only when nothing but idle moves are left: calls, gifts."""


class CardTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of a card in one language."""

    pitch: str
    """One sentence for the list of games."""
    goal: str
    turn: tuple[str, ...]
    end: tuple[str, ...]
    captions: tuple[str, str]
    options: dict[str, str] = {}
    """Labels of options (`edition`) and of their choices (`edition.junior`), where the names need words."""


class GameCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one game is offered and taught."""

    group: str
    """The heading it is offered under, one of `games/groups.toml`."""
    age: int
    minutes: int
    picture: Drawing
    """The picture in the list of games."""
    pictures: tuple[Drawing, Drawing]
    en: CardTexts
    de: CardTexts
    levels: bool = True
    """Whether the level of bots matters: not in games without decisions."""
    expert_offline: tuple[int, ...] = ()
    """Seat counts at which *expert* beats *hard* also in plain Python, as it plays without a network."""

    def texts(self, lang: str) -> CardTexts:
        return self.de if lang == "de" else self.en


@cache
def policy_of(game: type[AnyGame]) -> TablePolicy:
    """The policy of a game; the default where its card has none."""
    raw = _raw(game)
    try:
        return msgspec.convert(raw.get("policy", {}), TablePolicy)
    except msgspec.ValidationError as error:
        return _unusable(game, error, TablePolicy())


@cache
def card_of(id: str) -> GameCard | None:
    """The card of a game with the options of a new table; none if it has no page."""
    return card_with(id, {})


def card_with(id: str, options: Mapping[str, object]) -> GameCard | None:
    """The card of a game with these options; the others are those of a new table."""
    game = game_type(id)
    raw = {key: value for key, value in _raw(game).items() if key != "policy"}
    if not raw:
        return None
    defaults = {name: option.default for name, option in options_of(game).items()}
    try:
        return _filled_card(raw, {**defaults, **policy_of(game).options, **options})
    except (msgspec.ValidationError, LookupError) as error:
        return _unusable(game, error, None)


def variants(id: str) -> list[dict[str, object]]:
    """All combinations of values of the options that the texts depend on; `[{}]` if they depend on none."""
    offered = options_of(game_type(id))
    named = options_in(_conditions(_raw(game_type(id))))
    all_values = product(*(offered[name].choices for name in named))
    return [dict(zip(named, values, strict=True)) for values in all_values]


@cache
def _raw(game: type[AnyGame]) -> dict[str, Any]:
    """The content of a game's card file; empty without one."""
    file = file_of(game, "card", ".toml")
    try:
        return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    except tomllib.TOMLDecodeError as error:
        return _unusable(game, error, {})


def _unusable(game: type[AnyGame], error: Exception, default: T) -> T:
    """The default instead of a broken card, with a warning."""
    warnings.warn(f"card.toml of {game.id} cannot be used: {error}", RuntimeWarning, stacklevel=4)
    return default


def _filled_card(raw: dict[str, Any], options: Mapping[str, object]) -> GameCard:
    """A card whose texts are those for these options."""
    edition = str(options.get("edition", ""))
    texts = {}
    for lang in LANGUAGES:
        words = Words(lang, edition=edition)
        texts[lang] = raw[lang] | {key: _filled(raw[lang][key], words, options) for key in LINES}
    return msgspec.convert(raw | texts, GameCard)


def _filled(lines: Any, words: Words, options: Mapping[str, object]) -> Any:
    """One line or several, each in the variant for these options, its gaps filled."""
    if isinstance(lines, list):
        found = (_filled(line, words, options) for line in lines)
        return [line for line in found if line is not None]
    line = variant(lines, options)
    return None if line is None else words.vformat(line, (), options)


def _conditions(raw: dict[str, Any]) -> Iterator[str]:
    """The conditions of all lines of a card."""
    for lang in LANGUAGES:
        for key in LINES:
            lines = raw[lang][key]
            for line in lines if isinstance(lines, list) else [lines]:
                yield from line if isinstance(line, dict) else ()


@cache
def headings() -> dict[str, dict[str, str]]:
    """The headings that games are offered under, by group and language."""
    text = resources.files("elfer.games").joinpath("groups.toml").read_text("utf-8")
    found: dict[str, dict[str, str]] = tomllib.loads(text)
    return found


def page(id: str, words: Words, options: Mapping[str, object]) -> str | None:
    """The rules of a game with these options on one page, as Markdown; none without a card."""
    card = card_with(id, options)
    if not card:
        return None
    texts, seats = card.texts(words.lang), game_type(id).seats
    few_to_many = "–".join(dict.fromkeys((str(seats[0]), str(seats[-1]))))
    facts = words.say("page.facts", seats=few_to_many, age=card.age, minutes=card.minutes)
    parts = {"goal": (texts.goal,), "turn": texts.turn, "end": texts.end}
    lists = "".join(
        f"\n**{words.say(f'page.{part}')}**\n\n" + "".join(f"- {line}\n" for line in lines)
        for part, lines in parts.items()
    )
    return f"# {title(id, words.lang)}\n\n{texts.pitch} {facts}\n{lists}"
