"""The stored state of a table: setup, seats, host. All changes are pure functions."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from elfer.core.chance import seed_for
from elfer.core.game import Seat, replaced_at
from elfer.core.options import configure
from elfer.core.refusals import BadInput, Refused
from elfer.game_card import policy_of
from elfer.games import game_type
from elfer.match import STOP, AnyMatch, Foreseen, start
from elfer.server.wire import Level, Phase, Setup, Speed

BOT_NAMES = ("Elfi", "Pico", "Tilda", "Bruno", "Mira", "Otto", "Lotta", "Kuno", "Wilma", "Emil")
"""Names of bots, by seat."""
SUBSTITUTE: Level = "medium"
"""Level of the bot that plays for an absent person."""
MAX_REDEEMED = 8
"""Redeemed codes a table remembers, so that a resend is not refused."""


class Chair(msgspec.Struct, frozen=True):
    """A seat: a person with a name and a key, a bot with a name and a level, or free."""

    name: str = ""
    key: str = ""
    """Hash of the person's key."""
    bot: Level | None = None
    stand_in: bool = False
    """Whether the host has let a bot play for the person."""
    program: bool = False
    """Whether a remote bot has the seat."""
    was: str = ""
    """Name of the person whom this bot replaced during the match."""
    since: int = 0
    """Number of the first match the person could play here; 0 if unknown."""


FREE = Chair()


class DoneCommand(NamedTuple):
    """A command that was carried out, as written by `elfer.server.tables.command_ids`."""

    key: str
    id: str
    content: str


class Redeemed(NamedTuple):
    """The hash of a redeemed code, and of the key that got the seat."""

    code: str
    key: str


class Table(msgspec.Struct, frozen=True):
    """Everything about a table that survives a restart, except its moves."""

    setup: Setup
    chairs: tuple[Chair, ...]
    host: Seat | None
    phase: Phase = "gathering"
    match: int = 0
    scores: tuple[tuple[int, ...], ...] | None = None
    """Points of each finished round of this match; None if saved by a version without scores."""
    done: tuple[DoneCommand, ...] = ()
    """The last commands of each key, oldest first."""
    redeemed: tuple[Redeemed, ...] = ()
    """The last redeemed codes, oldest first."""

    def seats_of(self, key: str) -> tuple[Seat, ...]:
        """All seats of this key hash: those of one device."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.key == key)

    @property
    def keys(self) -> frozenset[str]:
        """The key hashes of all seated people."""
        return frozenset(chair.key for chair in self.chairs if chair.key)

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.key)


def hashed(key: str) -> str:
    """The stored hash of a key or code."""
    return blake2b(key.encode(), digest_size=32, person=b"elfer seat key").hexdigest()


def check(setup: Setup) -> Setup:
    """A valid setup, completed with the game's defaults for play among people."""
    game = game_type(setup.game)
    policy = policy_of(game)
    setup = replace(setup, options={**policy.options, **setup.options})
    configure(game, setup.options, setup.seats)
    if setup.rounds > policy.max_rounds:
        raise BadInput("too_many_rounds", rounds=setup.rounds, most=policy.max_rounds)
    return setup


def create(setup: Setup, name: str, key: str, bots: tuple[Level, ...], people: tuple[str, ...] = ()) -> Table:
    """A new table with its host in the first seat, then *people* on the same device, then *bots*."""
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


# People


def sit(
    table: Table, seat: Seat, name: str, key: str, *, program: bool = False, beside: bool = False
) -> Table:
    """Take a free seat; *beside* another seat of the same key only if that is meant."""
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
    """All seats of a key hash, or only *seat*."""
    seats = table.seats_of(key)
    if not seats or (seat is not None and seat not in seats):
        raise Refused("not_seated")
    return seats if seat is None else (seat,)


def rename(table: Table, key: str, name: str, seat: Seat | None = None) -> Table:
    """Rename the person in *seat*, or in the first seat of a key hash."""
    seat, *_ = own_seats(table, key, seat)
    return replace(table, chairs=replaced_at(table.chairs, seat, replace(table.chairs[seat], name=name)))


def leave(table: Table, key: str, seat: Seat | None, present: frozenset[Seat]) -> Table:
    """Give up one seat of a key hash, or all of them."""
    for own in own_seats(table, key, seat):
        table = vacate(table, own, present)
    return table


def guest_key(table: Table, seat: Seat) -> str:
    """The key hash of the person in *seat*, who must not sit at the host's device."""
    key = table.chairs[seat].key if seat < len(table.chairs) else ""
    if not key or table.host in table.seats_of(key):
        raise Refused("seat_no_person", seat=seat)
    return key


def vacate(table: Table, seat: Seat, present: frozenset[Seat]) -> Table:
    """Free a seat, or give it to a bot during a match. A host's role passes to the same device, then to a
    person present, then to any person."""
    name, key = table.chairs[seat].name, table.chairs[seat].key
    vacated = replace(_bot(seat, SUBSTITUTE), was=name) if table.phase == "playing" else FREE
    table = replace(table, chairs=replaced_at(table.chairs, seat, vacated))
    if table.host != seat:
        return table
    own = table.seats_of(key)
    return replace(table, host=own[0] if own else _heir(table, present))


def _heir(table: Table, present: frozenset[Seat]) -> Seat | None:
    """The next host: a person present, else any person; remote bots come last."""
    ranks = ((seat not in present, table.chairs[seat].program, seat) for seat in table.people)
    return min(ranks)[-1] if table.people else None


def pass_on_host(table: Table, present: frozenset[Seat]) -> Table:
    """Make a person present the host, if the host is absent."""
    heir = _heir(table, present)
    return replace(table, host=heir) if heir in present and table.host not in present else table


def substitute(table: Table, seat: Seat, bot_plays: bool = True) -> Table:
    """Let a bot play for a person, or no longer."""
    chair = _chair(table, seat)
    if not chair.key:
        raise Refused("seat_no_person", seat=seat)
    return replace(table, chairs=replaced_at(table.chairs, seat, replace(chair, stand_in=bot_plays)))


# Arrangement by the host


def hosted_by(table: Table, key: str) -> Table:
    """The table, if *key* is its host's."""
    if table.host is None or table.host not in table.seats_of(key):
        raise Refused("not_host")
    return table


def change(table: Table, setup: Setup) -> Table:
    """Change the setup; the bots' speed stays, and the chairs as far as there are seats."""
    _check_between_matches(table)
    setup = check(setup)
    chairs = table.chairs
    while len(chairs) > setup.seats:
        spare = max((seat for seat, chair in enumerate(chairs) if not chair.key), default=None)
        if spare is None:
            raise Refused("people_seated", people=len(chairs), seats=setup.seats)
        chairs = chairs[:spare] + chairs[spare + 1 :]
    chairs += (FREE,) * (setup.seats - len(chairs))
    host_key = table.chairs[table.host].key if table.host is not None else ""
    setup = replace(setup, speed=table.setup.speed)
    changed = replace(table, setup=setup, chairs=chairs, phase="gathering")
    return replace(changed, host=changed.seats_of(host_key)[0] if host_key else None)


def hasten(table: Table, speed: Speed) -> Table:
    """Change the speed of bots."""
    return replace(table, setup=replace(table.setup, speed=speed))


def place(table: Table, seat: Seat, bot: Level | None) -> Table:
    """Put a bot into a seat without a person, or free it."""
    _check_between_matches(table)
    if _chair(table, seat).key:
        raise Refused("seat_taken", seat=seat)
    chair = _bot(seat, bot) if bot else FREE
    return replace(table, chairs=replaced_at(table.chairs, seat, chair), phase="gathering")


def swap(table: Table, seat: Seat, other: Seat) -> Table:
    """Exchange two seats."""
    _check_between_matches(table)
    first, second = _chair(table, seat), _chair(table, other)
    chairs = replaced_at(replaced_at(table.chairs, seat, second), other, first)
    host = {seat: other, other: seat}.get(table.host, table.host) if table.host is not None else None
    return replace(table, chairs=chairs, host=host, phase="gathering")


def filled(table: Table) -> Table:
    """The table with bots in all free seats."""
    chairs = (_bot(seat, SUBSTITUTE) if chair == FREE else chair for seat, chair in enumerate(table.chairs))
    return replace(table, chairs=tuple(chairs))


# The match


def begin(table: Table, seed: int | None = None) -> tuple[Table, AnyMatch]:
    """The table with its next match, which is dealt. With a seed, equal tables get equal matches."""
    _check_between_matches(table)
    if free := [seat for seat, chair in enumerate(table.chairs) if chair == FREE]:
        raise Refused("seats_free", free=free)
    setup = table.setup
    options: dict[str, Any] = {**setup.options}
    if seed is not None:
        people = [table.chairs[seat].name for seat in table.people]
        seed = seed_for(seed, msgspec.json.encode(setup), people, table.match)
    match = start(setup.game, seats=setup.seats, rounds=setup.rounds, seed=seed, **options)
    chairs = tuple(replace(chair, stand_in=False, was="") for chair in table.chairs)
    return replace(table, chairs=chairs, phase="playing", match=table.match + 1, scores=()), match


def points(match: AnyMatch) -> tuple[tuple[int, ...], ...]:
    """The points of each finished round of a match."""
    return tuple(result.points for result in match.results)


def after(table: Table, match: AnyMatch, step: Foreseen, *, person: bool) -> Table:
    """The table after a move, perhaps a *person*'s; the same object if nothing changes."""
    if person and table.chairs[step.seat].stand_in:
        table = substitute(table, step.seat, False)
    result = None if step.actors or step.move == STOP else step.game.result(step.state)
    if result is not None:
        table = replace(table, scores=(*points(match), result.points))
    return replace(table, phase="over") if step.over else table


def resumed(table: Table, match: AnyMatch) -> Table:
    """The table of a restored match; one that is not over continues."""
    table = replace(table, scores=points(match))
    if table.phase == "over" and not match.over:
        return replace(filled(table), phase="playing")
    return table


# Codes for other devices


def redeem(table: Table, code: str, key: str, to: str) -> Table:
    """Move the seats of *key* to key hash *to* by a hashed code, once; a resend changes nothing."""
    if by := dict(table.redeemed).get(code):
        if by != to:
            raise Refused("no_code")
        return table
    if not table.seats_of(key):
        raise Refused("no_code")
    if table.seats_of(to):
        raise Refused("already_seated")
    chairs = (replace(chair, key=to) if chair.key == key else chair for chair in table.chairs)
    redeemed = (*table.redeemed, Redeemed(code, to))[-MAX_REDEEMED:]
    return replace(table, chairs=tuple(chairs), redeemed=redeemed)


def _chair(table: Table, seat: Seat) -> Chair:
    if seat >= len(table.chairs):
        raise BadInput("seat_range", key="seat", seat=seat, high=len(table.chairs) - 1)
    return table.chairs[seat]


def _check_between_matches(table: Table) -> None:
    if table.phase == "playing":
        raise Refused("table_playing")
