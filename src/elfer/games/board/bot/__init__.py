"""Bots for the board game: free one's own tiles, make pairs to pass tiles on, open little for others."""

from __future__ import annotations

from elfer.bots.search import Estimate, Policy, share
from elfer.bots.weighted import SHORTLIST_MOVES, WeightedSearch
from elfer.compiled.decorator import PLAIN, Ints
from elfer.core.chance import Chance
from elfer.core.game import Move, Result, Seat
from elfer.games.board.bot.arrays import RESTS, from_state, points_of, to_move, to_number
from elfer.games.board.bot.lays import WEIGHTS, heaviest, judged, play_after, play_out, turn_features, worth
from elfer.games.board.bot.why import why
from elfer.games.board.compiled import GIVE, TURN, change
from elfer.games.board.rules import Board
from elfer.games.board.state import LIMIT, State

MERIT_PER_POINT = 0.002
"""The value of a point where a victory counts 1: makes playouts less noisy."""
HARD = WEIGHTS["hard"]
SEARCH: WeightedSearch[Board, State] = WeightedSearch(
    WEIGHTS,
    from_state,
    to_number,
    to_move,
    points_of,
    judged,
    play_after,
    why,
    own="hard",
    rivals=("medium", "hard", "hard"),
    reason="tiles_out",
    world_cost=lambda _seats: 8,
    unit=20.0,
)
BATCHES = SEARCH.batches(("tiles_out",), play_out)


def choose(level: str, game: Board, state: State, seat: Seat, rng: Chance) -> Move:
    moves = game.moves(state, seat)
    return moves[0] if len(moves) == 1 else PLAYERS[level](game, state, seat, rng)


def estimate(game: Board, state: State, seat: Seat, rng: Chance) -> tuple[Estimate, ...]:
    return SEARCH.estimate(game, state, seat, rng, worths)


def worths(game: Board, state: State, seat: Seat) -> list[float]:
    """The worth of each legal move to *hard*: gifts in their order, and any gift more than none."""
    array = from_state(game, state)[0]
    features, moves = turn_features(array, HARD), game.moves(state, seat)
    gifts = gifts_of(game, array.copy(), len(moves))

    def of(move: Move) -> float:
        if move in RESTS or move.startswith("give"):
            return HARD.hold - (gifts.index(move) if move in gifts else len(gifts)) / 4
        return worth(array, HARD, features, to_number(game, move))

    return [of(move) for move in moves]


def warm_up() -> None:
    """Compile, or load from the cache, what a decision needs."""
    game, rng = Board(), Chance(1)
    state = game.deal(2, rng)
    _expert(game, state, state.turn, rng)


def merit(result: Result | None, seat: Seat) -> float:
    """The share of the victory; the points tell a near miss from a bad round. BOA-11"""
    return share(result, seat) + MERIT_PER_POINT * result.points[seat] if result else 0.0


def _easy(game: Board, state: State, seat: Seat, rng: Chance) -> Move:
    """Lays any tile that fits and passes on the highest number; sometimes forgets to pass one on."""
    moves = game.moves(state, seat)
    lays = [move for move in moves if not move.startswith(("give", "end", "skip"))]
    if lays:
        return lays[rng.below(len(lays))]
    alone = state.hands[seat].bit_count() == 1
    if "end" in moves and not alone and rng.below(8) == 0:
        return "end"
    return _medium(game, state, seat, rng)


def _medium(game: Board, state: State, _seat: Seat, _rng: Chance) -> Move:
    """Lays what frees own tiles and makes pairs, and passes on the highest number."""
    return SEARCH.move("medium", game, state)


def _hard(game: Board, state: State, _seat: Seat, _rng: Chance) -> Move:
    """Weighs a lay's use for this hand against that for others; passes on the tile furthest from fitting."""
    return SEARCH.move("hard", game, state)


def _expert(game: Board, state: State, seat: Seat, rng: Chance) -> Move:
    """Searches a shortlist; plays as *hard* where nothing is compiled."""
    if PLAIN:
        return _hard(game, state, seat, rng)
    few = state.hands[seat].bit_count() <= LIMIT + 1  # BOA-11
    return SEARCH.search(game, state, seat, rng, shortlist(game, state, seat), few, merit)


def shortlist(game: Board, state: State, seat: Seat) -> list[Move]:
    """The moves worth a search: *hard*'s own, ending the turn, the best lays and gifts."""
    legal, array = game.moves(state, seat), from_state(game, state)[0]
    features = turn_features(array, HARD)
    lays = [move for move in legal if move not in RESTS and not move.startswith("give")]
    good = {move: worth(array, HARD, features, to_number(game, move)) for move in lays}
    lays.sort(key=lambda move: -good[move])
    gifts = gifts_of(game, array, 3) if features.paired else []
    wanted = [SEARCH.move("hard", game, state), *lays[:2], *gifts, *legal[-1:], *lays[2:]]
    return [move for move in dict.fromkeys(wanted) if move in legal][:SHORTLIST_MOVES]


def gifts_of(game: Board, array: Ints, most: int) -> list[Move]:
    """The tiles to pass on, the least wanted first; overwrites the array. BOA-9"""
    found: list[Move] = []
    while len(found) < most and (tile := heaviest(array, HARD, True)) >= 0:
        move = to_move(game, GIVE | tile)
        found += [move] if move not in found else []
        change(array, array[TURN], tile, -1)
    return found


PLAYERS: dict[str, Policy[Board, State]] = {
    "easy": _easy,
    "medium": _medium,
    "hard": _hard,
    "expert": _expert,
}
