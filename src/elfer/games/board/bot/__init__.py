"""Bots for the board game: free the own tiles, make pairs to pass tiles on, open little for others."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from elfer.bots import search
from elfer.bots.search import (
    WORLDS_FOR_ONE,
    Estimate,
    Policy,
    behind,
    best_move,
    likely,
    share,
    wins_surely,
)
from elfer.bots.why import explained
from elfer.compiled.decorator import PLAIN, Ints
from elfer.core.chance import Chance
from elfer.core.game import Move, Result, Seat
from elfer.games.board.bot.arrays import RESTS, from_state, points_of, to_move, to_number
from elfer.games.board.bot.lays import WEIGHTS, Outlook, heaviest, judged, outlook, play_after, worth
from elfer.games.board.bot.many import Many as Many
from elfer.games.board.bot.why import why
from elfer.games.board.compiled import GIVE, TURN, change
from elfer.games.board.rules import Board
from elfer.games.board.state import LIMIT, State

SHORTLIST_MOVES = 8
"""How many moves expert looks at closely."""
PLAYOUTS = 2000
"""How many games expert plays ahead for a decision, and an estimate for all moves together, about."""
CLOSER_WORLDS = 500
"""In how many more worlds an estimate tries the best moves."""
PLAIN_WORLDS = 6
"""In how many worlds an estimate tries the best move where nothing is compiled."""
UNIT = 20.0
"""How much less a move must be worth there to divide the odds by e."""
PLAYOUTS_PER_WORLD = 8
"""What an imagined world costs, in games played ahead."""
RIVALS = ("medium", "hard", "hard")
"""How the others may play: a search that takes them for copies of itself is beaten by those who are not."""
MERIT_PER_POINT = 0.002
"""What a minus point less counts, where a victory counts 1: playouts become less of a lottery."""


def choose(level: str, game: Board, state: State, seat: Seat, rng: Chance) -> Move:
    """The move of a player of this level."""
    moves = game.moves(state, seat)
    return moves[0] if len(moves) == 1 else PLAYERS[level](game, state, seat, rng)


def estimate(game: Board, state: State, seat: Seat, rng: Chance) -> tuple[Estimate, ...]:
    """Every legal move, tried in imagined worlds; the fewer there are, the more worlds."""
    if PLAIN:
        return explained(advised(game, state, seat, rng), lambda move: why(game, state, seat, move))
    moves = len(game.moves(state, seat))
    worlds = PLAYOUTS // (PLAYOUTS_PER_WORLD + moves) if moves > 1 else WORLDS_FOR_ONE
    found = search.estimate(game, state, seat, rng, trial=fair, worlds=worlds, closer=CLOSER_WORLDS)
    return explained(found, lambda move: why(game, state, seat, move))


def advised(game: Board, state: State, seat: Seat, rng: Chance) -> list[Estimate]:
    """What *hard* likes best, tried in a few worlds; the other moves by how much less it likes them."""
    array, weights = from_state(game, state)[0], WEIGHTS["hard"]
    best, seen = to_move(game, judged(array, weights)), outlook(array, weights)
    (top,) = search.estimate(game, state, seat, rng, moves=(best,), trial=fair, worlds=PLAIN_WORLDS)
    top = replace(top, win=likely(top.win * PLAIN_WORLDS, PLAIN_WORLDS, len(state.hands)))
    moves = game.moves(state, seat)
    gifts = gifts_of(game, array.copy(), len(moves))
    worths = [_liked(game, array, seen, gifts, move) for move in moves]
    most = max(worths)
    return [
        top if move == best else behind(top, move, (most - own) / UNIT)
        for move, own in zip(moves, worths, strict=True)
    ]


def _liked(game: Board, array: Ints, seen: Outlook, gifts: list[Move], move: Move) -> float:
    """How much *hard* likes a move: gifts in their order, and any more than to give nothing."""
    weights = WEIGHTS["hard"]
    if move in gifts:
        return weights.hold - gifts.index(move) / 4
    if move in RESTS or move.startswith("give"):
        return weights.hold - len(gifts) / 4
    return worth(array, weights, seen, to_number(game, move))


def warm_up() -> None:
    """Compile what a first decision would have to wait for, or load it where it was compiled before."""
    game, rng = Board(), Chance(1)
    state = game.deal(2, rng)
    _expert(game, state, state.turn, rng)


def merit(result: Result | None, seat: Seat) -> float:
    """Who is out first wins; the points only tell a near miss from a bad round. BOA-11"""
    return share(result, seat) + MERIT_PER_POINT * result.points[seat] if result else 0.0


def trial(
    game: Board, state: State, seat: Seat, moves: Sequence[Move], rng: Chance
) -> tuple[list[Result | None], int]:
    """How the round ends after each of the moves in one imagined world."""
    return _tried(game, game.imagine(state, seat, rng), seat, moves, RIVALS[rng.below(len(RIVALS))])


def fair(
    game: Board, state: State, seat: Seat, moves: Sequence[Move], rng: Chance
) -> tuple[list[Result | None], int]:
    """The same among equals: chances that are told must come true, and nobody is taken for careless."""
    return _tried(game, game.imagine(state, seat, rng), seat, moves, "hard")


def _tried(
    game: Board, world: State, seat: Seat, moves: Sequence[Move], others: str
) -> tuple[list[Result | None], int]:
    """How the round ends in this world after each of the moves, with the others at this level."""
    array, bag = from_state(game, world)
    ends: list[Result | None] = []
    for move in moves:
        room = array.copy()
        play_after(room, bag, to_number(game, move), seat, WEIGHTS["hard"], WEIGHTS[others])
        ends.append(Result.of(points_of(room), "tiles_out"))
    return ends, PLAYOUTS_PER_WORLD + len(moves)


def _easy(game: Board, state: State, seat: Seat, rng: Chance) -> Move:
    """Lay any tile that fits, and pass on the highest number; sometimes forget to pass one on."""
    moves = game.moves(state, seat)
    lays = [move for move in moves if not move.startswith(("give", "end", "skip"))]
    if lays:
        return lays[rng.below(len(lays))]
    alone = state.hands[seat].bit_count() == 1
    if "end" in moves and not alone and rng.below(8) == 0:
        return "end"
    return _medium(game, state, seat, rng)


def _medium(game: Board, state: State, _seat: Seat, _rng: Chance) -> Move:
    """Lay what frees own tiles and makes pairs, and pass on the highest number."""
    return to_move(game, judged(from_state(game, state)[0], WEIGHTS["medium"]))


def _hard(game: Board, state: State, _seat: Seat, _rng: Chance) -> Move:
    """Weigh what a lay does for this hand against what it does for others; pass on what is furthest off."""
    return to_move(game, judged(from_state(game, state)[0], WEIGHTS["hard"]))


def _expert(game: Board, state: State, seat: Seat, rng: Chance) -> Move:
    """Play the likeliest moves to the end, in many worlds; without time for that, as *hard* does."""
    if PLAIN:
        return _hard(game, state, seat, rng)
    moves = shortlist(game, state, seat, rng)
    few = state.hands[seat].bit_count() <= LIMIT + 1
    if few and wins_surely(game, state, seat, moves[0], rng, trial):
        return moves[0]  # BOA-11
    return best_move(game, state, seat, rng, moves=moves, trial=trial, merit=merit, steps=PLAYOUTS)


def shortlist(game: Board, state: State, seat: Seat, rng: Chance) -> list[Move]:
    """The moves worth a closer look: what hard would do, ending the turn, the best lays and gifts."""
    legal = game.moves(state, seat)
    array, weights = from_state(game, state)[0], WEIGHTS["hard"]
    seen = outlook(array, weights)
    lays = [move for move in legal if move not in RESTS and not move.startswith("give")]
    worths = {move: worth(array, weights, seen, to_number(game, move)) for move in lays}
    lays.sort(key=lambda move: -worths[move])
    gifts = gifts_of(game, array, 3) if seen.paired else []
    wanted = [_hard(game, state, seat, rng), *lays[:2], *gifts, *legal[-1:], *lays[2:]]
    return [move for move in dict.fromkeys(wanted) if move in legal][:SHORTLIST_MOVES]


def gifts_of(game: Board, array: Ints, most: int) -> list[Move]:
    """The tiles one would like to pass on, the most unwelcome first; the array is used up. BOA-9"""
    found: list[Move] = []
    while len(found) < most and (tile := heaviest(array, WEIGHTS["hard"], True)) >= 0:
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
