"""What must be told of a table: to its pages, to the lobby, and to who looks back."""

from __future__ import annotations

from typing import Any

from tests.server.model.law import Law, No


def record(law: Law, page: int, number: int | None) -> str:
    """The record of a match that is over; of one at which others might not look on, for its people."""
    if not law.may_look(page):
        raise No("no_watching")
    last = law.match - (law.phase == "playing")
    number = number or last or 1
    if number > last:
        raise No("match_not_over")
    if law.seat(page) is None and not law.watched[number]:
        raise No("no_watching")
    if not law.watched[number] and law.chairs[law.seat(page) or 0].since > number:
        raise No("match_private")
    return law.story.finished[number]


def listed(law: Law) -> dict[str, Any] | None:
    """The table as the lobby shows it, if occupied and open to players or spectators."""
    free = sum(not chair.name for chair in law.chairs) if law.phase == "gathering" else 0
    if not law.setup["listed"] or not law.present:
        return None
    if not free and not (law.setup["watch"] and law.phase == "playing"):
        return None
    host = "" if law.host is None else law.chairs[law.host].name
    setup = {name: law.setup[name] for name in ("game", "seats", "watch")}
    return {"id": law.id, "host": host, "free": free, "phase": law.phase, **setup}


def info(law: Law, page: int) -> dict[str, Any]:
    """All about the table but the cards, as a page must show it."""
    present = law.present
    chairs = [
        {
            "name": chair.name,
            "bot": chair.bot,
            "here": bool(chair.bot) or seat in present,
            "stand_in": chair.stand_in,
            "ready": seat in law.ready,
        }
        for seat, chair in enumerate(law.chairs)
    ]
    return {
        "is": "table",
        "id": law.id,
        "setup": law.setup,
        "chairs": chairs,
        "host": law.host,
        "you": law.seat(page),
        "phase": law.phase,
        "match": law.match,
        "watching": len(law.onlookers),
    }
