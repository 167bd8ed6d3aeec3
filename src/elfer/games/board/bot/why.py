"""Reasons for and against a move of the board game."""

from __future__ import annotations

from elfer.bots.search import Reason
from elfer.bots.why import holding, opening
from elfer.core.cards import BIT, Cards, each
from elfer.core.game import Move, Seat
from elfer.games.board.compiled import RESTS
from elfer.games.board.rules import Board
from elfer.games.board.state import LIMIT, State
from elfer.games.board.tiles import COLOURED, SYMBOLS, fitting, pair


def why(game: Board, state: State, seat: Seat, move: Move) -> list[Reason]:
    """Whether it ends the round, makes a pair or earns a tile; what it opens or holds back."""
    hand = state.hands[seat]
    tile, _, field = move.partition("=")
    if move.startswith("give"):
        out = not hand & (hand - 1)
        return [Reason("goes_out") if out else Reason("board_rid", {"cards": (move.removeprefix("give "),)})]
    if move in RESTS:
        lays = hand & COLOURED & game.fits(state).fields if state.laid < LIMIT or state.free else 0
        return holding({card: opened(game, state, card) for card in each(lays)}, hand)
    on = BIT[field or tile]
    if not state.drawn and not hand & (hand - 1):
        return [Reason("goes_out")]  # BOA-11
    if tile.endswith("S"):
        return [Reason("board_free_tile" if hand & ~SYMBOLS else "opens_nothing")]  # BOA-22, BOA-25
    earned = game.board.earned(state.table, on) and len(state.bag) > state.owed  # BOA-8
    found = [Reason("board_bonus")] if earned else []
    found += [Reason("board_pair")] if pair(state.run | on) and not pair(state.run) else []  # BOA-9
    return found + opening(opened(game, state, on), hand & ~on)


def opened(game: Board, state: State, field: Cards) -> Cards:
    """The fields that fit once this one is filled, and did not before."""
    after = fitting(state.table | field, state.symbols, game.board)
    return after.fields & ~game.fits(state).fields
