"""Why a move of the board game is refused."""

from __future__ import annotations

from elfer.core.cards import BIT, COPIES, NAME, NUMBER, Cards, beside, names, union
from elfer.core.game import Move
from elfer.core.refusals import IllegalMove
from elfer.games.board.layout import Layout
from elfer.games.board.state import LIMIT, State
from elfer.games.board.tiles import AREAS, COLOURED, FIELDS, GREY_NUMBERS, SYMBOLS, anywhere, pair

WORDS = ("give", "skip", "draw", "end", "pass")


def refusal(layout: Layout, tiles: Cards, state: State, move: Move, moves: tuple[Move, ...]) -> IllegalMove:
    """Why this move is not one of the moves of the seat whose turn it is; *tiles* are all that take part."""
    if state.drawn:
        return IllegalMove("board_place", tile=NAME[state.drawn], moves=moves)  # BOA-8, BOA-10
    word, _, rest = move.lower().partition(" ")
    if word in WORDS:
        return _of_word(state, word, rest.upper(), moves)
    name, _, place = move.upper().partition("=")
    if name in BIT and NUMBER[BIT[name]] in GREY_NUMBERS:
        return IllegalMove("board_grey", field=name, move=f"N{name[1:]}={name}")  # BOA-1
    copies = union(COPIES.get(name, ())) & tiles
    if not copies or (place and place not in BIT):
        return IllegalMove("unknown_move", move=move, moves=moves)
    if copies & COLOURED & state.table:
        return IllegalMove("board_filled", field=name)
    if not copies & state.hands[state.turn]:
        return IllegalMove("board_not_yours", tile=name)
    if state.free and copies & SYMBOLS:
        return IllegalMove("board_free", moves=moves)  # BOA-22
    if state.laid >= LIMIT and not state.free:
        return IllegalMove("board_end")  # BOA-4
    if where := [legal for legal in moves if legal.startswith(f"{name}=")]:
        return IllegalMove("board_which", tile=name, moves=where)
    return _of_place(layout, state, copies, place or name)


def _of_word(state: State, word: str, tile: str, moves: tuple[Move, ...]) -> IllegalMove:
    if state.free:
        return IllegalMove("board_free", moves=moves)
    if word == "skip":
        return IllegalMove("board_no_free")
    if word == "give":
        if not pair(state.run):
            return IllegalMove("board_no_pair")  # BOA-9
        if tile in COPIES:
            return IllegalMove("board_not_yours", tile=tile)
        return IllegalMove("board_give_what", moves=[move for move in moves if move.startswith("give")])
    if state.laid:
        return IllegalMove("board_end_instead", move=word)
    if moves[0] not in ("draw", "pass"):
        return IllegalMove("board_must_lay", moves=moves)  # BOA-4
    return IllegalMove("board_must_draw" if state.bag else "board_must_pass")  # BOA-10


def _of_place(layout: Layout, state: State, copies: Cards, place: str) -> IllegalMove:
    """What is missing for an own tile to fit there."""
    tile, field = copies & -copies, BIT.get(place, 0)
    possible = anywhere(0, 0).for_tile(tile)
    if not field & possible:
        return IllegalMove("board_where", tile=NAME[tile], fields=names(possible))
    if field & (state.symbols if tile & SYMBOLS else state.table):
        return IllegalMove("board_symbol_filled" if tile & SYMBOLS else "board_filled", field=place)
    if tile & SYMBOLS:
        return IllegalMove("board_needs_end", tile=NAME[tile], field=place)  # BOA-21
    if not state.table:
        return IllegalMove("board_must_open")  # BOA-3
    joined = beside(field) | layout.across(field) | union(area for area in AREAS if area & field)
    return IllegalMove("board_needs", field=place, fields=names(joined & FIELDS & ~field))  # BOA-5
