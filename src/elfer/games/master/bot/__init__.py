"""Bots for Elfer raus! Master: hold back what helps others, free one's own cards, count the points.

*Medium* lays what frees own cards and completes halves, as long as there is anything to lay. *Hard* goes out
if possible; else it weighs a lay's use for this hand against that for others. *Expert* searches.
"""

from __future__ import annotations

from functools import partial

from elfer.bots.search import Drawback, Reason, share
from elfer.bots.weighted import WeightedSearch
from elfer.bots.why import holding, opening
from elfer.core.cards import Cards, each
from elfer.core.chance import Chance
from elfer.core.game import Move, Result, Seat
from elfer.games.master.bot.lays import WEIGHTS, judged, play_out, turn_features, worth
from elfer.games.master.compiled import RESTS, from_state, play, to_move, to_number
from elfer.games.master.rules import MOST, Master
from elfer.games.master.state import JOKERS, LAYS, State, fitting

MERIT_PER_POINT = 0.005
"""The value of a point of lead where a victory counts 1: makes playouts less noisy."""
LEAD_LIMIT = 80
"""A greater lead counts no more."""
EXPERT = WEIGHTS["expert"]


def worths(game: Master, state: State, seat: Seat) -> dict[Move, float]:
    """The worth of each legal move to *expert*'s weights."""
    moves, rest = game.moves(state, seat), EXPERT.hold if state.laid else EXPERT.draw
    lays = SEARCH.lay_worths(game, state, [move for move in moves if move not in RESTS])
    return {move: lays.get(move, rest) for move in moves}


def merit(result: Result | None, seat: Seat) -> float:
    """The share of the victory, and the lead over the best other seat. MAS-13"""
    if result is None:
        return 0.0
    best = max(points for s, points in enumerate(result.points) if s != seat)
    lead = max(-LEAD_LIMIT, min(LEAD_LIMIT, result.points[seat] - best))
    return share(result, seat) + MERIT_PER_POINT * lead


def easy(game: Master, state: State, seat: Seat, rng: Chance) -> Move:
    """Lays any number card that fits, now and then a joker or a bridge; sometimes ends the turn early."""
    moves = game.moves(state, seat)
    numbers = [move for move in moves if move.isalnum() and move not in RESTS]
    if state.hands[seat].bit_count() == 1:
        return SEARCH.move("medium", game, state)  # MAS-12
    if state.laid and rng.below(4) == 0:
        return "end"
    if numbers:
        return numbers[rng.below(len(numbers))]
    if moves[-1] not in RESTS or rng.below(2):
        return moves[rng.below(len(moves))]
    return moves[-1]


def shortlist(game: Master, state: State, seat: Seat) -> list[Move]:
    """The moves worth a search: the one its weights judge best, doing nothing, and the best lays."""
    *lays, last = game.moves(state, seat)
    good = SEARCH.lay_worths(game, state, lays)
    wanted = [SEARCH.move("expert", game, state), last, *sorted(lays, key=lambda move: -good[move])]
    return list(dict.fromkeys(wanted))


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


SEARCH: WeightedSearch[Master, State] = WeightedSearch(
    WEIGHTS,
    from_state,
    to_number,
    to_move,
    turn_features,
    worth,
    judged,
    play,
    play_out,
    easy,
    shortlist,
    merit,
    worths,
    why,
    own="expert",
    rivals=("medium", "hard", "expert"),
    reasons=("master_out", "full"),
    few=MOST,  # MAS-12
    world_cost=lambda seats: 2 * seats,
    unit=30.0,
)
BATCHES = SEARCH.batches()
choose, estimate, warm_up = SEARCH.choose, SEARCH.estimate, partial(SEARCH.warm_up, Master())
