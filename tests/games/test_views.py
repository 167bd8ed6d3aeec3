"""Views of every game: what the seats see, a replay shows at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import elfer
from elfer.core.cards import COPIES
from elfer.core.chance import Chance
from elfer.core.game import View
from elfer.games import registry
from elfer.match import AnyMatch

STEPS = 60


def cards(value: object) -> set[str]:
    """The cards that stand anywhere in a view, or in a part of one."""
    if isinstance(value, View):
        return cards(tuple(getattr(value, name) for name in value.__struct_fields__))
    if isinstance(value, tuple):
        return {card for part in value for card in cards(part)}
    return {value} & COPIES.keys() if isinstance(value, str) else set()


def stages(id: str) -> Iterator[AnyMatch]:
    """A match at each of its moves, played by chance."""
    match, rng = elfer.start(id, seed=11), Chance(11)
    for _ in range(STEPS):
        yield match
        if match.over:
            break
        actor = match.actors[rng.below(len(match.actors))]
        moves = match.moves(actor)
        match.play(actor, moves[rng.below(len(moves))])


@pytest.mark.parametrize("id", registry())
def test_the_open_view_has_every_card_that_a_seat_sees(id: str) -> None:
    for match in stages(id):
        opened = match.open_view()
        assert type(opened) is type(match.view(None))
        assert opened.seat is None
        assert opened.moves == ()
        for seat in range(match.seats):
            assert cards(match.view(seat)) <= cards(opened)
