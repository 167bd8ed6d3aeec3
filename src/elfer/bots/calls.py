"""Calls and doubts: what a seat does though play does not wait for it."""

from __future__ import annotations

from elfer.chance import Chance
from elfer.core import Move, Seat
from elfer.games.cheat import Cheat
from elfer.games.cheat_table import State as CheatState
from elfer.games.connect import Connect
from elfer.games.connect_table import State as ConnectState
from elfer.games.snap import Snap
from elfer.games.snap_calls import calls, matches, middle_matches
from elfer.games.snap_table import SnapState


def stopp(_game: Connect, state: ConnectState, _seat: Seat, rng: Chance) -> Move | None:
    """Call when a card was misplaced, but overlook every fourth one."""
    return "stopp" if state.missed and rng.below(4) else None


def doubt(game: Cheat, state: CheatState, seat: Seat, rng: Chance) -> Move | None:
    """Doubt what cannot be true, and now and then what one imagines to be a lie."""
    if not game.believable(state, seat):
        return "doubt"
    return "doubt" if not game.honest(state) and rng.below(6) == 0 else None


def snap(game: Snap, state: SnapState, seat: Seat, rng: Chance) -> Move | None:
    """Call what lies there, but be too slow every third time; rarely see what is not there."""
    can = game.moves(state, seat)
    there = {"schnapp": bool(matches(state)), "schnipp": middle_matches(state)}
    right = next((word for word in can if there.get(word)), None)
    if right:
        slow = rng.below(8) if calls(state) else rng.below(3) // 2
        return None if slow else right
    return "schnipp" if "schnipp" in can and rng.below(300) == 0 else None
