"""The row games with every choice of every option, at every table."""

from __future__ import annotations

import os
from itertools import product
from typing import Any

from elfer.core import BadInput
from elfer.games import GAMES
from elfer.options import configure, options_of
from elfer.rows import RowGame

LONG = bool(os.environ.get("ELFER_LONG"))
ROW_GAMES = [id for id, game in GAMES.items() if issubclass(game, RowGame)]
TABLES = [(id, seats) for id in ROW_GAMES for seats in GAMES[id].seats]


def games(id: str, seats: int) -> list[RowGame]:
    """A game with every combination of its options that this table allows."""
    choices = [
        [
            (name, pick)
            for pick in dict.fromkeys((option.default, *option.choices, *_seats(option.type, seats)))
        ]
        for name, option in options_of(GAMES[id]).items()
    ]
    found = []
    for picks in product(*choices):
        try:
            game: Any = configure(GAMES[id], dict(picks), seats)
        except BadInput:
            continue
        found.append(game)
    return found


def _seats(type: str, seats: int) -> tuple[int, ...]:
    return (0, seats - 1) if type == "seat" else ()
