"""Device codes in memory."""

from __future__ import annotations

from heapq import heappop, heappush

from elfer.server.stores.store import MAX_CODES, Code, steady


class DeviceCodes:
    """Valid codes by a monotonic clock: setting the time of day neither ends nor prolongs one."""

    def __init__(self) -> None:
        self._valid: dict[str, tuple[float, Code]] = {}
        """The end of each code, and the seat it moves."""
        self._by_seat: dict[Code, str] = {}
        self._ends: list[tuple[float, str]] = []
        """A heap of all ends, including those of codes that were ended early."""

    def keep(self, code: str, seat: Code, seconds: float) -> list[str]:
        """Make a (hashed) code valid; returns the codes that this or their time has ended."""
        now, dropped = steady(), self.end(seat)
        self._valid[code], self._by_seat[seat] = (now + seconds, seat), code
        heappush(self._ends, (now + seconds, code))
        while self._ends and (self._ends[0][0] <= now or len(self._valid) > MAX_CODES):
            until, old = heappop(self._ends)
            if old in self._valid and self._valid[old][0] == until:
                dropped += self.end(self._valid[old][1])
        return dropped

    def find(self, code: str) -> Code | None:
        until, seat = self._valid.get(code, (0.0, None))
        return seat if until > steady() else None

    def end(self, seat: Code) -> list[str]:
        """End the code of a seat; returns it, if there was one."""
        code = self._by_seat.pop(seat, None)
        return [] if code is None or self._valid.pop(code, None) is None else [code]
