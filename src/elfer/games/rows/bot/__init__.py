"""Bots for the row games.

*Easy*, *medium* and *hard* play by the policies of these names (see `weights`): *easy* lays any card
and often another one; *medium* lays one card a turn, preferably towards own cards; *hard* holds back what
opens the way for others. All finish when the whole hand goes. *Expert* searches (see `worlds`); for two
seats with an empty stock it knows the other hand and solves the rest (see `endgame`). Where nothing is
compiled a search is too slow, and it plays by its tuned weights.
"""

from __future__ import annotations

from msgspec.structs import replace

from elfer.bots.search import WORLDS_FOR_ONE, Estimate, Reason, advised, likely
from elfer.bots.why import explained, holding, opening
from elfer.compiled.arrays import int_array, ints
from elfer.compiled.decorator import PLAIN, Ints
from elfer.core.cards import BIT, NAME, Card, Cards, each, names
from elfer.core.chance import Chance
from elfer.core.game import Move, Seat
from elfer.games.rows.bot.batches import BATCHES as BATCHES
from elfer.games.rows.bot.endgame import winners
from elfer.games.rows.bot.policy import finishes, resting, tightness, worth_of
from elfer.games.rows.bot.weights import POLICIES, policies
from elfer.games.rows.bot.worlds import TUNED, EnginePosition, Worlds, best_move
from elfer.games.rows.classic import Classic
from elfer.games.rows.compiled import DRAW, MOVES, from_state, may_rest, moves, sheet_of, to_move
from elfer.games.rows.rules import RowGame
from elfer.games.rows.state import State

PLAYOUTS = 16_000
"""The most playouts per decision."""
WARM_UP_MOVES = 12
"""Decisions played to compile the expert's search; no game is shorter."""
ADVICE_WORLDS = 18
"""Worlds in which advice tries the best move, where nothing is compiled."""
UNIT = 5.0
"""The difference in worth that divides the odds by e, where nothing is compiled."""


def choose(level: str, game: RowGame, state: State, seat: Seat, rng: Chance) -> Move:
    if level == "expert":
        state = game.imagine(state, seat, rng)  # must not depend on which state was passed in
    return to_move(decide(level, position_of(game, state, rng), seat))


def estimate(game: RowGame, state: State, seat: Seat, rng: Chance) -> tuple[Estimate, ...]:
    """Every legal move by playouts in wary worlds; by the solution, where there is one."""
    position = position_of(game, game.imagine(state, seat, rng), rng)
    legal = legal_moves(position)
    found = (estimated if PLAIN else tried)(position, seat, legal)
    for i, winner in enumerate(winners(position, legal)):
        if winner >= 0:
            found[i] = replace(found[i], win=float(winner == seat))
    return explained(found, lambda move: why(game, state, seat, move))


def tried(position: EnginePosition, seat: Seat, legal: Ints) -> list[Estimate]:
    """The moves by playouts in wary worlds."""
    worlds = PLAYOUTS // len(legal) if len(legal) > 1 else WORLDS_FOR_ONE
    found = Worlds(position, seat, wary=True).tried(legal, worlds).mean(0)
    return [
        Estimate(to_move(int(move)), float(win), float(points))
        for move, (win, points) in zip(legal, found, strict=True)
    ]


def estimated(position: EnginePosition, seat: Seat, legal: Ints) -> list[Estimate]:
    """The tuned policy's move by playouts; the others by how much less they are worth to it."""
    best = position.judged()
    found = Worlds(position, seat, wary=True).tried(int_array([best]), ADVICE_WORLDS)
    wins, points = (sum(world[0][column] for world in found) for column in range(2))
    win = likely(float(wins), ADVICE_WORLDS, position.sheet.seats)
    worths = {to_move(int(move)): worth(position, int(move), len(legal)) for move in legal}
    return advised(Estimate(to_move(best), win, float(points) / ADVICE_WORLDS), worths, UNIT)


def worth(position: EnginePosition, move: int, choices: int) -> float:
    """The worth of a move to the tuned policy, where resting is worth 0."""
    sheet, array, policy = position.sheet, position.array, position.policies[TUNED]
    if move >= DRAW:
        return 0.0
    next_stuck, all_stuck = tightness(array, sheet)
    found = worth_of(array, sheet, policy, move >> 6, move & 63, next_stuck, all_stuck)
    if may_rest(array):
        found += resting(array, sheet, policy, choices - 1, next_stuck)
    return found


def why(game: RowGame, state: State, seat: Seat, move: Move) -> list[Reason]:
    """What a card opens, and what resting holds back."""
    hand = state.hands[seat]
    if move in BIT:
        after, _ = game.play(state, seat, move)
        if not after.hands[seat] or (after.turn == seat and finishes(from_state(game, after)[0])):
            return [Reason("goes_out")]
        return opening(opened(game, state, seat, BIT[move]), hand & ~BIT[move])
    if move == "keep":
        return [Reason("keeps", {"cards": names(state.drawn)})]
    lays = each(game.playable(state, hand))
    return holding({card: opened(game, state, seat, card) for card in lays}, hand)


def opened(game: RowGame, state: State, seat: Seat, card: Card) -> Cards:
    """The cards that fit once this one lies, and did not before."""
    after, _ = game.play(state, seat, NAME[card])
    return game.fits(after) & ~game.fits(state) if game.actors(after) else 0


def position_of(game: RowGame, state: State, rng: Chance) -> EnginePosition:
    """A state in the engine's arrays."""
    seats = len(state.hands)
    return EnginePosition(
        sheet_of(game, seats), policies(game.id, seats), *from_state(game, state, rng.below(1 << 63))
    )


def legal_moves(position: EnginePosition) -> Ints:
    """All legal moves as engine numbers."""
    found = ints(MOVES)
    return found[: moves(position.array, position.sheet, found)]


def decide(level: str, position: EnginePosition, seat: Seat) -> int:
    """The move of a level as an engine number."""
    if level != "expert":
        return position.judged(POLICIES.index(level))
    legal = legal_moves(position)
    if len(legal) == 1 or finishes(position.array):
        return position.judged()
    for move, winner in zip(legal, winners(position, legal), strict=False):
        if winner == seat:
            return int(move)
    return position.judged() if PLAIN else best_move(position, seat, legal, PLAYOUTS)


def warm_up() -> None:
    """Compile, or load from the cache, what a decision needs."""
    game, rng = Classic(), Chance(1)
    for seats in (2, 3):
        state = game.deal(seats, rng)
        for _ in range(WARM_UP_MOVES):
            seat = state.turn
            state, _ = game.play(state, seat, choose("expert", game, state, seat, rng))
