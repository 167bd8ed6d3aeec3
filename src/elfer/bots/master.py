"""Bots for Elfer raus! Master: hold back what helps others, free the own cards, count the points."""

from __future__ import annotations

from elfer.bots import search
from elfer.bots.master_lays import Outlook, Taste, way_out
from elfer.bots.search import Estimate, Policy, best_move, share
from elfer.bots.tastes import read_tastes
from elfer.chance import Chance
from elfer.core import Move, Result, Seat
from elfer.games.master import Master
from elfer.games.master_table import State

TASTES = read_tastes("master.toml", Taste)
RESTING = ("draw", "end", "pass")
SHORTLIST = 6
"""How many moves expert looks at closely."""
STEPS = 3600
"""How many moves expert plays ahead for a decision."""
PLAYOUTS = 120
"""How many games an estimate of all moves plays to the end, about."""
PER_POINT = 0.005
"""What a point of lead counts, where a victory counts 1: playouts become less of a lottery."""
FAR_OFF = 80
"""Leads beyond this count no more."""


def choose(level: str, game: Master, state: State, seat: Seat, rng: Chance) -> Move:
    """The move of a player of this level."""
    moves = game.moves(state, seat)
    return moves[0] if len(moves) == 1 else PLAYERS[level](game, state, seat, rng)


def call(_level: str, _game: Master, _state: State, _seat: Seat, _rng: Chance) -> Move | None:
    """Nothing: nobody calls in Master."""
    return None


def estimate(game: Master, state: State, seat: Seat, rng: Chance) -> tuple[Estimate, ...]:
    """Every legal move, tried in imagined worlds; the fewer there are, the more worlds."""
    worlds = max(4, PLAYOUTS // len(game.moves(state, seat)))
    return search.estimate(game, state, seat, rng, policy=_hard, worlds=worlds)


def merit(result: Result | None, seat: Seat) -> float:
    """The share of the victory, and the lead over the best of the others. MAS-13"""
    if result is None:
        return 0.0
    best = max(points for s, points in enumerate(result.points) if s != seat)
    lead = max(-FAR_OFF, min(FAR_OFF, result.points[seat] - best))
    return share(result, seat) + PER_POINT * lead


def _easy(game: Master, state: State, seat: Seat, rng: Chance) -> Move:
    """Lay any number card that fits; a joker or a bridge now and then, and sometimes forget to go on."""
    moves = game.moves(state, seat)
    numbers = [move for move in moves if move.isalnum() and move not in RESTING]
    if state.laid and rng.below(8) == 0:
        return "end"
    if numbers:
        return numbers[rng.below(len(numbers))]
    if moves[-1] not in RESTING or rng.below(2):
        return moves[rng.below(len(moves))]
    return moves[-1]


def _medium(game: Master, state: State, seat: Seat, _rng: Chance) -> Move:
    """Lay what frees own cards and completes halves, as long as there is anything to lay."""
    return judged(game, state, seat, TASTES["medium"])


def _hard(game: Master, state: State, seat: Seat, _rng: Chance) -> Move:
    """Go out if possible; else weigh what a lay does for this hand against what it does for others."""
    return way_out(game, state, seat) or judged(game, state, seat, TASTES["hard"])


def _expert(game: Master, state: State, seat: Seat, rng: Chance) -> Move:
    """Play the moves that hard likes best to the end, in many worlds."""
    moves = shortlist(game, state, seat, rng)
    return best_move(game, state, seat, rng, moves=moves, policy=_hard, merit=merit, steps=STEPS)


def shortlist(game: Master, state: State, seat: Seat, rng: Chance) -> list[Move]:
    """The moves worth a closer look: what hard would do, doing nothing, and the best lays."""
    legal = game.moves(state, seat)
    likely = sorted(Outlook(state, seat, TASTES["hard"]).lays(game, seat), reverse=True)
    wanted = [_hard(game, state, seat, rng), *legal[-1:], *(move for _, move in likely), *legal]
    return list(dict.fromkeys(wanted))[:SHORTLIST]


def judged(game: Master, state: State, seat: Seat, taste: Taste) -> Move:
    """The lay this taste likes best, or none if it likes none enough."""
    lays = Outlook(state, seat, taste).lays(game, seat)
    if state.swapped:
        lays = [lay for lay in lays if not lay[1].endswith("xJ")] or lays  # MAS-8
    worth, move = max(lays, default=(float("-inf"), ""))
    if state.laid:
        return move if worth > taste.hold else "end"
    if worth > taste.draw or (move and state.swapped):
        return move
    resting = "draw" if state.stock else "pass"  # MAS-5
    return resting if resting in game.moves(state, seat) else move  # MAS-11


PLAYERS: dict[str, Policy] = {"easy": _easy, "medium": _medium, "hard": _hard, "expert": _expert}
