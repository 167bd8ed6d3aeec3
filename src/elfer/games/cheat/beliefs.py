"""What each seat knows of the hidden cards of Mogeln, and random deals that agree with it.

A seat knows its own cards and lays, the piles it took, and every lay that was turned up. So it knows of some
cards where they are not. Places are the seats (a hand and its lays on this pile) and, last, the cards that
have left the game.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from elfer.core.cards import Card, Cards, Fields, each, union
from elfer.core.chance import Chance
from elfer.core.game import Seat
from elfer.games.cheat.state import State, layer, numbers_said, on_pile, total_size, whole_pile

Known = tuple[tuple[Fields, ...], ...]


def nothing_known(seats: int) -> Known:
    return ((0,) * (seats + 1),) * (seats + 1)


def pile_moved(state: State, to: int, turned_up: Cards) -> Known:
    """What each seat knows once the pile has gone to the place *to*: a seat, or out of the game."""
    seats = len(state.hands)
    sources = [on_pile(state, s) for s in range(seats)]
    known = []
    for viewer, excluded in enumerate(state.excluded):
        own = sources[viewer] if viewer < seats else 0
        saw = whole_pile(state) if viewer == to else turned_up | own
        places = [there | saw for there in excluded]
        places[to] = excluded[to]
        for source, cards in enumerate(sources):
            if source != to and cards & ~saw:
                places[to] &= excluded[source]
        places[to] &= ~saw
        known.append(tuple(places))
    return tuple(known)


def may_hold(state: State, seat: Seat, other: Seat) -> Cards:
    """The cards that *other* may have in hand or on this pile, by what *seat* knows."""
    return ~(state.excluded[seat][other] | state.hands[seat] | on_pile(state, seat))


def imagined(state: State, seat: Seat | None, true: Callable[[int], Cards], rng: Chance) -> State:
    """A random state that agrees with what a seat knows of single cards, and with the declared sizes."""
    seats = len(state.hands)
    others = [s for s in range(seats) if s != seat]
    excluded = state.excluded[seats if seat is None else seat]
    unseen = union(state.hands[s] | on_pile(state, s) for s in others) | state.out
    room = {s: total_size(state, s) for s in others} | {seats: state.out.bit_count()}
    owned = _spread(unseen, room, excluded, rng)
    hands, laid, last = list(state.hands), list(state.laid), state.last
    for s in others:
        lays = _lays(state, s, owned[s], true, rng)
        hands[s] = owned[s] & ~union(lays)
        if lays and s == layer(state):
            last = lays.pop()
        laid[s] = union(lays)
    public = state.excluded[seats]
    known = tuple(row if s == seat else public for s, row in enumerate(state.excluded))
    return replace(state, hands=tuple(hands), laid=tuple(laid), last=last, out=owned[seats], excluded=known)


def _spread(
    unseen: Cards, room: dict[int, int], excluded: tuple[Fields, ...], rng: Chance
) -> dict[int, Cards]:
    """The unseen cards, each in a random place where it may be, so that every place is full."""
    allowed = {
        card: [place for place in room if not card & excluded[place]] for card in rng.shuffled(each(unseen))
    }
    owned: dict[int, Cards] = dict.fromkeys(room, 0)

    def settle(card: Card, tried: set[int]) -> bool:
        """Put a card somewhere, and if need be move others on to make room."""
        free = [room[place] - owned[place].bit_count() for place in allowed[card]]
        if any(free):
            owned[allowed[card][rng.weighted(free)]] |= card
            return True
        for place in allowed[card]:
            if place in tried:
                continue
            tried.add(place)
            for other in each(owned[place]):
                owned[place] ^= other | card
                if settle(other, tried):
                    return True
                owned[place] ^= other | card
        return False

    for card in sorted(allowed, key=lambda card: len(allowed[card])):
        if not settle(card, set()):  # only in a position that contradicts itself
            allowed[card] = list(room)
            settle(card, set())
    return owned


def _lays(state: State, seat: Seat, cards: Cards, true: Callable[[int], Cards], rng: Chance) -> list[Cards]:
    """Random lays of a seat with these cards on this pile: mostly honest where possible."""
    numbers = numbers_said(state, seat)
    spare = cards.bit_count() - len(numbers)
    seconds = spare  # CHE-5: an empty hand is public, and so is how many cards went with it
    if state.hands[seat]:
        seconds = min(sum(rng.below(8) == 0 for _ in numbers), spare - 1)
    doubled = set(rng.shuffled(numbers)[:seconds])
    lays = []
    for number in numbers:
        honest = cards & true(number) if rng.below(4) else 0
        lay = rng.shuffled(each(honest or cards))[0]
        if number in doubled:
            lay |= rng.shuffled(each(cards & ~lay))[0]
        cards &= ~lay
        lays.append(lay)
    return lays
