"""Laws about hidden cards, as functions over a match, so that tests can also break them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, get_args

import elfer
from elfer.core.cards import NAME, Card, Cards, Pile, each
from elfer.core.chance import Chance
from elfer.core.game import State, fields_of
from elfer.match import AnyMatch

Fact = tuple[str, str, int | None]
"""A card's name, the part of the state it is in, and its place there if the part has an order."""
WORLDS, MOST_TRIES = 50, 800
"""States that are compared on each side, and tries to find as many that explain an event."""
OFTEN, LONG_TRIES = 10, 4000
"""How often an impossible fact is imagined before it counts, and tries to prove it possible after all."""
RARE = 20
"""Events are not compared if fewer than one try in this number explains them."""
ACTORS_LEAK = (
    "actors and awaited must not depend on cards that a seat cannot see: make every seat that might have a "
    "move an actor, with a move that declines"
)


def same_for(match: AnyMatch, twin: Any, seat: int | None) -> None:
    """Assert that *seat* cannot tell *twin* from the state of the match."""
    game = match.game
    assert elfer.to_json(game.view(match.state, seat)) == elfer.to_json(game.view(twin, seat))
    assert (game.actors(twin), game.awaited(twin)) == (match.actors, match.awaited), ACTORS_LEAK
    if seat is not None:
        assert game.moves(twin, seat) == match.moves(seat)
    assert Counter(twin.all_cards()) == Counter(match.state.all_cards())


def facts(state: State) -> set[Fact]:
    """Where each card of a state is."""
    return {
        fact
        for field, kind in fields_of(type(state)).items()
        for fact in _facts_in(field, kind, getattr(state, field))
    }


def _facts_in(part: str, kind: object, value: Any) -> Iterator[Fact]:
    if kind in (Card, Cards):
        yield from ((NAME[card], part, None) for card in each(value))
    elif kind == Pile:
        for place, card in enumerate(value):
            yield from ((NAME[card], part, None), (NAME[card], part, place))
    elif isinstance(value, tuple):
        for i, item in enumerate(value):
            yield from _facts_in(f"{part}[{i}]", get_args(kind)[0], item)


def honours_events(match: AnyMatch, played: Sequence[tuple[int, str]], seat: int | None, rng: Chance) -> int:
    """Play some moves, and assert that *seat* then imagines nothing that the events it saw have ruled out.

    What they rule out is found by imagining before the moves: a fact of those states that is in none of the
    states which explain the events, in which the actors have moves with the same events. Returns how many
    states explain them; with few of them nothing is compared.
    """
    game, before = match.game, match.state
    seen = [(actor, [event.seen_by(seat) for event in match.play(actor, move)]) for actor, move in played]
    found = islice(_explained(game, before, seen, seat, rng, MOST_TRIES), WORLDS)
    explained = list(map(facts, found))
    if len(explained) < WORLDS or match.over:
        return 0
    prior = _imagined(game, before, seat, rng)
    imagined = _imagined(game, match.state, seat, rng)
    suspects = {fact for fact in prior if imagined[fact] >= OFTEN} - set().union(*explained)
    for after in _explained(game, before, seen, seat, rng, LONG_TRIES if suspects else 0):
        suspects -= facts(after)
        if not suspects:
            break
    assert not suspects, f"seat {seat} has seen {seen}, and imagines {sorted(suspects, key=str)[:3]}"
    return len(explained)


def _imagined(game: Any, state: Any, seat: int | None, rng: Chance) -> Counter[Fact]:
    """How often each fact is imagined."""
    return Counter(fact for _ in range(WORLDS) for fact in facts(game.imagine(state, seat, rng)))


def _explained(
    game: Any, before: Any, seen: Sequence[tuple[int, Any]], seat: int | None, rng: Chance, tries: int
) -> Iterator[Any]:
    """Random states after moves of these actors with which *seat* sees these events."""
    found = 0
    for tried in range(tries):
        if found < tried // RARE - 2:
            return
        world: Any = game.imagine(before, seat, rng)
        for actor, events in seen:
            world = _next(game, world, actor, events, seat, rng)
            if world is None:
                break
        else:
            found += 1
            yield world


def _next(game: Any, world: Any, actor: int, seen: Any, seat: int | None, rng: Chance) -> Any:
    """A state after a move of the actor with which *seat* sees these events; `None` if there is none."""
    for move in rng.shuffled(game.moves(world, actor)):
        after, events = game.play(world, actor, move)
        if [event.seen_by(seat) for event in events] == seen:
            return after
    return None
