"""Means with 95 % confidence intervals that hold for few deals and for deals that are all alike.

Both kinds start from Student's interval over the deals. That is right for many deals that differ, and far too
narrow where all deals so far had the same outcome: its width is then 0.

- A *share* lies between 0 and 1, so two won and two lost deals are added: Agresti and Coull's interval,
  generalised to deals that are partly won.
- Any other *mean* has no limits known in advance. By the rule of three, an event seen in none of *n* deals
  happens in up to 3/n of all deals, so the interval reaches 3/n of the way to the extremes seen in a game.
"""

from __future__ import annotations

from math import sqrt

import msgspec

Z = 1.959963984540054
"""Half the width of a 95 % interval, in standard deviations."""
ADDED = 2
"""Won deals, and lost deals, added for a share."""
UNSEEN = 3
"""The rule of three: -ln 0.05, rounded up."""
FIRST = {1: 12.706205, 2: 4.302653}
"""Student's t for the fewest degrees of freedom, where its series is inaccurate."""


class Mean(msgspec.Struct, frozen=True):
    """A mean with its 95 % interval, which is unknown after a single deal unless the figure is a share."""

    value: float
    low: float | None
    high: float | None


def share(deals: int, total: float, squares: float, unit: float = 1) -> Mean:
    """The mean of shares from sums over deals; *unit* is a deal fully won."""
    low, high = _students(deals + 2 * ADDED, total + ADDED * unit, squares + ADDED * unit * unit, unit)
    return Mean(total / (deals * unit), max(0.0, low), min(1.0, high))


def mean(deals: int, total: float, squares: float, unit: float, least: float, most: float) -> Mean:
    """The mean of any figure from sums over deals; *least* and *most* are the extremes of a game."""
    value = total / (deals * unit)
    if deals < 2:
        return Mean(value, None, None)
    low, high = _students(deals, total, squares, unit)
    unseen = min(1.0, UNSEEN / deals)
    return Mean(value, min(low, value - unseen * (value - least)), max(high, value + unseen * (most - value)))


def _students(count: int, total: float, squares: float, unit: float) -> tuple[float, float]:
    """Student's interval of values with these sums; exact for whole numbers."""
    scatter = max(0.0, (count * squares - total * total) / (count - 1))
    middle, half = total / (count * unit), students_t(count - 1) * sqrt(scatter) / (count * unit)
    return middle - half, middle + half


def students_t(freedom: int) -> float:
    """Student's t of a 95 % interval: its series around Z, accurate to 1 % from three degrees of freedom."""
    z, n = Z, freedom
    first = (z**3 + z) / (4 * n)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    return FIRST.get(n) or z + first + second + third
