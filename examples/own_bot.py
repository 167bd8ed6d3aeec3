"""A bot of your own: looks one move ahead in imagined worlds, and plays a few matches against the others.

Run it with `python examples/own_bot.py`; play against it with `elfer play --bots own_bot:Dreamer` and let it
play thousands of games with `elfer simulate classic --bots own_bot:Dreamer,medium`, both from this folder.
It imagines worlds, so it cannot sit at a table elsewhere (`elfer join`), where only what a seat sees is sent;
`lowest` can.
"""

from __future__ import annotations

import elfer

WORLDS = 8


class Dreamer:
    """Plays the move that leaves the others the fewest fitting cards, summed over imagined worlds."""

    def choose(self, observation: elfer.Observation) -> str:
        """One of `observation.moves`."""
        worlds = [observation.imagine(seed) for seed in range(WORLDS)]
        return min(observation.moves, key=lambda move: sum(self.others(world, move) for world in worlds))

    def others(self, world: elfer.AnyMatch, move: str) -> int:
        """How many cards of the other hands fit right after a move."""
        match, me = world.copy(), world.awaited[0]
        match.play(me, move)
        seen = match.open_view()
        return sum(card in seen.fits for seat, hand in enumerate(seen.hands) if seat != me for card in hand)


def lowest(observation: elfer.Observation) -> str:
    """A bot can also be a plain function."""
    return min(observation.moves)


def main() -> None:
    wins = 0
    for seed in range(10):
        match = elfer.start("classic", seats=3, seed=seed)
        result = elfer.play_match(match, [Dreamer(), lowest, "greedy"], seed=seed)
        wins += 0 in result.winners
    print(f"Dreamer won {wins} of 10 games.")
    print(match)


if __name__ == "__main__":
    main()
