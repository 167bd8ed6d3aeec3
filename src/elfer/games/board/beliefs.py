"""What is known of hidden tiles in the board game, and deals that agree with it.

A seat that draws or passes has shown that nothing in its hand fitted; a seat that passes a tile on knows
where it is. Beliefs are about tiles, every copy of them.
"""

from __future__ import annotations

from itertools import combinations

from msgspec.structs import replace

from elfer.core.beliefs import Belief, Hand, deal_hidden
from elfer.core.cards import COPIES, NAME, Card, Cards, Pile, each, parse_cards, union
from elfer.core.chance import Chance
from elfer.core.game import Seat, replaced_at
from elfer.games.board.state import HAND_SIZE, State
from elfer.games.board.tiles import ELEVENS

MANY = 64
"""From how many possibilities on only what a hand cannot hold is kept of a belief."""


def nothing_fitted(state: State, fits: Cards) -> tuple[Belief, ...]:
    """The beliefs once the seat to move has shown that it holds none of these. BOA-10"""
    return replaced_at(state.excluded, state.turn, state.excluded[state.turn].without(fits))


def took_up(state: State, kept: Pile, fits: Cards) -> State:
    """The seat to move had nothing that fitted, and keeps these tiles, which do not fit either. BOA-10"""
    seat, hand = state.turn, state.hands[state.turn]
    shown = nothing_fitted(state, fits)
    if kept:
        belief = shown[seat].joined(hand.bit_count(), Belief(fits), len(kept), _covered(state))
        shown = replaced_at(shown, seat, _plain(belief))
    return replace(state, hands=replaced_at(state.hands, seat, hand | union(kept)), excluded=shown)


def let_go(state: State, seat: Seat, tile: Card) -> State:
    """The state without a tile that this seat lays openly."""
    belief = state.excluded[seat].after(tile)
    if not state.table and state.hands[seat].bit_count() > HAND_SIZE[len(state.hands)]:
        belief = belief.without(ELEVENS)  # BOA-3: it drew this 11, and no hand had one
    hands, shown = replaced_at(state.hands, seat, state.hands[seat] & ~tile), state.excluded
    if belief is not shown[seat]:
        shown = replaced_at(shown, seat, belief)
    state, name = replace(state, hands=hands, excluded=shown), NAME[tile]
    sought = "".join(state.given + state.astray)
    return _gone(state, seat, name) if name in sought or "-" in sought else state  # a range may have it


def _gone(state: State, seat: Seat, name: str) -> State:
    """The state in which no seat expects a tile any more that this seat has laid."""
    right = (seat - 1) % len(state.hands)
    sure = name in parse_cards(state.given[right])
    astray = (
        tiles if s == seat or (s == right and sure) else _less(tiles, name)
        for s, tiles in enumerate(state.astray)
    )
    given = replaced_at(state.given, right, _less(state.given[right], name))
    return replace(state, given=given, astray=tuple(astray))


def passed_on(state: State, seat: Seat, left: Seat, tile: Card) -> State:
    """The state once a seat has given its left neighbour a tile, and what each of them knows then. BOA-9

    A seat that gave this seat a tile earlier cannot be sure any more that it is here, unless it is the taker.
    """
    right, name = (seat - 1) % len(state.hands), NAME[tile]
    given, astray = state.given, replaced_at(state.astray, left, _less(state.astray[left], name))
    if right == left:
        given = replaced_at(given, right, _less(given[right], name))
    else:
        astray = replaced_at(astray, right, f"{astray[right]} {given[right]}".strip())
        given = replaced_at(given, right, "")
    given = replaced_at(given, seat, f"{given[seat]} {name}".strip())
    taker = state.excluded[left]
    lacking = Belief(state.excluded[seat].excluded & taker.tracked)
    belief = taker.joined(state.hands[left].bit_count(), lacking, 1, _covered(state))
    hands = replaced_at(state.hands, seat, state.hands[seat] & ~tile)
    hands = replaced_at(hands, left, hands[left] | tile)
    shown = replaced_at(state.excluded, left, _plain(belief))
    return replace(state, hands=hands, given=given, astray=astray, excluded=shown)


def imagine(state: State, seat: Seat | None, rng: Chance) -> State:
    """A random deal of the tiles this seat does not see that agrees with what it knows."""
    seats = len(state.hands)
    others = [s for s in range(seats) if s != seat]
    unseen = union(state.hands[s] for s in others) | union(state.bag)
    beliefs = _beliefs(state)
    sure = _placed(state, seat, unseen, rng) if seat is not None else [0] * seats
    wanted = []
    for s in others:
        belief = beliefs[s]
        for tile in each(sure[s]):
            belief = belief.after(tile)
        wanted.append(Hand(state.hands[s].bit_count() - sure[s].bit_count(), belief))
    dealt, bag = deal_hidden(unseen & ~union(sure), wanted, rng)
    hands = dict(zip(others, dealt, strict=True))
    return replace(
        state,
        hands=tuple(hands[s] | sure[s] if s in hands else hand for s, hand in enumerate(state.hands)),
        bag=tuple(bag),
        given=tuple(tiles if seat in (s, (s + 1) % seats) else "" for s, tiles in enumerate(state.given)),
        astray=tuple(tiles if s == seat else "" for s, tiles in enumerate(state.astray)),
    )


def _placed(state: State, seat: Seat, unseen: Cards, rng: Chance) -> list[Cards]:
    """For each hand, the tiles there that this seat has passed on; one of those astray may be further on."""
    seats = len(state.hands)
    others = [(seat + i) % seats for i in range(1, seats)]
    placed, moved = [0] * seats, False
    sure = parse_cards(state.given[seat])
    for i, name in enumerate((*sure, *parse_cards(state.astray[seat]))):
        copies = union(COPIES[name]) & unseen & ~union(placed)
        tile = copies & -copies
        holders = [s for s in others if placed[s].bit_count() < state.hands[s].bit_count()]
        if i >= len(sure):
            holders = [s for s in holders if not tile & state.excluded[s].excluded]
        if tile and holders:
            holder = holders[0 if i < len(sure) or moved else rng.below(min(2, len(holders)))]
            moved = moved or holder != others[0]
            placed[holder] |= tile
    return placed


def _beliefs(state: State) -> tuple[Belief, ...]:
    """What the table knows of each hand; before the first tile, that the starter has an 11. BOA-3"""
    if state.table or state.drawn:
        return state.excluded
    known, size = state.excluded[state.turn], state.hands[state.turn].bit_count()
    most = 1 if size > HAND_SIZE[len(state.hands)] else 4
    held = [sum(some) for count in range(1, most + 1) for some in combinations(each(ELEVENS), count)]
    odds = tuple((elevens, 1.0) for elevens in held if not elevens & known.excluded)
    belief = Belief(known.tracked | ELEVENS, odds) if odds else known
    return replaced_at(state.excluded, state.turn, belief)


def _covered(state: State) -> Cards:
    """All tiles that no one has laid or is about to lay."""
    return sum(state.hands) + sum(state.bag)


def _plain(belief: Belief) -> Belief:
    """The belief, if it has become too tangled, as a mere list of tiles."""
    return belief if len(belief.odds) <= MANY else Belief(belief.excluded)


def _less(tiles: str, name: str) -> str:
    """A list of tiles with one fewer of this name."""
    left = list(parse_cards(tiles)) if tiles else []
    if name in left:
        left.remove(name)
    return " ".join(left)
