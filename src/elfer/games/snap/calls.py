"""Calls in Schnipp Schnapp: the matches that are called, and how the table judges simultaneous calls."""

from __future__ import annotations

from msgspec.structs import replace

from elfer.core.cards import NAME, NUMBER, Card
from elfer.core.game import Event, Move, Seat, replaced_at
from elfer.games.snap.state import (
    CalledFalsely,
    CalledLate,
    CalledTogether,
    State,
    TookMiddle,
    TookPiles,
    numbers_of,
    put_under,
    quartets_in,
)


def calls(state: State) -> tuple[tuple[Seat, str], ...]:
    """The calls of the open window, in the order they came. SNA-6"""
    if not any(state.schnapp) and not any(state.schnipp):
        return ()
    places = ((state.schnapp, "schnapp"), (state.schnipp, "schnipp"))
    found = [(at, seat, word) for order, word in places for seat, at in enumerate(order) if at]
    return tuple((seat, word) for _, seat, word in sorted(found))


def tops(state: State) -> list[int]:
    """The numbers that the open piles show."""
    return [NUMBER[pile[0]] for pile in state.piles if pile]


def matches(state: State) -> list[int]:
    """The numbers that two or more open piles show. SNA-3"""
    shown = tops(state)
    if len(shown) == len(set(shown)):
        return []
    return [number for number in dict.fromkeys(shown) if shown.count(number) > 1]


def middle_matches(state: State) -> bool:
    """Whether an open pile shows the number on top of the middle. SNA-5"""
    return bool(state.middle) and NUMBER[state.middle[0]] in tops(state)


def right_words(state: State) -> dict[Move, bool]:
    """Whether each word can be called rightly. SNA-3, SNA-5"""
    return {"schnapp": bool(matches(state)), "schnipp": middle_matches(state)}


def late(state: State, word: Move) -> bool:
    """Whether a match for this word lay there on this card or on the one before it. SNA-6"""
    if word == "schnapp":
        return state.schnapp_won or state.schnapp_late
    return state.schnipp_won or state.schnipp_late


def late_next(state: State) -> tuple[bool, bool]:
    """For Schnapp and for Schnipp, whether a call on the next card is late instead of false. SNA-6"""
    shown, middle = tops(state), state.middle
    matched = bool(middle) and NUMBER[middle[0]] in shown
    return state.schnapp_won or len(set(shown)) < len(shown), state.schnipp_won or matched


def resolve(state: State) -> tuple[State, list[Event]]:
    """The calls of one moment, judged on what lay there at the first of them. SNA-6

    The right ones come first, so that a false call cannot take away what a right one wins.
    """
    window, none = calls(state), (0,) * len(state.hands)
    there = right_words(state)
    false = [word for word in there if not there[word] and not late(state, word)]  # SNA-4, SNA-6
    after = replace(
        state,
        schnapp=none,
        schnipp=none,
        schnapp_won=state.schnapp_won or there["schnapp"],
        schnipp_won=state.schnipp_won or there["schnipp"],
    )
    events: list[Event] = []
    for word in dict.fromkeys(word for _, word in window if word not in false):
        callers = tuple(seat for seat, said in window if said == word)
        after, event = _right_or_late(state, after, callers, word)
        events.append(event)
    for seat, word in window:
        if word in false:
            after, event = _pay(after, seat, word)
            events.append(event)
    return after, events


def _right_or_late(before: State, state: State, callers: tuple[Seat, ...], word: Move) -> tuple[State, Event]:
    """The right calls of one word; they are late if their match no longer lies there. SNA-6"""
    numbers = {match_number(before, seat) for seat in callers}
    there = bool(numbers & set(matches(state))) if word == "schnapp" else middle_matches(state)
    if not there:
        return state, CalledLate(callers, word)
    if len(callers) > 1:
        for seat in callers:
            state = put_under(state, seat, reversed(state.piles[seat]))
            state = replace(state, piles=replaced_at(state.piles, seat, ()))
        return state, CalledTogether(callers, word)
    if word == "schnipp":
        return _take_middle(state, callers[0])
    return _take_piles(state, callers[0], min(numbers))


def match_number(state: State, seat: Seat) -> int:
    """The match that a Schnapp of this seat takes: its own, else the highest. SNA-10"""
    found, pile = matches(state), state.piles[seat]
    return NUMBER[pile[0]] if pile and NUMBER[pile[0]] in found else max(found, default=0)


def sources_of(state: State, seat: Seat, number: int) -> tuple[Seat, ...]:
    """The other seats whose open piles show the number, clockwise."""
    seats = len(state.hands)
    others = [(seat + i) % seats for i in range(1, seats)]
    return tuple(s for s in others if state.piles[s] and NUMBER[state.piles[s][0]] == number)


def _take_piles(state: State, seat: Seat, number: int) -> tuple[State, Event]:
    """One's own open pile and those of the others that show the number, clockwise. SNA-3"""
    sources = sources_of(state, seat, number)
    cards = [card for s in (seat, *sources) for card in reversed(state.piles[s])]
    piles = tuple(() if s == seat or s in sources else pile for s, pile in enumerate(state.piles))
    state, quartets = _look_through(replace(state, piles=piles), seat, cards)
    return state, TookPiles(seat, number, sources, tuple(NAME[card] for card in cards), quartets)


def _take_middle(state: State, seat: Seat) -> tuple[State, Event]:
    """The middle and nothing else. SNA-5"""
    cards = list(reversed(state.middle))
    state, quartets = _look_through(replace(state, middle=()), seat, cards)
    return state, TookMiddle(seat, NUMBER[cards[-1]], tuple(NAME[card] for card in cards), quartets)


def _look_through(state: State, seat: Seat, cards: list[Card]) -> tuple[State, tuple[int, ...] | None]:
    """Quartets are laid aside, and the rest goes under one's own stack, turned over. SNA-3, SNA-5"""
    quartets = quartets_in(cards)
    state = put_under(state, seat, (card for card in cards if not card & quartets))
    aside = replaced_at(state.quartets, seat, state.quartets[seat] | quartets)
    return replace(state, quartets=aside), numbers_of(quartets) or None


def _pay(state: State, seat: Seat, word: Move) -> tuple[State, Event]:
    """A false call costs the open pile, if there is one; its top card stays on top. SNA-4, SNA-5"""
    pile = state.piles[seat]
    after = replace(state, piles=replaced_at(state.piles, seat, ()), middle=pile + state.middle)
    return after, CalledFalsely(seat, word, tuple(NAME[card] for card in pile) or None)
