"""PettingZoo's parallel environment: all seats act at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, SupportsIndex

from pettingzoo import ParallelEnv

from elfer.core.game import TABLE, Move, Seat
from elfer.core.refusals import BadInput
from elfer.envs.encoding import WAIT
from elfer.envs.pettingzoo.environment import Agent, Environment, Info, Observed
from elfer.envs.turns import clockwise

Answers = dict[Seat, Move]
StepResult = tuple[
    dict[Agent, Observed], dict[Agent, float], dict[Agent, bool], dict[Agent, bool], dict[Agent, Info]
]


class ParallelEnvironment(Environment, ParallelEnv):  # type: ignore[misc]
    """A match in which all seats act at the same time.

    A seat that cannot act can only `wait`, and an illegal action counts as `wait`. First come the calls: the
    optional moves. If there are none, the actions of the awaited seats are played. Both go clockwise from the
    left of the seat that played last, as long as they are still legal. Then an awaited table moves.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[Agent, Observed], dict[Agent, Info]]:
        """Begin a new match; *options* is ignored: the constructor has the rules."""
        self._begin(seed)
        self._cycles = 0
        self._last = self.match.seats - 1
        return self._observe(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[Agent, SupportsIndex]) -> StepResult:
        """Play the actions of the given seats."""
        if not self.agents:
            raise BadInput("not_begun")
        agents, rounds = self.agents, len(self.match.results)
        self._play(self._answers(actions))
        self._cycles += 1
        ended = self.match.results[rounds:]
        gains = self._rewards_of_round(ended[-1]) if ended else [0.0] * len(agents)
        over = self.match.over
        cut = not over and self._cycles == self.max_cycles
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self._observe(),
            dict(zip(agents, gains, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            {agent: self._info(seat) for agent, seat in self._seats.items()},
        )

    def _observe(self) -> dict[Agent, Observed]:
        return {agent: self._observed(seat, self._moves(seat)) for agent, seat in self._seats.items()}

    def _moves(self, seat: Seat) -> tuple[Move, ...]:
        moves = self.match.moves(seat)
        return moves if seat in self.match.awaited else (*moves, WAIT)

    def _answers(self, actions: Mapping[Agent, SupportsIndex]) -> Answers:
        if not isinstance(actions, Mapping):
            raise BadInput("actions", value=actions)
        return {self._seat_of(agent): self.encoding.action(id) for agent, id in actions.items()}

    def _play(self, answers: Answers) -> None:
        match = self.match
        awaited = match.awaited
        optional = [seat for seat in match.actors if seat not in awaited]
        calls = {move for seat in optional for move in match.moves(seat)}
        called = {seat: move for seat, move in answers.items() if move in calls}
        chosen = called or {seat: move for seat, move in answers.items() if seat in awaited}
        for seat in clockwise(chosen, self._last, match.seats):
            if chosen[seat] in match.moves(seat):
                match.play(seat, chosen[seat])
                self._last = seat
        if TABLE in match.awaited:
            match.play(TABLE, match.moves(TABLE)[0])
        while match.actors == (TABLE,):
            match.play(TABLE, match.moves(TABLE)[0])
