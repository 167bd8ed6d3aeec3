"""Bots for Ratefix: count the cards, read the guesses before, and foresee those to come.

*Easy* guesses around the mean. *Medium* computes the exact chance of every sum from its own card and all
cards seen, and takes the number that is most often nearest. *Hard* also reads the guesses before: a high
guess means a high card. *Expert* also considers later guesses: with more than two seats it imagines the cards
and guesses to come. With two, a first guess that depends on the card reveals it, and the other need only
go one higher or lower. So *expert* makes the same guess with any card: it wins 0.275 of the time against a
perfect answer, and no mixed strategy wins more (regret matching between the two seats finds the same value).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import accumulate, pairwise, product
from math import exp, factorial, prod

from elfer.bots.search import Estimate, Reason
from elfer.core.cards import NUMBER, each, rows, union
from elfer.core.chance import Chance
from elfer.core.game import Move, Seat, replaced_at
from elfer.games.guess.rules import HIGHEST, Guess, possible_sums
from elfer.games.guess.state import State

EASY_NOISE = 5
"""Half the greatest error of *easy*."""
GUESS_DEVIATION = 4.0
"""The standard deviation of a guess around what the guesser's card suggests."""
ERRATIC_WEIGHT = 0.1
"""The weight of a guess unrelated to the card."""
WORLDS = 40
"""Worlds that *expert* imagines where others guess later."""
SEARCH_RADIUS = 9
"""The greatest distance from the median of a guess that is tried then."""

Odds = list[float]
"""The chance of each sum, or of each number on a card, from 0 on."""


class CardCount:
    """What a seat knows: its number, the unseen cards by number, and the guesses so far."""

    def __init__(self, state: State, seat: Seat) -> None:
        seats = len(state.hands)
        self.seats = seats
        self.own = NUMBER[state.hands[seat][0]]
        self.left = [0] * (HIGHEST + 1)
        for card in each(rows() & ~(union(c for pile in state.won for c in pile) | state.hands[seat][0])):
            self.left[NUMBER[card]] += 1
        self.mean = sum(number * count for number, count in enumerate(self.left)) / sum(self.left)
        """The mean of the cards not seen."""
        before = [state.guesses[(seat - i) % seats] for i in range(1, seats)]
        self.guesses = [guess for guess in reversed(before) if guess is not None]
        """Those made so far, the earliest first."""


def choose(level: str, _game: Guess, state: State, seat: Seat, rng: Chance) -> Move:
    seen = CardCount(state, seat)
    free = _free(seen)
    if level == "easy":
        meant = seen.own + seen.mean * (seen.seats - 1)
        meant += rng.below(2 * EASY_NOISE + 1) + rng.below(2 * EASY_NOISE + 1) - 2 * EASY_NOISE
        return str(min(free, key=lambda guess: abs(guess - meant)))
    if level == "expert" and seen.seats == 2 and not seen.guesses:
        return str(opening(seen))
    odds = sums(seen, reading=level != "medium")
    if level == "expert" and len(seen.guesses) < seen.seats - 1:
        chances = _foreseen(seen, odds, rng)
        return str(max(chances, key=chances.__getitem__))
    return str(max(free, key=lambda guess: (chance(guess, seen.guesses, odds), -abs(guess - _middle(odds)))))


def opening(seen: CardCount) -> int:
    """The first guess of two that minimises how often the other takes the right side, for any own card."""
    counts = [count + (number == seen.own) for number, count in enumerate(seen.left)]
    below = [0, *accumulate(counts)]

    def caught(guess: int) -> int:
        """How often the other, which knows its own number, takes the side where the sum is."""
        lost = 0
        for number, count in enumerate(counts):
            even = min(max(guess - number, 0), HIGHEST + 1)
            lost += count * max(below[even], below[-1] - below[min(even + 1, HIGHEST + 1)])
        return lost

    return min(_free(seen), key=caught)


def estimate(_game: Guess, state: State, seat: Seat, rng: Chance) -> tuple[Estimate, ...]:
    """Each guess with the chance to win the round, and the cards won in the end on average."""
    seen = CardCount(state, seat)
    odds = sums(seen, reading=True)
    last = len(seen.guesses) == seen.seats - 1
    foreseen = {} if last else _foreseen(seen, odds, rng)
    tricks, left = tuple(len(pile) // seen.seats for pile in state.won), len(state.hands[0]) - 1
    after = [hopes(replaced_at(tricks, s, tricks[s] + 1), left) for s in range(seen.seats)]
    others = sum(after[s][seat] for s in range(seen.seats) if s != seat) / (seen.seats - 1)
    chances = {g: chance(g, seen.guesses, odds) if last else foreseen.get(g, 0.0) for g in _free(seen)}
    found = []
    for guess, taken in chances.items():
        win = taken * after[seat][seat] + (1 - taken) * others
        points = seen.seats * (tricks[seat] + taken + left / seen.seats)
        found.append(Estimate(str(guess), win, points, why(guess, chances, _middle(odds))))
    return tuple(found)


def why(guess: int, chances: dict[int, float], middle: int) -> tuple[Reason, ...]:
    """How often a guess is nearest, compared with the median of the sums."""
    percent, there = round(100 * chances[guess]), round(100 * chances.get(middle, 0.0))
    nearest = Reason("guess_nearest", {"percent": percent})
    if guess == middle or percent < there:
        return (nearest, Reason("guess_middle", {"sum": middle}))
    if middle in chances and percent > there:
        return (nearest, Reason("guess_beside", {"sum": middle, "percent": there}))
    return (nearest,)


@cache
def hopes(tricks: tuple[int, ...], left: int) -> list[float]:
    """Each seat's expected share of the victory, if the tricks left go to random seats. GUE-5"""
    won = [0.0] * len(tricks)
    for more in product(range(left + 1), repeat=len(tricks) - 1):
        if sum(more) <= left:
            counts = (*more, left - sum(more))
            ways = factorial(left) / prod(map(factorial, counts)) / len(tricks) ** left
            ends = [before + count for before, count in zip(tricks, counts, strict=True)]
            for s, end in enumerate(ends):
                won[s] += ways * (end == max(ends)) / ends.count(max(ends))
    return won


def _free(seen: CardCount) -> list[int]:
    """The guesses not made yet. GUE-4"""
    return [guess for guess in possible_sums(seen.seats) if guess not in seen.guesses]


def sums(seen: CardCount, *, reading: bool) -> Odds:
    """The exact chance of each sum; *reading* weights the others' cards by their guesses."""
    any_card = [1.0] * (HIGHEST + 1)
    weights = [_likely(guess, seen) for guess in seen.guesses] if reading else []
    weights += [any_card] * (seen.seats - 1 - len(weights))
    odds = [0.0] * (HIGHEST * seen.seats + 1)
    _count(odds, list(seen.left), weights, seen.own, 1.0)
    whole = sum(odds)
    return [ways / whole for ways in odds]


def _count(odds: Odds, left: list[int], weights: Sequence[Odds], held: int, ways: float) -> None:
    """Add the weighted number of ways to each sum, if the seats counted before hold *held*."""
    weight, *others = weights
    for number, count in enumerate(left):
        if count and others:
            left[number] -= 1
            _count(odds, left, others, held + number, ways * count * weight[number])
            left[number] += 1
        elif count:
            odds[held + number] += ways * count * weight[number]


def _likely(guess: int, seen: CardCount) -> Odds:
    """The likelihood of a guess by the guesser's number."""
    rest = seen.mean * (seen.seats - 1)
    return [
        ERRATIC_WEIGHT + exp(-(((guess - number - rest) / GUESS_DEVIATION) ** 2) / 2)
        for number in range(HIGHEST + 1)
    ]


def chance(guess: int, before: Sequence[int], odds: Odds) -> float:
    """The chance that a guess is nearer than all before it; of equally near ones the earlier wins. GUE-4"""
    low = max((other for other in before if other < guess), default=None)
    high = min((other for other in before if other > guess), default=None)
    start = 0 if low is None else (low + guess) // 2 + 1
    end = len(odds) if high is None else (guess + high + 1) // 2
    return sum(odds[start:end])


def _middle(odds: Odds) -> int:
    """The median sum."""
    return next(number for number, below in enumerate(accumulate(odds)) if below >= 0.499)


def _foreseen(seen: CardCount, odds: Odds, rng: Chance) -> dict[int, float]:
    """The chance of each sensible guess to be nearest, with later guesses imagined."""
    centre = _middle(odds)
    tried = [guess for guess in _free(seen) if abs(guess - centre) <= SEARCH_RADIUS]
    wins = dict.fromkeys(tried, 0.0)
    for _ in range(WORLDS):
        total, later = _world(seen, rng)
        for guess in tried:
            guesses = [*seen.guesses, guess]
            for number in later:
                guesses.append(_answer(number, guesses, seen))
            nearest = min(guesses, key=lambda g: abs(g - total))
            wins[guess] += (nearest == guess) / WORLDS
    return wins


def _world(seen: CardCount, rng: Chance) -> tuple[int, list[int]]:
    """A random sum, and the numbers of the seats still to guess."""
    left, held = list(seen.left), []
    readings = [_likely(guess, seen) for guess in seen.guesses]
    for i in range(seen.seats - 1):
        weights = [c * readings[i][n] for n, c in enumerate(left)] if i < len(readings) else left
        held.append(rng.weighted(weights))
        left[held[-1]] -= 1
    return seen.own + sum(held), held[len(readings) :]


def _answer(number: int, guesses: Sequence[int], seen: CardCount) -> int:
    """The guess of a seat with this number after these guesses: it reads them and takes the widest gap."""
    read = [_read(guess, seen) for guess in guesses]
    centre = number + sum(read) + seen.mean * (seen.seats - 1 - len(guesses))
    spread = 3.0 + 3.0 * (seen.seats - 1 - len(guesses))
    ranked = sorted(guesses)
    edges = [ranked[0] - 1, ranked[-1] + 1, *((a + b) // 2 for a, b in pairwise(ranked)), round(centre)]
    tried = [g for g in edges if g not in guesses and g in possible_sums(seen.seats)]
    return max(tried, key=lambda g: _bell(g, ranked, centre, spread), default=_free(seen)[0])


def _read(guess: int, seen: CardCount) -> float:
    """The number that a guess suggests, shrunk towards the mean."""
    told = min(max(guess - seen.mean * (seen.seats - 1), 1.0), float(HIGHEST))
    return 0.7 * told + 0.3 * seen.mean


def _bell(guess: int, ranked: Sequence[int], centre: float, spread: float) -> float:
    """The approximate chance that a guess is nearest, if the sum has a logistic distribution."""
    low = max(((g + guess) / 2 for g in ranked if g < guess), default=-99.0)
    high = min(((g + guess) / 2 for g in ranked if g > guess), default=199.0)
    return 1 / (1 + exp(-1.7 * (high - centre) / spread)) - 1 / (1 + exp(-1.7 * (low - centre) / spread))
