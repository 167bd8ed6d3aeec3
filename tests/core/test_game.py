"""What the contract reads off the types of state and options."""

from __future__ import annotations

from collections import Counter

import pytest

import elfer
from elfer.core.beliefs import Belief
from elfer.core.cards import BIT, COPIES, Card, Cards, Fields, Pile
from elfer.core.game import Game, State, View, package_of, part_of_game, replaced_at, seen_hands
from elfer.core.options import First
from elfer.games import registry


class Everywhere(State, frozen=True):
    """A state with a field of every kind."""

    hands: tuple[Cards, ...]
    piles: tuple[Pile, ...]
    drawn: Card
    table: Fields
    known: tuple[Belief, ...]
    counts: tuple[int, ...]
    turn: int = 1 << 5


def test_cards_are_found_wherever_they_lie_and_nothing_else_is_one() -> None:
    state = Everywhere(
        hands=(BIT["R1"] | BIT["R2"], 0),
        piles=((BIT["Y7"],), (COPIES["J"][0], COPIES["J"][1])),
        drawn=BIT["G3"],
        table=BIT["B5"],
        known=(Belief(BIT["B6"]),),
        counts=(2, 4),
    )
    assert Counter(state.all_cards()) == Counter(["R1", "R2", "Y7", "J", "J", "G3"])


@pytest.mark.parametrize("id", registry())
def test_a_deal_holds_the_deck(id: str) -> None:
    match = elfer.start(id, seed=4)
    assert Counter(match.state.all_cards()) == Counter(match.game.deck(match.seats))


class Starting(Game[State, View], frozen=True):
    first: First = 0


class Plain(Game[State, View], frozen=True):
    pass


def test_who_starts_moves_on_where_a_game_has_a_first_seat() -> None:
    assert Starting(first=2).next_round(State(), 3) == Starting(first=0)
    assert Starting(first="random").next_round(State(), 3) == Starting(first="random")
    assert Plain().next_round(State(), 3) == Plain()


def test_hands_are_seen_by_their_owner_or_by_all() -> None:
    hands = (BIT["R1"], BIT["R2"])
    assert seen_hands(hands, 1, False) == (None, ("R2",))
    assert seen_hands(hands, None, False) == (None, None)
    assert seen_hands(hands, None, True) == (("R1",), ("R2",))


def test_an_item_is_replaced_in_a_new_tuple() -> None:
    assert replaced_at((1, 2, 3), 1, 9) == (1, 9, 3)


def test_the_parts_of_a_game_stand_in_its_folder() -> None:
    classic = registry()["classic"]
    assert package_of(classic) == "elfer.games.rows"
    bot = part_of_game(classic, "bot")
    assert bot is not None
    assert bot.__name__ == "elfer.games.rows.bot"
    assert part_of_game(classic, "tea") is None
