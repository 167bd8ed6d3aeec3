"""Means with their 95 % intervals, which stay honest for few deals and for deals that are all alike.

Both begin with Student's interval over the deals. It is right for many deals that differ, and far too narrow
where all deals played so far came to the same: its width is then 0, whatever other deals would come to.

- A *share* lies between 0 and 1, so four deals are added to those played, two won and two lost. This is
  Agresti and Coull's interval, made for deals that are not only won or lost.
- Any other *mean* has no limits known in advance. What happened in none of *n* deals happens in up to 3/n of
  all deals (the rule of three), so the interval reaches 3/n of the way to the extremes seen in a game.
"""

from __future__ import annotations

from math import sqrt

import msgspec

Z = 1.959963984540054
"""Half the width of a 95 % interval, in standard deviations."""
ADDED = 2
"""Deals of either kind, won and lost, that are added to those of a share."""
UNSEEN = 3
"""The rule of three: -ln 0.05, rounded up."""
FIRST = {1: 12.706205, 2: 4.302653}
"""Student's t for the fewest degrees of freedom, where its series is too far off."""


class Mean(msgspec.Struct, frozen=True):
    """A mean with its 95 % interval; that of a figure other than a share is unknown after a single deal."""

    value: float
    low: float | None
    high: float | None


def share(deals: int, total: float, squares: float, unit: float = 1) -> Mean:
    """The mean of shares: *total* and *squares* are sums over deals, *unit* is a deal fully won."""
    low, high = _students(deals + 2 * ADDED, total + ADDED * unit, squares + ADDED * unit * unit, unit)
    return Mean(total / (deals * unit), max(0.0, low), min(1.0, high))


def mean(deals: int, total: float, squares: float, unit: float, least: float, most: float) -> Mean:
    """The mean of any figure, whose *least* and *most* were met in a game."""
    value = total / (deals * unit)
    if deals < 2:
        return Mean(value, None, None)
    low, high = _students(deals, total, squares, unit)
    unseen = min(1.0, UNSEEN / deals)
    return Mean(value, min(low, value - unseen * (value - least)), max(high, value + unseen * (most - value)))


def _students(count: int, total: float, squares: float, unit: float) -> tuple[float, float]:
    """Student's interval of values with these sums, exact as long as the sums are whole numbers."""
    scatter = max(0.0, (count * squares - total * total) / (count - 1))
    middle, half = total / (count * unit), students_t(count - 1) * sqrt(scatter) / (count * unit)
    return middle - half, middle + half


def students_t(freedom: int) -> float:
    """Student's t of a 95 % interval: its series around Z, within 1 % from three degrees of freedom on."""
    z, n = Z, freedom
    first = (z**3 + z) / (4 * n)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    return FIRST.get(n) or z + first + second + third
