"""Small tables of the row games, and all deals of their hidden cards that agree with what was seen."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

from msgspec.structs import replace

import elfer
from elfer.core.cards import each, parse_cards, union
from elfer.core.chance import Chance
from elfer.match import AnyMatch, Match

ME = 0
NEAR = "R9-13 Y9-13 G9-13 B9-13"


def scenario(game: str, options: dict[str, Any], seed: int) -> AnyMatch:
    """A table at which seat 0 holds nearly everything, so that the deals of the rest can be counted."""
    rng = Chance(seed)
    made = elfer.start(game, seats=3, seed=0, **options).game
    cards = rng.shuffled(name for name in parse_cards(NEAR) if name in made.deck(3))
    hidden, lying = cards[:7], cards[7 : 7 + rng.below(4) + (game == "classic")]
    if game in ("false-start", "junior"):
        lying = [
            name
            for name in made.deck(3)
            if name[1:] in (("1", "20") if game == "false-start" else ("1", "11"))
        ]
        hidden = [name for name in hidden if name not in lying][:6]
    mine = [name for name in made.deck(3) if name not in hidden and name not in lying]
    hands = [" ".join(mine), " ".join(hidden[:2]), " ".join(hidden[2:4])]
    position: dict[str, Any] = {
        "game": game,
        "options": options,
        "hands": hands,
        "stock": " ".join(hidden[4:]),
    }
    if game == "any-start":
        position |= {"opener": int(lying[0][1:]) if lying else None}
    turn = 1 + rng.below(2)
    return elfer.load(position | {"table": " ".join(lying), "turn": turn})


def public(match: AnyMatch, seat: int, move: str) -> str:
    return elfer.to_json([event.seen_by(ME) for event in match.play(seat, move)])


def all_deals(start: AnyMatch, history: list[tuple[int, str, str]]) -> Counter[tuple[Any, ...]]:
    """Where the hidden cards may be now, with the number of deals for each: found by trying every deal."""
    state: Any = start.state
    hidden = [*each(state.hands[1]), *each(state.hands[2]), *state.stock]
    found: Counter[tuple[Any, ...]] = Counter()
    for deal in permutations(hidden):
        first, second = state.hands[1].bit_count(), state.hands[2].bit_count()
        hands = (state.hands[0], union(deal[:first]), union(deal[first : first + second]))
        match = Match(start.game, replace(state, hands=hands, stock=deal[first + second :]), 3, 1, None)
        if all(
            move in match.moves(seat) and public(match, seat, move) == seen for seat, move, seen in history
        ):
            found[where(match.state)] += 1
    return found


def where(state: Any) -> tuple[Any, ...]:
    return (*state.hands[1:], state.stock, state.drawn if state.turn != ME else 0)
