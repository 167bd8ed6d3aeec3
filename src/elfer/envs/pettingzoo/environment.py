"""What both PettingZoo environments share: the game, its spaces, its matches and rendering."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import EzPickle
from rich.console import Console

from elfer.core.chance import fresh_seed, given_seed, seed_for
from elfer.core.game import Move, Result, Seat
from elfer.core.refusals import BadInput, whole_number
from elfer.core.texts import Words
from elfer.envs.encoding import Encoding, Mask, encoding_of
from elfer.envs.fields import Floats
from elfer.match import AnyMatch, start
from elfer.terminal.faces import face_of

if TYPE_CHECKING:
    from elfer.envs.pettingzoo.rendering import Renderer

Agent = str
Observed = dict[str, Floats | Mask]
Info = dict[str, object]
Rewards = Literal["win", "points"]
REWARDS = ("win", "points")
RENDER_MODES = ("human", "ansi", "rgb_array")
WIDTH = 100
"""The width of a table as text."""


class Environment(EzPickle):
    """A game with its options, and its current match."""

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        rounds: int = 1,
        rewards: Rewards = "win",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        plan: dict[str, Any] = {"seats": seats, "rounds": rounds, **options}
        EzPickle.__init__(self, game, rewards=rewards, max_cycles=max_cycles, render_mode=render_mode, **plan)
        _check("rewards", rewards, REWARDS)
        _check("render_mode", render_mode, (None, *RENDER_MODES))
        max_cycles = None if max_cycles is None else whole_number("max_cycles", max_cycles)
        if max_cycles is not None and max_cycles < 1:
            raise BadInput("max_cycles", value=max_cycles)
        self._game, self._plan = game, plan
        self.match: AnyMatch = self._deal(None)
        """The current match."""
        self.encoding: Encoding = encoding_of(self.match)
        self.possible_agents: list[Agent] = [f"player_{seat}" for seat in range(self.match.seats)]
        self.agents: list[Agent] = []
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.metadata: dict[str, Any] = {
            "name": f"elfer_{self.match.game.id.replace('-', '_')}_v{self.encoding.version}",
            "render_modes": list(RENDER_MODES),
            "render_fps": 4,
            "is_parallelizable": False,
        }
        self._by_points = rewards == "points"
        self._seats: dict[Agent, Seat] = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seed = fresh_seed()
        self._matches = 0
        """The number of matches since the seed was given."""
        self._renderer: Renderer | None = None
        self._spaces = {agent: self._spaces_of() for agent in self.possible_agents}

    def _deal(self, seed: int | None) -> AnyMatch:
        return start(self._game, seed=seed, **self._plan)

    def _spaces_of(self) -> tuple[Dict, Discrete]:
        actions = len(self.encoding.actions)
        seen = Box(0, 1, (self.encoding.size,), np.float32)
        return Dict(observation=seen, action_mask=Box(0, 1, (actions,), np.int8)), Discrete(actions)

    def observation_space(self, agent: Agent) -> Dict:
        self._seat_of(agent)
        return self._spaces[agent][0]

    def action_space(self, agent: Agent) -> Discrete:
        self._seat_of(agent)
        return self._spaces[agent][1]

    def _seat_of(self, agent: Agent) -> Seat:
        if agent not in self._seats:
            raise BadInput("unknown_agent", agent=agent, agents=self.possible_agents)
        return self._seats[agent]

    def _begin(self, seed: int | None) -> None:
        """Begin a match: of *seed*, or of the next seed derived from the last one given."""
        if seed is not None:
            self._seed, self._matches = given_seed(seed), 0
        self.match = self._deal(seed_for(self._seed, self._matches) if self._matches else self._seed)
        self._matches += 1
        self.agents = self.possible_agents[:]

    def _observed(self, seat: Seat, moves: tuple[Move, ...]) -> Observed:
        return {
            "observation": self.encoding.observation(self.match, seat),
            "action_mask": self.encoding.mask(moves),
        }

    def _rewards_of_round(self, result: Result) -> list[float]:
        """The rewards of a round."""
        if self._by_points:
            return [float(points) for points in result.points]
        return [(seat in result.winners) / len(result.winners) for seat in range(len(result.points))]

    def _info(self, seat: Seat) -> Info:
        """The info of a seat at the end."""
        result = self.match.result
        if result is None:
            return {}
        return {"points": result.points[seat], "rank": result.ranks[seat], "reason": result.reason}

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Render the table with open hands: as text, as an array, or in a window."""
        if self.render_mode is None:
            gymnasium.logger.warn("There is nothing to see without a render_mode: human, ansi or rgb_array.")
            return None
        if self.render_mode == "ansi":
            return self._text()
        if self._renderer is None:
            from elfer.envs.pettingzoo.rendering import Renderer

            self._renderer = Renderer(self.metadata["render_fps"] if self.render_mode == "human" else None)
        return self._renderer.render(self.match)

    def _text(self) -> str:
        view = self.match.open_view()
        console = Console(file=StringIO(), width=WIDTH, force_terminal=True, highlight=False)
        words = Words("en", self.possible_agents, getattr(self.match.game, "edition", ""))
        with console.capture() as captured:
            console.print(face_of(view).draw(view, words))
        return captured.get()

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._renderer is not None:
            self._renderer.close()
            self._renderer = None

    def __str__(self) -> str:
        return str(self.metadata["name"])


def _check(name: str, value: object, choices: tuple[object, ...]) -> None:
    if value not in choices:
        raise BadInput("option_choice", option=name, value=value, choices=choices)
