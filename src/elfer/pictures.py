"""Pictures of a view of a table, as SVG or as text.

The fields of a view are all there is to draw, so a game needs no code of its own here. A view with a `table`
of numbered cards has its rows as lanes; hands are cards, or backs of cards where they are hidden; all
other fields stand below by their names.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from msgspec.structs import asdict

from elfer.core.cards import COLOURS, COPIES, LETTERS
from elfer.core.game import View
from elfer.core.texts import Words

WIDTH = 720
MARGIN = 12
CARD, HEIGHT = 28, 36
"""Size of a card."""
LABEL, OVERLAP = 112, 9
"""Where the cards of a line begin, and the step between overlapping backs."""
INK = {"R": "#c62828", "Y": "#a06a00", "G": "#2e7d32", "B": "#1565c0", "N": "#616161", "J": "#6a1b9a"}
NAME_WIDTH, SLOT = 14, "▫"
"""In a table as text: the width of names of lines, and the sign of a place where a card fits."""
TURN = "▸ "
PAPER, FELT, FAINT = "#ffffff", "#f6f3ea", "#d9d3c3"
SIGNS = {
    "R": "-4,-4 4,-4 4,4 -4,4",
    "Y": "0,-5 5,4 -5,4",
    "G": "0,-6 1.5,-2 6,-1.9 2.4,0.8 3.6,5 0,2.5 -3.6,5 -2.4,0.8 -6,-1.9 -1.5,-2",
}
"""The signs of GEN-1 around a point; that of the fourth colour is round."""
NOT_SHOWN = {"seat", "turn", "moves", "over", "hands", "sizes", "fits", "soon", "openers"}
"""Fields that are drawn in another way, or only help a player."""
OF_LANES = {"rows", "row_order", "numbers", "table", "jokers", "bridges", "bonuses"}


def draw(view: View, words: Words) -> str:
    """The table as a picture."""
    drawing, fields = _Drawing(), asdict(view)
    if _has_lanes(fields):
        drawing.lanes(fields)
    for name, hand, size in _hands(fields, words):
        drawing.row(name, (None,) * (size or 0) if hand is None else hand)
    for name, value in _others(fields):
        drawing.field(name, value)
    return drawing.svg()


def written(view: View, words: Words) -> str:
    """The table as text, a line for each row, hand and pile."""
    fields = asdict(view)
    lines = _written_lanes(fields, words) if _has_lanes(fields) else []
    for name, hand, size in _hands(fields, words):
        backs = "" if size is None else words.say("table.cards", count=size)
        lines.append((name, backs if hand is None else " ".join(hand)))
    lines += [(name, _said(value)) for name, value in _others(fields)]
    named = ((name if name.startswith(TURN) else f"  {name}", text) for name, text in lines)
    return "\n".join(f"{name:<{NAME_WIDTH}} {text}".rstrip() for name, text in named)


def _hands(fields: dict[str, Any], words: Words) -> Iterator[tuple[str, tuple[str, ...] | None, int | None]]:
    """Every hand with the name of its seat, marked if it is to move, and its size where that is known."""
    sizes = fields.get("sizes") or fields.get("stacks")
    for seat, hand in enumerate(fields.get("hands", ())):
        mark = TURN if fields.get("turn") == seat and not fields.get("over") else ""
        yield f"{mark}{words.who(seat)}", hand, sizes[seat] if sizes else None


def _others(fields: dict[str, Any]) -> Iterator[tuple[str, object]]:
    """The other fields of a view by name, unless empty; a seat may be 0."""
    hidden = NOT_SHOWN | OF_LANES if _has_lanes(fields) else NOT_SHOWN
    for name, value in fields.items():
        if name not in hidden and value is not None and value is not False and value != ():
            yield from _piles(name.replace("_", " "), value)


def _piles(name: str, value: object) -> Iterator[tuple[str, object]]:
    """A value; of several piles, one after the other."""
    if isinstance(value, tuple) and any(isinstance(part, tuple) and part for part in value):
        for number, part in enumerate(value):
            yield from _piles(f"{name} {number}", part)
    else:
        yield name, value


def _said(value: object) -> str:
    """A value as text: cards as a card list."""
    if isinstance(value, tuple):
        return " ".join(value) if all(map(_is_card, value)) else ", ".join(map(_plain, value))
    return _plain(value)


def _written_lanes(fields: dict[str, Any], words: Words) -> list[tuple[str, str]]:
    """The rows of the table: numbers of laid cards, `J` for jokers, and a slot where a card fits."""
    low, high = _numbers(fields)
    jokers, lying, fits = fields.get("jokers", ()), set(fields["table"]), set(fields.get("fits", ()))

    def cell(name: str) -> str:
        return "J" if name in jokers else name[1:] if name in lying else SLOT if name in fits else "·"

    return [
        (
            words.colour(COLOURS[LETTERS.index(letter)]),
            " ".join(f"{cell(f'{letter}{number}'):>2}" for number in range(low, high + 1)),
        )
        for letter in _letters(fields)
    ]


def _has_lanes(fields: dict[str, Any]) -> bool:
    table = fields.get("table")
    return isinstance(table, tuple) and all(_is_card(name) and name[1:].isdigit() for name in table)


def _numbers(fields: dict[str, Any]) -> tuple[int, int]:
    """The first and the last number of the rows, also where a view does not say it."""
    seen = (fields["table"], fields.get("fits", ()), *(hand or () for hand in fields.get("hands", ())))
    highest = max([20, *(int(name[1:]) for cards in seen for name in cards if name[1:].isdigit())])
    low, high = fields.get("numbers") or (1, highest)
    return low, high


def _letters(fields: dict[str, Any]) -> str:
    """The colours of the rows, from the top."""
    order = fields.get("row_order") or ()
    return fields.get("rows") or "".join(LETTERS[COLOURS.index(colour)] for colour in order) or LETTERS


def _is_card(value: object) -> bool:
    return isinstance(value, str) and value in COPIES


class _Drawing:
    """An SVG drawing that is filled from the top."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.y = MARGIN

    def svg(self) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.y}" width="{WIDTH}" '
            f'height="{self.y}" font-family="sans-serif" font-size="13">\n'
            f'<rect width="{WIDTH}" height="{self.y}" rx="8" fill="{FELT}"/>\n' + "\n".join(self.parts) + "\n"
            "</svg>\n"
        )

    # Lanes

    def lanes(self, fields: dict[str, Any]) -> None:
        """The rows of the table: cards laid, places where cards fit, and the other places."""
        (low, high), letters = _numbers(fields), _letters(fields)
        wide = min(34, (WIDTH - 2 * MARGIN) // (high - low + 1))
        lying, fits = set(fields["table"]), set(fields.get("fits", ()))
        places = {
            f"{letter}{number}": (MARGIN + (number - low) * wide, self.y + row * (HEIGHT + 8))
            for row, letter in enumerate(letters)
            for number in range(low, high + 1)
        }
        for kind in ("bridges", "bonuses"):
            for one, other in fields.get(kind, ()):
                self._bridge(places[one], places[other], wide, kind == "bonuses")
        for name, (x, y) in places.items():
            self._place(name, x, y, wide - 2, name in lying, name in fits, name in fields.get("jokers", ()))
        self.y += len(letters) * (HEIGHT + 8) + 4

    def _bridge(self, one: tuple[int, int], other: tuple[int, int], wide: int, bonus: bool) -> None:
        (x, y), (to_x, to_y) = one, other
        dash = "" if bonus else ' stroke-dasharray="2 2"'
        self.parts.append(
            f'<path d="M{x + wide // 2} {y + HEIGHT // 2}L{to_x + wide // 2} {to_y + HEIGHT // 2}" '
            f'stroke="#8d6e63" stroke-width="3"{dash}/>'
        )

    def _place(self, name: str, x: int, y: int, wide: int, lies: bool, fits: bool, joker: bool) -> None:
        ink = INK[name[0]]
        if lies:
            self._card("J" if joker else name, x, y, wide)
            return
        edge = f'stroke="{ink}" stroke-dasharray="3 2"' if fits else f'stroke="{FAINT}"'
        self.parts.append(
            f'<rect x="{x}" y="{y}" width="{wide}" height="{HEIGHT}" rx="4" fill="{FELT}" {edge}/>'
            + _text(name[1:], x + wide // 2, y + 22, ink if fits else FAINT)
        )

    # Cards

    def _card(self, name: str | None, x: int, y: int, wide: int = CARD) -> None:
        """A card face up, or its back."""
        ink = INK[name[0]] if name else "#8d6e63"
        fill = PAPER if name else "#bcaaa4"
        self.parts.append(
            f'<rect x="{x}" y="{y}" width="{wide}" height="{HEIGHT}" rx="4" fill="{fill}" stroke="{ink}"/>'
        )
        if not name:
            return
        middle = x + wide // 2
        self.parts[-1] += _text(name[1:] or name, middle, y + 17, ink, bold=True)
        if name[0] in LETTERS:
            self.parts[-1] += _sign(name[0], middle, y + 27, ink)

    def field(self, name: str, value: object) -> None:
        """Cards as cards, any other value as text."""
        cards = value if isinstance(value, tuple) else (value,)
        if value is not None and all(card is None or _is_card(card) for card in cards):
            self.row(name, cards)
            return
        self._label(name, 14)
        self.parts.append(_text(_said(value), LABEL, self.y + 14, "#333333", anchor="start"))
        self.y += 22

    def row(self, name: str, cards: tuple[str | None, ...]) -> None:
        """A name, and cards beside it, in as many lines as they need."""
        self._label(name, 22)
        step = CARD + 2 if any(cards) else OVERLAP
        across = (WIDTH - MARGIN - LABEL - CARD) // step + 1
        for i, card in enumerate(cards):
            self._card(card, LABEL + i % across * step, self.y + i // across * (HEIGHT + 4))
        self.y += max(1, -(-len(cards) // across)) * (HEIGHT + 4) + 4

    def _label(self, name: str, down: int) -> None:
        self.parts.append(_text(name, MARGIN, self.y + down, "#333333", anchor="start"))


def _plain(value: object) -> str:
    return "–" if value is None or value == () else str(value)


def _text(text: str, x: int, y: int, ink: str, *, bold: bool = False, anchor: str = "middle") -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x}" y="{y}" fill="{ink}" text-anchor="{anchor}"{weight}>{escape(text)}</text>'


def _sign(letter: str, x: int, y: int, ink: str) -> str:
    if letter not in SIGNS:
        return f'<circle cx="{x}" cy="{y}" r="4.5" fill="{ink}"/>'
    return f'<polygon points="{SIGNS[letter]}" transform="translate({x} {y})" fill="{ink}"/>'
