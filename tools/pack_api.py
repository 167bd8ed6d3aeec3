"""The server's HTTP API about our own games, as files for the static site."""

from __future__ import annotations

from elfer.core.canonical_json import to_json
from elfer.core.texts import LANGUAGES
from elfer.games import BUILT_IN
from elfer.server.web import game_info


def files() -> dict[str, bytes]:
    """File contents by name: the list of games, and the texts of each game and language."""
    told = {"games.json": game_info.listed(BUILT_IN)}
    for lang in LANGUAGES:
        told[f"how.{lang}.json"] = to_json({game: game_info.how_to(lang, game) for game in BUILT_IN}).encode()
        rules = {game: game_info.rules(lang, game) for game in BUILT_IN}
        told[f"rules.{lang}.json"] = to_json(rules).encode()
    return told
