"""Reasons for and against a move of a row game."""

from __future__ import annotations

from elfer.bots.search import Reason
from elfer.bots.why import holding, opening
from elfer.core.cards import BIT, NAME, Card, Cards, each, names
from elfer.core.game import Move, Seat
from elfer.games.rows.rules import RowGame
from elfer.games.rows.state import State


def why(game: RowGame, state: State, seat: Seat, move: Move) -> list[Reason]:
    """What a card opens, and what resting holds back."""
    hand = state.hands[seat]
    if move in BIT:
        card = BIT[move]
        if goes_out(game, state, seat, card):
            return [Reason("goes_out")]
        return opening(opened(game, state, seat, card), hand & ~card)
    if move == "keep":
        return [Reason("keeps", {"cards": names(state.drawn)})]
    lays = each(game.playable(state, hand))
    return holding({card: opened(game, state, seat, card) for card in lays}, hand)


def opened(game: RowGame, state: State, seat: Seat, card: Card) -> Cards:
    """The cards that fit once this one lies, and did not before."""
    after, _ = game.play(state, seat, NAME[card])
    return game.fits(after) & ~game.fits(state) if game.actors(after) else 0


def goes_out(game: RowGame, state: State, seat: Seat, card: Card) -> bool:
    """Whether the whole hand can go in this turn, from this card on."""
    while card:
        state, _ = game.play(state, seat, NAME[card])
        if not state.hands[seat]:
            return True
        if state.turn != seat:
            return False
        lays = game.playable(state, state.hands[seat])
        card = lays & -lays
    return False
