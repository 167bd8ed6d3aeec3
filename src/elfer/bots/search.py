"""Looking ahead in any game: imagine the hidden cards, play on, and see who wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, sqrt
from typing import Any, TypeAlias, TypeVar

import msgspec

from elfer.bots import simple
from elfer.core.chance import Chance, seed_for
from elfer.core.encoding import to_json
from elfer.core.game import TABLE, AnyGame, Move, Result, Seat, State
from elfer.core.texts import Words

G = TypeVar("G", bound=AnyGame)
S = TypeVar("S", bound=State)
Policy: TypeAlias = Callable[[G, S, Seat, Chance], Move]
"""A quick way to play, good enough to play on with."""
Merit: TypeAlias = Callable[[Result | None, Seat], float]
"""How good an end is for a seat."""
Imagine: TypeAlias = Callable[[G, S, Seat, Chance], S]
"""A world that a seat may believe in."""
Trial: TypeAlias = Callable[[G, S, Seat, Sequence[Move], Chance], tuple[list[Result | None], int]]
"""How the round ends after each of some moves in one imagined world, and how many steps that took."""
MOST_MOVES = 2000
"""After this number of moves a playout is given up."""
MOVES_PER_WORLD = 10
"""What imagining a world costs, in moves played."""
STANDARD_ERRORS = 1.0
"""By how many of these a move must beat the first one."""
PRIOR_SQUARES = 0.5
"""Added to the squared differences, so that a few lucky playouts prove nothing."""


CLOSER_MOVES = 3
"""How many of the best moves an estimate may try more often."""
WORLDS_FOR_ONE = 60
"""In how many worlds the only move is tried: nobody waits for what must be done anyway."""


class Reason(msgspec.Struct, frozen=True):
    """A fact that speaks for a move, or against it: the sentence `why.<code>`, and what fills its gaps."""

    code: str
    params: dict[str, Any] = {}

    def tell(self, words: Words) -> str:
        """The reason as one sentence."""
        return words.say(f"why.{self.code}", **self.params)


class Drawback(Reason, frozen=True):
    """A fact that speaks against a move."""


class Estimate(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a move is expected to bring."""

    move: Move
    win: float
    """The chance to win the round; a shared victory counts its share."""
    points: float
    why: tuple[Reason, ...] = ()
    """What speaks for it and against it, the weightiest first."""


def same_luck(game: AnyGame, state: State, seat: Seat) -> Chance:
    """Chance by what a seat sees alone: whoever asks what to do here gets the same advice."""
    return Chance(seed_for(0, "advice", to_json(game.view(state, seat))))


def greedy(game: AnyGame, state: State, seat: Seat, rng: Chance) -> Move:
    """The greedy bot as a policy."""
    return simple.greedy(game.moves(state, seat), rng)


def random(game: AnyGame, state: State, seat: Seat, rng: Chance) -> Move:
    """The random bot as a policy."""
    return simple.random(game.moves(state, seat), rng)


def play_out(game: G, state: S, policy: Policy[G, S], rng: Chance) -> Result | None:
    """Play on to the end of the round; the table and those whom play waits for move."""
    return _played(game, state, policy, rng)[0]


def _played(game: G, state: S, policy: Policy[G, S], rng: Chance) -> tuple[Result | None, int]:
    """How the round ends, and after how many moves."""
    for steps in range(MOST_MOVES):
        awaited = game.awaited(state)
        if not awaited:
            return game.result(state), steps
        seat = awaited[0]
        move = game.moves(state, TABLE)[0] if seat == TABLE else policy(game, state, seat, rng)
        state, _ = game.play(state, seat, move)
    return None, MOST_MOVES


def worth(result: Result | None, seat: Seat) -> tuple[float, int]:
    """A round's end for one seat: its share of the victory, and its points; nothing if it was given up."""
    if result is None:
        return 0.0, 0
    return (seat in result.winners) / len(result.winners), result.points[seat]


def share(result: Result | None, seat: Seat) -> float:
    """The share of the victory."""
    return worth(result, seat)[0]


def estimate(
    game: G,
    state: S,
    seat: Seat,
    rng: Chance,
    *,
    moves: Sequence[Move] = (),
    policy: Policy[G, S] = greedy,
    trial: Trial[G, S] | None = None,
    worlds: int = 12,
    closer: int = 0,
    steps: int = 0,
) -> tuple[Estimate, ...]:
    """Each of the moves, or all legal ones, tried in *worlds* imagined worlds, the same for every move.

    There are fewer of them where they take more than *steps* steps. The few best moves are tried in *closer*
    more of them, since chance makes some look better than they are.
    """
    moves, trial = moves or game.moves(state, seat), trial or playing_on(policy)
    tries = [_Tries(move) for move in moves]
    for stage, times in enumerate((worlds, closer if len(moves) > 1 else 0)):
        if stage:
            tries.sort(key=lambda tried: -tried.wins)
        live = tries[:CLOSER_MOVES] if stage else tries
        spent = 0
        for _ in range(times):
            ends, taken = trial(game, state, seat, [tried.move for tried in live], rng)
            for tried, end in zip(live, ends, strict=True):
                tried.add(*worth(end, seat))
            spent += taken
            if steps and spent > steps:
                break
    found = {tried.move: tried.mean() for tried in tries}
    return tuple(found[move] for move in moves)


def behind(top: Estimate, move: Move, gap: float) -> Estimate:
    """What a move is expected to bring that is worth less than the top one; each unit of the gap divides the
    odds by e."""
    return Estimate(move, top.win / (top.win + (1 - top.win) * exp(gap)), top.points - gap)


def likely(wins: float, worlds: int, seats: int) -> float:
    """A chance from a few trials, of which one more is thought to have gone as chance has it."""
    return (wins + 1 / seats) / (worlds + 1)


class _Tries:
    """A move, and what it has come to so far."""

    def __init__(self, move: Move) -> None:
        self.move, self.worlds, self.wins, self.points = move, 0, 0.0, 0.0

    def add(self, win: float, points: float) -> None:
        self.worlds += 1
        self.wins += win
        self.points += points

    def mean(self) -> Estimate:
        return Estimate(self.move, self.wins / self.worlds, self.points / self.worlds)


def best_move(
    game: G,
    state: S,
    seat: Seat,
    rng: Chance,
    *,
    moves: Sequence[Move],
    policy: Policy[G, S] = greedy,
    trial: Trial[G, S] | None = None,
    steps: int,
    merit: Merit = share,
) -> Move:
    """The move that does best in imagined worlds: the first one, unless another beats it clearly.

    Round by round the worse half of the others drops out. All rounds together take about *steps* steps:
    early in a game few long playouts, later many short ones. A trial takes the place of playing on.
    """
    trial = trial or playing_on(policy)
    rivals = [_Rival(move) for move in moves[1:]]
    rounds = len(rivals).bit_length()
    for _ in range(rounds):
        left = max(1, steps // rounds)
        while left > 0:
            live = [moves[0], *(rival.move for rival in rivals)]
            ends, taken = trial(game, state, seat, live, rng)
            first, *others = (merit(end, seat) for end in ends)
            for rival, good in zip(rivals, others, strict=True):
                rival.add(good - first)
            left -= taken
        rivals.sort(key=lambda rival: -rival.lead / rival.worlds)
        rivals[max(1, len(rivals) // 2) :] = []
    return rivals[0].move if rivals and rivals[0].least_lead() > 0 else moves[0]


def wins_surely(
    game: G, state: S, seat: Seat, move: Move, rng: Chance, trial: Trial[G, S], worlds: int = 12
) -> bool:
    """Whether a move wins alone in every one of some imagined worlds, as the trial plays on."""
    return all(share(trial(game, state, seat, (move,), rng)[0][0], seat) == 1 for _ in range(worlds))


class _Rival:
    """A move, and by how much it has done better than the first one in the same worlds."""

    __slots__ = ("lead", "move", "squares", "worlds")

    def __init__(self, move: Move) -> None:
        self.move = move
        self.worlds, self.lead, self.squares = 0, 0.0, PRIOR_SQUARES

    def add(self, lead: float) -> None:
        self.worlds += 1
        self.lead += lead
        self.squares += lead * lead

    def least_lead(self) -> float:
        """The mean lead, less what may be luck."""
        mean = self.lead / self.worlds
        variance = self.squares / self.worlds - mean * mean
        return mean - STANDARD_ERRORS * sqrt(variance / self.worlds)


def playing_on(policy: Policy[G, S], imagine: Imagine[G, S] | None = None) -> Trial[G, S]:
    """The trial that plays on by a policy, with the same luck after each move; in worlds of one's own."""

    def trial(
        game: G, state: S, seat: Seat, moves: Sequence[Move], rng: Chance
    ) -> tuple[list[Result | None], int]:
        world = imagine(game, state, seat, rng) if imagine else game.imagine(state, seat, rng)
        steps = MOVES_PER_WORLD
        start, ends = rng.mark(), []
        for move in moves:
            after, _ = game.play(world, seat, move)
            end, taken = _played(game, after, policy, Chance(*start))
            ends.append(end)
            steps += taken + 1
        return ends, steps

    return trial
