"""The state, events and view of Schnipp Schnapp."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from msgspec.structs import replace

from elfer.core.beliefs import Belief
from elfer.core.cards import NAME, Cards, Pile, each, names, rows, union
from elfer.core.chance import Chance
from elfer.core.game import Event, Move, Seat, replaced_at
from elfer.core.game import State as CoreState
from elfer.core.game import View as CoreView

FOURS: dict[int, Cards] = {number: rows((number,)) for number in range(1, 21)}
"""The four cards of each number: a quartet. SNA-1"""
SAME = {card: frozenset(each(four)) for four in FOURS.values() for card in each(four)}
"""The cards with the number of each card."""
TRIES = 1000
"""Most deals tried for an imagined state; in play up to a dozen are needed."""


class State(CoreState, frozen=True):
    """A round of Schnipp Schnapp."""

    turn: Seat
    """The seat after the one that turned up the last card; if it has no cards, the next that has. SNA-9"""
    hands: tuple[Pile, ...]
    """The face-down stacks, the next card first."""
    piles: tuple[Pile, ...] = ()
    """The open piles, the top card first. SNA-2"""
    middle: Pile = ()
    """The pile in the middle, the top card first. SNA-4"""
    quartets: tuple[Cards, ...] = ()
    schnapp: tuple[int, ...] = ()
    """For each seat, the index of its Schnapp among the calls of the open window, from 1; 0 is none. SNA-6"""
    schnipp: tuple[int, ...] = ()
    """The same for Schnipp."""
    called: tuple[bool, ...] = ()
    """The seats that have called since the last card was turned up. SNA-6"""
    schnapp_won: bool = False
    """Whether a match for Schnapp lay there when calls were judged since then, won or not. SNA-6"""
    schnipp_won: bool = False
    """The same for Schnipp."""
    schnapp_late: bool = False
    """Whether one lay there on the card before, so that a Schnapp is late now, not false. SNA-6"""
    schnipp_late: bool = False
    """The same for Schnipp."""
    turned: int = 0
    """How many cards have been turned up. SNA-9"""
    known: tuple[int, ...] = ()
    """How many cards at the bottom of each stack everyone saw go there, in this order."""
    excluded: tuple[Belief, ...] = ()
    """The cards that each seat is known not to have been dealt: those that came up elsewhere."""
    chance: tuple[int, ...] = (0, 0, 0)


class Flipped(Event, frozen=True):
    """A seat has turned up a card, and shuffled its open pile before that if its stack was used up."""

    seat: Seat
    card: str
    shuffled: int | None = None
    """The number of cards shuffled."""


class AllFlipped(Event, frozen=True):
    """All seats with cards have turned one up, on *go*."""

    cards: tuple[str | None, ...]
    shuffled: tuple[int | None, ...]


class CalledOut(Event, frozen=True):
    """A seat has called a word."""

    seat: Seat
    word: str


class TookPiles(Event, frozen=True):
    """A right Schnapp: the open piles of these seats go to the caller."""

    seat: Seat
    number: int
    sources: tuple[Seat, ...]
    cards: tuple[str, ...]
    """All that was looked through, one's own open pile included."""
    quartets: tuple[int, ...] | None


class TookMiddle(Event, frozen=True):
    """A right Schnipp: the middle goes to the caller."""

    seat: Seat
    number: int
    cards: tuple[str, ...]
    quartets: tuple[int, ...] | None


class CalledTogether(Event, frozen=True):
    """Right calls of one word at the same moment: these seats put their open piles back."""

    seats: tuple[Seat, ...]
    word: str


class CalledLate(Event, frozen=True):
    """Calls that change nothing: their match was won before, or has just gone with the other word's."""

    seats: tuple[Seat, ...]
    word: str


class CalledFalsely(Event, frozen=True):
    """A false call: the open pile goes to the middle, or nothing, if there is none."""

    seat: Seat
    word: str
    cards: tuple[str, ...] | None


class LookedThrough(Event, frozen=True):
    """The end: the quartets that were still hidden in each seat's cards."""

    quartets: tuple[tuple[int, ...], ...]


class View(CoreView, frozen=True):
    """What a seat sees of Schnipp Schnapp: what lies open, and at first its own cards."""

    seat: Seat | None
    together: bool
    turn: Seat | None
    """The seat that turns up the next card; none where all do it together."""
    tops: tuple[str | None, ...]
    """The top card of each open pile."""
    piles: tuple[int, ...]
    """How many cards each open pile has."""
    stacks: tuple[int, ...]
    middle: str | None
    """The top card of the middle."""
    middle_size: int
    quartets: tuple[tuple[int, ...], ...]
    """The numbers each seat has laid aside."""
    calls: tuple[tuple[Seat, str], ...]
    """The calls of this moment, in the order they came."""
    called: tuple[bool, ...]
    turned: int
    hands: tuple[tuple[str, ...] | None, ...]
    """One's own cards as a set before the first reveal; the stacks once the round is over. SNA-1"""
    moves: tuple[Move, ...]
    over: bool


def has_cards(state: State, seat: Seat) -> bool:
    return bool(state.hands[seat] or state.piles[seat])


def quartets_in(cards: Iterable[Cards]) -> Cards:
    """The whole quartets among these cards."""
    there = union(cards)
    return union(four for four in FOURS.values() if four & there == four)


def numbers_of(quartets: Cards) -> tuple[int, ...]:
    return tuple(number for number, four in FOURS.items() if four & quartets)


def put_under(state: State, seat: Seat, cards: Iterable[Cards]) -> State:
    """The state with these cards, in this order, face down under the stack of a seat; everyone saw them."""
    added = tuple(cards)
    return replace(
        state,
        hands=replaced_at(state.hands, seat, state.hands[seat] + added),
        known=replaced_at(state.known, seat, state.known[seat] + len(added)),
    )


def turn_up(state: State, seat: Seat, turn: Seat, late: tuple[bool, bool]) -> tuple[State, Cards, int | None]:
    """The state after a seat has turned up its top card; the card; how many were shuffled before.

    *late* says for Schnapp and for Schnipp whether a call is late from now on, instead of false.
    """
    stack, pile, shuffled = state.hands[seat], state.piles[seat], None
    known, chance = state.known, state.chance
    if not stack:  # SNA-7
        rng = Chance(*chance)
        stack, pile, shuffled = tuple(rng.shuffled(pile)), (), len(pile)
        known, chance = replaced_at(known, seat, 0), rng.mark()
    card, stack = stack[0], stack[1:]
    if known[seat] > len(stack):
        known = replaced_at(known, seat, len(stack))
    after = State(  # by position, in the order of its fields: that is many times as fast
        turn,
        replaced_at(state.hands, seat, stack),
        replaced_at(state.piles, seat, (card, *pile)),  # SNA-2
        state.middle,
        state.quartets,
        state.schnapp,
        state.schnipp,
        (False,) * len(state.hands),  # SNA-6: a new card, and new calls
        False,
        False,
        *late,
        state.turned + 1,
        known,
        revealed(state.excluded, seat, card),
        chance,
    )
    return after, card, shuffled


def revealed(excluded: tuple[Belief, ...], seat: Seat, cards: Cards) -> tuple[Belief, ...]:
    """What is known once cards have come up that this seat was dealt; only their first time counts."""
    new = cards
    for belief in excluded:
        new &= ~belief.tracked
        if not new:
            return excluded
    return tuple(belief if s == seat else belief.without(new) for s, belief in enumerate(excluded))


def as_set(stack: Pile) -> tuple[str, ...]:
    """The cards of a stack, sorted: their order stays hidden."""
    return names(union(stack))


def in_order(stack: Pile) -> tuple[str, ...]:
    """The cards of a stack, the next one first."""
    return tuple(NAME[card] for card in stack)


def imagined_stacks(state: State, seat: Seat | None, rng: Chance) -> tuple[Pile, ...]:
    """Random stacks that a seat cannot tell from the true ones.

    The cards that never came up are dealt again, except to the seat itself, which has seen its own. SNA-1
    A stack that was shuffled keeps its cards, and what everyone saw go under a stack stays where it is.
    """
    seen = union(belief.tracked for belief in state.excluded)
    tops = [
        stack[: max(0, len(stack) - known)] for stack, known in zip(state.hands, state.known, strict=True)
    ]
    hidden = [0 if s == seat else union(top) & ~seen for s, top in enumerate(tops)]
    dealt = _redealt(state, union(hidden), [cards.bit_count() for cards in hidden], rng)
    kept = [union(top) & ~cards for top, cards in zip(tops, hidden, strict=True)]
    return tuple(
        (*rng.shuffled(each(new | old)), *stack[len(top) :])
        for stack, top, new, old in zip(state.hands, tops, dealt, kept, strict=True)
    )


def _redealt(state: State, pool: Cards, sizes: list[int], rng: Chance) -> list[Cards]:
    """The pool dealt at random so that no seat was dealt a quartet: those were laid aside. SNA-1

    Each forbidden four must lack a card; a seat with more cards than that allows has not come from a deal.
    """
    seen = union(belief.tracked for belief in state.excluded)
    unlaid = [four for four in FOURS.values() if four & pool and not four & ~(pool | seen)]
    forbidden = [[four & pool for four in unlaid if not four & b.tracked] for b in state.excluded]
    room = pool.bit_count()
    possible = all(size <= room - len(fours) for size, fours in zip(sizes, forbidden, strict=True))
    for _ in range(TRIES if possible else 1):
        cards = iter(rng.shuffled(each(pool)))
        dealt = [union(islice(cards, size)) for size in sizes]
        if not any(
            hand & four == four for hand, fours in zip(dealt, forbidden, strict=True) for four in fours
        ):
            break
    return dealt
