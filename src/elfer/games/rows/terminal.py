"""The row games in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from elfer.core.cards import LETTERS
from elfer.core.texts import Words
from elfer.games.rows.state import View
from elfer.terminal.cards import INKS, hand_lines, held, label, laid
from elfer.terminal.faces import Face

SLOT = "▫"


def draw(view: View, words: Words) -> RenderableType:
    """The table, who holds how many cards, and the own hand."""
    parts: list[RenderableType] = [_row(view, letter, words) for letter in LETTERS]
    if view.opener:
        parts.append(Text(words.say("table.opens", number=view.opener), style="dim"))
    parts += [Text(), _seats(view, words)]
    for seat, hand in enumerate(view.hands):
        if hand is not None:
            title = words.say("table.hand") if seat == view.seat else words.who(seat)
            parts += [Text(), Text(title, style="bold"), *_hand(view, hand, words)]
    if view.seat is not None and not view.over:
        parts.append(Text(words.say("table.legend", slot=SLOT), style="dim"))
    return Group(*parts)


def _row(view: View, letter: str, words: Words) -> Text:
    """One row of the table: its cards, and a slot where the next one goes."""
    line = label(letter, words)
    low, high = _numbers(view)
    for number in range(low, high + 1):
        card = f"{letter}{number}"
        if card in view.table:
            line += laid(card)
        elif card in view.fits and view.table:
            line += Text(f" {SLOT} ", style=f"bold {INKS[letter]}")
        else:
            line += Text(" · ", style="dim")
    return line


def _numbers(view: View) -> tuple[int, int]:
    """The numbers in play: 1 to 20, or 1 to 11."""
    junior = {"R1", "R11", "Y1", "Y11"} <= set(view.table) and "R12" not in view.fits
    return (1, 11) if junior and not any(int(card[1:]) > 11 for card in view.table) else (1, 20)


def _seats(view: View, words: Words) -> Text:
    """Who holds how many cards, with an arrow at the one to move."""
    parts = [(f"{words.who(seat)}: {size}", seat == view.turn) for seat, size in enumerate(view.sizes)]
    parts.append((words.say("table.stock_count", count=view.stock), False))
    line = [Text(words.say("table.cards_of"))]
    for text, turn in parts:
        text = (f"▸ {text}" if turn and not view.over else text).replace(" ", "\N{NO-BREAK SPACE}")
        line.append(Text(text, style="bold" if turn and not view.over else ""))
    return Text("  ").join(line)


def _hand(view: View, hand: tuple[str, ...], words: Words) -> list[Text]:
    """The hand, with what can be laid marked."""
    return hand_lines(hand, words, lambda card: held(card, card in view.moves, card in view.soon))


def ask(view: View, words: Words) -> str:
    """What is expected of the seat to move."""
    cards = tuple(move for move in view.moves if move[0].isupper())
    if view.drawn:
        return words.say("ask.keep" if cards else "ask.keep_only", card=view.drawn)
    if not cards:
        return words.say(f"ask.{view.moves[0]}")
    if not view.table:
        whole = len(cards) == len(view.hands[view.turn] or ())
        return words.say("ask.start") if whole else words.say("ask.first", cards=cards)
    return words.say("ask.more" if "end" in view.moves else "ask.lay")


FACE = Face(draw, ask, ("draw", "keep", "end", "pass"))
