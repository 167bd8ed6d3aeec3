"""A user's code; `tests/test_types.py` checks it strictly and runs it."""

from __future__ import annotations

import elfer
from elfer.games.rows import Classic, Drew, Laid, View
from elfer.games.snap import Flipped, Snap

match = elfer.start(Classic, seats=3, seed=1)
seat = match.awaited[0]
view: View = match.view(seat)
hand: tuple[str, ...] | None = match.view(0).hands[0]
stock: int = view.stock
for event in match.play(seat, view.moves[0]):
    if isinstance(event, Laid):
        laid: str = event.card
    elif isinstance(event, Drew):
        drawn: tuple[str | None, ...] = event.cards
state = match.imagine(seat, elfer.Chance(1))
own: int = state.hands[seat]

snap = elfer.start(Snap, seats=3, seed=1)
tops: tuple[str | None, ...] = snap.view(None).tops
flipped = [event.card for event in snap.play(0, "reveal") if isinstance(event, Flipped)]

anything: elfer.AnyMatch = elfer.start("classic", seats=3, seed=1)
hands: tuple[tuple[str, ...] | None, ...] = anything.view(0).hands


class Mine:
    def choose(self, observation: elfer.Observation) -> str:
        world: elfer.AnyMatch = observation.imagine(1)
        return max(observation.moves, key=lambda move: len(world.moves(observation.seat)) + len(move))


def mine(observation: elfer.Observation) -> str:
    return observation.moves[0]


result: elfer.Result = elfer.play_match(anything, [Mine(), Mine, mine], seed=1)
result = elfer.play_match(match, ["hard", elfer.bot(mine)], seed=1)
steps: list[str] = [step.move for step in anything.history]
last: elfer.Step = anything.undo()
