"""Who decides when no person does."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol, cast

import msgspec

from elfer.bots.reaction import reaction
from elfer.bots.search import Estimate
from elfer.bots.simple import greedy, random
from elfer.chance import Chance, fresh_seed, seed_for
from elfer.core import BadInput, Game, Move, Seat, State
from elfer.match import Match

__all__ = ["BOTS", "LEVELS", "Bot", "Estimate", "Sight", "bot"]

SIMPLE = {"random": random, "greedy": greedy}
"""Bots that look at nothing but their legal moves."""
LEVELS = ("easy", "medium", "hard", "expert")
BOTS = (*SIMPLE, *LEVELS)
MINDS = dict.fromkeys(("classic", "false-start", "three-starts", "any-start", "junior"), "rows")
"""The module that knows how to play a game, where it is not named after the game."""


class Mind(Protocol):
    """A module that knows how to play a game at each level.

    The state it is handed is one that the seat cannot tell from the true one. `call` is for moves that play
    does not wait for.
    """

    def choose(self, level: str, game: Any, state: Any, seat: Seat, rng: Chance, /) -> Move: ...

    def call(self, level: str, game: Any, state: Any, seat: Seat, rng: Chance, /) -> Move | None: ...

    def estimate(self, game: Any, state: Any, seat: Seat, rng: Chance, /) -> tuple[Estimate, ...]: ...


def mind(game: Game[Any]) -> Mind:
    """What knows how to play this game; loaded when it is first needed."""
    name = MINDS.get(game.id, game.id.replace("-", "_"))
    return cast(Mind, import_module(f"elfer.bots.{name}"))


class Sight(msgspec.Struct, frozen=True):
    """All that a bot is handed: the rules, its seat, an imagined state, and chance of its own."""

    game: Game[Any]
    state: State
    seat: Seat
    chance: tuple[int, int, int]


class Bot:
    """A player by name. The same seed makes the same choices in the same match."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.seed = seed
        self._own_seed = seed_for(seed, "bot")  # the match may have been dealt from the same seed

    def choose(self, match: Match, seat: Seat) -> Move:
        """A legal move for this seat."""
        moves = match.moves(seat)
        if not moves:
            raise BadInput("bot_cannot_act", seat=seat)
        if self.name in SIMPLE:
            return SIMPLE[self.name](moves, self._chance(match, seat))
        return moves[0] if len(moves) == 1 else self.decide(self.sight(match, seat))

    def calls(self, match: Match, seat: Seat) -> Move | None:
        """A move that this seat makes though play does not wait for it, or none."""
        if self.name in SIMPLE or seat not in match.actors or seat in match.awaited:
            return None
        return self.decide_call(self.sight(match, seat))

    def evaluate(self, match: Match, seat: Seat) -> tuple[Estimate, ...]:
        """Each legal move with its estimated chance to win and expected points, the best first."""
        return self.weigh(self.sight(match, seat))

    def sight(self, match: Match, seat: Seat) -> Sight:
        """What is handed over: an imagined state, never the true one."""
        if seat not in match.actors:
            raise BadInput("bot_cannot_act", seat=seat)
        rng = self._chance(match, seat)
        return Sight(match.game, match.imagine(seat, rng), seat, rng.mark())

    def decide(self, sight: Sight) -> Move:
        """The move of this bot, from what it is handed."""
        rng = Chance(*sight.chance)
        if self.name in SIMPLE:
            return SIMPLE[self.name](sight.game.moves(sight.state, sight.seat), rng)
        return mind(sight.game).choose(self.name, sight.game, sight.state, sight.seat, rng)

    def decide_call(self, sight: Sight) -> Move | None:
        """What this bot calls or doubts, from what it is handed, or nothing."""
        if self.name in SIMPLE:
            return None
        rng = Chance(*sight.chance)
        return mind(sight.game).call(self.name, sight.game, sight.state, sight.seat, rng)

    def react(self, sight: Sight) -> tuple[int, Move] | None:
        """What this bot calls or doubts where a clock runs, and after how many ms, or nothing.

        A game of reaction says what a bot `notices`; in others whoever is to move decides in turn.
        """
        game, state, seat = sight.game, sight.state, sight.seat
        knows = mind(game)
        notices = getattr(knows, "notices", None if seat in game.awaited(state) else knows.call)
        if self.name in SIMPLE or notices is None:
            return None
        rng = Chance(*sight.chance)
        move = notices(self.name, game, state, seat, rng)
        return (reaction(self.name, rng), move) if move else None

    def weigh(self, sight: Sight) -> tuple[Estimate, ...]:
        """Each legal move as `evaluate` has it, from what the bot is handed."""
        found = mind(sight.game).estimate(sight.game, sight.state, sight.seat, Chance(*sight.chance))
        return tuple(sorted(found, key=lambda move: (-move.win, -move.points)))

    def _chance(self, match: Match, seat: Seat) -> Chance:
        return Chance(self._own_seed, (match.steps << 3) + seat)


def bot(name: str, seed: int | None = None) -> Bot:
    """The bot of this name."""
    if name not in BOTS:
        raise BadInput("unknown_bot", bot=name, bots=BOTS)
    return Bot(name, fresh_seed() if seed is None else seed)
