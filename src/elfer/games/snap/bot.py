"""Bots for Schnipp Schnapp: see a match and call it, sooner or later, and sometimes in error.

The rules have no time. A runner with a clock asks what a bot `notices`, and waits for its reaction time; the
window of SNA-6 then decides who was first. Without a clock a runner asks one seat after the other whether it
calls now (`call`, or `choose` for the seat that turns up the next card). For fairness, each card turned up
makes one seat the quickest, by a random number derived from the open cards: only that seat calls, unless it
misses the match. Simultaneous calls are rare.
"""

from __future__ import annotations

from typing import NamedTuple

from elfer.bots.search import Estimate, Reason
from elfer.bots.why import explained
from elfer.core.cards import NUMBER, rows
from elfer.core.chance import Chance, seed_for
from elfer.core.game import Move, Seat
from elfer.games.snap.calls import calls, late, match_number, matches, middle_matches, right_words, sources_of
from elfer.games.snap.rules import Snap
from elfer.games.snap.state import State


class Senses(NamedTuple):
    """The reliability of a level, per 1000."""

    misses: int
    """Matches not seen before the next card."""
    errors: int
    """Cards turned up on which a match is called that is not there."""
    together: int
    """Right calls of another seat that one's own call coincides with."""


LEVELS = {
    "easy": Senses(misses=400, errors=8, together=30),
    "medium": Senses(misses=220, errors=4, together=50),
    "hard": Senses(misses=80, errors=1, together=80),
    "expert": Senses(misses=10, errors=0, together=120),
}
HOPE = 3
"""Cards added to each seat in an estimate, so that no chance is 0."""


def notices(level: str, game: Snap, state: State, seat: Seat, rng: Chance) -> Move | None:
    """The call of a bot on this card, rightly or in error, if it is quick enough."""
    senses, can = LEVELS[level], game.moves(state, seat)
    there = right_words(state)
    right = [word for word in can if there.get(word)]
    if any(there.values()):
        return right[0] if right and rng.below(1000) >= senses.misses else None
    wrong = [word for word in can if word in there and _tempting(state, word)]
    return wrong[0] if wrong and rng.below(1000) < senses.errors else None


def call(level: str, game: Snap, state: State, seat: Seat, rng: Chance) -> Move | None:
    """The call of a bot now, without a clock."""
    word = notices(level, game, state, seat, rng)
    if calls(state):
        return word if rng.below(1000) < LEVELS[level].together else None
    return word if _quickest(game, state) == seat else None


def choose(level: str, game: Snap, state: State, seat: Seat, rng: Chance) -> Move:
    """A call, or else the next card."""
    return call(level, game, state, seat, rng) or game.moves(state, seat)[0]


def estimate(game: Snap, state: State, seat: Seat, _rng: Chance) -> tuple[Estimate, ...]:
    """Each move by the share of all cards, quartets included, that it leads to.

    Between equal bots that share is close to the chance to win, slightly nearer to even.
    """
    cards, seats = rows().bit_count(), len(state.hands)
    own = len(state.hands[seat]) + len(state.piles[seat]) + state.quartets[seat].bit_count()
    found = []
    for move in game.moves(state, seat):
        later = own + _gain(state, seat, move)
        points = later if game.together else later / 4
        found.append(Estimate(move, (later + HOPE) / (cards + HOPE * seats), points))
    return explained(found, lambda move: [why(state, seat, move)])


def why(state: State, seat: Seat, move: Move) -> Reason:
    """The match for a call, or the cost of a wrong one."""
    found, pile = matches(state), state.piles[seat]
    if move == "reveal":
        return Reason("snap_call" if found or middle_matches(state) else "snap_nothing")
    if move == "schnapp" and found:
        return Reason("snap_match", {"number": match_number(state, seat)})  # SNA-3
    if move == "schnipp" and middle_matches(state):
        return Reason("snap_middle", {"number": NUMBER[state.middle[0]]})  # SNA-5
    if late(state, move):
        return Reason("snap_late")  # SNA-6
    return Reason("snap_false", {"count": len(pile)}) if pile else Reason("snap_false_free")  # SNA-4


def _gain(state: State, seat: Seat, move: Move) -> int:
    """The number of cards that a call brings or costs. SNA-3, SNA-4, SNA-5, SNA-6"""
    pile, found = state.piles[seat], matches(state)
    if move == "schnipp" and middle_matches(state):
        return len(state.middle)
    if move == "schnapp" and found:
        return sum(len(state.piles[s]) for s in sources_of(state, seat, match_number(state, seat)))
    return 0 if move == "reveal" or late(state, move) else -len(pile)


def _tempting(state: State, word: Move) -> bool:
    """Whether a word can be called in error: something could be mistaken for a match."""
    open_piles = sum(bool(pile) for pile in state.piles)
    return open_piles > 1 if word == "schnapp" else bool(state.middle) and open_piles > 0


def _quickest(game: Snap, state: State) -> Seat:
    """The quickest seat on this card, the same for all bots."""
    seats = len(state.hands)
    tops = sum(pile[0] for pile in state.piles if pile)
    around = [(state.turn + step) % seats for step in range(seats)]
    able = [seat for seat in around if game.moves(state, seat)]
    return able[Chance(seed_for(tops, "quickest", state.turned)).below(len(able))]
