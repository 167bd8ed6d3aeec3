"""A game as a tree: chance nodes deal, then one player acts at each node.

This is a game in OpenSpiel's sense, independent of OpenSpiel. A node can be copied, described to each player,
and resampled from a player's information.
"""

from __future__ import annotations

from copy import copy
from functools import cache, lru_cache
from hashlib import blake2b
from typing import Any, Self

from msgspec.structs import replace

from elfer.core.canonical_json import to_json
from elfer.core.chance import Chance, seed_for
from elfer.core.game import TABLE, AnyGame, Move, Result, Seat, State
from elfer.core.refusals import BadInput, IllegalMove
from elfer.envs.dealing import CompleteDeal, DealTree
from elfer.envs.encoding import Encoding
from elfer.envs.fields import Floats
from elfer.envs.turns import SequentialTurns
from elfer.match import AnyMatch, Match, Step

TRIALS = 8
"""Random games that estimate the length of a game."""
TIMES = 3
"""The maximum length as a multiple of the longest of these."""
HIDDEN: Move = "?"
"""Another player's move that is not fully visible."""
ROW = ("seat", "action", "told")
"""The columns of a past move: its seat, its action if that is visible, and a hash of what the player saw."""


class GameTree:
    """The tree of a game with its options at a number of seats."""

    def __init__(self, game: AnyGame, seats: int, max_length: int = 0) -> None:
        self.game, self.seats = game, seats
        self.code = Encoding(game, seats)
        self.deals = DealTree(game, seats)
        self.root = self.deals.after(())
        """The number of outcomes of the first chance node, or the deal where there is none."""
        self.max_length = max_length or self.code.longest or TIMES * longest(game, seats)
        """After this number of actions, or of moves, a game ends without a winner."""

    def __reduce__(self) -> tuple[Any, ...]:
        return game_tree, (self.game, self.seats, self.max_length)


@cache
def game_tree(game: AnyGame, seats: int, max_length: int = 0) -> GameTree:
    """The cached tree of a game."""
    return GameTree(game, seats, max_length)


def longest(game: AnyGame, seats: int) -> int:
    """The most actions, or moves, of a few random games."""
    most = 0
    for seed in range(TRIALS):
        rng = Chance(seed_for(seed, "answers"))
        turns = SequentialTurns(Match(game, game.deal(seats, Chance(seed)), seats, 1, None))
        actions = 0
        while turns.seat is not None:
            turns.act(turns.moves[rng.below(len(turns.moves))])
            actions += 1
        most = max(most, actions, turns.match.steps)
    return most


class TreeNode:
    """A node of a game tree: a partial deal, or a match."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.chance_history: tuple[int, ...] = ()
        """The outcomes of the chance nodes so far."""
        self.start: State | None = None
        """The state after the deal."""
        self.outcomes = 0
        """The number of outcomes of this chance node; 0 after the deal."""
        self.turns: SequentialTurns | None = None
        """The match, after the deal."""
        self.first_views: dict[Seat | None, str] = {}
        """The first view of each seat, and of a spectator (`None`), as far as they were needed."""
        self.actions = 0
        """The number of actions; the match has the moves, also those of the table."""
        self._take(tree.root)

    @property
    def match(self) -> AnyMatch:
        assert self.turns is not None, "the deal is not over"
        return self.turns.match

    @property
    def over(self) -> bool:
        """Whether the round has ended, or has reached the maximum length."""
        if self.turns is None:
            return False
        length = max(self.actions, self.turns.match.steps)
        return self.turns.seat is None or length >= self.tree.max_length

    @property
    def result(self) -> Result | None:
        """The result of a round that has ended by its rules."""
        return self.turns.match.result if self.turns else None

    def apply(self, action: int) -> None:
        """Apply an outcome at a chance node, an action elsewhere."""
        if self.turns is None:
            if not 0 <= action < self.outcomes:
                raise BadInput("outcome", outcome=action, high=self.outcomes - 1)
            self.chance_history = (*self.chance_history, action)
            self._take(self.tree.deals.after(self.chance_history))
        elif self.over:
            raise IllegalMove("match_over")
        else:
            self.turns.act(self.tree.code.action(action))
            self.actions += 1

    def _take(self, found: CompleteDeal | int) -> None:
        tree = self.tree
        if isinstance(found, CompleteDeal):
            self.begin(Match(tree.game, found.state, tree.seats, 1, found.seed))
        else:
            self.outcomes = found

    def begin(self, match: AnyMatch) -> None:
        """Make this the node of a match, at any point of it."""
        self.start, self.outcomes, self.turns = match.state, 0, SequentialTurns(match)

    def __deepcopy__(self, memo: object) -> Self:
        copied = object.__new__(type(self))
        copied.__dict__ |= self.__dict__ | {"turns": copy(self.turns), "first_views": self.first_views.copy()}
        return copied

    # The information of a player.

    def information_state(self, seat: Seat | None) -> str:
        """All that a seat, or a spectator, was ever told: the deal, each move, the table now; a line each."""
        steps = (step_text(step, seat) for step in self.match.history)
        return "\n".join((self._first_view(seat), *steps, to_json(self.match.view(seat))))

    def _first_view(self, seat: Seat | None) -> str:
        if seat not in self.first_views:
            self.first_views[seat] = to_json(self.tree.game.view(self.start, seat))
        return self.first_views[seat]

    def write_history(self, seat: Seat, out: Floats) -> None:
        """Write the past moves as a seat saw them, a row each, the first one first."""
        rows = [_row(self.tree, step, seat) for step in self.match.history[: len(out)]]
        if rows:
            out[: len(rows)] = rows

    def resampled(self, seat: Seat, rng: Chance) -> TreeNode:
        """A random node with the same information state for a seat, and nothing hidden from it."""
        match, node = self.match, copy(self)
        steps = tuple(seen_step(step, seat) for step in match.history)
        state = match.imagine(seat, rng)
        assert self.turns is not None
        node.turns = self.turns.at(ResampledMatch(match.game, state, match.seats, steps))
        node.first_views = dict.fromkeys((*range(match.seats), None), self._first_view(None))
        node.first_views[seat] = self._first_view(seat)
        node.chance_history, node.start = (), state
        return node


class ResampledMatch(Match[Any, Any]):
    """A match from an imagined state, with the history as one seat saw it."""

    def __init__(self, game: AnyGame, state: State, seats: int, before: tuple[Step, ...]) -> None:
        super().__init__(game, state, seats, 1, None)
        self._steps = list(before)


def seen_step(step: Step, seat: Seat | None) -> Step:
    """A step as a seat, or a spectator, saw it."""
    events = tuple(event.seen_by(seat) for event in step.events)
    known = seat == step.seat or events == step.events
    return replace(step, move=step.move if known else HIDDEN, events=events)


@lru_cache(1 << 16)
def step_text(step: Step, seat: Seat | None) -> str:
    """A step as a seat saw it, as JSON."""
    seen = seen_step(step, seat)
    return to_json((seen.seat, seen.move, seen.events))


def _hash(text: str) -> float:
    """A text hashed to a number from 0 to 1."""
    return int.from_bytes(blake2b(text.encode(), digest_size=3).digest(), "big") / (1 << 24)


@lru_cache(1 << 16)
def _row(tree: GameTree, step: Step, seat: Seat) -> tuple[float, float, float]:
    move = seen_step(step, seat).move
    action = 0.0 if step.seat == TABLE or move == HIDDEN else 1 + tree.code.ids[move]
    return (step.seat + 2) / (tree.seats + 1), action / len(tree.code.actions), _hash(step_text(step, seat))
