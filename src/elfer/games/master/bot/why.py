"""Reasons for and against a move of Master."""

from __future__ import annotations

from elfer.bots.search import Drawback, Reason
from elfer.bots.why import holding, opening
from elfer.core.cards import Cards, each
from elfer.core.game import Move, Seat
from elfer.games.master.rules import Master
from elfer.games.master.state import JOKERS, LAYS, State, fitting


def why(game: Master, state: State, seat: Seat, move: Move) -> list[Reason]:
    """Whether it ends the round or completes a half; what it spends, opens or holds back."""
    hand = state.hands[seat]
    lay = LAYS.get(move)
    if not lay:
        if move.endswith("xJ"):
            return [Reason("master_takes_joker")]
        fits = fitting(state.table)
        held = holding({card: opened(state, card) for card in each(hand & fits)}, hand)
        saved = state.connections[seat] or hand & JOKERS
        return held or ([Reason("master_saves")] if saved else [])
    after, _ = game.play(state, seat, move)
    if not after.hands[seat]:
        return [Reason("goes_out")]  # MAS-12
    found = [Reason("master_half")] if after.bonus[seat] > state.bonus[seat] else []  # MAS-10
    found += [Drawback("master_spends_joker")] if lay.joker else []
    found += [Drawback("master_spends_bridge")] if lay.source else []
    return found + opening(opened(state, lay.field), hand & ~lay.field)


def opened(state: State, field: Cards) -> Cards:
    """The fields that fit once this one is filled, and did not before."""
    return fitting(state.table | field) & ~fitting(state.table)
