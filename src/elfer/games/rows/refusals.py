"""Why a move of a row game is refused."""

from __future__ import annotations

from elfer.core.cards import BIT, NAME, NUMBER, ROWS, Card, Cards, each, names
from elfer.core.game import Move
from elfer.core.refusals import IllegalMove
from elfer.games.rows.state import State

WORDS = ("draw", "keep", "end", "pass")


def refusal(in_play: Cards, openers: Cards, state: State, move: Move, moves: tuple[Move, ...]) -> IllegalMove:
    """Why this move is not one of the moves of the seat whose turn it is."""
    if state.drawn:
        return IllegalMove("lay_or_keep", moves=moves)
    if move in WORDS:
        return _of_word(state, move, moves)
    card = BIT.get(move, 0)
    if not card & in_play:
        return IllegalMove("unknown_move", move=move, moves=moves)
    if card & state.table:
        return IllegalMove("on_table", move=move)
    if not card & state.hands[state.turn]:
        return IllegalMove("not_in_hand", move=move)
    return _of_card(state.table, openers, card)


def _of_word(state: State, word: str, moves: tuple[Move, ...]) -> IllegalMove:
    if word == "keep":
        return IllegalMove("nothing_drawn")
    if state.laid:
        return IllegalMove("end_instead", move=word)
    if moves[0] not in WORDS:
        return IllegalMove("must_lay", moves=moves)
    return IllegalMove("must_draw" if state.stock else "must_pass")


def _of_card(table: Cards, openers: Cards, card: Card) -> IllegalMove:
    """Why a card does not fit: its row is not open, or its neighbour on the side of the row is missing."""
    name, number = NAME[card], NUMBER[card]
    row = next(row for row in ROWS if row & card)
    if not table & row and openers & row:
        return IllegalMove("row_closed", move=name, cards=list(names(openers & row)))
    lying = [NUMBER[other] for other in each(table & row)] or [1]
    nearest = min(lying, key=lambda other: abs(other - number))
    step = 1 if nearest > number else -1
    return IllegalMove("needs_neighbour", move=name, card=f"{name[0]}{number + step}")
