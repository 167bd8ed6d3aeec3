from __future__ import annotations

from functools import cache

import pytest

import elfer
from elfer.games.highest.bot import PublicTable, mixed
from elfer.games.highest.bot.values import COUNTS, numbers, rank, strategy, value
from elfer.games.highest.bot.zero_sum import equilibrium
from elfer.study.simulate import simulate

ALL = (1 << 12) - 2


def test_the_equilibrium_of_scissors_paper_stone() -> None:
    gain, shares = equilibrium([[0.5, 1, 0], [0, 0.5, 1], [1, 0, 0.5]])
    assert gain == pytest.approx(0.5)
    assert shares == pytest.approx([1 / 3] * 3)


def test_a_dominated_row_is_never_played() -> None:
    gain, shares = equilibrium([[0.2, 0.3], [0.6, 0.4]])
    assert gain == pytest.approx(0.4)
    assert shares == pytest.approx([0, 1])


def test_the_deal_is_worth_half_the_victory_and_the_highest_cards_are_kept() -> None:
    gain, shares = strategy(ALL, ALL, 0, 0)
    assert gain == pytest.approx(0.5, abs=0.002)
    assert shares[9:] == [0, 0]
    assert sum(share > 0.01 for share in shares) > 5


@cache
def met(mine: int, other: int, aside: int, ahead: int) -> float:
    """What the strategy gets from an opponent that knows it in every detail."""
    if not mine:
        return (ahead > 0) + (ahead == 0) / 2
    shares = strategy(mine, other, aside, ahead)[1]
    answers = []
    for b in numbers(other):
        got = 0.0
        for a, share in zip(numbers(mine), shares, strict=True):
            sign = (a > b) - (a < b)
            after = (0, ahead + sign * (aside + 1)) if sign else (aside + 1, ahead)
            got += share * met(mine & ~(1 << a), other & ~(1 << b), *after) if share else 0
        answers.append(got)
    return min(answers)


@pytest.mark.parametrize(
    ("mine", "other", "aside", "ahead"),
    [(0b1011100100, 0b0111010100, 1, 1), (0b111110, 0b111110, 0, 0), (0b11010110, 0b10111010, 0, -2)],
)
def test_who_knows_the_strategy_gains_next_to_nothing(mine: int, other: int, aside: int, ahead: int) -> None:
    """With five cards each; for the whole game the tool that made the table finds 0.5046 instead of 0.5."""
    assert met(mine, other, aside, ahead) > value(mine, other, aside, ahead) - 0.01


def test_the_words_of_a_size_are_counted_through() -> None:
    pairs = [1 << a | 1 << b for a in range(1, 12) for b in range(a)]
    places = {rank(mine, other, 2, COUNTS) for mine in pairs for other in pairs}
    assert places == set(range(COUNTS[2][2][11]))


def test_the_values_of_both_seats_add_up() -> None:
    assert value(0b10110, 0b01110, 0, 2) + value(0b01110, 0b10110, 0, -2) == pytest.approx(1)
    assert value(0b10, 0b100, 0, 0) == 0
    assert value(0b10, 0b10, 2, 0) == pytest.approx(0.5, abs=0.002)
    assert value(0b110, 0b110, 0, 3) == 1


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_the_card_that_is_sure_to_win_what_lies_aside_is_laid(level: str) -> None:
    played = ["R4 R10 R2 R3 R5 R9 R6 R7 R8", "Y5 Y11 Y3 Y1 Y2 Y4 Y6 Y7 Y8"]
    match = elfer.load({"game": "highest", "hands": ["R1 R11", "Y9 Y10"], "played": played})
    assert {elfer.bot(level, seed=seed).choose(match, 0) for seed in range(10)} == {"R11"}


@pytest.mark.parametrize("seats", [3, 4])
def test_the_mixed_strategy_mixes(seats: int) -> None:
    match = elfer.start("highest", seats=seats, seed=1)
    shares = mixed(PublicTable(match.state, 0))
    assert all(sum(own) == pytest.approx(1) for own in shares)
    chosen = {elfer.bot("expert", seed=seed).choose(match, 0) for seed in range(12)}
    assert len(chosen) > 3


def test_a_higher_level_wins_oftener() -> None:
    report = simulate("highest", seats=3, bots="hard,easy", games=30, seed=1, duplicate=True)
    assert report.bots[0].wins.value > 0.38
