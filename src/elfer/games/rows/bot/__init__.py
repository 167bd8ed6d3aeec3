"""How to play the row games.

*Easy*, *medium* and *hard* play by the policies of these names (see `weights`): *easy* lays any card
and often another one; *medium* lays one card a turn, rather one that leads to own cards; *hard* holds back
what opens the way for others. All finish when the whole hand goes. *Expert* tries its moves in imagined
worlds (see `worlds`); when two play and the stock is empty it knows the other hand, and solves the
rest (see `endgame`). Where nothing is compiled it has no time for worlds, and plays by its tuned weights.
"""

from __future__ import annotations

from msgspec.structs import replace

from elfer.bots.search import WORLDS_FOR_ONE, Estimate
from elfer.bots.why import explained
from elfer.compiled.arrays import ints, mean
from elfer.compiled.decorator import PLAIN, Ints
from elfer.core.chance import Chance
from elfer.core.game import Move, Seat
from elfer.games.rows.bot.advice import advised
from elfer.games.rows.bot.endgame import winners
from elfer.games.rows.bot.many import Many as Many
from elfer.games.rows.bot.policy import finishes, policy_move
from elfer.games.rows.bot.weights import POLICIES, policies
from elfer.games.rows.bot.why import why
from elfer.games.rows.bot.worlds import TUNED, Position, Worlds
from elfer.games.rows.classic import Classic
from elfer.games.rows.compiled import MOVES, from_state, moves, sheet_of, to_move
from elfer.games.rows.rules import RowGame
from elfer.games.rows.state import State

if not PLAIN:
    from elfer.games.rows.bot.race import best

PLAYOUTS = 16_000
"""How many games a decision may play, at most."""
WARM_UP_MOVES = 12
"""How many decisions of a game make the expert search; no game is shorter."""


def choose(level: str, game: RowGame, state: State, seat: Seat, rng: Chance) -> Move:
    if level == "expert":
        state = game.imagine(state, seat, rng)  # so that nothing depends on which state was handed over
    return to_move(int(decide(level, position_of(game, state, rng), seat)))


def estimate(game: RowGame, state: State, seat: Seat, rng: Chance) -> tuple[Estimate, ...]:
    """Every legal move with what is found in wary worlds, and who wins where that is sure."""
    position = position_of(game, game.imagine(state, seat, rng), rng)
    legal = legal_moves(position)
    found = (advised if PLAIN else tried)(position, seat, legal)
    for i, winner in enumerate(winners(position.array, position.sheet, position.stock, legal)):
        if winner >= 0:
            found[i] = replace(found[i], win=float(winner == seat))
    return explained(found, lambda move: why(game, state, seat, move))


def tried(position: Position, seat: Seat, legal: Ints) -> list[Estimate]:
    """The moves, tried in as many wary worlds as there is time for."""
    worlds = PLAYOUTS // len(legal) if len(legal) > 1 else WORLDS_FOR_ONE
    found = mean(Worlds(position, seat, wary=True).tried(legal, worlds))
    return [
        Estimate(to_move(int(move)), float(win), float(points))
        for move, (win, points) in zip(legal, found, strict=True)
    ]


def position_of(game: RowGame, state: State, rng: Chance) -> Position:
    """A state as the engine sees it."""
    seats = len(state.hands)
    return Position(
        sheet_of(game, seats), policies(game.id, seats), *from_state(game, state, rng.below(1 << 63))
    )


def legal_moves(position: Position) -> Ints:
    """All legal moves, by the engine's numbers."""
    found = ints(MOVES)
    return found[: moves(position.array, position.sheet, found)]


def decide(level: str, position: Position, seat: Seat) -> int:
    """The move of a level, by the engine's number."""
    sheet, table, array, stock = position
    legal = legal_moves(position)
    if level != "expert":
        return policy_move(array, sheet, table, POLICIES.index(level))
    if len(legal) == 1 or finishes(array):
        return policy_move(array, sheet, table, TUNED)
    for move, winner in zip(legal, winners(array, sheet, stock, legal), strict=False):
        if winner == seat:
            return int(move)
    if PLAIN:
        return policy_move(array, sheet, table, TUNED)
    return best(position, seat, legal, PLAYOUTS)


def warm_up() -> None:
    """Compile what a first decision would have to wait for, or load it where it was compiled before."""
    game, rng = Classic(), Chance(1)
    for seats in (2, 3):
        state = game.deal(seats, rng)
        for _ in range(WARM_UP_MOVES):
            seat = state.turn
            state, _ = game.play(state, seat, choose("expert", game, state, seat, rng))
