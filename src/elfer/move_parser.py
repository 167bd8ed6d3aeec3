"""Parses typed moves: cards by their names in words, beginnings of words, any case."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, product, zip_longest
from typing import NamedTuple

from elfer.core.cards import COLOURS, LETTERS
from elfer.core.game import AnyGame, Move, Seat
from elfer.core.refusals import Refused
from elfer.core.texts import CARD, LANGUAGES, Words, inputs
from elfer.game_card import policy_of
from elfer.match import AnyMatch

GREY = "N"
ALSO = {"gray": GREY, "gruen": "G", "purple": "B", "violet": "B", "lila": "B", "violett": "B"}
"""Further names and spellings of colours."""
COLOURED = re.compile(
    r"(?<![^\W\d_])([^\W\d_]+)[\s-]*(\d+\b|\d+(?=[x+>=<])|symbol\b)|(?<=<)([^\W\d_]+)", re.IGNORECASE
)
"""A colour with a number or the symbol, or the row from which a connection card leads."""
NUMBERED = re.compile(r"\b([^\W\d_]+)(\d+)$")
BETWEEN = re.compile(r"[\s,;]+(?:(?:and|und)\s+)?")
OPEN = re.compile(r"\{([RYGBN]{2,5})\}")
"""An ambiguous colour: the letters of the candidates."""
MOST_OPEN = 3
"""Most ambiguous colours whose readings are all tried; no move has more."""


class Unclear(Refused):
    """Input that could be several moves; `open` is its text with the ambiguous colours as `{GY}`."""

    def __init__(self, choices: Sequence[str], open: str = "") -> None:
        super().__init__("unclear", choices=tuple(choices), open=open)
        self.open = open


@cache
def colours(lang: str) -> dict[str, str]:
    """The letter of every colour by each of its names; those of this language take precedence."""
    names = dict(ALSO)
    for each in (*LANGUAGES, lang):
        own = Words(each)
        names |= {own.colour(name).lower(): letter for name, letter in zip(COLOURS, LETTERS, strict=True)}
        names[own.colour("grey").lower()] = GREY
    return names


def letters(typed: str, lang: str) -> str:
    """The letters of the colours that *typed* may mean, the letter of the notation first.

    A single letter is that of the notation or the initial of a colour in *lang*: in German `g` may be yellow
    or green. Several letters are the beginning of a name in any language.
    """
    if len(typed) > 1:
        return "".join(
            dict.fromkeys(found for name, found in colours(lang).items() if name.startswith(typed))
        )
    notation = [letter for letter in (*LETTERS, GREY) if letter.lower() == typed]
    initials = zip((Words(lang).colour(name).lower()[0] for name in COLOURS), LETTERS, strict=True)
    return "".join(dict.fromkeys((*notation, *(letter for initial, letter in initials if initial == typed))))


def shortest(letter: str, lang: str, others: str) -> str:
    """The shortest beginning of a colour's name that means none of the others."""
    own = Words(lang)
    name = own.colour("grey" if letter == GREY else COLOURS[LETTERS.index(letter)]).lower()
    rivals = set(others) - {letter}
    return next((name[:n] for n in range(1, len(name)) if not rivals & set(letters(name[:n], lang))), name)


def with_colours(typed: str, lang: str) -> str:
    """The text with every card in the notation, an ambiguous colour as `{GY}9`.

    A capital letter is that of the notation: `G9` is green in every language.
    """

    def card(found: re.Match[str]) -> str:
        name, number, row = found.groups()
        said = name or row
        meant = said if said in (*LETTERS, GREY) else letters(said.lower(), lang)
        if not meant:
            return found[0]
        return (meant if len(meant) == 1 else f"{{{meant}}}") + (
            "S" if number and number[0] in "sS" else number or ""
        )

    plain = " ".join(typed.replace("’", "'").split()).rstrip(" .!")
    text = re.sub(r"\s*([=<>+])\s*", r"\1", _purple().sub("B", plain))
    return COLOURED.sub(card, re.sub(r"\bjoker\b", "J", text, flags=re.IGNORECASE))


@cache
def _purple() -> re.Pattern[str]:
    """The name of blue in the Star Wars edition, which has two words. GEN-1"""
    return re.compile("|".join(Words(lang).say("colour.blue_star-wars") for lang in LANGUAGES), re.IGNORECASE)


def disambiguated(open: str, typed: str, lang: str) -> str | None:
    """The ambiguous text *open* after the answer *typed*; `None` if that is none of its colours."""
    found = OPEN.search(open)
    said = letters(typed.lower(), lang)
    meant = [letter for letter in (found[1] if found else "") if letter in said]
    return open.replace(found[0], meant[0]) if found and len(meant) == 1 else None


class Index:
    """Moves by their wordings: whole, or by the beginnings of the words."""

    def __init__(self, said: Iterable[tuple[str, Move]]) -> None:
        """Of several moves with one wording, the first counts."""
        self.moves: dict[str, Move] = {}
        self._begun: dict[tuple[int, str], list[tuple[list[str], Move]]] = {}
        """The words and the move of wordings, by their word count and each beginning of the first word."""
        for text, move in said:
            if text.lower() in self.moves:
                continue
            self.moves[text.lower()] = move
            words = text.lower().split()
            first = words[0] if words else ""
            for length in range(1 if first.isalpha() else len(first), len(first) + 1):
                self._begun.setdefault((len(words), first[:length]), []).append((words, move))

    def begun(self, text: str) -> list[Move]:
        """The moves whose words begin like those of the text; numbers must be equal."""
        words = text.split()
        alike = self._begun.get((len(words), words[0]), ()) if words else ()
        return list(dict.fromkeys(move for named, move in alike if all(map(_begins, words, named))))


def _begins(word: str, whole: str) -> bool:
    return whole.startswith(word) if word.isalpha() and whole.isalpha() else word == whole


MAX_INDEXES = 64
"""Cached indexes: people type several times in one position."""
MAX_SAYINGS = 1 << 13
"""Cached sentences for single moves: more than a game has."""


class WordsKey(NamedTuple):
    """The arguments of `Words`, as a key of caches."""

    lang: str
    names: tuple[str, ...]
    edition: str
    you: Seat | None


@lru_cache(MAX_INDEXES)
def _indexes(moves: tuple[str, ...], lang: str, edition: str) -> tuple[Index, Index]:
    """Moves by their wordings in a language, and by their notation."""
    words = Words(lang, (), edition)
    own = ((said, move) for move in moves for said in _wordings(move, words))
    return Index(own), Index((move, move) for move in moves)


def _wordings(move: str, words: Words) -> tuple[str, ...]:
    """The wordings of a move in a language."""
    if CARD.fullmatch(move):  # `G7` must not begin another card's name
        return ()
    first, blank, rest = move.partition(" ")
    return words.move(move), f"{words.move(first)}{blank}{rest}"


@lru_cache(MAX_SAYINGS)
def _saying(game: AnyGame, move: Move, words: WordsKey) -> str:
    """A move in a hint's words, with cards in the notation."""
    return with_colours(game.say(move, Words(*words)), words.lang).lower()


@lru_cache(MAX_INDEXES)
def _sayings(game: AnyGame, moves: tuple[Move, ...], words: WordsKey) -> dict[str, Move]:
    """Moves by the words of hints; a text for several moves, such as the piles of two Adas, is left out."""
    said = [(_saying(game, move, words), move) for move in moves]
    often = Counter(text for text, _ in said)
    return {text: move for text, move in said if often[text] == 1}


class MoveParser:
    """Parses typed input at one point of a match."""

    def __init__(
        self,
        words: Words,
        moves: Sequence[Move],
        known: Iterable[str] = (),
        hand: Iterable[str] = (),
        people: Mapping[str, Move] = {},
        sayings: Callable[[], Mapping[str, Move]] = dict,
    ) -> None:
        self.words = words
        self.moves = tuple(moves)
        """The legal moves; *known* are further words: commands, and moves of other situations."""
        self.hand = frozenset(hand)
        said = (_indexes(each, words.lang, words.edition) for each in (self.moves, tuple(known)))
        self._tiers = (*(index for pair in said for index in pair), Index(people.items()))
        self._sayings = sayings

    def parse(self, typed: str) -> tuple[Move, ...]:
        """The moves or known words in the input; other text unchanged, for the rules to explain."""
        if typed in self.moves:
            return (typed,)
        return self.read(with_colours(typed, self.words.lang))

    def read(self, text: str) -> tuple[Move, ...]:
        """The moves of a text with cards in the notation, some colours perhaps ambiguous."""
        parts = [part for part in BETWEEN.split(text) if part]
        if len(parts) > 1 and (whole := self._whole(text)):
            return (whole,)
        return tuple(self._one(part, text) for part in parts)

    def _whole(self, text: str) -> Move | None:
        """The move that several words mean together: the words of a hint, or beginnings of a move's words."""
        return self._named(text) or self._sayings().get(text.lower()) or self._begun(text)

    def _one(self, part: str, text: str) -> Move:
        """One move, or the text if it is none."""
        between, open = OPEN.split(part)[::2], OPEN.findall(part)
        if len(open) > MOST_OPEN:
            open = [letters[0] for letters in open]
        readings = ["".join(chain(*zip_longest(between, each, fillvalue=""))) for each in product(*open)]
        likely = [reading for reading in readings if self._likely(reading)] or readings[:1]
        if len(likely) > 1:
            raise Unclear([self._choice(reading, "".join(open)) for reading in likely], text)
        return self._named(likely[0]) or self._begun(likely[0]) or likely[0]

    def _likely(self, reading: str) -> bool:
        """Whether a reading is plausible: a legal move, or about a card in the hand."""
        card = re.match(r"[RYGBN](\d+|S)", reading)
        return bool(self._named(reading)) or bool(card and card[0] in self.hand)

    def _choice(self, reading: str, others: str) -> str:
        """A reading as it can be typed unambiguously, and its card in words."""
        lang, card = self.words.lang, re.match(r"[RYGBN]\d+", reading)
        typed = re.sub(
            r"[RYGBN](?=\d|S)|(?<=<)[RYGB]", lambda found: shortest(found[0], lang, others), reading
        )
        return f"{self.words.card(card[0])} ({typed.lower()})" if card else typed.lower()

    def _named(self, text: str) -> str | None:
        """The move or known word with exactly this text."""
        text = text.lower()
        return next((index.moves[text] for index in self._tiers if text in index.moves), None)

    def _begun(self, text: str) -> str | None:
        """The only move, or else the only known word, that begins with this text."""
        text = NUMBERED.sub(r"\1 \2", text.lower())
        for index in self._tiers:
            found = index.begun(text)
            if len(found) > 1:
                raise Unclear([self.words.move(move) for move in found])
            if found:
                return found[0]
        return None


def parser_for(match: AnyMatch, seat: Seat, words: Words, known: Iterable[str]) -> MoveParser:
    """The parser for a seat, which may also type *known* words."""
    hand = (getattr(match.view(seat), "hands", None) or {seat: ()})[seat] or ()
    moves, people = match.moves(seat), _people(match, seat, words)
    key = WordsKey(words.lang, tuple(words.names) if people else (), words.edition, words.you)
    return MoveParser(words, moves, known, map(str, hand), people, lambda: _sayings(match.game, moves, key))


def _people(match: AnyMatch, seat: Seat, words: Words) -> dict[str, Move]:
    """The moves that name another seat, by the name of its player."""
    word = policy_of(type(match.game)).seat_word
    others = [other for other in range(match.seats if word else 0) if other != seat]
    names = {words.who(other): f"{word} {other}" for other in others}
    return names | {f"{words.move(word)} {name}": move for name, move in names.items()}


def parse_moves(match: AnyMatch, seat: Seat, words: Words, typed: str, open: str = "") -> tuple[str, ...]:
    """The moves that a seat has typed, perhaps a colour as the answer to an ambiguous text *open*.

    Words for moves of any game are known, so that the rules can say why they are illegal now.
    """
    parser = parser_for(match, seat, words, inputs(words.lang).get(typed.strip().lower(), ()))
    if open and (text := disambiguated(open, typed.strip(), words.lang)):
        return parser.read(text)
    return parser.parse(typed)
