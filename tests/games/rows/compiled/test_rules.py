"""The engine against the rules library: the same legal moves, the same effect of each, the same result."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from elfer.core.cards import each
from elfer.core.chance import Chance
from elfer.games.rows.any_start import AnyStart
from elfer.games.rows.rules import RowGame
from elfer.games.rows.state import State
from tests.games.rows.compiled.trace import compare
from tests.games.rows.compiled.variants import LONG, TABLES, games

COUNT = 20_000 if LONG else 90


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_whole_games_agree(id: str, seats: int) -> None:
    """From the library's deals, with every combination of options in turn."""
    variants, rng = games(id, seats), Random(f"{id} {seats}")
    for i in range(COUNT):
        game = variants[i % len(variants)]
        assert compare(game, game.deal(seats, Chance(i, seats)), rng) > 4


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_positions_that_play_would_not_reach_agree_too(id: str, seats: int) -> None:
    variants, rng = games(id, seats), Random(f"positions {id} {seats}")
    for i in range(COUNT // 4):
        game = variants[i % len(variants)]
        compare(game, scattered(game, seats, rng), rng, most=40)


def scattered(game: RowGame, seats: int, rng: Random) -> State:
    """A position with the cards anywhere; no hand is empty."""
    cards = list(each(game.in_play()))
    rng.shuffle(cards)
    hands = [cards.pop() for _ in range(seats)]
    table, stock = 0, []
    crowded = rng.random()
    for card in cards:
        where = rng.randrange(seats + 1)
        if rng.random() < crowded * 0.5:
            table |= card
        elif where < seats:
            hands[where] |= card
        else:
            stock.append(card)
    opener = rng.randrange(1, 21) if isinstance(game, AnyStart) and table and rng.random() < 0.9 else None
    drawn = stock.pop() if stock and game.may_keep() and rng.random() < 0.3 else 0
    start = replace(game.blank(seats), turn=rng.randrange(seats), hands=tuple(hands), table=table)
    laid = rng.choice((0, 0, 2)) if table and not drawn else 0
    return replace(start, stock=tuple(stock), laid=laid, drawn=drawn, opener=opener)
