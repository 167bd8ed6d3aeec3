"""Every game as an environment of PettingZoo.

`env` asks one seat after the other, `parallel_env` all of them at once. What is observed is a dict of
`observation` and `action_mask`, in the numbers of `elfer.envs.encoding`; `docs/environments.md` has it all.
"""

from __future__ import annotations

from typing import Any

from elfer.core.texts import Words

try:
    from elfer.envs.pettingzoo.at_once import AtOnce
    from elfer.envs.pettingzoo.in_turn import InTurn
except ModuleNotFoundError as missing:
    if (missing.name or "").startswith("elfer"):
        raise
    said = Words("en").say("refused.zoo_missing", module=missing.name)
    raise ModuleNotFoundError(said, name=missing.name) from None

__all__ = ["env", "parallel_env", "raw_env"]


def env(game: str, **plan: Any) -> InTurn:
    """A table at which seats answer in turn; an impossible action ends the match, and costs 1.

    *plan* may have `seats`, `rounds`, the options of the game, `rewards` (`"win"`: the winners of each round
    share 1; `"points"`: the game's own points), `max_cycles` (answers per seat after which a match is cut
    off) and `render_mode` (`"human"`, `"ansi"`, `"rgb_array"`).
    """
    return InTurn(game, strict=False, **plan)


def raw_env(game: str, **plan: Any) -> InTurn:
    """The same, but an impossible action is refused with the reason, and changes nothing."""
    return InTurn(game, strict=True, **plan)


def parallel_env(game: str, **plan: Any) -> AtOnce:
    """A table at which all seats answer at once; an impossible action counts as `wait`.

    *plan* is that of `env`; `max_cycles` counts the times that all have answered.
    """
    return AtOnce(game, **plan)
