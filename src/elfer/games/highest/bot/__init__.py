"""Bots for Die höchste Karte gewinnt: mixed strategies.

For two seats the game is solved (see `values`); *expert* plays the solution, *hard* only in the last tricks.
Otherwise a trick is treated as a game of its own, in which a card gains what it wins now and costs what it
would win later; regret matching of all seats gives the mixed strategy. *Expert* also tries each card in
random playouts, and prefers those that win. *Easy* and *medium* lay high cards too soon, as people do.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import exp, prod

from elfer.bots.search import Drawback, Estimate, Reason
from elfer.bots.why import explained
from elfer.core.cards import LANE, names
from elfer.core.chance import Chance
from elfer.core.game import Move, Seat
from elfer.games.highest.bot.values import numbers, strategy
from elfer.games.highest.rules import NUMBERS, Highest, tally
from elfer.games.highest.state import State

LEARNING_ROUNDS = 120
"""Iterations of regret matching."""
SOLVED_CARDS = {"hard": 5, "expert": 11}
"""The most cards left with which a level plays the solution for two seats."""
ADDED_WEIGHT = {"easy": 0.0, "medium": 6.0}
"""These levels lay each card in proportion to its number plus this."""
PLAYOUTS = 600
KEPT = 2
"""The most better cards that a reason names."""
LOGIT_PER_WIN = 12.0
"""How strongly *expert* prefers a better chance to win over the mixed strategy."""


class PublicTable:
    """Public knowledge: the numbers each seat holds and the cards it has won, own seat first."""

    def __init__(self, state: State, seat: Seat) -> None:
        seats = len(state.hands)
        around = [(seat + i) % seats for i in range(seats)]
        count = tally(state.played)
        self.moves = names(state.hands[seat] | state.chosen[seat])
        """The cards of the deciding seat, lowest first."""
        self.hands = [numbers((state.hands[s] | state.chosen[s]) >> s * LANE) for s in around]
        self.aside = count.aside.bit_count()
        self.won = [count.won[s].bit_count() for s in around]


def choose(level: str, _game: Highest, state: State, seat: Seat, rng: Chance) -> Move:
    table = PublicTable(state, seat)
    return table.moves[rng.weighted(_odds(level, table, rng))]


def estimate(_game: Highest, state: State, seat: Seat, rng: Chance) -> tuple[Estimate, ...]:
    """Each card by playouts: the others lay by the mixed strategy, then all go on at random."""
    table = PublicTable(state, seat)
    shares = mixed(table)
    wins, points = _tried(table, shares, rng)
    found = map(Estimate, table.moves, wins, points)
    return explained(found, lambda move: why(table, shares, move))


def why(table: PublicTable, shares: list[list[float]], move: Move) -> list[Reason]:
    """The chance to take the trick, what it brings, and which better cards are kept."""
    place = table.moves.index(move)
    number, others = table.hands[0][place], zip(table.hands[1:], shares[1:], strict=True)
    takes = prod(_below(hand, laid)[number] for hand, laid in others)
    best = max(max(hand) for hand in table.hands[1:])
    if number < best and not round(100 * takes):
        found: list[Reason] = [Drawback("highest_never")]
    elif number >= best:
        found = [Reason("highest_sure" if number > best else "highest_best")]
    else:
        found = [Reason("highest_takes", {"percent": round(100 * takes)})]
    if table.aside and takes:
        found.append(Reason("highest_aside"))
    elif better := table.moves[place + 1 :]:
        found.append(Reason("highest_keeps", {"cards": better[-KEPT:]}))
    return found


def _odds(level: str, table: PublicTable, rng: Chance) -> list[float]:
    """The weight of each card."""
    cards = len(table.hands[0])
    if level in ADDED_WEIGHT or cards == 1:
        added = 0.0 if table.aside else ADDED_WEIGHT.get(level, 0.0)
        return [number + added for number in table.hands[0]]
    ahead = (table.won[0] - table.won[1]) // 2
    decided = abs(ahead) > cards + table.aside // 2
    if len(table.hands) == 2 and cards <= SOLVED_CARDS[level] and not decided:
        mine, other = (sum(1 << number for number in hand) for hand in table.hands)
        return strategy(mine, other, table.aside // 2, ahead)[1]
    shares = mixed(table)
    if level != "expert":
        return shares[0]
    wins, _ = _tried(table, shares, rng)
    best = max(wins)
    return [
        (share + 0.02) * exp(LOGIT_PER_WIN * (win - best)) for share, win in zip(shares[0], wins, strict=True)
    ]


def mixed(table: PublicTable) -> list[list[float]]:
    """The mixed strategy of each seat over its cards, lowest first, by regret matching.

    A card's gain is the prize times the chance to win it, minus the expected gain in a later trick.
    """
    hands, seats = table.hands, len(table.hands)
    prize = seats + table.aside
    later = [[seats * _beats(number, hands, s) for number in hand] for s, hand in enumerate(hands)]
    regrets = [[0.0] * len(hand) for hand in hands]
    totals = [[0.0] * len(hand) for hand in hands]
    for _ in range(LEARNING_ROUNDS):
        now = [_matching(own) for own in regrets]
        below = [_below(hand, shares) for hand, shares in zip(hands, now, strict=True)]
        for s, hand in enumerate(hands):
            others = below[:s] + below[s + 1 :]
            gains = [
                prize * prod(lower[number] for lower in others) - price
                for number, price in zip(hand, later[s], strict=True)
            ]
            mean = sum(gain * share for gain, share in zip(gains, now[s], strict=True))
            for i, gain in enumerate(gains):
                regrets[s][i] = max(0.0, regrets[s][i] + gain - mean)
                totals[s][i] += now[s][i]
    return [[tried / LEARNING_ROUNDS for tried in own] for own in totals]


def _matching(regrets: Sequence[float]) -> list[float]:
    """Shares in proportion to the regrets."""
    total = sum(regrets)
    return [regret / total for regret in regrets] if total else [1 / len(regrets)] * len(regrets)


def _below(hand: Sequence[int], shares: Sequence[float]) -> list[float]:
    """The chance that a seat lays a lower number than each from 0 to the highest."""
    chances = [0.0] * (NUMBERS[-1] + 1)
    for number, share in zip(hand, shares, strict=True):
        chances[number] = share
    return [0.0, *accumulate(chances)]


def _beats(number: int, hands: Sequence[Sequence[int]], seat: int) -> float:
    """The chance that a number is the single highest, if the others lay any card."""
    return prod(
        sum(other < number for other in hand) / len(hand) for s, hand in enumerate(hands) if s != seat
    )


def _tried(table: PublicTable, shares: list[list[float]], rng: Chance) -> tuple[list[float], list[float]]:
    """One's own chance to win and expected cards with each card, if the others lay by these shares."""
    own = table.hands[0]
    wins, points = [0.0] * len(own), [0.0] * len(own)
    worlds = max(1, PLAYOUTS // len(own))
    for _ in range(worlds):
        laid = [hand[rng.weighted(share)] for hand, share in zip(table.hands[1:], shares[1:], strict=True)]
        others = [
            [card, *rng.shuffled(n for n in hand if n != card)]
            for hand, card in zip(table.hands[1:], laid, strict=True)
        ]
        order = rng.shuffled(own)
        for i, number in enumerate(own):
            mine = [number, *(n for n in order if n != number)]
            won = _played(table, [mine, *others])
            wins[i] += (won[0] == max(won)) / won.count(max(won)) / worlds
            points[i] += won[0] / worlds
    return wins, points


def _played(table: PublicTable, orders: list[list[int]]) -> list[int]:
    """The number of cards each seat wins if all lay in these orders."""
    won, aside, seats = list(table.won), table.aside, len(orders)
    for trick in zip(*orders, strict=True):
        aside += seats
        highest = max(trick)
        if trick.count(highest) == 1:
            won[trick.index(highest)] += aside
            aside = 0
    return won
