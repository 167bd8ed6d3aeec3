"""Deals, bots and imagined states never share a stream of chance, though all are given the same seed.

Every number of chance is a hash of seed, round and counter: the test writes down where each is drawn from.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import elfer
from elfer.bots import next_move, seated
from elfer.core.chance import Chance, seed_for
from elfer.games import registry
from elfer.match import AnyMatch

Stream = tuple[int, int]
STEPS = 25
number = Chance.number


@contextmanager
def written_down(streams: set[Stream]) -> Iterator[None]:
    """A time in which it is written down from which streams, by seed and round, numbers are drawn."""

    def noted(self: Chance) -> int:
        streams.add((self.seed, self.round))
        return number(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Chance, "number", noted)
        yield


def played(game: str, seed: int) -> AnyMatch:
    match = elfer.start(game, seed=seed, rounds=2)
    elfer.play_match(match, ["random"], seed=seed)
    return match


@pytest.mark.parametrize("seed", [0, 2**128 - 1])
@pytest.mark.parametrize("game", registry())
def test_one_seed_makes_streams_that_never_meet(game: str, seed: int) -> None:
    deals, bots, imagined = (set[Stream]() for _ in range(3))
    history = played(game, seed).history
    with written_down(deals):  # whatever the rules shuffle, now and later
        match = elfer.start(game, seed=seed, rounds=2)
        for step in history:
            match.play(step.seat, step.move)
    players, then = seated(["medium"], match.seats, seed), match.at(0)
    for step in history[:STEPS]:
        with written_down(bots):
            next_move(then, players, Chance(seed_for(seed, "table")))
            if step.seat != elfer.TABLE:
                elfer.bot("easy", seed).choose(then, step.seat)
        for seat in {*then.actors} - {elfer.TABLE}:
            seen = players[seat].observe(then, seat)
            with written_down(imagined):
                seen.imagine(seed)
                then.imagine(seat, Chance(seed))
        then.play(step.seat, step.move)
    shuffled = elfer.start(game, seed=1).state != elfer.start(game, seed=2).state
    assert bool(deals) == shuffled
    assert not deals & bots
    assert not (deals | bots) & imagined
