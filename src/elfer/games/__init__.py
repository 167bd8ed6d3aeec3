"""All games: the one registry, and the only list of them.

Installed packages add games by the entry point `elfer.games`.
"""

from __future__ import annotations

import tomllib
import warnings
from functools import cache
from importlib import resources
from importlib.metadata import entry_points

import msgspec

from elfer.core import texts
from elfer.core.game import AnyGame, Game, Option, file_of, package_of
from elfer.core.options import options_of
from elfer.core.refusals import BadInput
from elfer.games.board.rules import Board
from elfer.games.cheat.rules import Cheat
from elfer.games.collect.rules import Collect
from elfer.games.connect.rules import Connect
from elfer.games.connect.version_2 import Connect2
from elfer.games.duel.rules import Duel
from elfer.games.guess.rules import Guess
from elfer.games.highest.rules import Highest
from elfer.games.master.rules import Master
from elfer.games.old_maid.rules import OldMaid
from elfer.games.rows.any_start import AnyStart
from elfer.games.rows.classic import Classic
from elfer.games.rows.false_start import FalseStart
from elfer.games.rows.junior import Junior
from elfer.games.rows.three_starts import ThreeStarts
from elfer.games.snap.rules import Snap

Kind = type[AnyGame]
BUILT_IN: dict[str, Kind] = {
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
EARLIER: tuple[Kind, ...] = (Connect2,)
"""Earlier versions of games, for records and matches that began with them; not offered."""
for _game in BUILT_IN.values():
    texts.add(package_of(_game))


@cache
def registry() -> dict[str, Kind]:
    """All games by id: those that come with this package, then those of installed packages."""
    found = dict(BUILT_IN)
    for entry in entry_points(group="elfer.games"):
        try:
            game: Kind = entry.load()
            if game.id in found:
                raise ValueError(f"there is a game {game.id!r} already")
            _check(game)
        except Exception as error:  # a broken package must not break the other games
            warnings.warn(f"{entry.value} adds no game: {error}", RuntimeWarning, stacklevel=2)
        else:
            found[game.id] = game
            texts.add(package_of(game))
    return found


def _check(game: Kind) -> None:
    """Refuse a game that lacks a sheet or sentences in a language."""
    _info(game)
    folder = resources.files(package_of(game))
    for lang in texts.LANGUAGES:
        tomllib.loads(folder.joinpath(f"texts.{lang}.toml").read_text("utf-8"))
        if not file_of(game, "sheet", f".{lang}.md").is_file():
            raise ValueError(f"there is no sheet.{lang}.md")


class GameInfo(msgspec.Struct, frozen=True):
    """The data of a game for offering it."""

    id: str
    title: str
    seats: range
    options: dict[str, Option]


def games() -> dict[str, GameInfo]:
    """All games by id."""
    return {id: _info(game) for id, game in registry().items()}


def _info(game: Kind) -> GameInfo:
    return GameInfo(game.id, game.title, game.seats, options_of(game))


def game_type(game: object, version: object = None) -> Kind:
    """The game of this id in a version, by default the present one; a game's class is returned as it is."""
    if isinstance(game, type) and issubclass(game, Game) and hasattr(game, "id"):
        return game
    if not isinstance(game, str):
        raise BadInput("game_type", game=game)
    if game not in registry():
        raise BadInput("unknown_game", game=game, games=tuple(registry()))
    if version is None:
        return registry()[game]
    kinds = {kind.version: kind for kind in (*EARLIER, registry()[game]) if kind.id == game}
    if not isinstance(version, int) or version not in kinds:
        raise BadInput("record_version", game=game, found=version, known=tuple(kinds))
    return kinds[version]


def family_of(game: Kind) -> str:
    """The folder of a game, or the full name of another package; games of a family look alike."""
    return package_of(game).removeprefix(f"{__name__}.")
