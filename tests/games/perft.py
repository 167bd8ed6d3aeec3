"""perft: the number of move sequences of a length from a deal. A different count means different rules.

`python -m tests.games.perft GAME` prints the new file of a game.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from elfer.core.chance import Chance
from elfer.core.game import AnyGame, State
from elfer.core.options import configure
from elfer.games import family_of, registry

FOLDER = Path(__file__).parent
MOST = 20_000


def perft(game: AnyGame, state: State) -> Iterator[int]:
    """The number of move sequences of length 1, 2, 3, ..."""
    states = [state]
    while True:
        tries = [(s, seat, move) for s in states for seat in game.actors(s) for move in game.moves(s, seat)]
        yield len(tries)
        states = [game.play(s, seat, move)[0] for s, seat, move in tries]


def deal(id: str, seats: int, seed: int, options: dict[str, Any]) -> tuple[AnyGame, State]:
    game = configure(registry()[id], options, seats)
    return game, game.deal(seats, Chance(seed))


def read(id: str) -> list[tuple[int, int, dict[str, Any], list[int]]]:
    """The lines of a game's file: seats, seed, options, counts by depth."""
    own = FOLDER / family_of(registry()[id]) / "perft.txt"
    file = own if own.exists() else own.with_name("perft") / f"{id}.txt"
    lines = [line for line in file.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    found = []
    for line in lines:
        head, counts = line.split(":  ")
        seats, seed, options = head.split(" ", 2)
        found.append((int(seats), int(seed), json.loads(options), [int(count) for count in counts.split()]))
    return found


def write(id: str, options: list[dict[str, Any]]) -> str:
    lines = [f"# {id}: seats, seed, options:  leaf counts at depth 1, 2, 3, ..."]
    for choice in options:
        for seats in registry()[id].seats:
            try:
                game, state = deal(id, seats, seats, choice)
            except ValueError:
                continue
            counts: list[int] = []
            for count in islice(perft(game, state), 30):
                counts.append(count)
                if count >= MOST:
                    break
            lines.append(f"{seats} {seats} {json.dumps(choice)}:  {' '.join(map(str, counts))}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(write(sys.argv[1], [{}, *map(json.loads, sys.argv[2:])]))
