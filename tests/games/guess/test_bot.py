from __future__ import annotations

from itertools import permutations

import pytest

import elfer
from elfer.core.cards import NUMBER, each, rows
from elfer.games.guess.bot import CardCount, chance, sums
from elfer.study.simulate import simulate
from tests.games.guess.positions import guesses


@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize(("card", "answer"), [("Y18", "22"), ("Y2", "20")])
def test_the_second_of_two_takes_the_side_where_the_sum_is(level: str, card: str, answer: str) -> None:
    match = guesses("R10 R5", f"{card} Y5")
    match.play(0, "21")
    assert elfer.bot(level, seed=1).choose(match, 1) == answer


def test_a_guess_tells_of_the_card() -> None:
    """After 30, the other probably has a high card: *hard* goes higher, *medium* does not."""
    match = guesses("R19 R5", "Y15 Y5")
    match.play(0, "30")
    assert elfer.bot("medium", seed=1).choose(match, 1) == "29"
    assert elfer.bot("hard", seed=1).choose(match, 1) == "31"


def test_expert_opens_as_it_would_with_any_card() -> None:
    opened = {elfer.bot("expert", seed=1).choose(guesses(f"R{n} R5", "Y12 Y5"), 0) for n in (1, 4, 12, 20)}
    assert opened == {"21"}


def test_the_odds_are_exact() -> None:
    match = guesses("R7 R5", "Y12 Y5", "G1 G9")
    seen = CardCount(match.state, 0)
    unseen = [NUMBER[card] for card in each(rows())]
    unseen.remove(7)
    pairs = [7 + a + b for a, b in permutations(unseen, 2)]
    odds = sums(seen, reading=False)
    assert sum(odds) == pytest.approx(1)
    assert [odds[total] for total in (9, 28, 47)] == pytest.approx(
        [pairs.count(total) / len(pairs) for total in (9, 28, 47)]
    )


def test_of_equally_near_guesses_the_earlier_wins() -> None:
    odds = [0.0] * 20 + [0.2] * 5
    assert chance(22, [20], odds) == pytest.approx(0.6)
    assert chance(23, [20, 24], odds) == pytest.approx(0.4)
    assert chance(22, [20, 24], odds) == pytest.approx(0.2)


def test_easy_guesses_around_the_mean() -> None:
    match = guesses("R10 R5", "Y12 Y5")
    found = {int(elfer.bot("easy", seed=seed).choose(match, 0)) for seed in range(30)}
    assert len(found) > 5
    assert all(10 <= guess <= 31 for guess in found)


def test_a_higher_level_wins_oftener() -> None:
    for bots, least in (("medium,easy", 0.6), ("hard,medium", 0.6), ("expert,hard", 0.6)):
        report = simulate("guess", seats=2, bots=bots, games=24, seed=1, duplicate=True)
        assert report.bots[0].wins.value > least
