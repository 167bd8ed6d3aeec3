"""How to play Schnipp Schnapp: see a match and call it, sooner or later, and sometimes in error.

The rules know no time. A runner with a clock asks `notices` what a bot sees and `reaction` how long it
takes; the window of SNA-6 then judges who was first. Without a clock a runner asks one seat after the
other whether it calls now (`call`, or `choose` for the one who turns up the next card). So that this
favours no seat, each card turned up makes one seat the quickest, by a number that all bots draw alike
from what lies open: only that one calls, unless it misses the match. Calls of the same moment are rare.
"""

from __future__ import annotations

from typing import NamedTuple

from elfer.bots.search import Estimate
from elfer.cards import NUMBER
from elfer.chance import Chance
from elfer.core import Move, Seat
from elfer.games.snap import Snap
from elfer.games.snap_calls import calls, matches, middle_matches
from elfer.games.snap_table import SnapState


class Senses(NamedTuple):
    """How quick and how reliable a level is."""

    mean: int
    """The mean reaction time, in ms."""
    spread: int
    """Its standard deviation, in ms."""
    misses: int
    """How often, of 1000 matches that lie open, one is not seen before the next card."""
    errors: int
    """How often, of 1000 cards turned up, a match is called that is not there."""
    together: int
    """How often, of 1000 right calls of another, the own call comes at the same moment."""


LEVELS = {
    "easy": Senses(mean=900, spread=300, misses=400, errors=8, together=30),
    "medium": Senses(mean=700, spread=200, misses=220, errors=4, together=50),
    "hard": Senses(mean=500, spread=120, misses=80, errors=1, together=80),
    "expert": Senses(mean=350, spread=80, misses=10, errors=0, together=120),
}
QUICKEST = 180
"""No person reacts in fewer ms."""


def reaction(level: str, rng: Chance) -> int:
    """How many ms pass before a bot of this level calls; sometimes much more than usual, never much fewer."""
    senses = LEVELS[level]
    late = sum(rng.below(1001) for _ in range(4)) / 1000  # 0 to 4, mostly around 2
    skewed = (late**2 - 13 / 3) / 2.4  # its mean is 0 and its deviation 1
    return max(QUICKEST, round(senses.mean + senses.spread * skewed))


def notices(level: str, game: Snap, state: SnapState, seat: Seat, rng: Chance) -> Move | None:
    """What a bot of this level would call on this card, rightly or in error, if it were quick enough."""
    senses, can = LEVELS[level], game.moves(state, seat)
    there = {"schnapp": bool(matches(state)), "schnipp": middle_matches(state)}
    right = [word for word in can if there.get(word)]
    if any(there.values()):
        return right[0] if right and rng.below(1000) >= senses.misses else None
    wrong = [word for word in can if word in there and _tempting(state, word)]
    return wrong[0] if wrong and rng.below(1000) < senses.errors else None


def call(level: str, game: Snap, state: SnapState, seat: Seat, rng: Chance) -> Move | None:
    """What a bot calls now, where nobody measures time."""
    word = notices(level, game, state, seat, rng)
    if calls(state):
        return word if rng.below(1000) < LEVELS[level].together else None
    return word if _quickest(game, state) == seat else None


def choose(level: str, game: Snap, state: SnapState, seat: Seat, rng: Chance) -> Move:
    """Turn up the next card, unless there is something to call first."""
    return call(level, game, state, seat, rng) or game.moves(state, seat)[0]


def estimate(game: Snap, state: SnapState, seat: Seat, _rng: Chance) -> tuple[Estimate, ...]:
    """A right call is sure to pay, a false one costs; its points are the cards it moves."""
    there = {"schnapp": bool(matches(state)), "schnipp": middle_matches(state)}
    even, own = 1 / len(state.hands), len(state.piles[seat])
    prize = {
        "schnapp": sum(
            len(p) for s, p in enumerate(state.piles) if s != seat and p and NUMBER[p[0]] in matches(state)
        ),
        "schnipp": len(state.middle),
    }
    found = []
    for move in game.moves(state, seat):
        gain = 0 if move == "reveal" else prize[move] if there[move] else -own
        found.append(Estimate(move, min(1.0, max(0.0, even + gain / 80)), gain))
    return tuple(found)


def _tempting(state: SnapState, word: Move) -> bool:
    """Whether a word can be called in error: there must be something to mistake for a match."""
    open_piles = sum(bool(pile) for pile in state.piles)
    return open_piles > 1 if word == "schnapp" else bool(state.middle) and open_piles > 0


def _quickest(game: Snap, state: SnapState) -> Seat:
    """The seat that is the quickest this time, the same for all who see this table."""
    tops = sum(pile[0] for pile in state.piles if pile)
    able = [s for s in range(len(state.hands)) if game.moves(state, s)]
    return Chance(tops, state.turned).shuffled(able)[0]
