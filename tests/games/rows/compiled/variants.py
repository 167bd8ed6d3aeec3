"""The row games with every choice of every option, at every table."""

from __future__ import annotations

import os
from itertools import product

from elfer.core.options import configure, options_of
from elfer.core.refusals import BadInput
from elfer.games import registry
from elfer.games.rows.rules import RowGame

LONG = bool(os.environ.get("ELFER_LONG"))
ROW_GAMES = [id for id, game in registry().items() if issubclass(game, RowGame)]
TABLES = [(id, seats) for id in ROW_GAMES for seats in registry()[id].seats]


def games(id: str, seats: int) -> list[RowGame]:
    """A game with every combination of its options that this table allows."""
    choices = [
        [
            (name, pick)
            for pick in dict.fromkeys((option.default, *option.choices, *_seats(option.type, seats)))
        ]
        for name, option in options_of(registry()[id]).items()
    ]
    found = []
    for picks in product(*choices):
        try:
            game = configure(registry()[id], dict(picks), seats)
        except BadInput:
            continue
        assert isinstance(game, RowGame)
        found.append(game)
    return found


def _seats(type: str, seats: int) -> tuple[int, ...]:
    return (0, seats - 1) if type == "seat" else ()
