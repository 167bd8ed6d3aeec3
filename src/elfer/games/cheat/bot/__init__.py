"""Bots for Mogeln: lie when it pays, and doubt what is unlikely.

Every move has a worth in cards: those got rid of or taken, and those that others have to take, which count
more the nearer they are to winning. The chance of a lie comes from counting cards; the chance to be doubted
rises with how suspicious a lay is. The levels differ in precision (noise is added to each worth) and in how
readily they lay a second card: rounds in which no seat does take very long. A lay that empties a hand is
always doubted, since nothing can be lost by it, and so is a sure lie; only *easy* may overlook one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from elfer.bots.search import Drawback, Estimate, Reason
from elfer.bots.why import explained
from elfer.core.cards import BIT, Cards, names, union
from elfer.core.chance import Chance
from elfer.core.game import Move, Seat, replaced_at
from elfer.games.cheat.bot.odds import lie, says, uses
from elfer.games.cheat.rules import Cheat
from elfer.games.cheat.state import State, declared_size, layer


class Character(NamedTuple):
    """The parameters of a level."""

    blur: float
    """The greatest error in the worth of a move, in cards."""
    second: float = 0.0
    """What a second card, laid secretly, must gain."""
    doubt: float = 1.0
    """What a doubt must gain."""
    close: float = 4.0
    """How much more a card counts for a seat with an empty hand than for one with many cards."""


LEVELS = {
    "easy": Character(8.0, second=1.0),
    "medium": Character(2.0),
    "hard": Character(0.8),
    "expert": Character(0.3, doubt=0.5, close=6.0),
}
DOUBTED, SUSPICIOUS = 0.1, 0.2
"""The assumed chance that a seat doubts without a reason, and its increase when the hand is nearly empty."""
NEARLY_EMPTY = 2
"""The most cards of a nearly empty hand."""
VICTORY = 100.0


def choose(level: str, game: Cheat, state: State, seat: Seat, rng: Chance) -> Move:
    if seat in game.asked(state):
        return "doubt"  # CHE-8
    worths = _worths(level, game, state, seat)
    blur = LEVELS[level].blur
    return max(worths, key=lambda move: worths[move] + _blurred(blur, rng))


def call(level: str, game: Cheat, state: State, seat: Seat, rng: Chance) -> Move | None:
    """A doubt out of turn, where it is legal and pays. CHE-4"""
    if "doubt" not in game.moves(state, seat):
        return None
    gain = _doubting(level, game, state, seat) + _blurred(LEVELS[level].blur, rng) / 2
    return "doubt" if gain > 0.5 else None


def estimate(game: Cheat, state: State, seat: Seat, _rng: Chance) -> tuple[Estimate, ...]:
    """Each move as progress towards an empty hand, compared with the others' hands."""
    sizes = tuple(declared_size(state, s) + NEARLY_EMPTY for s in range(len(state.hands)))
    worths = _worths("expert", game, state, seat, whole=True)
    lays = {move: worth for move, worth in worths.items() if move not in ("doubt", "accept")}
    wins = {
        move: 1.0 if worth == VICTORY else _chance(sizes, seat, sizes[seat] - worth)
        for move, worth in lays.items()
    }
    if "doubt" in worths:
        wins["doubt"] = _after_doubt(game, state, seat, sizes, max(lays.values(), default=0.0))
    found = (Estimate(move, wins.get(move, 0.0), wins.get(move, 0.0)) for move in game.moves(state, seat))
    return explained(found, lambda move: why(game, state, seat, move))


def _after_doubt(game: Cheat, state: State, seat: Seat, sizes: tuple[int, ...], lay: float) -> float:
    """The chance to win: the pile goes to the liar or to oneself, and the turn continues. CHE-4"""
    false, more = lie(game, state, seat), replaced_at(sizes, layer(state), sizes[layer(state)] + state.said)
    exposed = false * _chance(more, seat, sizes[seat] - lay)
    if seat in game.asked(state):  # CHE-8: the round is lost unless the last lay was a lie
        return exposed
    return exposed + (1 - false) * _chance(sizes, seat, sizes[seat] + state.said - lay)


def why(game: Cheat, state: State, seat: Seat, move: Move) -> list[Reason]:
    """The chance that the last lay is a lie; or whether *move* would be one, and its risk."""
    last = seat in game.asked(state)
    if move == "accept":
        return [Drawback("cheat_all_accept" if len(game.asked(state)) > 1 else "cheat_accepts")]  # CHE-8
    if move == "doubt":
        false = lie(game, state, seat)
        likely = Reason("cheat_lie", {"percent": round(100 * false)})
        return [_sure(game, state) if false == 1 else likely, *([Reason("cheat_free")] if last else [])]
    cards, number = union(BIT[name] for name in move.split("+")), says(game, state)
    if cards.bit_count() > 1:
        return [Reason("cheat_second"), Drawback("cheat_risk", {"count": number + 1})]
    if cards & game.true(len(state.hands), number):
        return [Reason("cheat_true" if state.hands[seat] & ~cards else "cheat_wins")]  # CHE-8
    return [Drawback("cheat_risk", {"count": number})]


def _sure(game: Cheat, state: State) -> Reason:
    """That the last lay must be a lie; with a colour, one card alone would be true. CHE-9"""
    if game.colour is None:
        return Reason("cheat_sure_lie", {"number": state.said})
    return Reason("cheat_sure_lie_colour", {"card": f"{game.colour[0].upper()}{state.said}"})


def _chance(sizes: Sequence[int], seat: Seat, left: float) -> float:
    """The chance to win with *left* cards, in inverse proportion to the hands."""
    chances = [1 / (max(0.2, left) if s == seat else size) for s, size in enumerate(sizes)]
    return chances[seat] / sum(chances)


def _blurred(blur: float, rng: Chance) -> float:
    """A random error with a triangular distribution."""
    return blur * (rng.below(1001) + rng.below(1001) - 1000) / 1000


def _worths(level: str, game: Cheat, state: State, seat: Seat, *, whole: bool = False) -> dict[Move, float]:
    """The worth of each sensible move in cards; *whole* includes every pair of cards."""
    if seat in game.asked(state):
        return {"doubt": lie(game, state, seat) * VICTORY, "accept": 0.0}
    worths: dict[Move, float] = {}
    if seat in game.doubters(state):
        worths["doubt"] = _doubting(level, game, state, seat)
    if seat != state.turn:
        return worths
    lay = LayEvaluator(level, game, state, seat)
    loosest = sorted(lay.uses, key=lay.uses.__getitem__)
    for card in loosest:
        worths[names(card)[0]] = lay.worth(card)
        for other in loosest if whole else loosest[:2]:
            if other != card:
                worths["+".join(names(card | other))] = lay.worth(card | other) - LEVELS[level].second
    return worths


def _doubting(level: str, game: Cheat, state: State, seat: Seat) -> float:
    """The worth of a doubt: the pile goes to the liar or to the doubter. CHE-4"""
    false = lie(game, state, seat)
    if not state.hands[layer(state)] or (false == 1 and level != "easy"):
        return VICTORY  # nothing can be lost
    gain = state.said * (false * _hurt(level, state, layer(state)) - (1 - false))
    return gain - LEVELS[level].doubt


def _hurt(level: str, state: State, seat: Seat) -> float:
    """One's own worth of a card that another seat has to take."""
    return (1 + LEVELS[level].close / (1 + declared_size(state, seat))) / (len(state.hands) - 1)


class LayEvaluator:
    """Values the lays of a seat."""

    def __init__(self, level: str, game: Cheat, state: State, seat: Seat) -> None:
        self.seats = len(state.hands)
        self.hand = state.hands[seat]
        self.number = says(game, state)
        self.true = game.true(self.seats, self.number)
        self.pile = self.number - 1
        self.uses = uses(game, state, self.hand, self.number)
        self.doubters = 1 if game.edition == "classic" else self.seats - 1
        self.hurt = _hurt(level, state, (seat + 1) % self.seats)

    def worth(self, cards: Cards) -> float:
        """Cards got rid of, minus those that come back from a doubted lie, minus their later use."""
        count = cards.bit_count()
        left = self.hand.bit_count() - count
        doubted = self._doubted(left)
        if count == 1 and cards & self.true:
            return VICTORY if not left else count + doubted * self.pile * self.hurt - self._use(cards)
        return count - doubted * (self.pile + count) - (1 - doubted) * self._use(cards)

    def _doubted(self, left: int) -> float:
        """The chance to be doubted: sure if it cannot be true, or empties the hand."""
        if not self.true or not left:
            return 1.0
        each_one = DOUBTED + (SUSPICIOUS if left <= NEARLY_EMPTY else 0.0)
        return 1.0 - float((1 - each_one) ** (1 + (self.doubters - 1) / 2))

    def _use(self, cards: Cards) -> float:
        return sum(use for card, use in self.uses.items() if card & cards)
