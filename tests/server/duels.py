"""A table of the shortest game, with a whole match of it."""

from __future__ import annotations

import elfer
from elfer.server.stores.store import Opening, Played
from elfer.server.tables import seating
from elfer.server.wire import Setup

TABLE = seating.create(Setup(game="duel", seats=2), "Ada", "ada", ("easy",))
MATCH = elfer.start("duel", seats=2, seed=1)
OPENING = Opening(1, 0, MATCH.record(), ("Ada", "Pico"))
while not MATCH.over:
    MATCH.play(MATCH.actors[0], "reveal")
PLAYED = [Played(number, step.seat, step.move, f"c{number}") for number, step in enumerate(MATCH.history, 1)]
