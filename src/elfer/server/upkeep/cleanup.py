"""Deletes old tables, a few at a time; a clock that has jumped is not trusted."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from elfer.server.settings import Settings
from elfer.server.stores.store import Store

DAY_SECONDS = 86_400
SWEEP_SECONDS = 600.0
MAX_SWEPT_TABLES = 100
"""Tables that one sweep deletes."""
PAUSE_SECONDS = 7 * DAY_SECONDS
"""Longest plausible standstill of a server or its machine."""
DOUBT_SECONDS = DAY_SECONDS
"""How long nothing is deleted after a start at an implausible time of day."""
log = logging.getLogger("elfer.cleanup")


class Calendar:
    """The time of day, checked against a monotonic clock."""

    def __init__(self, newest: float | None, now: float, steady: float) -> None:
        """*newest* is the last visit of any table."""
        self._now, self._steady, self._from = now, steady, steady
        self._jumped = False
        if newest is not None and now - newest > PAUSE_SECONDS:
            log.warning(
                "the server was unused for long, or the clock is wrong: no table is deleted for a day",
                extra={"days": round((now - newest) / DAY_SECONDS)},
            )
            self._from += DOUBT_SECONDS

    def today(self, now: float, steady: float) -> float | None:
        """The time of day without jumps forward; none while it is in doubt."""
        expected = self._now + (steady - self._steady)
        jumped = now - expected > PAUSE_SECONDS
        if jumped and not self._jumped:
            days = round((now - expected) / DAY_SECONDS)
            log.warning(
                "the clock has jumped and is not believed: no table gets older by it", extra={"days": days}
            )
        self._now, self._steady, self._jumped = expected if jumped else now, steady, jumped
        return self._now if steady >= self._from else None


async def delete_old_tables(store: Store, settings: Settings, in_use: Callable[[str], bool]) -> None:
    """Delete finished and abandoned tables; errors are retried."""
    calendar = Calendar(store.newest, time.time(), time.monotonic())
    while True:
        try:
            if (today := calendar.today(time.time(), time.monotonic())) is not None:
                await _sweep(store, settings, today, in_use)
        except Exception as error:  # the next sweep may do better
            log.warning("old tables could not be deleted", exc_info=error)
        await asyncio.sleep(SWEEP_SECONDS)


async def _sweep(store: Store, settings: Settings, today: float, in_use: Callable[[str], bool]) -> None:
    finished = today - settings.keep_finished * DAY_SECONDS
    abandoned = today - settings.keep_abandoned * DAY_SECONDS
    for id in await store.sweep(finished, abandoned, in_use, MAX_SWEPT_TABLES):
        log.info("an old table was deleted", extra={"table": id})
