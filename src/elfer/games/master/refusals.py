"""Why a move of Master is refused."""

from __future__ import annotations

from elfer.core.cards import BIT, COLOURS, LETTERS, NAME, NUMBER, Card, names
from elfer.core.game import Move
from elfer.core.refusals import IllegalMove
from elfer.games.master.state import JOKERS, LAYS, SWAPS, FieldLay, State, adjacent, fitting


def refusal(row_order: tuple[str, ...], state: State, move: Move, moves: tuple[Move, ...]) -> IllegalMove:
    """Why this move is not one of the moves of the seat whose turn it is."""
    if move in ("draw", "end", "pass"):
        return _of_word(state, move)
    if move in ("J", "j"):
        return IllegalMove("master_joker_where")
    meant = move.upper().replace("XJ", "xJ")
    if meant in moves or not (meant in LAYS or meant in SWAPS):
        return IllegalMove("master_unknown_move", move=move)
    if meant in SWAPS:
        return _of_swap(state, SWAPS[meant])
    lay = LAYS[meant]
    return _of_card(state, lay) or _of_way(row_order, state, lay, moves)


def _of_word(state: State, word: str) -> IllegalMove:
    if state.laid:
        return IllegalMove("end_instead", move=word)
    if state.swapped:
        return IllegalMove("master_swap_binds", move=word)  # MAS-8
    fits = names(state.hands[state.turn] & fitting(state.table))
    if word == "end":
        return IllegalMove("master_nothing_laid")
    if word == "pass" and state.stock:
        return IllegalMove("master_draw_instead")
    return IllegalMove("master_must_lay", cards=fits) if fits else IllegalMove("master_stock_empty")  # MAS-11


def _of_swap(state: State, card: Card) -> IllegalMove:
    if not card & state.jokers:
        return IllegalMove("master_no_joker_there", field=NAME[card])
    if not card & state.hands[state.turn]:
        return IllegalMove("not_in_hand", move=NAME[card])
    return IllegalMove("master_swap_full")  # MAS-8


def _of_card(state: State, lay: FieldLay) -> IllegalMove | None:
    """What is wrong with the card or the joker itself."""
    hand, name = state.hands[state.turn], NAME[lay.field]
    if lay.joker and not hand & JOKERS:
        return IllegalMove("master_no_joker")
    if lay.joker and lay.field & state.table:
        return IllegalMove("master_filled", field=name)
    if lay.field & state.table & ~state.jokers:
        return IllegalMove("on_table", move=name)
    if not lay.joker and not lay.field & hand:
        return IllegalMove("not_in_hand", move=name)
    if lay.field & state.jokers:
        return IllegalMove("master_swap_instead", field=name, move=f"{name}xJ")
    return None


def _of_way(row_order: tuple[str, ...], state: State, lay: FieldLay, moves: tuple[Move, ...]) -> IllegalMove:
    """Why an empty field cannot be filled in this way."""
    name = NAME[lay.field]
    if not lay.source:
        around = [f"{name[0]}{number}" for number in (NUMBER[lay.field] - 1, NUMBER[lay.field] + 1)]
        beside = [field for field in around if field in BIT]
        ways = [way for way in moves if way in LAYS and LAYS[way][:2] == lay[:2]]
        return IllegalMove(
            "master_bridge" if ways else "master_no_way", field=name, fields=beside, moves=ways
        )
    if lay.field & fitting(state.table):
        return IllegalMove("master_fits_anyway", field=name)  # MAS-9
    rows = [COLOURS[LETTERS.index(letter)] for letter in (lay.source, name[0])]
    if not adjacent(row_order, lay.source, name[0]):
        return IllegalMove("master_no_neighbour", source=rows[0], target=rows[1])
    if not state.connections[state.turn]:
        return IllegalMove("master_no_connection")
    return IllegalMove("master_source_empty", field=name, source=NAME[lay.origin()])
