"""Every deal of a game as choices of chance."""

from __future__ import annotations

from itertools import product

import pytest

import elfer
from elfer.core.chance import Chance
from elfer.core.game import AnyGame
from elfer.envs.dealing import BYTE, SEED_BYTES, CompleteDeal, DealTree, ScriptedChance
from elfer.envs.tiny import Tinier, Tiny
from elfer.games.highest.rules import Highest
from elfer.games.rows.classic import Classic
from elfer.games.rows.junior import Junior


@pytest.mark.parametrize(("game", "count"), [(Tiny(), 1120), (Tinier(), 180), (Tinier(first="random"), 360)])
def test_small_games_have_every_deal_just_once(game: AnyGame, count: int) -> None:
    deals = DealTree(game, 2)
    assert deals.widths is not None
    found = {deals.after(made) for made in product(*map(range, deals.widths))}
    assert len(found) == count
    assert all(isinstance(deal, CompleteDeal) for deal in found)


def test_a_choice_that_is_not_made_yet_is_asked_for() -> None:
    deals = DealTree(Tiny(), 2)
    assert [deals.after(made) for made in ((), (55,), (55, 9))] == [56, 10, 2]
    assert (deals.most_choices, deals.most_outcomes) == (3, 56)


def test_games_that_shuffle_are_dealt_by_their_seed() -> None:
    deals, seed = DealTree(Classic(), 4), 0x0123456789ABCDEF0011223344556677
    made = seed.to_bytes(SEED_BYTES, "big")
    assert (deals.most_choices, deals.most_outcomes) == (SEED_BYTES, BYTE)
    assert {deals.after(made[:count]) for count in range(SEED_BYTES)} == {BYTE}
    assert deals.after(made) == CompleteDeal(elfer.start("classic", seats=4, seed=seed).state, seed)


def test_a_lot_before_the_shuffle_does_not_confuse() -> None:
    """Whether a game shuffles is known before the first choice is made."""
    assert DealTree(Junior(first="random"), 3).after(()) == BYTE


def test_nothing_is_left_to_chance_where_hands_are_the_same() -> None:
    deals = DealTree(Highest(), 3)
    assert (deals.most_choices, deals.most_outcomes) == (0, 0)
    assert deals.after(()) == CompleteDeal(Highest().deal(3, Chance(0)), None)


def test_a_dealer_has_no_luck_of_its_own() -> None:
    assert [ScriptedChance((3, 1)).below(9), ScriptedChance(()).below(1)] == [3, 0]
