"""How quickly bots react where a clock runs."""

from __future__ import annotations

from elfer.core.chance import Chance

REACTIONS_MS = {"easy": (900, 300), "medium": (700, 200), "hard": (500, 120), "expert": (350, 80)}
"""The mean and the standard deviation by level."""
QUICKEST_MS = 180
"""No person reacts sooner."""


def reaction(level: str, rng: Chance) -> int:
    """How many ms pass before a bot of this level calls; sometimes many more than usual, never many fewer."""
    mean, deviation = REACTIONS_MS[level]
    late = sum(rng.below(1001) for _ in range(4)) / 1000  # 0 to 4, mostly around 2
    skewed = (late**2 - 13 / 3) / 2.4  # its mean is 0 and its deviation 1
    return max(QUICKEST_MS, round(mean + deviation * skewed))
