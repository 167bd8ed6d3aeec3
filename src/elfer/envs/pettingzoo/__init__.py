"""Every game as an environment of PettingZoo.

`env` is the AEC environment, `parallel_env` the parallel one. An observation is a dict of `observation` and
`action_mask`, as in `elfer.envs.encoding`; see docs/environments.md.
"""

from __future__ import annotations

from typing import Any

from elfer.core.texts import Words

try:
    from elfer.envs.pettingzoo.aec import AecEnvironment
    from elfer.envs.pettingzoo.parallel import ParallelEnvironment
except ModuleNotFoundError as missing:
    if (missing.name or "").startswith("elfer"):
        raise
    said = Words("en").say("refused.zoo_missing", module=missing.name)
    raise ModuleNotFoundError(said, name=missing.name) from None

__all__ = ["env", "parallel_env", "raw_env"]


def env(game: str, **plan: Any) -> AecEnvironment:
    """The AEC environment; an illegal action ends the match, and costs 1.

    *plan* may have `seats`, `rounds`, the options of the game, `rewards` (`"win"`: the winners of each round
    share 1; `"points"`: the game's points), `max_cycles` (actions per seat after which a match is truncated)
    and `render_mode` (`"human"`, `"ansi"`, `"rgb_array"`).
    """
    return AecEnvironment(game, strict=False, **plan)


def raw_env(game: str, **plan: Any) -> AecEnvironment:
    """The same, but an illegal action is refused with the reason, and changes nothing."""
    return AecEnvironment(game, strict=True, **plan)


def parallel_env(game: str, **plan: Any) -> ParallelEnvironment:
    """The parallel environment; an illegal action counts as `wait`.

    *plan* is that of `env`; `max_cycles` counts steps.
    """
    return ParallelEnvironment(game, **plan)
