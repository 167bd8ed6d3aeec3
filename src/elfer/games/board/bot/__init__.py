"""Bots for the board game: free one's own tiles, make pairs to pass tiles on, open little for others.

*Medium* lays what frees own tiles and makes pairs, and passes on the highest number. *Hard* weighs a lay's
use for this hand against that for others, and passes on the tile furthest from fitting. *Expert* searches.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from elfer.bots.search import Reason, share
from elfer.bots.weighted import WeightedSearch
from elfer.bots.why import holding, opening
from elfer.core.cards import BIT, Cards, each
from elfer.core.chance import Chance
from elfer.core.game import Move, Result, Seat
from elfer.games.board.bot.lays import WEIGHTS, heaviest, judged, play_out, turn_features, worth
from elfer.games.board.compiled import GIVE, RESTS, TURN, change, from_state, play, to_move, to_number
from elfer.games.board.rules import Board
from elfer.games.board.state import LIMIT, State
from elfer.games.board.tiles import COLOURED, SYMBOLS, fitting, pair

MERIT_PER_POINT = 0.002
"""The value of a point where a victory counts 1: makes playouts less noisy."""
HARD = WEIGHTS["hard"]


def worths(game: Board, state: State, seat: Seat) -> dict[Move, float]:
    """The worth of each legal move to *hard*: gifts in their order, and any gift more than none."""
    moves = game.moves(state, seat)
    gifts = gifts_of(game, state, len(moves))
    others = {move: HARD.hold - (gifts.index(move) if move in gifts else len(gifts)) / 4 for move in moves}
    return others | SEARCH.lay_worths(game, state, lays_of(moves))


def merit(result: Result | None, seat: Seat) -> float:
    """The share of the victory; the points tell a near miss from a bad round. BOA-11"""
    return share(result, seat) + MERIT_PER_POINT * result.points[seat] if result else 0.0


def easy(game: Board, state: State, seat: Seat, rng: Chance) -> Move:
    """Lays any tile that fits and passes on the highest number; sometimes forgets to pass one on."""
    moves = game.moves(state, seat)
    lays = [move for move in moves if not move.startswith(("give", "end", "skip"))]
    if lays:
        return lays[rng.below(len(lays))]
    alone = state.hands[seat].bit_count() == 1
    if "end" in moves and not alone and rng.below(8) == 0:
        return "end"
    return SEARCH.move("medium", game, state)


def shortlist(game: Board, state: State, seat: Seat) -> list[Move]:
    """The moves worth a search: *hard*'s own, ending the turn, the best lays and gifts."""
    legal = game.moves(state, seat)
    good = SEARCH.lay_worths(game, state, lays_of(legal))
    lays = sorted(good, key=lambda move: -good[move])
    gifts = gifts_of(game, state, 3) if pair(state.run) else []
    wanted = [SEARCH.move("hard", game, state), *lays[:2], *gifts, *legal[-1:], *lays[2:]]
    return [move for move in dict.fromkeys(wanted) if move in legal]


def lays_of(moves: Sequence[Move]) -> list[Move]:
    """Those of the moves that lay a tile."""
    return [move for move in moves if move not in RESTS and not move.startswith("give")]


def gifts_of(game: Board, state: State, most: int) -> list[Move]:
    """The tiles to pass on, the least wanted first. BOA-9"""
    found: list[Move] = []
    array = from_state(game, state)[0]
    turn_features(array, HARD)  # fills the scratch words that `heaviest` reads
    while len(found) < most and (tile := heaviest(array, HARD, True)) >= 0:
        move = to_move(game, GIVE | tile)
        found += [move] if move not in found else []
        change(array, array[TURN], tile, -1)
    return found


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


SEARCH: WeightedSearch[Board, State] = WeightedSearch(
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
    own="hard",
    rivals=("medium", "hard", "hard"),
    reasons=("tiles_out",),
    few=LIMIT + 1,  # BOA-11
    world_cost=lambda _seats: 8,
    unit=20.0,
)
BATCHES = SEARCH.batches()
choose, estimate, warm_up = SEARCH.choose, SEARCH.estimate, partial(SEARCH.warm_up, Board())
