"""Bots for Elfer raus! Master: hold back what helps others, free the own cards, count the points."""

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
from elfer.compiled.decorator import PLAIN
from elfer.core.chance import Chance
from elfer.core.game import Move, Result, Seat
from elfer.games.master.bot.lays import WEIGHTS, judged, outlook, play_after, worth
from elfer.games.master.bot.many import Many as Many
from elfer.games.master.bot.why import why
from elfer.games.master.compiled import RESTS, from_state, points_of, to_move, to_number
from elfer.games.master.rules import MOST, Master
from elfer.games.master.state import State

SHORTLIST_MOVES = 8
"""How many moves expert looks at closely."""
PLAYOUTS = 2000
"""How many games expert plays ahead for a decision, and an estimate for all moves together, about."""
CLOSER_WORLDS = 500
"""In how many more worlds an estimate tries the best moves."""
PLAIN_WORLDS = 6
"""In how many worlds an estimate tries the best move where nothing is compiled."""
UNIT = 30.0
"""How much less a move must be worth there to divide the odds by e."""
PLAYOUTS_PER_HAND = 2
"""What a hand of an imagined world costs, in games played ahead."""
RIVALS = ("medium", "hard", "expert")
"""How the others may play: a search that takes them for copies of itself is beaten by those who are not."""
MERIT_PER_POINT = 0.005
"""What a point of lead counts, where a victory counts 1: playouts become less of a lottery."""
LEAD_LIMIT = 80
"""Leads of more points count no more."""


def choose(level: str, game: Master, state: State, seat: Seat, rng: Chance) -> Move:
    """The move of a player of this level."""
    moves = game.moves(state, seat)
    return moves[0] if len(moves) == 1 else PLAYERS[level](game, state, seat, rng)


def estimate(game: Master, state: State, seat: Seat, rng: Chance) -> tuple[Estimate, ...]:
    """Every legal move, tried in imagined worlds; the fewer there are, the more worlds."""
    if PLAIN:
        return explained(advised(game, state, seat, rng), lambda move: why(game, state, seat, move))
    moves = len(game.moves(state, seat))
    worlds = PLAYOUTS // (PLAYOUTS_PER_HAND * len(state.hands) + moves) if moves > 1 else WORLDS_FOR_ONE
    found = search.estimate(game, state, seat, rng, trial=fair, worlds=worlds, closer=CLOSER_WORLDS)
    return explained(found, lambda move: why(game, state, seat, move))


def advised(game: Master, state: State, seat: Seat, rng: Chance) -> list[Estimate]:
    """What its weights like best, tried in a few worlds; the other moves by how much less they like them."""
    array, weights = from_state(game, state)[0], WEIGHTS["expert"]
    best, seen = to_move(game, judged(array, weights)), outlook(array, weights)
    (top,) = search.estimate(game, state, seat, rng, moves=(best,), trial=fair, worlds=PLAIN_WORLDS)
    top = replace(top, win=likely(top.win * PLAIN_WORLDS, PLAIN_WORLDS, len(state.hands)))
    rest = weights.hold if state.laid else weights.draw
    moves = game.moves(state, seat)
    worths = [rest if move in RESTS else worth(array, weights, seen, to_number(game, move)) for move in moves]
    most = max(worths)
    return [
        top if move == best else behind(top, move, (most - own) / UNIT)
        for move, own in zip(moves, worths, strict=True)
    ]


def warm_up() -> None:
    """Compile what a first decision would have to wait for, or load it where it was compiled before."""
    game, rng = Master(), Chance(1)
    state = game.deal(2, rng)
    _expert(game, state, state.turn, rng)


def merit(result: Result | None, seat: Seat) -> float:
    """The share of the victory, and the lead over the best of the others. MAS-13"""
    if result is None:
        return 0.0
    best = max(points for s, points in enumerate(result.points) if s != seat)
    lead = max(-LEAD_LIMIT, min(LEAD_LIMIT, result.points[seat] - best))
    return share(result, seat) + MERIT_PER_POINT * lead


def trial(
    game: Master, state: State, seat: Seat, moves: Sequence[Move], rng: Chance
) -> tuple[list[Result | None], int]:
    """How the round ends after each of the moves in one imagined world."""
    return _tried(game, game.imagine(state, seat, rng), seat, moves, "expert", RIVALS[rng.below(len(RIVALS))])


def fair(
    game: Master, state: State, seat: Seat, moves: Sequence[Move], rng: Chance
) -> tuple[list[Result | None], int]:
    """The same among equals: chances that are told must come true, and nobody is taken for careless."""
    return _tried(game, game.imagine(state, seat, rng), seat, moves, "hard", "hard")


def _tried(
    game: Master, world: State, seat: Seat, moves: Sequence[Move], own: str, others: str
) -> tuple[list[Result | None], int]:
    """How the round ends in this world after each of the moves, with players of these levels."""
    array, stock = from_state(game, world)
    ends: list[Result | None] = []
    for move in moves:
        room = array.copy()
        play_after(room, stock, to_number(game, move), seat, WEIGHTS[own], WEIGHTS[others])
        ends.append(Result.of(points_of(room), "master_out"))
    return ends, PLAYOUTS_PER_HAND * len(world.hands) + len(moves)


def _easy(game: Master, state: State, seat: Seat, rng: Chance) -> Move:
    """Lay any number card that fits; a joker or a bridge now and then, and sometimes forget to go on."""
    moves = game.moves(state, seat)
    numbers = [move for move in moves if move.isalnum() and move not in RESTS]
    if state.hands[seat].bit_count() == 1:
        return _medium(game, state, seat, rng)  # MAS-12
    if state.laid and rng.below(4) == 0:
        return "end"
    if numbers:
        return numbers[rng.below(len(numbers))]
    if moves[-1] not in RESTS or rng.below(2):
        return moves[rng.below(len(moves))]
    return moves[-1]


def _medium(game: Master, state: State, _seat: Seat, _rng: Chance) -> Move:
    """Lay what frees own cards and completes halves, as long as there is anything to lay."""
    return to_move(game, judged(from_state(game, state)[0], WEIGHTS["medium"]))


def _hard(game: Master, state: State, _seat: Seat, _rng: Chance) -> Move:
    """Go out if possible; else weigh what a lay does for this hand against what it does for others."""
    return to_move(game, judged(from_state(game, state)[0], WEIGHTS["hard"]))


def _expert(game: Master, state: State, seat: Seat, rng: Chance) -> Move:
    """Play the likeliest moves to the end, in many worlds; or, without time for that, by its own weights."""
    if PLAIN:
        return to_move(game, judged(from_state(game, state)[0], WEIGHTS["expert"]))
    moves = shortlist(game, state, seat)
    few = state.hands[seat].bit_count() <= MOST
    if few and wins_surely(game, state, seat, moves[0], rng, trial):
        return moves[0]  # MAS-12
    return best_move(game, state, seat, rng, moves=moves, trial=trial, merit=merit, steps=PLAYOUTS)


def shortlist(game: Master, state: State, seat: Seat) -> list[Move]:
    """The moves worth a closer look: what its weights like best, doing nothing, and the best lays."""
    *lays, last = game.moves(state, seat)
    array, weights = from_state(game, state)[0], WEIGHTS["expert"]
    seen = outlook(array, weights)
    worths = {move: worth(array, weights, seen, to_number(game, move)) for move in lays}
    wanted = [to_move(game, judged(array, weights)), last, *sorted(lays, key=lambda move: -worths[move])]
    return list(dict.fromkeys(wanted))[:SHORTLIST_MOVES]


PLAYERS: dict[str, Policy[Master, State]] = {
    "easy": _easy,
    "medium": _medium,
    "hard": _hard,
    "expert": _expert,
}
