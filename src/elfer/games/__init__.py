"""All games: the one registry."""

from __future__ import annotations

from typing import Any

import msgspec

from elfer.core import BadInput, Game, Option
from elfer.games.any_start import AnyStart
from elfer.games.board import Board
from elfer.games.cheat import Cheat
from elfer.games.classic import Classic
from elfer.games.collect import Collect
from elfer.games.connect import Connect
from elfer.games.duel import Duel
from elfer.games.false_start import FalseStart
from elfer.games.guess import Guess
from elfer.games.highest import Highest
from elfer.games.junior import Junior
from elfer.games.master import Master
from elfer.games.old_maid import OldMaid
from elfer.games.snap import Snap
from elfer.games.three_starts import ThreeStarts
from elfer.options import options_of

GAMES: dict[str, type[Game[Any]]] = {
    game.id: game
    for game in (
        Classic,
        FalseStart,
        ThreeStarts,
        AnyStart,
        Junior,
        Master,
        Board,
        Connect,
        Cheat,
        Guess,
        Duel,
        Collect,
        Snap,
        OldMaid,
        Highest,
    )
}


class GameInfo(msgspec.Struct, frozen=True):
    """What one needs to know of a game to offer it."""

    id: str
    title: str
    seats: range
    options: dict[str, Option]


def games() -> dict[str, GameInfo]:
    """All games there are, by id."""
    return {id: GameInfo(id, game.title, game.seats, options_of(game)) for id, game in GAMES.items()}


def game_type(id: object) -> type[Game[Any]]:
    """The game of this id."""
    if isinstance(id, str) and id in GAMES:
        return GAMES[id]
    raise BadInput("unknown_game", game=id, games=tuple(GAMES))
