"""Elfer raus! Master in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from elfer.core.texts import Words
from elfer.games.master.state import View, letters_of
from elfer.terminal.cards import INKS, SLOT, count, empty, hand_lines, held, label, laid
from elfer.terminal.faces import Face
from elfer.terminal.layout import Flow, Rows

JOKER = "bold #000000 on #ffffff"
WIDTH = 13


def draw(view: View, words: Words) -> RenderableType:
    """The four rows, what each seat has before it, and one's own hand."""
    numbers = [Text(f"{number:>2} ", style="dim") for number in range(1, 22)]
    rows = [_row(view, letter, words) for letter in letters_of(view.row_order)]
    parts: list[RenderableType] = [Rows([(Text(" " * WIDTH), numbers), *rows])]
    parts += [Text(), *(_seat(view, seat, words) for seat in range(len(view.sizes))), _middle(view, words)]
    for seat, hand in enumerate(view.hands):
        if hand:
            title = words.say("table.hand") if seat == view.seat else words.who(seat)
            parts += [Text(), Text(title, style="bold"), *_hand(view, hand, words)]
    if view.seat is not None and not view.over:
        parts += [Text(line, style="dim") for line in _legend(view, words)]
    return Group(*parts)


def _row(view: View, letter: str, words: Words) -> tuple[Text, list[Text]]:
    """One row of the table: its cards and jokers, and a slot where a card fits."""
    cells = []
    for number in range(1, 22):
        field = f"{letter}{number}"
        if field in view.jokers:
            cells.append(Text(" J ", style=JOKER))
        elif field in view.table:
            cells.append(laid(field))
        else:
            cells.append(empty(INKS[letter], field in view.fits and not view.over))
    return label(letter, words, WIDTH), cells


def _seat(view: View, seat: int, words: Words) -> Flow:
    """A seat with its cards, an arrow if it is to move, and what lies before it."""
    turn = seat == view.turn and not view.over
    name = f"{'▸' if turn else ' '} {words.who(seat)}: {count(view.sizes[seat], words)}"
    if view.over:
        return Flow([Text(part) for part in (name, *_score(view, seat, words))], " · ")
    parts = [
        name,
        words.say("table.master_connections", count=view.connections[seat]),
        words.say("table.master_bonus", count=view.bonus[seat]),
    ]
    if view.known_jokers[seat]:
        parts.append(words.say("table.master_known", count=view.known_jokers[seat]))
    return Flow([Text(part, style="bold" if turn else "") for part in parts], " · ")


def _score(view: View, seat: int, words: Words) -> list[str]:
    """How the points of a seat come about. MAS-13"""
    score = view.scores[seat]
    parts = {"bonus": score.bonus, "cards": -score.cards, "jokers": -score.jokers}
    return [
        words.say(f"table.master_score_{name}", points=points, count=view.bonus[seat])
        for name, points in parts.items()
        if points
    ]


def _middle(view: View, words: Words) -> Text:
    """The stock, and how far the turn has come."""
    stock = words.say("table.stock", count=view.stock) if view.stock else words.say("table.stock_empty")
    so_far = words.say("table.master_laid", laid=view.laid)
    return Text(f"  {stock}" + ("" if view.over else f" · {so_far}"), style="dim")


def _hand(view: View, hand: tuple[str, ...], words: Words) -> list[RenderableType]:
    """The hand, a line for each colour and one for the jokers, with what can be laid marked."""
    lines = hand_lines(hand, words, lambda card: _card(view, card), letters_of(view.row_order), WIDTH)
    if jokers := hand.count("J"):
        name = f"   {words.card('J')}".ljust(WIDTH)
        lines.append(Text(name, style="bold") + Text("  ").join([Text(" J ", style=JOKER)] * jokers))
    return lines


def _card(view: View, card: str) -> Text:
    """A number card of the hand; `9<` needs a connection card, `9x` can be swapped for a joker."""
    other = {move[len(card)] for move in view.moves if move.startswith((f"{card}<", f"{card}x"))}
    if other:
        return Text(f"{card[1:]:>3}{other.pop()} ", style=INKS[card[0]])
    return held(card, card in view.moves, card in view.soon)


def _legend(view: View, words: Words) -> list[str]:
    """What the marks mean, and how to type what is possible besides laying a card."""
    lines = [words.say("table.master_legend"), words.say("table.master_slots", slot=SLOT)]
    kinds = {
        "joker": [move for move in view.moves if move.startswith("J=")],
        "bridge": [move for move in view.moves if "<" in move],
        "swap": [move for move in view.moves if move.endswith("xJ")],
    }
    typed = [
        words.say(f"table.master_type_{kind}", move=moves[0].lower())
        for kind, moves in kinds.items()
        if moves
    ]
    return [*lines, "   ".join(typed)] if typed else lines


def ask(view: View, words: Words) -> str:
    """What is expected of the seat to move."""
    if view.laid:
        return words.say("ask.master_more" if len(view.moves) > 1 else "ask.master_end", laid=view.laid)
    if "draw" in view.moves:
        return words.say("ask.master_start" if len(view.moves) > 1 else "ask.master_draw")
    if "pass" in view.moves:
        return words.say("ask.master_may" if len(view.moves) > 1 else "ask.pass")
    return words.say("ask.master_bound" if view.swapped else "ask.master_must")


FACE = Face(draw, ask, ("draw", "end", "pass"), "table.help_master")
