"""PettingZoo's AEC environment: one seat acts at a time."""

from __future__ import annotations

from typing import Any, SupportsIndex

from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from elfer.core.game import Seat
from elfer.core.refusals import BadInput, IllegalMove
from elfer.envs.encoding import WAIT
from elfer.envs.pettingzoo.environment import Agent, Environment, Info, Observed
from elfer.envs.turns import SequentialTurns

ILLEGAL = -1.0
"""The reward of an illegal action that ends the match."""
IDLE = (WAIT,)
Last = tuple[Any, Any, bool, bool, Info]
"""Observation, reward, termination, truncation, info."""


class AecEnvironment(Environment, AECEnv):  # type: ignore[misc]
    """A match in which one seat acts at a time, in the order of `SequentialTurns`."""

    def __init__(self, game: str, *, strict: bool, **plan: Any) -> None:
        super().__init__(game, **plan)
        self._ezpickle_kwargs["strict"] = strict
        self.strict = strict
        """Whether an illegal action is refused; else it ends the match."""
        self._turns: SequentialTurns | None = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new match; *options* is ignored: the constructor has the rules."""
        self._begin(seed)
        self._turns = turns = SequentialTurns(self.match)
        self._answers = 0
        self._most = self.max_cycles * self.match.seats if self.max_cycles else None
        self._rounds = 0
        """The number of rounds rewarded."""
        self._rewarded = False
        self.rewards: dict[Agent, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[Agent, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[Agent, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[Agent, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, Info] = {agent: {} for agent in self.agents}
        self.agent_selection: Agent = self.agents[turns.seat or 0]
        self._skip_agent_selection: Agent | None = None
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: Agent) -> Observed:
        """The observation of a seat; unless it is to act, its mask allows `wait` only."""
        seat, turns = self._seat_of(agent), self._turns
        if turns is None:
            raise BadInput("not_begun")
        return self._observed(seat, turns.moves if seat == turns.seat else IDLE)

    def last(self, observe: bool = True) -> Last:
        """The observation, reward, termination, truncation and info of the seat to act."""
        if not self.agents:
            raise BadInput("not_begun")
        found: Last = super().last(observe)
        return found

    def step(self, action: SupportsIndex | None) -> None:
        """Play an action of the seat to act; a seat that is done takes `None`."""
        turns = self._turns
        if not self.agents or turns is None:
            raise BadInput("not_begun")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = self.encoding.action(action)  # type: ignore[arg-type]
        try:
            turns.act(move)
        except IllegalMove:
            if self.strict:
                raise
            self._end_after_illegal(agent)
            return
        self._cumulative_rewards[agent] = 0.0
        self._reward()
        self._advance(turns.seat)
        if self.render_mode == "human":
            self.render()

    def _reward(self) -> None:
        """Set the rewards of a round that has just ended; clear them one step later."""
        results = self.match.results
        if len(results) > self._rounds:
            self._rounds = len(results)
            self.rewards = dict(zip(self.agents, self._rewards_of_round(results[-1]), strict=True))
            self._accumulate_rewards()
            self._rewarded = True
        elif self._rewarded:
            self._clear_rewards()
            self._rewarded = False

    def _advance(self, seat: Seat | None) -> None:
        """Select the next seat, or end."""
        self._answers += 1
        if seat is not None:
            self.agent_selection = self.agents[seat]
            if self._answers == self._most:
                self.truncations = dict.fromkeys(self.agents, True)
            return
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {agent: self._info(seat) for agent, seat in self._seats.items()}
        self.agent_selection = self.agents[0]

    def _end_after_illegal(self, agent: Agent) -> None:
        """End the match for all after an illegal action, as PettingZoo's own games do."""
        EnvLogger.warn_on_illegal_move()
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0) | {agent: ILLEGAL}
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]
