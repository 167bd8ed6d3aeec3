"""Monte Carlo search for any game: imagine the hidden cards, play on, count the wins.

The module is also the strategy of a game that has none of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp, sqrt
from typing import Any, TypeAlias, TypeVar

import msgspec

from elfer.bots import simple
from elfer.core.canonical_json import to_json
from elfer.core.chance import Chance, seed_for
from elfer.core.game import TABLE, AnyGame, Move, Result, Seat, State
from elfer.core.texts import Words

G = TypeVar("G", bound=AnyGame)
S = TypeVar("S", bound=State)
Policy: TypeAlias = Callable[[G, S, Seat, Chance], Move]
"""A fast way to play, used for playouts."""
Merit: TypeAlias = Callable[[Result | None, Seat], float]
"""The value of a result for a seat."""
Imagine: TypeAlias = Callable[[G, S, Seat, Chance], S]
"""A state that a seat cannot tell from the true one."""
Outcomes: TypeAlias = tuple[list[Result | None], int]
"""The results of some moves in one imagined world, and the number of steps played."""
Trial: TypeAlias = Callable[[G, S, Seat, Sequence[Move], Chance], Outcomes]
"""Tries some moves in one imagined world."""
MOST_MOVES = 2000
"""A playout longer than this is given up."""
MOVES_PER_WORLD = 10
"""The cost of imagining a world, in moves played."""
STANDARD_ERRORS = 1.0
"""The lead over the first move that counts as proven."""
PRIOR_SQUARES = 0.5
"""Prior sum of squared leads: a few lucky playouts prove nothing."""
CLOSER_MOVES = 3
"""The number of best moves that an estimate tries more often."""
WORLDS_FOR_ONE = 60
"""Worlds for a position with one legal move, which needs no precision."""
LEVEL_STEPS = {"hard": 2_000, "expert": 8_000}
"""Moves that a level plays ahead per decision, in a game without its own strategy."""


class Reason(msgspec.Struct, frozen=True):
    """A fact for or against a move: the text `why.<code>` with its parameters."""

    code: str
    params: dict[str, Any] = {}

    def tell(self, words: Words) -> str:
        """The reason as one sentence."""
        return words.say(f"why.{self.code}", **self.params)


class Drawback(Reason, frozen=True):
    """A fact against a move."""


class Estimate(msgspec.Struct, frozen=True, omit_defaults=True):
    """The expected outcome of a move."""

    move: Move
    win: float
    """The chance to win the round; of a shared victory, the share."""
    points: float
    why: tuple[Reason, ...] = ()
    """Reasons for and against, the most important first."""


def same_luck(game: AnyGame, state: State, seat: Seat) -> Chance:
    """Random numbers derived from a seat's view: equal views get equal advice."""
    return Chance(seed_for(0, "advice", to_json(game.view(state, seat))))


def greedy(game: AnyGame, state: State, seat: Seat, rng: Chance) -> Move:
    """The greedy bot as a policy."""
    return simple.greedy(game, game.moves(state, seat), rng)


def random(game: AnyGame, state: State, seat: Seat, rng: Chance) -> Move:
    """The random bot as a policy."""
    return simple.random(game, game.moves(state, seat), rng)


def choose(level: str, game: AnyGame, state: State, seat: Seat, rng: Chance) -> Move:
    """*Easy* plays at random, *medium* greedily; the others search."""
    if level not in LEVEL_STEPS:
        return (random if level == "easy" else greedy)(game, state, seat, rng)
    return best_move(game, state, seat, rng, moves=game.moves(state, seat), steps=LEVEL_STEPS[level])


def play_out(game: G, state: S, policy: Policy[G, S], rng: Chance) -> tuple[Result | None, int]:
    """The result of the round and the moves played until then; only awaited seats and the table move."""
    for steps in range(MOST_MOVES):
        awaited = game.awaited(state)
        if not awaited:
            return game.result(state), steps
        seat = awaited[0]
        move = game.moves(state, TABLE)[0] if seat == TABLE else policy(game, state, seat, rng)
        state, _ = game.play(state, seat, move)
    return None, MOST_MOVES


def worth(result: Result | None, seat: Seat) -> tuple[float, int]:
    """A seat's share of the victory and its points; 0 for a playout that was given up."""
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
    """Each of the moves, or of all legal ones, tried in the same *worlds* imagined worlds.

    More than *steps* steps end it early. The best few moves are tried in *closer* more worlds: the maximum
    of noisy means is biased upwards.
    """
    moves, trial = moves or game.moves(state, seat), trial or playing_on(policy)
    tries = [_Tries(move) for move in moves]
    for times, most in (worlds, len(moves)), (closer if len(moves) > 1 else 0, CLOSER_MOVES):
        live, spent = sorted(tries, key=lambda tried: -tried.wins)[:most], 0
        for _ in range(times):
            ends, taken = trial(game, state, seat, [tried.move for tried in live], rng)
            for tried, end in zip(live, ends, strict=True):
                tried.add(*worth(end, seat))
            spent += taken
            if steps and spent > steps:
                break
    return tuple(tried.mean() for tried in tries)


def advised(top: Estimate, worths: Mapping[Move, float], unit: float) -> list[Estimate]:
    """The top move as it is; the others by how much less they are worth: a *unit* divides the odds by e."""
    most = max(worths.values())
    return [
        top if move == top.move else behind(top, move, (most - worth) / unit)
        for move, worth in worths.items()
    ]


def behind(top: Estimate, move: Move, gap: float) -> Estimate:
    """The estimate of a move worth *gap* less than the top one; each unit divides the odds by e."""
    return Estimate(move, top.win / (top.win + (1 - top.win) * exp(gap)), top.points - gap)


def likely(wins: float, worlds: int, seats: int) -> float:
    """A win rate from few trials, smoothed by one trial with an even chance."""
    return (wins + 1 / seats) / (worlds + 1)


class _Tries:
    """The sums of a move over its playouts."""

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
    """The best move by successive halving: the first one, unless another beats it clearly.

    After each round the worse half of the rivals drops out. All rounds together take about *steps* steps:
    few long playouts early in a game, many short ones later.
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
    """Whether a move wins alone in every one of *worlds* imagined worlds."""
    return all(share(trial(game, state, seat, (move,), rng)[0][0], seat) == 1 for _ in range(worlds))


class _Rival:
    """A move with its lead over the first one in the same worlds."""

    __slots__ = ("lead", "move", "squares", "worlds")

    def __init__(self, move: Move) -> None:
        self.move = move
        self.worlds, self.lead, self.squares = 0, 0.0, PRIOR_SQUARES

    def add(self, lead: float) -> None:
        self.worlds += 1
        self.lead += lead
        self.squares += lead * lead

    def least_lead(self) -> float:
        """The mean lead minus `STANDARD_ERRORS` standard errors."""
        mean = self.lead / self.worlds
        variance = self.squares / self.worlds - mean * mean
        return mean - STANDARD_ERRORS * sqrt(variance / self.worlds)


def playing_on(policy: Policy[G, S], imagine: Imagine[G, S] | None = None) -> Trial[G, S]:
    """The trial that plays on by a policy, with the same random numbers after each move."""

    def trial(game: G, state: S, seat: Seat, moves: Sequence[Move], rng: Chance) -> Outcomes:
        world = imagine(game, state, seat, rng) if imagine else game.imagine(state, seat, rng)
        steps = MOVES_PER_WORLD
        start, ends = rng.mark(), []
        for move in moves:
            after, _ = game.play(world, seat, move)
            end, taken = play_out(game, after, policy, Chance(*start))
            ends.append(end)
            steps += taken + 1
        return ends, steps

    return trial
