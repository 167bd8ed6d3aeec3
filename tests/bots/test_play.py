from __future__ import annotations

from typing import Any

import pytest

import elfer
from elfer import BadInput
from elfer.bots import BOTS
from elfer.games import registry


def first(seen: elfer.Observation) -> str:
    return seen.moves[0]


@pytest.mark.parametrize("game", registry())
def test_bots_play_any_game_to_its_end(game: str) -> None:
    """Several rounds, with the table's moves, and with calls."""
    matches = [elfer.start(game, seed=1, rounds=2) for _ in range(3)]
    for match, seed in zip(matches, (1, 1, 2), strict=True):
        assert elfer.play_match(match, ["easy"], seed=seed) == match.result
        assert match.over
    assert matches[0] == matches[1]
    assert elfer.play_match(matches[0], ["easy"]) == matches[0].result  # over already


@pytest.mark.parametrize("bots", [["greedy"], "greedy", "greedy, random", ("random", "greedy", "easy")])
def test_the_last_bot_takes_the_seats_left_over(bots: Any) -> None:
    match = elfer.start("classic", seats=3, seed=1)
    elfer.play_match(match, bots, seed=1)
    assert match.over


@pytest.mark.parametrize("bots", [[], ["greedy"] * 4])
def test_too_many_and_too_few_bots_are_refused(bots: list[str]) -> None:
    with pytest.raises(BadInput, match="do not fit a match of 3 seats"):
        elfer.play_match(elfer.start("classic", seats=3, seed=1), bots)


@pytest.mark.parametrize("seed", ["x", -1, 1.5, 1 << 128])
def test_an_invalid_seed_is_refused_everywhere(seed: Any) -> None:
    match = elfer.start("classic", seats=2, seed=1)
    greedy = elfer.bot("greedy", 1)
    for ask in (
        lambda: elfer.play_match(match, "greedy", seed=seed),
        lambda: elfer.bot("greedy", seed),
        lambda: elfer.bot(greedy, seed),
        lambda: elfer.bot(first, seed),
        lambda: greedy.observe(match, match.actors[0]).imagine(seed),
    ):
        with pytest.raises(BadInput, match=rf"seed.* be .*{seed!r}"):
            ask()
    assert match.steps == 0


def test_the_repr_of_a_bot_names_it() -> None:
    assert [repr(elfer.bot(who)) for who in ("hard", first)] == ["<Bot hard>", "<OwnBot first>"]


def test_a_bot_with_a_seed_keeps_it() -> None:
    bots = [elfer.bot("random", seed=seat) for seat in range(3)]
    one, other = (elfer.start("classic", seats=3, seed=1) for _ in range(2))
    elfer.play_match(one, bots, seed=1)
    elfer.play_match(other, bots, seed=2)
    assert one == other


def test_every_name_is_a_bot() -> None:
    for name in BOTS:
        assert elfer.bot(name, 1).with_seed(2).seed == 2
