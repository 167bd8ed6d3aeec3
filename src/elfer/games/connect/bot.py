"""Bots for Überall anschließen: lay what fits on the right pile, and call what others overlook.

From *medium* on, a card that fits several piles goes to the seat that would run out first. *Hard* and
*expert* never err; the others sometimes overlook the right place (a card for the middle may then go on
another pile that it fits), or another seat's mistake.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from elfer.bots import search
from elfer.bots.search import Estimate, Reason
from elfer.bots.why import explained
from elfer.compiled.decorator import PLAIN
from elfer.core.cards import NAME
from elfer.core.chance import Chance
from elfer.core.game import Move, Result, Seat
from elfer.games.connect.rules import Connect
from elfer.games.connect.state import State, fitting, misfit, owned, pile_of, right_places


class Attention(NamedTuple):
    """What a level overlooks, in percent."""

    middle: int
    """A card that fits the middle."""
    piles: int
    """A card that fits another's pile; per other seat."""
    others: int
    """Another seat's mistake."""


LEVELS = {
    "easy": Attention(middle=3, piles=8, others=40),
    "medium": Attention(middle=1, piles=2, others=15),
    "hard": Attention(0, 0, 0),
    "expert": Attention(0, 0, 0),
}
STEPS = 5_000 if PLAIN else 9_000
"""The most moves played ahead for an estimate."""
CARDS = 80
WORLDS = 12 if PLAIN else 20
"""Playouts per estimate at the start; more once cards lie in the middle."""


def choose(level: str, game: Connect, state: State, seat: Seat, rng: Chance) -> Move:
    moves = game.moves(state, seat)
    if not state.card:
        return call(level, game, state, seat, rng) or moves[0]
    seen = right_places(state)
    if "own" in moves and rng.below(100) < _overlooked(level, state, seen):
        seen = tuple(place for place in fitting(state) if place not in seen) or ("own",)
    seen = _around(state, seen)
    return seen[rng.below(len(seen))] if level == "easy" else _most_urgent(state, seen)


def call(level: str, game: Connect, state: State, seat: Seat, rng: Chance) -> Move | None:
    """Stopp, if a card was misplaced and this seat has seen it. CON-7"""
    if not state.missed or "stopp" not in game.moves(state, seat):
        return None
    return "stopp" if rng.below(100) >= LEVELS[level].others else None


def estimate(game: Connect, state: State, seat: Seat, rng: Chance) -> tuple[Estimate, ...]:
    """Each move by playouts without further mistakes, in which a fault is called at once.

    A wrong move is never worth more than a right one, whatever a few playouts say, and comes after it. A card
    put where it does not fit is kept.
    """
    moves = game.moves(state, seat)
    misfits = [move for move in moves if state.card and misfit(state, move)]
    tried = [move for move in moves if move not in misfits]
    worlds = max(1, WORLDS * CARDS // (1 + CARDS - len(state.middle)) // len(tried))
    found = search.estimate(game, state, seat, rng, moves=tried, trial=_watched, worlds=worlds, steps=STEPS)
    right = [one for one in found if not _wrong(state, one.move)]
    win, points = min(one.win for one in right), min(one.points for one in right)
    wrong = [one for one in found if one not in right]
    wrong += [replace(one, move=move) for one in found if one.move == "own" for move in misfits]
    just = [Estimate(one.move, min(one.win, win), min(one.points, points)) for one in wrong]
    return explained([*right, *just], lambda move: why(state, move))


def why(state: State, move: Move) -> list[Reason]:
    """Whether a card belongs there or was misplaced before; and which seat should get it."""
    if not state.card:
        missed = Reason("connect_missed", {"placer": state.placer})
        return [missed if state.missed else Reason("connect_in_order")]  # CON-7
    right, card = right_places(state), NAME[state.card]
    if move not in right:
        return [Reason("connect_wrong", {"card": card})]
    if move == "own":
        return [Reason("connect_nowhere", {"card": card})]  # CON-5
    if move == "middle":
        top = {"card": card, "top": NAME[state.middle[0]]} if state.middle else {}
        return [Reason("connect_middle" if top else "connect_first", top)]  # CON-2, CON-4
    seat = pile_of(move)
    fits = Reason("connect_pile", {"card": card, "top": NAME[state.piles[seat][0]]})  # CON-3
    urgent = Reason("connect_urgent", {"seat": seat, "count": owned(state, seat)})
    return [urgent, fits] if len(right) > 1 and move == _most_urgent(state, right) else [fits]


def _wrong(state: State, move: Move) -> bool:
    """Whether a move puts a card where it should not go, or calls what was right. CON-7"""
    if move == "stopp":
        return not state.missed
    return bool(state.card) and move not in right_places(state)


def _watched(
    game: Connect, state: State, seat: Seat, moves: Sequence[Move], rng: Chance
) -> tuple[list[Result | None], int]:
    """A trial in which the others call every fault."""
    world, start, steps = game.imagine(state, seat, rng), rng.mark(), 0
    ends = []
    for move in moves:
        after, _ = game.play(world, seat, move)
        if after.missed and any(after.callers):
            after, _ = game.play(after, after.callers.index(True), "stopp")
        end, played = search.play_out(game, after, _rightly, Chance(*start))
        ends.append(end)
        steps += played
    return ends, steps


def _rightly(_game: Connect, state: State, seat: Seat, _rng: Chance) -> Move:
    """The playout policy: as *hard*."""
    if not state.card:
        return "stopp" if state.missed and state.callers[seat] else "reveal"
    return _most_urgent(state, _around(state, right_places(state)))


def _around(state: State, places: tuple[Move, ...]) -> tuple[Move, ...]:
    """The places; several piles in the order of their seats."""
    if len(places) == 1:
        return places
    seats = len(state.piles)
    return tuple(sorted(places, key=lambda place: (pile_of(place) - state.turn) % seats))


def _most_urgent(state: State, places: tuple[Move, ...]) -> Move:
    """The only place, or the pile of the seat with the fewest cards left."""
    return places[0] if len(places) == 1 else min(places, key=lambda place: owned(state, pile_of(place)))


def _overlooked(level: str, state: State, right: tuple[Move, ...]) -> int:
    """The chance to overlook the right place, in percent; rises with the number of piles."""
    attention = LEVELS[level]
    if right == ("middle",):
        return attention.middle
    return attention.piles * (len(state.piles) - 1)
