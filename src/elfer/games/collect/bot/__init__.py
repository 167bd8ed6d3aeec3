"""Bots for Farben sammeln: which card to take, which to give away, and when to say Schluss.

A hand is worth the sum of its best colour. So every card that can be taken has a gain, and the stock has
the mean gain of all unseen cards. *Easy* and *medium* move by that and say Schluss as soon as possible, but
sometimes move at random. *Hard* also withholds the colours that its left neighbour took openly, and says
Schluss if it is likely ahead of the usual hand at that time (`weights.toml`). *Expert* searches its best few
moves.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from math import erf, exp, log, prod

from msgspec.structs import replace

from elfer.bots import search
from elfer.bots.search import Drawback, Estimate, Reason, best_move, playing_on, random
from elfer.bots.why import explained
from elfer.compiled.decorator import PLAIN
from elfer.core.cards import (
    BIT,
    COLOURS,
    LANE,
    NAME,
    NUMBER,
    ROWS,
    Card,
    Cards,
    each,
    names,
    rows,
    total,
    union,
)
from elfer.core.chance import Chance
from elfer.core.game import Move, Seat
from elfer.games.collect.rules import Collect, places
from elfer.games.collect.state import State

RANDOM_ONE_IN = {"easy": 3, "medium": 8}
"""One in this number of moves is random."""
SECOND_COLOUR_SHARE = 0.05
"""The weight of the second best colour."""
NEIGHBOUR_SHARE = 0.3
"""The share of the left neighbour's gain that counts as an own loss."""
STOCK_POINTS = 3
"""The approximate gain of a stock card: a quarter are of the right colour."""
STEPS = 5000 if PLAIN else 8000
"""Moves that *expert* plays ahead per decision, about."""
MOVES_TRIED = 4
"""The number of moves that *expert* searches."""
COVERED_SHARE = 0.2
"""The share of a pile top's own gain that counts as lost when it is covered."""
WORLDS = 80 if PLAIN else 180
"""Playouts per estimate."""
LOGIT_PER_DEVIATION = 1.7
"""Log-odds per standard deviation."""
CONFIDENCE = 0.8
"""Factor on the log-odds of playouts, measured at tables of *hard* bots."""
SCHLUSS_CHANCE = 0.35
"""The chance to be ahead at which Schluss is said, per other seat."""


def choose(level: str, game: Collect, state: State, seat: Seat, rng: Chance) -> Move:
    moves = game.moves(state, seat)
    if len(moves) == 1:
        return moves[0]
    if state.put:
        return _said(level, state, seat)
    if level in RANDOM_ONE_IN and rng.below(RANDOM_ONE_IN[level]) == 0:
        return random(game, state, seat, rng)
    merits = HandEvaluator(level, state, seat).merits(moves)
    if level == "expert":
        tried = sorted(moves, key=lambda move: -merits[move])[:MOVES_TRIED]
        return best_move(game, state, seat, rng, moves=tried, policy=quick, steps=STEPS)
    best = max(merits.values())
    return rng.shuffled(move for move in moves if merits[move] == best)[0]


def estimate(game: Collect, state: State, seat: Seat, rng: Chance) -> tuple[Estimate, ...]:
    """The best move by playouts, and the others by how much less they are worth."""
    moves = game.moves(state, seat)
    trial = playing_on(quick, usual_world)
    if state.put:
        ends = search.estimate(game, state, seat, rng, trial=trial, worlds=WORLDS // 2)
        return explained((_tempered(end, state) for end in ends), lambda move: why(state, seat, move))
    merits = HandEvaluator("expert", state, seat).merits(moves)
    best = max(moves, key=merits.__getitem__)
    (top,) = search.estimate(game, state, seat, rng, moves=(best,), trial=trial, worlds=WORLDS)
    top = _tempered(top, state)
    found = (_less(top, move, merits[best] - merit, state) for move, merit in merits.items())
    return explained(found, lambda move: why(state, seat, move))


def why(state: State, seat: Seat, move: Move) -> list[Reason]:
    """What a card adds to the best colour, or leaves of it."""
    table = HandEvaluator("expert", state, seat)
    if move in ("schluss", "end"):
        return [Reason("collect_ahead", {"percent": round(100 * ahead(state, seat, table.now))})]
    if move == "stock":
        return [Reason("collect_stock", {"count": round(table.stock())})]
    if move.startswith("pile"):
        card = table.tops[move.removeprefix("pile ")]
        gain, colour = round(table.gain(card)), _colour(card)
        if not gain:
            return [Drawback("collect_no_gain", {"cards": names(card)})]
        code = "collect_gain" if table.sums[colour] == table.now else "collect_new_best"
        return [Reason(code, {"cards": names(card), "colour": COLOURS[colour], "count": gain})]
    best = max(ROWS, key=lambda colour: total(table.hand & colour))
    if BIT[move.partition(">")[0]] & best:
        return [Drawback("collect_gives_best")]
    return [Reason("collect_loose", {"count": total(table.hand & best)})]


def usual_world(game: Collect, state: State, seat: Seat, rng: Chance) -> State:
    """An imagined state in which the others have about the points usual for this turn."""
    world = game.imagine(state, seat, rng)
    hands, stock = list(world.hands), list(world.stock)
    mean, spread = usual(state)
    for s in range(len(hands)):
        if s != seat:
            deviations = sum(rng.below(1001) for _ in range(12)) / 1000 - 6
            hands[s] = _collected(hands[s], state.known[s], stock, mean + spread * deviations)
    return replace(world, hands=tuple(hands), stock=tuple(stock))


def _collected(hand: Cards, known: Cards, stock: list[Card], points: float) -> Cards:
    """A hand after exchanging cards with the stock until its best colour has about these points."""
    best = max(ROWS, key=lambda colour: total(hand & colour))
    for i, card in enumerate(stock):
        loose = hand & ~best & ~known
        if not loose:
            break
        if card & best and total(hand & best) + NUMBER[card] <= points:
            dropped = min(each(loose), key=NUMBER.__getitem__)
            hand, stock[i] = hand & ~dropped | card, dropped
    return hand


def _less(top: Estimate, move: Move, points: float, state: State) -> Estimate:
    """The estimate of a move that is worth *points* less than the top one."""
    _, spread = usual(state)
    return replace(
        search.behind(top, move, LOGIT_PER_DEVIATION * points / spread), points=top.points - points
    )


def _tempered(found: Estimate, state: State) -> Estimate:
    """The estimate moved towards an even chance, since others do not play as `quick` does."""
    win = min(max(found.win, 1 / WORLDS), 1 - 1 / WORLDS)  # few playouts prove no certainty
    even = -log(len(state.hands) - 1)
    odds = even + CONFIDENCE * (log(win / (1 - win)) - even)
    return replace(found, win=1 / (1 + exp(-odds)))


def _said(level: str, state: State, seat: Seat) -> Move:
    if level in ("easy", "medium"):
        return "schluss"
    own = float(total(state.hands[seat]))
    return "schluss" if ahead(state, seat, own) >= SCHLUSS_CHANCE ** (len(state.hands) - 1) else "end"


def ahead(state: State, seat: Seat, own: float) -> float:
    """The chance that *own* points beat every other hand now."""
    mean, spread = usual(state)
    others = [s for s in range(len(state.hands)) if s != seat]
    shown = [max(total(state.known[s] & colour) for colour in ROWS) for s in others]
    return prod((own > least) * _under((own - max(mean, least)) / spread) for least in shown)


def _under(deviations: float) -> float:
    """The standard normal distribution function."""
    return (1 + erf(deviations / 2**0.5)) / 2


@cache
def _paces() -> dict[str, list[tuple[float, float]]]:
    """The mean points of a hand by number of seats and turn, with the standard deviation."""
    weights = tomllib.loads(files(__name__).joinpath("weights.toml").read_text("utf-8"))
    return {seats: [(mean, spread) for mean, spread in turns] for seats, turns in weights["pace"].items()}


def usual(state: State) -> tuple[float, float]:
    """The mean points of a hand in the current turn, with the standard deviation."""
    seats = len(state.hands)
    turns = _paces()[str(seats)]
    return turns[min(state.turns // seats, len(turns) - 1)]


def quick(_game: Collect, state: State, seat: Seat, rng: Chance) -> Move:
    """The playout policy: high numbers of the best colour, and Schluss as soon as possible."""
    hand = state.hands[seat] | state.taken
    best = max(ROWS, key=lambda colour: total(hand & colour))
    other = hand & ~best
    if state.put:
        return "end" if other else "schluss"
    if state.taken:
        loose = other & ~state.taken if state.openly else other
        dropped = min(each(loose), key=NUMBER.__getitem__) if loose else hand & -hand
        free = places(state)
        return f"{NAME[dropped]}>{free[rng.below(len(free))]}"
    tops = [(NUMBER[pile[0]], place) for place, pile in enumerate(state.piles, 1) if pile and pile[0] & best]
    number, place = max(tops, default=(0, 0))
    gain = number if other else number - NUMBER[hand & -hand]
    return f"pile {place}" if gain > STOCK_POINTS else "stock"


class HandEvaluator:
    """Values cards by the hand, the tops of the piles, the unseen cards and the left neighbour."""

    def __init__(self, level: str, state: State, seat: Seat) -> None:
        self.hand = state.hands[seat] | state.taken
        self.size = state.hands[seat].bit_count()
        self.tops = {str(place): pile[0] if pile else 0 for place, pile in enumerate(state.piles, 1)}
        seen = self.hand | union(state.known) | union(card for pile in state.piles for card in pile)
        self.unseen = rows() & ~seen
        neighbour = (seat + 1) % len(state.hands)
        self.coveted = [0.0] * 4 if level in RANDOM_ONE_IN else self._coveted(state.known[neighbour])
        self.sums = [self._worth(colour, self.hand) for colour in range(4)]
        self.now = max(self.sums)

    def _coveted(self, known: Cards) -> list[float]:
        """The cost per point of giving the left neighbour a colour, by what it took openly."""
        weights = [10.0 + total(known & colour) for colour in ROWS]
        return [NEIGHBOUR_SHARE * (weight / sum(weights)) for weight in weights]

    def _worth(self, colour: int, hand: Cards) -> float:
        """The worth of a hand in a colour: the highest numbers it can keep."""
        cards = hand & ROWS[colour]
        while cards.bit_count() > self.size:
            cards &= cards - 1
        return float(total(cards))

    def worth(self, hand: Cards) -> float:
        """The worth of a hand in its best colour, plus a fraction of the second best."""
        sums = sorted(self._worth(colour, hand) for colour in range(4))
        return sums[3] + SECOND_COLOUR_SHARE * sums[2]

    def gain(self, card: Card) -> float:
        """The points a card adds to the best colour."""
        colour = _colour(card)
        return max(0.0, self._worth(colour, self.hand | card) - self.now)

    def stock(self) -> float:
        """The mean gain of the unseen cards."""
        return sum(self.gain(card) for card in each(self.unseen)) / max(1, self.unseen.bit_count())

    def merits(self, moves: tuple[Move, ...]) -> dict[Move, float]:
        """The worth of each move of taking or putting down."""
        return {move: self._put(*move.split(">")) if ">" in move else self._take(move) for move in moves}

    def _take(self, move: Move) -> float:
        if move == "stock":
            return self.stock()
        card = self.tops[move.removeprefix("pile ")]
        return self.gain(card) + self._missed(card)

    def _put(self, name: str, place: str) -> float:
        """The worth of the remaining hand, minus what is given away, plus what is covered."""
        card, covered = BIT[name], self.tops[place]
        given = self._missed(card)
        if covered:
            given -= self._missed(covered) - COVERED_SHARE * self.gain(covered)
        return self.worth(self.hand & ~card) - given

    def _missed(self, card: Card) -> float:
        """The cost of leaving a card to the left neighbour."""
        return self.coveted[_colour(card)] * NUMBER[card]


def _colour(card: Card) -> int:
    return (card.bit_length() - 1) // LANE
