"""Bots written by users: a class with `choose`, or a function. Their errors are reported as `BotError`."""

from __future__ import annotations

import importlib
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any, NoReturn, Protocol, TypeAlias, TypeVar

from elfer.bots.levels import Bot, Observation, reaction, seat_of
from elfer.core.canonical_json import to_json
from elfer.core.chance import Chance, given_seed
from elfer.core.game import Move, Seat
from elfer.core.refusals import BadInput, Refused
from elfer.match import AnyMatch
from elfer.positions import Position, format_position

T = TypeVar("T")
SECONDS = 60.0
"""Default time limit of a decision."""
OURS = (__file__, importlib.__file__)
"""Files left out when an error is located."""
AGAIN_SECONDS = 0.5
"""Interval of further interrupts, for a bot that catches everything."""


class Chooser(Protocol):
    """A bot written by a user. Optional: `call(observation)`, which returns a move that play does not wait
    for, or `None`; a bot without it never calls."""

    def choose(self, observation: Observation, /) -> Move: ...


Own: TypeAlias = Chooser | type[Chooser] | Callable[[Observation], Move]
"""A user's bot: an object, its class, or a function."""
PACE = "medium"
"""The level whose reaction time a user's bot has."""
Ask: TypeAlias = Callable[[Observation], object]
Where: TypeAlias = Callable[[], Position]


class BotError(Refused):
    """A user's bot failed to give a legal move; names the bot, the error and the position."""

    whole = ("position",)


class OwnBot(Bot):
    """A user's bot as a player like any other."""

    def __init__(
        self, own: Own, seed: int | None = None, *, name: str = "", seconds: float | None = SECONDS
    ) -> None:
        super().__init__(name or _name(own), given_seed(seed))
        self.own = own
        self.seconds = seconds
        """Time limit of a decision, where it can be enforced; `None` is no limit."""
        player = _made(own, self.name)
        self._choose: Ask = getattr(player, "choose", player)
        self._call: Ask | None = getattr(player, "call", None)

    def with_seed(self, seed: int) -> Bot:
        return OwnBot(self.own, seed, name=self.name, seconds=self.seconds)

    def choose(self, match: AnyMatch, seat: Seat) -> Move:
        seat, moves = self._moves(match, seat)
        return moves[0] if len(moves) == 1 else self._decided(self.observe(match, seat), match.position)

    def calls(self, match: AnyMatch, seat: Seat) -> Move | None:
        seat = seat_of(match, seat)
        if not self._call or seat not in match.actors or seat in match.awaited:
            return None
        return self._called(self.observe(match, seat), match.position)

    def observe(self, match: AnyMatch, seat: Seat) -> Observation:
        seen = super().observe(match, seat)
        return Observation(seen.game, seen.state, seen.seat, seen.chance, seen.seats, match.events(seat))

    def decide(self, seen: Observation) -> Move:
        return self._decided(seen, lambda: format_position(seen.game, seen.state))

    def decide_call(self, seen: Observation) -> Move | None:
        return self._called(seen, lambda: format_position(seen.game, seen.state))

    def react(self, seen: Observation) -> tuple[int, Move] | None:
        move = self.decide_call(seen)
        return (reaction(PACE, Chance(*seen.chance)), move) if move else None

    def _decided(self, seen: Observation, position: Where) -> Move:
        return self._legal(self._ask(self._choose, seen, position), seen, position)

    def _called(self, seen: Observation, position: Where) -> Move | None:
        move = self._call and self._ask(self._call, seen, position)
        return None if move is None else self._legal(move, seen, position)

    def _ask(self, how: Ask, seen: Observation, position: Where) -> object:
        try:
            return within(self.seconds, lambda: how(seen))
        except _TooLong:
            self._fail("bot_slow", seen, position, seconds=self.seconds)
        except (Exception, SystemExit) as error:
            self._fail("bot_raised", seen, position, error, why=_told(error))

    def _legal(self, move: object, seen: Observation, position: Where) -> Move:
        if move is None:
            self._fail("bot_none", seen, position)
        if not isinstance(move, str) or move not in seen.moves:
            self._fail("bot_illegal", seen, position, move=repr(move)[:80], moves=seen.moves)
        return move

    def _fail(
        self,
        code: str,
        seen: Observation,
        position: Where,
        cause: BaseException | None = None,
        **params: object,
    ) -> NoReturn:
        params |= {"bot": self.name, "seat": seen.seat, "position": to_json(position())}
        raise BotError(code, **params) from cause


def _name(own: Own) -> str:
    kind = own if isinstance(own, type) or hasattr(own, "__name__") else type(own)
    return str(getattr(kind, "__name__", kind))


def _made(own: object, name: str) -> Any:
    """The player: an instance of a class, or the given object."""
    try:
        player = own() if isinstance(own, type) else own
    except Exception as error:
        raise BadInput("bot_made", bot=name, why=_told(error)) from error
    if not callable(getattr(player, "choose", player)):
        raise BadInput("bot_kind", bot=name)
    return player


def _told(error: BaseException) -> str:
    """An error in one line, with its place in the user's file."""
    text = " ".join(f"{type(error).__name__}: {error}".split())[:200].removesuffix(": ").removesuffix(":")
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [f for f in frames if f.filename not in OURS and Path(f.filename).exists()]
    return f"{text} ({Path(theirs[-1].filename).name}, line {theirs[-1].lineno})" if theirs else text


def imported(text: str) -> Own:
    """The object named by `module:Name`; the working folder is searched last."""
    module, _, name = text.partition(":")
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    try:
        own: Own = getattr(importlib.import_module(module), name, None)  # type: ignore[assignment]
    except Exception as error:  # anything can go wrong in a user's file
        raise BadInput("bot_module", bot=text, module=module, why=_told(error)) from error
    if own is None:
        raise BadInput("bot_name", bot=text, module=module, part=name)
    return own


# Time


class _TooLong(BaseException):
    """A decision takes too long; not caught by `except Exception`."""


def within(seconds: float | None, ask: Callable[[], T]) -> T:
    """The answer within a time limit, which only holds in the main thread and where signals exist."""
    main = threading.current_thread() is threading.main_thread()
    if seconds is None or not main or not hasattr(signal, "setitimer"):
        return ask()
    began, before = monotonic(), signal.signal(signal.SIGALRM, _ring)
    left, every = signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN_SECONDS)
    try:
        return ask()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left:  # an alarm that was set before
            signal.setitimer(signal.ITIMER_REAL, max(0.001, left - (monotonic() - began)), every)


def _ring(_number: int, _frame: FrameType | None) -> None:
    raise _TooLong
