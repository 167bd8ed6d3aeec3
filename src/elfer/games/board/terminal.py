"""The board game in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from elfer.core.cards import LETTERS, SYMBOLS
from elfer.core.texts import Words
from elfer.games.board.layout import CONNECTED
from elfer.games.board.state import View
from elfer.games.board.tiles import GREY_NUMBERS
from elfer.terminal.cards import INKS, SLOT, STYLES, empty, hand_lines, held, label, laid
from elfer.terminal.faces import Face
from elfer.terminal.layout import Flow, Rows

WORDS = ("skip", "draw", "end", "pass")
WIDTH = 11
AREA, BRIDGE, BONUS, TAKEN = "┃", "│", "◆", "◇"
GREY = "bold #ffffff on #666a70"
GREY_INK = "#9aa0a8"


def draw(view: View, words: Words) -> RenderableType:
    """The board, who holds how many tiles, how far the turn is, and one's own tiles."""
    numbers = [Text(f"{number:>2} ", style="dim") for number in range(1, 21)]
    rows = [(Text(" " * WIDTH), [*_gap(view), *numbers, *_gap(view)])]
    for i, letter in enumerate(view.rows):
        if i:
            rows.append(_between(view, view.rows[i - 1], letter))
        rows.append(_row(view, letter, words))
    parts: list[RenderableType] = [Rows(rows)]
    signs = {"area": AREA, "bridge": BRIDGE, "bonus": BONUS, "taken": TAKEN, "slot": SLOT}
    parts += [Text(words.say("table.board_legend", **signs), style="dim"), Text()]
    parts += [_seats(view, words), *_turn(view, words)]
    for seat, hand in enumerate(view.hands):
        if hand:
            title = words.say("table.board_hand") if seat == view.seat else words.who(seat)
            parts += [Text(), Text(title, style="bold"), _hand(view, hand, words)]
    if view.seat is not None and not view.over:
        parts.append(Text(words.say("table.board_legend_hand"), style="dim"))
    return Group(*parts)


def _gap(view: View) -> list[Text]:
    """What stands above or below a symbol field, where there are any."""
    return [Text("   ")] if view.symbols is not None else []


def _row(view: View, letter: str, words: Words) -> tuple[Text, list[Text]]:
    """One row of the board: its tiles, a slot where one fits, and its symbol fields."""
    cells = _symbol(view, f"{letter}1")
    for number in range(1, 21):
        field, grey = f"{letter}{number}", number in GREY_NUMBERS
        if field in view.table:
            cells.append(Text(f"{number:>2} ", style=GREY) if grey else laid(field))
        else:
            cells.append(empty(GREY_INK if grey else INKS[letter], field in view.fits and not view.over))
    return label(letter, words, WIDTH), cells + _symbol(view, f"{letter}20")


def _symbol(view: View, end: str) -> list[Text]:
    """A symbol field, where there are any: its symbol once filled."""
    if view.symbols is None:
        return []
    if end in view.symbols:
        return [Text(f" {SYMBOLS[LETTERS.index(end[0])]} ", style=STYLES[end[0]])]
    if end in view.ends and not view.over:
        return [Text(f"({SLOT})", style=f"bold {INKS[end[0]]}")]
    return [Text("( )", style="dim")]


def _between(view: View, upper: str, lower: str) -> tuple[Text, list[Text]]:
    """What joins two rows: connection areas, bridges, bonus bridges."""
    cells = _gap(view)
    for number in range(1, 21):
        pair = (f"{upper}{number}", f"{lower}{number}")
        if number in CONNECTED:
            cells.append(Text(f" {AREA} ", style="dim"))
        elif pair in view.bonuses:
            taken = pair[0] in view.table or pair[1] in view.table
            cells.append(Text(f" {TAKEN} " if taken else f" {BONUS} ", style="dim" if taken else "bold"))
        else:
            cells.append(Text(f" {BRIDGE} " if pair in view.bridges else "   "))
    return Text(" " * WIDTH), cells + _gap(view)


def _seats(view: View, words: Words) -> Flow:
    """Who holds how many tiles, with an arrow at the one to move."""
    parts = []
    for seat, size in enumerate(view.sizes):
        mark = "▸ " if seat == view.turn and not view.over else ""
        tiles = words.say("table.board_tiles", count=size)
        parts.append(Text(f"{mark}{words.who(seat)}: {tiles}", "bold" if mark else ""))
    bag = words.say("table.board_bag" if view.bag else "table.board_bag_empty", count=view.bag)
    return Flow([*parts, Text(bag, "dim")])


def _turn(view: View, words: Words) -> list[Text]:
    """How many of the three tiles are laid, whether one may be passed on, and where own tiles went."""
    if view.over:
        return []
    said = words.say("table.board_laid", laid=view.laid)
    if view.may_give:
        said += " · " + words.say("table.board_may_give")
    lines = [Text(said, style="dim")]
    if view.given:
        lines.append(Text(words.say("table.board_given", tiles=view.given), style="dim"))
    return lines


def _hand(view: View, hand: tuple[str, ...], words: Words) -> RenderableType:
    """The tiles, a line for each colour, the grey ones and the symbols, with what can be laid marked."""
    playable = {move.partition("=")[0] for move in view.moves} if not view.drawn else set()
    numbers = [tile for tile in hand if tile[1:] != "S"]
    lines = hand_lines(
        numbers, words, lambda tile: held(tile, tile in playable, tile in view.soon), view.rows, WIDTH
    )
    for name, kind in (("board_grey", "N"), ("board_symbols", "S")):
        if tiles := [tile for tile in hand if kind in tile]:
            title = Text(f"   {words.say(f'table.{name}')}".ljust(WIDTH), style=f"bold {GREY_INK}")
            marked = [_grey_or_symbol(tile, tile in playable, tile in view.soon) for tile in tiles]
            lines.append(Rows([(title, marked)], name_again=False))
    return Group(*lines)


def _grey_or_symbol(tile: str, now: bool, soon: bool) -> Text:
    """A tile without a row of its own, or without a number, marked like the others."""
    said = SYMBOLS[LETTERS.index(tile[0])] if tile[1:] == "S" else tile[1:]
    style, ink = (STYLES[tile[0]], INKS[tile[0]]) if tile[1:] == "S" else (GREY, GREY_INK)
    if now:
        return Text(f"[{said}]".rjust(4) + " ", style=f"bold {style}")
    return Text(f"{said:>3}{chr(39) if soon else ' '} ", style=ink + (" underline" if soon else ""))


def ask(view: View, words: Words) -> str:
    """What is expected of the seat to move."""
    lays = [move for move in view.moves if move[0].isupper()]
    gives = [f"{words.move('give')}{move[4:].lower()}" for move in view.moves if move.startswith("give")]
    if view.drawn:
        return words.say("ask.board_place", tile=view.drawn, moves=view.moves)
    if view.free:
        return words.say("ask.board_free")
    if not view.laid:
        if not lays:
            return words.say(f"ask.board_{view.moves[0]}")
        return words.say("ask.board_lay" if view.table else "ask.board_start", move=lays[0].lower())
    if gives:
        return words.say("ask.board_more_give" if lays else "ask.board_give", give=gives[0])
    return words.say("ask.board_more" if lays else "ask.board_end")


FACE = Face(draw, ask, WORDS, "table.help_board")
