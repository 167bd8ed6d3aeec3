"""Bots that judge moves by weighted features on a compiled array, and search by playouts.

The board game and Master share this. Their folders say what the features and weights are.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from elfer.bots import search
from elfer.bots.search import WORLDS_FOR_ONE, Estimate, Outcomes, advised, best_move, likely, wins_surely
from elfer.bots.strategies import POINTS, WINNERS, Batches, PlayDeals
from elfer.bots.why import explained
from elfer.compiled.arrays import int_array, ints
from elfer.compiled.bits import unsigned
from elfer.compiled.decorator import PLAIN, Ints, compiled
from elfer.core.chance import Chance, seed_for
from elfer.core.game import AnyGame, Move, Result, Seat, State

SHORTLIST_MOVES = 8
"""The most moves that *expert* searches."""
PLAYOUTS = 2000
"""Playouts per decision of *expert*, and per estimate of all moves, about."""
CLOSER_WORLDS = 500
"""Additional worlds in which an estimate tries the best moves."""
PLAIN_WORLDS = 6
"""Worlds in which an estimate tries the best move where nothing is compiled."""
COMPILED_LEVELS = ("medium", "hard")

G = TypeVar("G", bound=AnyGame)
S = TypeVar("S", bound=State)
W = TypeVar("W")


def read_weights(package: str, kind: Callable[..., W]) -> dict[str, W]:
    """The tables of a package's `weights.toml` by name, each as a *kind*."""
    tables = tomllib.loads(resources.files(package).joinpath("weights.toml").read_text("utf-8"))
    return {
        name: kind(**{weight: float(number) for weight, number in table.items()})
        for name, table in tables.items()
    }


class WeightedSearch(NamedTuple, Generic[G, S]):
    """The functions and constants of a game that its bots search with."""

    weights: Mapping[str, Any]
    """The weights of each level that has some."""
    from_state: Callable[[G, S], tuple[Ints, Ints]]
    """The arrays of a state: the round, and its stock."""
    to_number: Callable[[G, Move], int]
    to_move: Callable[[G, int], Move]
    turn_features: Callable[[Ints, Any], Any]
    """The features of the turn, for these weights."""
    worth: Callable[[Ints, Any, Any, int], float]
    """The worth of a lay to these weights, with the features of the turn."""
    judged: Callable[[Ints, Any], int]
    """The move of a player with these weights."""
    play: Callable[[Ints, Ints, int], None]
    play_out: Callable[[Ints, Ints, Any, Any, Ints, Ints], None]
    """Play on to the end and fill a row of figures: seats marked 1 play by the second weights."""
    easy: search.Policy[G, S]
    """The move of *easy*."""
    shortlist: Callable[[G, S, Seat], list[Move]]
    """The moves worth a search, the best by its weights first; at most `SHORTLIST_MOVES` are searched."""
    merit: search.Merit
    worths: Callable[[G, S, Seat], Mapping[Move, float]]
    """The worth of each legal move to the weights of *own*."""
    why: Callable[[G, S, Seat, Move], Sequence[search.Reason]]
    own: str
    """The level whose weights *expert* plays on and advises with."""
    rivals: tuple[str, ...]
    """Levels the others may have: a search that assumes copies of itself loses to different players."""
    reasons: tuple[str, ...]
    """Why a round ends, as in the column `REASON`; a playout gives the first."""
    few: int
    """The largest hand that may go in one turn."""
    world_cost: Callable[[int], int]
    """The cost of imagining a world by number of seats, in playouts."""
    unit: float
    """The difference in worth that divides the odds by e, where nothing is compiled."""

    def choose(self, level: str, game: G, state: S, seat: Seat, rng: Chance) -> Move:
        """The move of a level; *expert* searches where anything is compiled."""
        moves = game.moves(state, seat)
        if len(moves) == 1:
            return moves[0]
        if level == "easy":
            return self.easy(game, state, seat, rng)
        if level != "expert":
            return self.move(level, game, state)
        return self.move(self.own, game, state) if PLAIN else self._search(game, state, seat, rng)

    def move(self, level: str, game: G, state: S) -> Move:
        """The move that a level's weights judge best."""
        return self.to_move(game, self.judged(self.from_state(game, state)[0], self.weights[level]))

    def lay_worths(self, game: G, state: S, lays: Sequence[Move]) -> dict[Move, float]:
        """The worth of each of these lays to the weights of *own*."""
        array, weights = self.from_state(game, state)[0], self.weights[self.own]
        features = self.turn_features(array, weights)
        return {move: self.worth(array, weights, features, self.to_number(game, move)) for move in lays}

    def _search(self, game: G, state: S, seat: Seat, rng: Chance) -> Move:
        """The best of the shortlisted moves; the first one at once, if it surely ends the round and wins."""
        moves = self.shortlist(game, state, seat)[:SHORTLIST_MOVES]
        few = state.hands[seat].bit_count() <= self.few  # type: ignore[attr-defined]
        if few and wins_surely(game, state, seat, moves[0], rng, self.trial):
            return moves[0]
        return best_move(
            game, state, seat, rng, moves=moves, trial=self.trial, merit=self.merit, steps=PLAYOUTS
        )

    def warm_up(self, game: G) -> None:
        """Compile, or load from the cache, what a decision needs; this deal leaves a choice."""
        rng = Chance(1)
        state = game.deal(2, rng)
        self.choose("expert", game, state, state.turn, rng)

    def trial(self, game: G, state: S, seat: Seat, moves: Sequence[Move], rng: Chance) -> Outcomes:
        """The results of the moves in one imagined world, against rivals of a random level."""
        world = game.imagine(state, seat, rng)
        return self._results(game, world, seat, moves, self.own, self.rivals[rng.below(len(self.rivals))])

    def fair(self, game: G, state: S, seat: Seat, moves: Sequence[Move], rng: Chance) -> Outcomes:
        """The same among equals: an estimate must not rely on careless rivals."""
        return self._results(game, game.imagine(state, seat, rng), seat, moves, "hard", "hard")

    def _results(
        self, game: G, world: S, seat: Seat, moves: Sequence[Move], own: str, others: str
    ) -> Outcomes:
        array, stock = self.from_state(game, world)
        seats = len(world.hands)  # type: ignore[attr-defined]
        kinds, figures = int_array([s == seat for s in range(seats)]), ints(POINTS + seats)
        ends: list[Result | None] = []
        for move in moves:
            room = array.copy()
            self.play(room, stock, self.to_number(game, move))
            self.play_out(room, stock, self.weights[others], self.weights[own], kinds, figures)
            ends.append(Result.of([int(points) for points in figures[POINTS:]], self.reasons[0]))
        return ends, self.world_cost(seats) + len(moves)

    def estimate(self, game: G, state: S, seat: Seat, rng: Chance) -> tuple[Estimate, ...]:
        """Every legal move by playouts; where nothing is compiled, by its worth beside the best one."""
        moves = game.moves(state, seat)
        if PLAIN:
            found = tuple(self._advised(game, state, seat, rng))
        else:
            cost = self.world_cost(len(state.hands)) + len(moves)  # type: ignore[attr-defined]
            worlds = PLAYOUTS // cost if len(moves) > 1 else WORLDS_FOR_ONE
            found = search.estimate(
                game, state, seat, rng, trial=self.fair, worlds=worlds, closer=CLOSER_WORLDS
            )
        return explained(found, lambda move: self.why(game, state, seat, move))

    def _advised(self, game: G, state: S, seat: Seat, rng: Chance) -> list[Estimate]:
        """The best move tried in a few worlds; the others by how much less they are worth."""
        best = self.move(self.own, game, state)
        (top,) = search.estimate(game, state, seat, rng, moves=(best,), trial=self.fair, worlds=PLAIN_WORLDS)
        seats = len(state.hands)  # type: ignore[attr-defined]
        top = replace(top, win=likely(top.win * PLAIN_WORLDS, PLAIN_WORLDS, seats))
        return advised(top, self.worths(game, state, seat), self.unit)

    def batches(self) -> Batches:
        """Compiled play of many rounds, dealt as in a match: they are the same to the last move."""
        medium, hard = (self.weights[level] for level in COMPILED_LEVELS)

        def player(game: G, seats: int, bots: Sequence[str]) -> PlayDeals:
            entries = [COMPILED_LEVELS.index(name) for name in bots]

            def play(seed: int, deals: range, turns: int, round: int) -> Ints:
                figures = ints(len(deals) * turns, POINTS + seats)
                for i, number in enumerate(deals):
                    state = game.deal(seats, Chance(seed_for(seed, "deal", number), round))
                    dealt, stock = self.from_state(game, state)
                    for turn in range(turns):
                        kinds = int_array(entries[-turn:] + entries[:-turn])
                        self.play_out(dealt.copy(), stock, medium, hard, kinds, figures[i * turns + turn])
                return figures

            return play

        return Batches(COMPILED_LEVELS, self.reasons, player)


@compiled
def mark_winners(figures: Ints, seats: int) -> None:
    """Write the seats with the most points into a row that has the points."""
    best, figures[WINNERS] = figures[POINTS], 0
    for seat in range(seats):
        own = figures[unsigned(POINTS + seat)]
        if own > best:
            best, figures[WINNERS] = own, 0
        figures[WINNERS] |= (own == best) << seat
