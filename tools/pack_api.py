"""What the server tells of our own games, as files: for the page where there is no server."""

from __future__ import annotations

from elfer.core.encoding import to_json
from elfer.core.texts import LANGUAGES
from elfer.games import BUILT_IN
from elfer.server.web import about


def files() -> dict[str, bytes]:
    """Each file's contents by its name: the list of games, and what is said of each in a language."""
    told = {"games.json": about.listed(BUILT_IN)}
    for lang in LANGUAGES:
        told[f"how.{lang}.json"] = to_json({game: about.how_to(lang, game) for game in BUILT_IN}).encode()
        told[f"rules.{lang}.json"] = to_json({game: about.rules(lang, game) for game in BUILT_IN}).encode()
    return told
