"""A bot at a remote table: views and events of every game are decoded as they were."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import elfer
from elfer.bots.simple import random as at_random
from elfer.core.chance import Chance
from elfer.core.game import State
from elfer.core.refusals import Refused
from elfer.games import registry
from elfer.match import AnyMatch, RoundDealt
from elfer.remote_bot.bot import RemoteObservation, decoders, remote_bot
from tests.bots import own_bots


def steps(match: AnyMatch, most: int) -> Iterator[AnyMatch]:
    """A match as it is at each of its first moves, which are made at random."""
    rng = Chance(3)
    while not match.over and match.steps < most:
        yield match
        seat = rng.shuffled(match.actors)[0]
        match.play(seat, at_random(match.game, match.moves(seat), rng))
    yield match


@pytest.mark.parametrize("game", registry())
def test_what_is_told_of_any_game_becomes_what_it_was(game: str) -> None:
    decode = decoders(registry()[game])
    match = elfer.start(game, seed=3, rounds=2)
    for now in steps(match, 300):
        for seat in (0, None):
            assert decode.view.decode(elfer.to_json(now.view(seat))) == now.view(seat)
    for seat in (0, None):
        for event in (*match.events(seat), RoundDealt(1)):
            assert decode.event.decode(elfer.to_json(event)) == event


def test_who_can_come() -> None:
    assert remote_bot("random").name == "random"
    assert remote_bot(f"{own_bots.__name__}:Lowest").name.endswith(":Lowest")
    for name, code in [("hard", "join_level"), ("best", "unknown_bot"), ("nowhere:Bot", "bot_module")]:
        with pytest.raises(Refused) as refused:
            remote_bot(name)
        assert refused.value.code == code


def test_a_bot_without_a_choice_is_not_asked_and_one_that_errs_is_told_its_view() -> None:
    match = elfer.start("classic", seats=3, seed=1)
    player = remote_bot(f"{own_bots.__name__}:Illegal")
    for moves in (("R11",), ("R11", "R12")):
        seen = RemoteObservation(match.game, State(), 0, (1, 0, 0), 3, view=match.view(0), moves=moves)
        if len(moves) == 1:
            assert player.decide(seen) == "R11"
        else:
            with pytest.raises(elfer.BotError) as refused:
                player.decide(seen)
            told = json.loads(str(refused.value).partition("Position: ")[2])
            assert told == json.loads(elfer.to_json(match.view(0)))
