"""How quickly bots react where a clock runs."""

from __future__ import annotations

from elfer.core.chance import Chance

TIMES = {"easy": (900, 300), "medium": (700, 200), "hard": (500, 120), "expert": (350, 80)}
"""The mean and the standard deviation, in ms, by level."""
QUICKEST = 180
"""No person reacts in fewer ms."""


def reaction(level: str, rng: Chance) -> int:
    """How many ms pass before a bot of this level calls; sometimes much more than usual, never much fewer."""
    mean, spread = TIMES[level]
    late = sum(rng.below(1001) for _ in range(4)) / 1000  # 0 to 4, mostly around 2
    skewed = (late**2 - 13 / 3) / 2.4  # its mean is 0 and its deviation 1
    return max(QUICKEST, round(mean + spread * skewed))
