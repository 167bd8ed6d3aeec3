"""The compiled engine: the row games in Numba. The readable rules are the law.

    games = engine.random_games(Classic(), seats=4, count=1_000_000, seed=1)
    numpy.bincount(games.winners), games.points.mean(axis=0)

Random games use all cores, or *threads*; their number does not change the games. For anything else, a game
is two arrays and a `Sheet`, and its rules are compiled functions that change the arrays in place:

    sheet = engine.sheet_of(game, seats)            # once per game, options and number of seats
    array, stock = engine.from_state(game, state)   # or: engine.blank(), and engine.deal(array, sheet, stock)
    size = engine.moves(array, sheet, found)        # found: an int64 array of length MOVES
    engine.play(array, sheet, stock, found[0])      # a move is a card or DRAW, KEEP, END, PASS
    engine.sample(array, sheet, stock, seat)        # deals again what this seat does not see
    engine.playout(array, sheet, stock)             # at random to the end
    array[WINNER], engine.points(array, seat)

`layout` has the indices. Random numbers come from the game's own stream at `array[RNG]`. `play` and `playout`
never write to the stock, so copies of a game may share it; `deal` and `sample` do. All of these may be
called from other functions made with `compiled`. The first call compiles for some seconds; later the code is
loaded from disk.
"""

from elfer.compiled.bits import *  # noqa: F403
from elfer.compiled.decorator import *  # noqa: F403
from elfer.compiled.streams import *  # noqa: F403
from elfer.games.rows.compiled.convert import *  # noqa: F403
from elfer.games.rows.compiled.layout import *  # noqa: F403
from elfer.games.rows.compiled.playout import *  # noqa: F403
from elfer.games.rows.compiled.rules import *  # noqa: F403
from elfer.games.rows.compiled.sample import *  # noqa: F403
