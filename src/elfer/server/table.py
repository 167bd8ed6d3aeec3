"""A table as it is remembered: what is played, who sits where, who is host. Changes are pure functions."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from elfer.core.game import Seat, replaced_at
from elfer.core.options import configure
from elfer.core.refusals import BadInput, Refused
from elfer.games import game_type
from elfer.match import STOP, AnyMatch, Foreseen, start
from elfer.server.wire import Change, Hasten, Level, Phase, Place, Setup, Speed, Swap

BOT_NAMES = ("Elfi", "Pico", "Tilda", "Bruno", "Mira", "Otto", "Lotta", "Kuno", "Wilma", "Emil")
"""What bots are called, by seat."""
SUBSTITUTE: Level = "medium"
"""The bot that plays for who is not there."""
MAX_REDEEMED = 8
"""How many redeemed codes a table remembers, so that one sent again is not refused."""


class Chair(msgspec.Struct, frozen=True):
    """A seat: a person with a name and a key, a bot with a name and a level, or free."""

    name: str = ""
    key: str = ""
    """The hash of the person's key."""
    bot: Level | None = None
    stand_in: bool = False
    """Whether the host has let a bot play for the person."""
    program: bool = False
    """Whether it is no person but a program of somebody's."""
    was: str = ""
    """The name of whoever has left the seat to this bot during the match."""
    since: int = 0
    """The number of the first match that the person could play here; 0 if that was not noted."""


FREE = Chair()


class DoneCommand(NamedTuple):
    """A command that was carried out: `elfer.server.commands` has the texts."""

    key: str
    id: str
    content: str


class Redeemed(NamedTuple):
    """A (hashed) code that was redeemed, and the (hashed) key that has the seat by it."""

    code: str
    key: str


class Table(msgspec.Struct, frozen=True):
    """Everything about a table that outlives a restart, but its moves."""

    setup: Setup
    chairs: tuple[Chair, ...]
    host: Seat | None
    phase: Phase = "gathering"
    match: int = 0
    scores: tuple[tuple[int, ...], ...] | None = None
    """The points of each finished round of this match; none if a version wrote it that did not keep them."""
    done: tuple[DoneCommand, ...] = ()
    """The last commands of each key, the oldest first."""
    redeemed: tuple[Redeemed, ...] = ()
    """The last codes that were redeemed, the oldest first."""

    def seat_of(self, key: str) -> Seat | None:
        """The seat of whoever has this (hashed) key; of several at one device, the first."""
        return next(iter(self.seats_of(key)), None)

    def seats_of(self, key: str) -> tuple[Seat, ...]:
        """The seats of all at the device that has this (hashed) key."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.key == key)

    @property
    def keys(self) -> frozenset[str]:
        """The (hashed) keys of all who have a seat."""
        return frozenset(chair.key for chair in self.chairs if chair.key)

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.key)


def hashed(key: str) -> str:
    """What is kept of a key."""
    return blake2b(key.encode(), digest_size=32, person=b"elfer seat key").hexdigest()


def check(setup: Setup) -> Setup:
    """What is to be played, with what is best for people; refuse what cannot be, or would take for ever."""
    game = game_type(setup.game)
    setup = replace(setup, options={**game.among_people, **setup.options})
    configure(game, setup.options, setup.seats)
    if setup.rounds > game.most_rounds:
        raise BadInput("too_many_rounds", rounds=setup.rounds, most=game.most_rounds)
    return setup


def create(setup: Setup, name: str, key: str, bots: tuple[Level, ...], people: tuple[str, ...] = ()) -> Table:
    """A new table with its host in the first seat, then people at the same device, then bots."""
    setup = check(setup)
    chairs = [Chair(name, key), *(Chair(other, key) for other in people)]
    if len(chairs) > setup.seats:
        raise Refused("people_seated", people=len(chairs), seats=setup.seats)
    if len(bots) > setup.seats - len(chairs):
        raise BadInput("bot_count", count=len(bots), seats=setup.seats, most=setup.seats - len(chairs))
    chairs += [_bot(seat, level) for seat, level in enumerate(bots, len(chairs))]
    chairs += [FREE] * (setup.seats - len(chairs))
    return Table(setup, tuple(chairs), host=0)


def _bot(seat: Seat, level: Level) -> Chair:
    return Chair(BOT_NAMES[seat % len(BOT_NAMES)], bot=level)


def sit(
    table: Table, seat: Seat, name: str, key: str, *, program: bool = False, beside: bool = False
) -> Table:
    """Take a free seat, perhaps *beside* somebody at the same device."""
    if program and not table.setup.programs:
        raise Refused("no_programs")
    if table.seats_of(key) and not beside:
        raise Refused("already_seated")
    if _chair(table, seat) != FREE:
        raise Refused("seat_taken", seat=seat)
    host = seat if table.host is None else table.host
    chair = Chair(name, key, program=program, since=table.match + 1)
    return replace(table, chairs=replaced_at(table.chairs, seat, chair), host=host)


def own_seats(table: Table, key: str, seat: Seat | None) -> tuple[Seat, ...]:
    """This seat of the device that has a (hashed) key, or all of them."""
    seats = table.seats_of(key)
    if not seats or (seat is not None and seat not in seats):
        raise Refused("not_seated")
    return seats if seat is None else (seat,)


def rename(table: Table, key: str, name: str, seat: Seat | None = None) -> Table:
    """Call whoever has this (hashed) key otherwise; of several at one device, this one or the first."""
    seat, *_ = own_seats(table, key, seat)
    return replace(table, chairs=replaced_at(table.chairs, seat, replace(table.chairs[seat], name=name)))


def go(table: Table, key: str, seat: Seat | None, present: frozenset[Seat]) -> Table:
    """Give up this seat of a device, or all of them."""
    for own in own_seats(table, key, seat):
        table = leave(table, own, present)
    return table


def leave(table: Table, seat: Seat, present: frozenset[Seat]) -> Table:
    """Give up a seat, in a match to a bot; a host hands the role on, first to the next one at the same
    device, then to somebody present."""
    name, key = table.chairs[seat].name, table.chairs[seat].key
    gone = replace(_bot(seat, SUBSTITUTE), was=name) if table.phase == "playing" else FREE
    table = replace(table, chairs=replaced_at(table.chairs, seat, gone))
    if table.host != seat:
        return table
    heirs = table.seats_of(key) or _heirs(table, present) or _heirs(table, frozenset(table.people))
    return replace(table, host=heirs[0] if heirs else None)


def _heirs(table: Table, seats: frozenset[Seat]) -> list[Seat]:
    """Who of these seats could be host, people before programs."""
    return sorted(seats & set(table.people), key=lambda seat: (table.chairs[seat].program, seat))


def pass_on(table: Table, present: frozenset[Seat]) -> Table:
    """The host is not there: somebody who is becomes the host."""
    heirs = _heirs(table, present)
    return table if table.host in present or not heirs else replace(table, host=heirs[0])


def arranged(table: Table, wish: Change | Place | Swap | Hasten) -> Table:
    """A table as its host wants it."""
    match wish:
        case Change(setup=setup):
            return change(table, setup)
        case Place(seat=seat, bot=bot):
            return place(table, seat, bot)
        case Swap(seat=seat, other=other):
            return swap(table, seat, other)
        case Hasten(speed=speed):
            return hasten(table, speed)


def change(table: Table, setup: Setup) -> Table:
    """Play something else: the bots' speed stays, and the chairs, as far as there are seats for them."""
    _between_matches(table)
    setup = check(setup)
    chairs = table.chairs
    while len(chairs) > setup.seats:
        spare = max((seat for seat, chair in enumerate(chairs) if not chair.key), default=None)
        if spare is None:
            raise Refused("people_seated", people=len(chairs), seats=setup.seats)
        chairs = chairs[:spare] + chairs[spare + 1 :]
    chairs += (FREE,) * (setup.seats - len(chairs))
    host_key = table.chairs[table.host].key if table.host is not None else ""
    kept = replace(setup, speed=table.setup.speed)
    changed = replace(table, setup=kept, chairs=chairs, phase="gathering")
    return replace(changed, host=changed.seat_of(host_key) if host_key else None)


def hasten(table: Table, speed: Speed) -> Table:
    """Let bots move at another speed."""
    return replace(table, setup=replace(table.setup, speed=speed))


def place(table: Table, seat: Seat, bot: Level | None) -> Table:
    """Put a bot into a seat without a person, or nobody."""
    _between_matches(table)
    if _chair(table, seat).key:
        raise Refused("seat_taken", seat=seat)
    chair = _bot(seat, bot) if bot else FREE
    return replace(table, chairs=replaced_at(table.chairs, seat, chair), phase="gathering")


def swap(table: Table, seat: Seat, other: Seat) -> Table:
    """Let two seats change places."""
    _between_matches(table)
    first, second = _chair(table, seat), _chair(table, other)
    chairs = replaced_at(replaced_at(table.chairs, seat, second), other, first)
    host = {seat: other, other: seat}.get(table.host, table.host) if table.host is not None else None
    return replace(table, chairs=chairs, host=host, phase="gathering")


def filled(table: Table) -> Table:
    """The table with bots in all free seats."""
    chairs = (_bot(seat, SUBSTITUTE) if chair == FREE else chair for seat, chair in enumerate(table.chairs))
    return replace(table, chairs=tuple(chairs))


def begin(table: Table) -> tuple[Table, AnyMatch]:
    """The table with its next match, which is dealt."""
    _between_matches(table)
    if free := [seat for seat, chair in enumerate(table.chairs) if chair == FREE]:
        raise Refused("seats_free", free=free)
    setup = table.setup
    options: dict[str, Any] = {**setup.options}
    match = start(setup.game, seats=setup.seats, rounds=setup.rounds, **options)
    chairs = tuple(replace(chair, stand_in=False, was="") for chair in table.chairs)
    return replace(table, chairs=chairs, phase="playing", match=table.match + 1, scores=()), match


def points(match: AnyMatch) -> tuple[tuple[int, ...], ...]:
    """The points of each finished round of a match."""
    return tuple(result.points for result in match.results)


def after(table: Table, match: AnyMatch, step: Foreseen, *, person: bool) -> Table:
    """The table after a move, perhaps a *person*'s; the very same one if nothing changes there."""
    if person and table.chairs[step.seat].stand_in:
        table = stand_in(table, step.seat, False)
    result = None if step.actors or step.move == STOP else step.game.result(step.state)
    if result is not None:
        table = replace(table, scores=(*points(match), result.points))
    return replace(table, phase="over") if step.over else table


def stand_in(table: Table, seat: Seat, wanted: bool) -> Table:
    """Let a bot play for a person, or no longer."""
    chair = _chair(table, seat)
    if not chair.key:
        raise Refused("seat_no_person", seat=seat)
    return replace(table, chairs=replaced_at(table.chairs, seat, replace(chair, stand_in=wanted)))


def redeem(table: Table, code: str, key: str, to: str) -> Table:
    """Bind the seats of a key to another one by a (hashed) code, once; a resend changes nothing."""
    if by := dict(table.redeemed).get(code):
        if by != to:
            raise Refused("no_code")
        return table
    redeemed = (*table.redeemed, Redeemed(code, to))[-MAX_REDEEMED:]
    return replace(move_key(table, key, to), redeemed=redeemed)


def move_key(table: Table, key: str, to: str) -> Table:
    """Bind the seats of a key to another key; who has left has no seat any more."""
    if not table.seats_of(key):
        raise Refused("no_code")
    if table.seats_of(to):
        raise Refused("already_seated")
    chairs = (replace(chair, key=to) if chair.key == key else chair for chair in table.chairs)
    return replace(table, chairs=tuple(chairs))


def _chair(table: Table, seat: Seat) -> Chair:
    if seat >= len(table.chairs):
        raise BadInput("seat_range", key="seat", seat=seat, high=len(table.chairs) - 1)
    return table.chairs[seat]


def _between_matches(table: Table) -> None:
    if table.phase == "playing":
        raise Refused("table_playing")
