"""Every game at every seat count, and once with every choice of every option."""

from __future__ import annotations

from itertools import product
from typing import Any

import elfer
from elfer.core.options import options_of
from elfer.games import registry


def variants() -> list[tuple[str, int, dict[str, Any]]]:
    """Every game at every seat count, and once with every choice of every option."""
    found: list[tuple[str, int, dict[str, Any]]] = []
    for id, game in registry().items():
        choices: list[list[tuple[str, object]]] = []
        for name, option in options_of(game).items():
            others = () if option.type in ("order", "pair") else option.choices
            values = [option.default, *(value for value in others if value != option.default)]
            choices.append([(name, value) for value in values])
        for seats, picks in product(game.seats, product(*choices)):
            options = dict(picks)
            changed = sum(options_of(game)[name].default != value for name, value in picks)
            if changed <= 1 and _possible(id, seats, options):
                found.append((id, seats, options))
    return found


def _possible(id: str, seats: int, options: dict[str, Any]) -> bool:
    try:
        elfer.start(id, seats=seats, seed=0, **options)
    except elfer.BadInput:
        return False
    return True


VARIANTS = variants()
