"""What a seat sees in the terminal, by kind of view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rich.console import Group, RenderableType
from rich.text import Text

from elfer.core import View
from elfer.games.board_view import BoardView
from elfer.games.cheat_table import CheatView
from elfer.games.collect import CollectView
from elfer.games.connect_table import ConnectView
from elfer.games.duel import DuelView
from elfer.games.guess import GuessView
from elfer.games.highest import HighestView
from elfer.games.master_table import MasterView
from elfer.games.old_maid import OldMaidView
from elfer.games.snap_table import SnapView
from elfer.row_table import RowView
from elfer.terminal import board, cheat, collect, connect, duel, guess, highest, master, old_maid, rows, snap
from elfer.words import Words


class Face(NamedTuple):
    """How a kind of view is shown, and what is asked of the seat that sees it."""

    draw: Callable[[Any, Words], RenderableType]
    ask: Callable[[Any, Words], str]
    words: tuple[str, ...] = ()
    """The moves that are said in a word, for the help line."""
    help: str = ""
    """The sentence of the help line, where it is another one."""
    enter: str = ""
    """The move that Enter means, where play waits for one."""


def _draw_plainly(view: View, _: Words) -> RenderableType:
    """Any view, field by field: for a game that has no face of its own yet."""
    return Group(*(Text(f"{name}: {getattr(view, name)}") for name in view.__struct_fields__))


def _ask_plainly(view: View, words: Words) -> str:
    return words.say("ask.any", moves=getattr(view, "moves", ()))


PLAIN = Face(_draw_plainly, _ask_plainly)
FACES: dict[type[View], Face] = {
    RowView: Face(rows.draw, rows.ask, ("draw", "keep", "end", "pass")),
    MasterView: Face(master.draw, master.ask, ("draw", "end", "pass"), "table.help_master"),
    BoardView: Face(board.draw, board.ask, board.WORDS, "table.help_board"),
    ConnectView: Face(connect.draw, connect.ask, connect.WORDS, "table.help_connect"),
    CheatView: Face(cheat.draw, cheat.ask, cheat.WORDS, "table.help_cheat"),
    GuessView: Face(guess.draw, guess.ask, help="table.help_guess"),
    DuelView: Face(duel.draw, duel.ask, enter="reveal"),
    CollectView: Face(collect.draw, collect.ask, help="table.help_collect"),
    SnapView: Face(snap.draw, snap.ask, help="table.help_snap", enter="reveal"),
    OldMaidView: Face(old_maid.draw, old_maid.ask, help="table.help_old_maid"),
    HighestView: Face(highest.draw, highest.ask),
}


def face_of(view: View) -> Face:
    return FACES.get(type(view), PLAIN)
