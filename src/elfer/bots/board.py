"""Bots for the board game: free the own tiles, make pairs to pass tiles on, open little for others."""

from __future__ import annotations

from elfer.bots import search
from elfer.bots.board_lays import Outlook, Taste
from elfer.bots.search import Estimate, Policy, best_move, share
from elfer.bots.tastes import read_tastes
from elfer.cards import NAME
from elfer.chance import Chance
from elfer.core import Move, Result, Seat
from elfer.games.board import Board
from elfer.games.board_state import LIMIT, State
from elfer.games.board_tiles import SYMBOLS, pair

TASTES = read_tastes("board.toml", Taste)
SHORTLIST = 6
"""How many moves expert looks at closely."""
STEPS = 2800
"""How many moves expert plays ahead for a decision."""
PLAYOUTS = 120
"""How many games an estimate of all moves plays to the end, about."""
PER_POINT = 0.002
"""What a minus point less counts, where a victory counts 1: playouts become less of a lottery."""


def choose(level: str, game: Board, state: State, seat: Seat, rng: Chance) -> Move:
    """The move of a player of this level."""
    moves = game.moves(state, seat)
    return moves[0] if len(moves) == 1 else PLAYERS[level](game, state, seat, rng)


def call(_level: str, _game: Board, _state: State, _seat: Seat, _rng: Chance) -> Move | None:
    """Nothing: nobody calls in the board game."""
    return None


def estimate(game: Board, state: State, seat: Seat, rng: Chance) -> tuple[Estimate, ...]:
    """Every legal move, tried in imagined worlds; the fewer there are, the more worlds."""
    worlds = max(4, PLAYOUTS // len(game.moves(state, seat)))
    return search.estimate(game, state, seat, rng, policy=_hard, worlds=worlds)


def merit(result: Result | None, seat: Seat) -> float:
    """Who is out first wins; the points only tell a near miss from a bad round. BOA-11"""
    return share(result, seat) + PER_POINT * result.points[seat] if result else 0.0


def _easy(game: Board, state: State, seat: Seat, rng: Chance) -> Move:
    """Lay any tile that fits, and pass one on at the end of the turn; sometimes forget to go on."""
    moves = game.moves(state, seat)
    if "end" in moves and rng.below(8) == 0:
        return "end"
    lays = [move for move in moves if not move.startswith(("give", "end", "skip"))]
    choice = lays or [move for move in moves if move.startswith("give")] or moves
    return choice[rng.below(len(choice))]


def _medium(game: Board, state: State, seat: Seat, _rng: Chance) -> Move:
    """Lay what frees own tiles and makes pairs, and pass on the highest number."""
    return judged(game, state, seat, TASTES["medium"])


def _hard(game: Board, state: State, seat: Seat, _rng: Chance) -> Move:
    """Weigh what a lay does for this hand against what it does for others; pass on what is furthest off."""
    return judged(game, state, seat, TASTES["hard"])


def _expert(game: Board, state: State, seat: Seat, rng: Chance) -> Move:
    """Play the moves that hard likes best to the end, in many worlds."""
    moves = shortlist(game, state, seat, rng)
    return best_move(game, state, seat, rng, moves=moves, policy=_hard, merit=merit, steps=STEPS)


def shortlist(game: Board, state: State, seat: Seat, rng: Chance) -> list[Move]:
    """The moves worth a closer look: what hard would do, ending the turn, the best lays and gifts."""
    legal = game.moves(state, seat)
    outlook = Outlook(game, state, seat, TASTES["hard"])
    likely = [move for _, move in sorted(outlook.lays(), reverse=True)]
    gifts = [f"give {NAME[tile]}" for _, tile in sorted(outlook.burdens(), reverse=True)]
    wanted = [_hard(game, state, seat, rng), *likely[:2], *gifts[:2], *legal[-1:], *likely[2:], *gifts[2:]]
    return [move for move in dict.fromkeys(wanted) if move in legal][:SHORTLIST]


def judged(game: Board, state: State, seat: Seat, taste: Taste) -> Move:
    """The lay this taste likes best, or if it likes none enough, a gift or the end of the turn."""
    outlook = Outlook(game, state, seat, taste)
    if state.free:
        return _free(outlook)
    if state.drawn or state.laid < LIMIT:
        lays = outlook.lays()
        if not lays and not state.laid:
            return "draw" if state.bag else "pass"  # BOA-10
        worth, move = max(lays, default=(float("-inf"), ""))
        if state.drawn or not state.laid or worth > taste.hold:
            return move
    if pair(state.run):
        return f"give {NAME[max(outlook.burdens())[1]]}"  # BOA-9
    return "end"


def _free(outlook: Outlook) -> Move:
    """Lay freely what one would like most to be rid of, where it does most good. BOA-22"""
    burdens = [burden for burden in outlook.burdens() if not burden[1] & SYMBOLS]
    if not burdens:
        return "skip"
    name = NAME[max(burdens)[1]]
    return max(lay for lay in outlook.lays() if lay[1].partition("=")[0] == name)[1]


PLAYERS: dict[str, Policy] = {"easy": _easy, "medium": _medium, "hard": _hard, "expert": _expert}
