"""Bots of one's own: a class with `choose`, or a plain function, asked with care, since they may err."""

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

from elfer.bots.levels import Bot, Observation, seat_of
from elfer.core.chance import given_seed
from elfer.core.encoding import to_json
from elfer.core.game import Move, Seat
from elfer.core.refusals import BadInput, Refused
from elfer.match import AnyMatch
from elfer.positions import Position, format_position

T = TypeVar("T")
SECONDS = 60.0
"""How long a decision may take unless more is allowed."""
OURS = (__file__, importlib.__file__)
"""Files in which nobody looks for a mistake of their own."""
AGAIN_SECONDS = 0.5
"""How soon a bot that catches everything is interrupted again."""


class Chooser(Protocol):
    """A bot as somebody writes it. It may also have `call(observation)`, which gives a move that play does
    not wait for, or `None`; without it the bot never calls or doubts unasked."""

    def choose(self, observation: Observation, /) -> Move: ...


Own: TypeAlias = Chooser | type[Chooser] | Callable[[Observation], Move]
"""A bot of one's own: an object or its class, or a function."""
Ask: TypeAlias = Callable[[Observation], object]
Where: TypeAlias = Callable[[], Position]


class BotError(Refused):
    """A bot of one's own that has not given a legal move; says which one, how, and where."""

    whole = ("position",)


class OwnBot(Bot):
    """A bot of one's own as a player like any other."""

    def __init__(
        self, own: Own, seed: int | None = None, *, name: str = "", seconds: float | None = SECONDS
    ) -> None:
        super().__init__(name or _name(own), given_seed(seed))
        self.own = own
        self.seconds = seconds
        """How long a decision may take, where it can be enforced; `None` is for ever."""
        player = _made(own, self.name)
        self._choose: Ask = getattr(player, "choose", player)
        self._call: Ask | None = getattr(player, "call", None)

    def with_seed(self, seed: int) -> Bot:
        return OwnBot(self.own, seed, name=self.name, seconds=self.seconds)

    def choose(self, match: AnyMatch, seat: Seat) -> Move:
        seat = seat_of(match, seat)
        moves = match.moves(seat)
        if len(moves) == 1:
            return moves[0]
        return self._decided(self.observe(match, seat), match.position)

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
    """The player itself: an object of a class, or what was given."""
    try:
        player = own() if isinstance(own, type) else own
    except Exception as error:
        raise BadInput("bot_made", bot=name, why=_told(error)) from error
    if not callable(getattr(player, "choose", player)):
        raise BadInput("bot_kind", bot=name)
    return player


def _told(error: BaseException) -> str:
    """An error in one line, and where in somebody's own file it happened."""
    text = " ".join(f"{type(error).__name__}: {error}".split())[:200].removesuffix(": ").removesuffix(":")
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [f for f in frames if f.filename not in OURS and Path(f.filename).exists()]
    return f"{text} ({Path(theirs[-1].filename).name}, line {theirs[-1].lineno})" if theirs else text


def imported(text: str) -> Own:
    """What `module:Name` means; the working folder is looked into last."""
    module, _, name = text.partition(":")
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    try:
        own: Own = getattr(importlib.import_module(module), name, None)  # type: ignore[assignment]
    except Exception as error:  # whatever goes wrong while somebody's file is read
        raise BadInput("bot_module", bot=text, module=module, why=_told(error)) from error
    if own is None:
        raise BadInput("bot_name", bot=text, module=module, part=name)
    return own


# Time


class _TooLong(BaseException):
    """A decision takes too long; no `except Exception` of a bot holds it up."""


def within(seconds: float | None, ask: Callable[[], T]) -> T:
    """What is answered in time. Only the main thread of a program can be interrupted, and not everywhere."""
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
        if left:  # somebody else's alarm
            signal.setitimer(signal.ITIMER_REAL, max(0.001, left - (monotonic() - began)), every)


def _ring(_number: int, _frame: FrameType | None) -> None:
    raise _TooLong
