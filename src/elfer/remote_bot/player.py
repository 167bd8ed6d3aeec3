"""A bot's conversation with a server, without the connection."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple, NoReturn

import msgspec

from elfer.core.game import TABLE, AnyGame, Event, Move, Seat, State
from elfer.core.options import configure
from elfer.core.refusals import Refused
from elfer.games import game_type
from elfer.remote_bot.bot import RemoteBot, RemoteObservation, decoders
from elfer.server import wire

TRANSIENT = {"too_fast", "not_saved", "no_store", "no_table_entered", "fault"}
"""Refusals after which a command is sent again."""
RETRY_SECONDS = 1.0
LATE = {"stale", "no_match"}
"""Refusals of moves that come too late."""
_news = msgspec.json.Decoder(wire.AnyNews)


class DelayedCommand(NamedTuple):
    """A command, and the seconds to wait before it is sent."""

    command: wire.AnyCommand
    delay: float


class RemotePlayer:
    """Enters a table, takes a seat and plays; sends one command at a time."""

    def __init__(
        self,
        table: str,
        bot: RemoteBot,
        name: str,
        *,
        seat: Seat | None = None,
        pause: float = 0.0,
        tell: Callable[..., object] = lambda _key, **_params: None,
    ) -> None:
        self._table, self._bot, self._name = table, bot, name
        self._wanted_seat, self._pause, self._tell = seat, pause, tell
        self._key = secrets.token_urlsafe(32)
        self._numbers = count(1)
        self._welcome = self._entered = self._seated = False
        self._pending: wire.AnyCommand | None = None
        """The command that is not answered yet."""
        self._resend: wire.Play | None = None
        """A move to send again, with its id."""
        self._delay = 0.0
        """Seconds to wait before the next command."""
        self._info: wire.TableInfo | None = None
        self._game: AnyGame | None = None
        self._update: wire.Update | None = None
        self._view: Any = None
        self._moves: tuple[Move, ...] = ()
        """The moves of the seat that were not refused."""
        self._events: list[Event] = []
        self._decided: object = None
        """The position for which the bot was asked last."""
        self._ready_for: object = None
        self._last_over = 0
        """The last match whose result was told."""

    # News

    def connected(self) -> None:
        """Start again on a new connection, and repeat what was not answered on the last one."""
        self._repeat_unanswered()
        self._welcome = self._entered = False

    def _repeat_unanswered(self) -> None:
        if isinstance(self._pending, wire.Play):
            self._resend = self._pending
        self._pending = self._ready_for = None

    def receive(self, frame: str | bytes) -> None:
        """Handle a frame of the server."""
        try:
            news = _news.decode(frame)
        except msgspec.DecodeError as error:
            raise Refused("not_elfer", why=error) from None
        match news:
            case wire.Welcome():
                if news.version != wire.VERSION:
                    raise Refused("join_version", found=news.version, known=wire.VERSION)
                self._welcome = True
            case wire.TableInfo():
                self._receive_table(news)
            case wire.Update():
                self._receive_update(news)
            case wire.CommandDone() if self._pending and news.id == self._pending.id:
                self._entered |= isinstance(self._pending, wire.Enter)
                self._pending = None
            case wire.CommandRefused() if self._pending and news.id == self._pending.id:
                self._receive_refusal(self._pending, news)
            case wire.Out(code="reload"):  # unanswered moves are sent again after entering
                self._repeat_unanswered()
                self._entered = False
            case wire.Out():
                raise Refused("join_removed")

    def _receive_table(self, info: wire.TableInfo) -> None:
        before, self._info = self._info, info
        if before is None or info.setup != before.setup:
            self._game = None
        if before is None or info.match != before.match:
            self._events.clear()
            self._bot = self._bot.for_next_match() if self._decided else self._bot
        if info.you is not None and not self._seated:
            self._seated = True
            self._tell("join.sits", name=self._name, seat=info.you, game=info.setup.game)

    def _receive_update(self, update: wire.Update) -> None:
        assert self._info is not None
        if self._game is None:
            setup = self._info.setup
            self._game = configure(game_type(setup.game), setup.options, setup.seats)
        decode = decoders(type(self._game))
        self._update, self._view = update, decode.view.decode(update.view)
        self._moves = tuple(self._view.moves)
        self._events += map(decode.event.decode, update.events)
        if (result := update.result) and self._seated and self._last_over != self._info.match:
            self._last_over = self._info.match
            winners = [self._info.chairs[seat].name for seat in result.winners]
            key = "join.over" if winners else "join.no_winner"
            self._tell(key, number=self._last_over, winners=winners, points=result.points)

    def _receive_refusal(self, command: wire.AnyCommand, news: wire.CommandRefused) -> None:
        move = command.move if isinstance(command, wire.Play) else None
        another_seat = news.code == "seat_taken" and self._wanted_seat is None
        if news.code in TRANSIENT:
            self._delay = RETRY_SECONDS
            self._repeat_unanswered()
        elif another_seat or (move and news.code in LATE):
            self._pending = None
        elif move and len(self._moves) > 1:  # a view may offer more than is legal: try another move
            self._moves = tuple(other for other in self._moves if other != move)
            self._pending = self._decided = None
        else:
            _refuse(news.code, news.params)

    # Commands

    def next_command(self) -> DelayedCommand | None:
        """The command to send now, if any."""
        if not self._welcome or self._pending:
            return None
        self._pending = self._next()
        delay, self._delay = self._delay, 0.0
        return DelayedCommand(self._pending, delay) if self._pending else None

    def leave(self) -> wire.Leave | None:
        """The command that gives up the seat, if there is one."""
        self._pending = leave = wire.Leave(id=self._id()) if self._seated and self._entered else None
        return leave

    @property
    def answered(self) -> bool:
        """Whether no command waits for its answer."""
        return self._pending is None

    def _next(self) -> wire.AnyCommand | None:
        if not self._entered:
            at = self._update.at if self._update else None
            return wire.Enter(id=self._id(), table=self._table, key=self._key, at=at)
        assert self._info is not None
        if self._info.you is None:
            return wire.Sit(id=self._id(), seat=self._free_seat(self._info), name=self._name, program=True)
        resend, self._resend = self._resend, None
        if resend:
            return resend
        if move := self._move():
            assert self._update is not None
            self._delay = max(self._delay, self._pause)
            return wire.Play(id=self._id(), move=move, at=self._update.at)
        return wire.Ready(id=self._id()) if self._is_ready() else None

    def _free_seat(self, info: wire.TableInfo) -> Seat:
        if self._seated:
            raise Refused("join_removed")
        if not info.setup.programs:
            raise Refused("no_programs")
        if self._wanted_seat is not None:
            return self._wanted_seat
        for seat, chair in enumerate(info.chairs):
            if not chair.name:
                return seat
        raise Refused("no_free_seat")

    def _move(self) -> Move | None:
        """The bot's move; it is asked once in each position in which it may act."""
        info, update = self._info, self._update
        if info is None or update is None or self._game is None or info.phase != "playing":
            return None
        moment, seat = (info.match, update.at), info.you
        if not self._moves or moment == self._decided or seat is None:
            return None
        self._decided = moment
        seen = RemoteObservation(
            self._game,
            State(),
            seat,
            (self._bot.seed, update.at, 0),
            info.setup.seats,
            tuple(self._events),
            view=self._view,
            moves=self._moves,
        )
        return self._bot.decide(seen) if seat in update.awaited else self._bot.decide_call(seen)

    def _is_ready(self) -> bool:
        """Whether to agree to the next round, or to another match that a person wants."""
        info, update = self._info, self._update
        if info is None or info.phase == "gathering":
            return False
        if info.phase == "over":
            wanted = any(chair.ready and not chair.program for chair in info.chairs)
        else:
            over = update is not None and update.awaited == (TABLE,) and update.result is None
            wanted = over and self._view.over
        ready_for = (info.match, info.phase, update.round if update else 0)
        if not wanted or ready_for == self._ready_for:
            return False
        self._ready_for = ready_for
        return True

    def _id(self) -> str:
        return f"{self._key[:8]}-{next(self._numbers)}"


def _refuse(code: str, params: dict[str, Any]) -> NoReturn:
    """Raise a server's refusal; that of another version may have no text here."""
    refused = _refusal(code, params)
    try:
        str(refused)
    except (LookupError, ValueError, TypeError):
        raise Refused("join_refused", why=code) from None
    raise refused


def _refusal(code: str, params: dict[str, Any]) -> Refused:
    refused = Refused(code)
    refused.params = {name: _param(value) for name, value in params.items()}
    return refused


def _param(value: object) -> object:
    """A parameter of a refusal, which may be a refusal itself."""
    match value:
        case {"code": str() as code, "params": dict() as params}:
            return _refusal(code, params)
    return value
