"""Old tables are deleted, a few at a time, and never on the word of a clock that has jumped."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from elfer.server.settings import Settings
from elfer.server.store import Store

DAY_SECONDS = 86_400
SWEEP_SECONDS = 600.0
MAX_SWEPT_TABLES = 100
"""How many tables one sweep deletes at most."""
PAUSE_SECONDS = 7 * DAY_SECONDS
"""How long a server, or its whole machine, may plausibly have stood still."""
DOUBT_SECONDS = DAY_SECONDS
"""How long nothing is deleted after a start at a time of day that is not plausible."""
log = logging.getLogger("elfer.housekeeping")


class Calendar:
    """The time of day as far as it is to be believed, held against a clock that only ever goes on."""

    def __init__(self, newest: float | None, now: float, steady: float) -> None:
        """*newest* is when somebody was last at a table."""
        self._now, self._steady, self._from = now, steady, steady
        self._jumped = False
        if newest is not None and now - newest > PAUSE_SECONDS:
            log.warning(
                "nobody was here for long, or the clock is wrong: no table is deleted for a day",
                extra={"days": round((now - newest) / DAY_SECONDS)},
            )
            self._from += DOUBT_SECONDS

    def today(self, now: float, steady: float) -> float | None:
        """The time of day, or how it would be without a jump forward; nothing while it is in doubt."""
        expected = self._now + (steady - self._steady)
        jumped = now - expected > PAUSE_SECONDS
        if jumped and not self._jumped:
            days = round((now - expected) / DAY_SECONDS)
            log.warning(
                "the clock has jumped and is not believed: no table gets older by it", extra={"days": days}
            )
        self._now, self._steady, self._jumped = expected if jumped else now, steady, jumped
        return self._now if steady >= self._from else None


async def keep_house(store: Store, settings: Settings, in_use: Callable[[str], bool]) -> None:
    """Delete tables that are finished or forgotten, names and all; whatever goes wrong is tried again."""
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
