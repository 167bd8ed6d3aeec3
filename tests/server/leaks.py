"""Worlds that one seat cannot tell apart: the same moves and events, other cards where it cannot look."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from functools import lru_cache, partial
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

import elfer
from elfer.core.cards import COPIES, NAME, names, parse_cards
from elfer.core.game import TABLE, Move, Seat
from elfer.match import AnyMatch
from elfer.server.stores.places import open_store
from elfer.server.stores.store import Opening, Store
from elfer.server.tables.seating import Chair, Table, hashed
from elfer.server.wire import Setup
from tests.server.people import PATIENCE, Person, Reached, new_key, person

Viewer = Seat | None
Place = tuple[str, int | None]
NAMED = re.compile(r"\b(?:[RYGB](?:\d{1,2}|S)|N\d{1,2}|J)\b")
FACE_DOWN = ("connect", "duel", "snap")
"""Games whose hands are stacks of unknown order."""
COVERED = ("stock", "bag", "unused", "aside", "last", "out")
"""Parts of a state with cards hidden from all."""
IN_SECRET = ("hands", "chosen", "laid")
"""Where each seat has cards of its own that others do not see."""
BURST, RATE = 55, 15
"""A person sends no more commands at once, and none more in a second: refusals would depend on the time."""


class World(NamedTuple):
    """A match: where the cards are at first, and what is played."""

    position: dict[str, Any]
    moves: tuple[tuple[Seat, Move], ...]

    @property
    def seats(self) -> int:
        return len(self.position["hands"])

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        return (*range(self.seats), None)


def truths(game: str, seats: int, seed: int, most: int, **options: Any) -> list[World]:
    """A whole match of a game; of a long one its beginning and its end."""
    match, rng = elfer.start(game, seats=seats, seed=seed, **options), random.Random(seed)
    before = []
    while not match.over:
        before.append(match.position())
        _step(match, rng)
    moves = tuple((step.seat, step.move) for step in match.history)
    if len(moves) <= most:
        return [World(before[0], moves)]
    late = next(at for at in range(len(moves) - most, len(moves)) if not _waits_for_table(before[at]))
    return [World(before[0], moves[:most]), World(before[late], moves[late:])]


def _waits_for_table(position: dict[str, Any]) -> bool:
    return TABLE in elfer.load(position).actors


def _step(match: AnyMatch, rng: random.Random) -> None:
    """A move, often a sensible one, but no call while the table resolves."""
    if TABLE in match.awaited:
        may_call = [seat for seat in match.actors if seat != TABLE and match.moves(TABLE) == ("go",)]
        seat = rng.choice(may_call) if may_call and rng.random() < 0.8 else TABLE
        match.play(seat, rng.choice(match.moves(seat)))
        return
    greedy = elfer.bot("greedy", seed=rng.randrange(1 << 32))
    for seat in match.actors:
        if (call := greedy.calls(match, seat)) and rng.random() < 0.7:
            match.play(seat, call)
            return
    seat = rng.choice(match.awaited if rng.random() < 0.9 else match.actors)
    match.play(seat, greedy.choose(match, seat) if rng.random() < 0.5 else rng.choice(match.moves(seat)))


# What is hidden


def hidden(position: dict[str, Any], viewer: Viewer) -> list[list[tuple[Place, int]]]:
    """The cards that a viewer does not see, in groups within which they may change places."""
    game, seats = position["game"], range(len(position["hands"]))
    others = [seat for seat in seats if seat != viewer or game in FACE_DOWN]
    if game == "highest":  # all know whose cards are whose, but not which one lies face down
        return [[*_cards(position, ("hands", seat)), *_cards(position, ("chosen", seat))] for seat in others]
    places: list[Place] = [(name, seat) for name in IN_SECRET for seat in others]
    laid_last = "turn" in position and (position["turn"] - 1) % len(seats) == viewer
    places += [(name, None) for name in COVERED if name != "last" or not laid_last]
    found = [slot for place in places for slot in _cards(position, place)]
    if game == "snap" and viewer is not None:  # everyone knows which cards their own stack has
        return [[slot for slot in found if slot[0] != ("hands", viewer)], _cards(position, ("hands", viewer))]
    if game == "guess" and viewer is not None:  # everyone knows the card they lay, not the ones below
        found += _cards(position, ("hands", viewer))[1:]
    return [found]


def _cards(position: dict[str, Any], place: Place) -> list[tuple[Place, int]]:
    return [(place, number) for number in range(len(_names(position, place)))]


def _names(position: dict[str, Any], place: Place) -> list[str]:
    value = position.get(place[0], "")
    text = value if place[1] is None else value[place[1]] if isinstance(value, list) else ""
    return list(_read(text)) if isinstance(text, str) else []


_read = lru_cache(maxsize=1 << 14)(parse_cards)


def unseen(position: dict[str, Any], viewer: Viewer) -> set[str]:
    """The names of the cards that lie hidden from a viewer; of cards that exist once."""
    slots = [slot for group in hidden(position, viewer) for slot in group]
    found = {_names(position, place)[number] for place, number in slots}
    if position.get("turn") != viewer:
        found |= {name for field in ("drawn", "taken") for name in _names(position, (field, None))}
    return {name for name in found if len(COPIES[name]) == 1}


def own(match: AnyMatch, viewer: Viewer) -> tuple[str, ...]:
    """What a viewer holds and looks at."""
    game = match.game.id
    if viewer is None or game in FACE_DOWN:
        return ()
    state: Any = match.state
    hand = state.hands[viewer]
    return tuple(NAME[card] for card in hand[:1]) if game == "guess" else names(hand)


# Other worlds


def story(world: World, viewer: Viewer) -> Iterator[tuple[object, ...]]:
    """What a viewer holds, does and is told, step by step; it breaks off where a move is not legal."""
    try:
        match = elfer.load(world.position)
    except elfer.BadInput:
        return
    for seat, move in world.moves:
        if move not in match.moves(seat):
            return
        held = own(match, viewer)
        told = [event.seen_by(viewer) for event in match.play(seat, move)]
        yield held, seat, move if seat == viewer else "", told


def alike(truth: list[tuple[object, ...]], other: World, viewer: Viewer) -> int:
    """How many steps long a viewer cannot tell a world from the true one, if the rules are all there is."""
    pairs = zip(truth, story(other, viewer), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def other_world(truth: World, viewer: Viewer, steps: int, rng: random.Random, swaps: int) -> World | None:
    """A random world that a viewer cannot tell from the true one so far: many small changes, one by one."""
    truth = World(truth.position, truth.moves[:steps])
    world, changed, told = truth, 0, list(story(truth, viewer))
    for _ in range(5 * swaps):
        proposed = _exchanged(world, viewer, rng)
        if proposed != world and alike(told, proposed, viewer) == steps:
            world, changed = proposed, changed + 1
        if changed == swaps:
            break
    return world if world != truth else None


def _exchanged(world: World, viewer: Viewer, rng: random.Random) -> World:
    """Two hidden cards in each other's place; perhaps their owners play the other one, too."""
    position = {name: list(v) if isinstance(v, list) else v for name, v in world.position.items()}
    if "chance" in position and rng.random() < 0.2:  # how stacks will be shuffled is hidden as well
        position["chance"] = [rng.randrange(1 << 52), *position["chance"][1:]]
        return World(position, world.moves)
    group = rng.choice([group for group in hidden(position, viewer) if len(group) > 1] or [[]])
    if not group:
        return world
    slots = rng.sample(group, 2)
    first, second = (_names(position, place)[number] for place, number in slots)
    for (place, number), name in zip(slots, (second, first), strict=True):
        _put(position, place, number, name)
    renamed = {first: second, second: first} if rng.random() < 0.5 else {}
    return World(position, tuple((s, m if s == viewer else _renamed(m, renamed)) for s, m in world.moves))


def _put(position: dict[str, Any], place: Place, number: int, name: str) -> None:
    lying = _names(position, place)
    lying[number] = name
    if place[1] is None:
        position[place[0]] = " ".join(lying)
    else:
        position[place[0]][place[1]] = " ".join(lying)


def _renamed(move: Move, other: dict[str, str]) -> Move:
    return NAMED.sub(lambda found: other.get(found[0], found[0]), move)


# Worlds at a server


class Playing(NamedTuple):
    """A world at a table of a server, played so far."""

    world: World
    steps: int
    id: str
    keys: tuple[str, ...]


def prepare(place: Path | str, worlds: list[tuple[World, int]]) -> list[Playing]:
    """A database with a table for each world, at its beginning; in a folder, or in PostgreSQL."""
    tables = [
        Playing(world, steps, f"{number:022}", tuple(new_key() for _ in range(world.seats)))
        for number, (world, steps) in enumerate(worlds)
    ]
    asyncio.run(_keep(str(place), tables))
    return tables


async def _keep(place: str, tables: list[Playing]) -> None:
    async with open_store(place, new=True) as (store, _):
        for playing in tables:
            await keep_table(store, playing)


async def keep_table(store: Store, playing: Playing) -> None:
    people = tuple(f"Ada {seat}" for seat in range(playing.world.seats))
    match = elfer.load(playing.world.position)
    setup = Setup(game=match.game.id, options=playing.world.position["options"], seats=match.seats)
    chairs = tuple(Chair(name, hashed(key)) for name, key in zip(people, playing.keys, strict=True))
    table = Table(setup, chairs, host=0, phase="playing", match=1)
    await store.create(playing.id, table)
    await store.open_match(playing.id, table, Opening(1, 0, match.record(), people))


async def streams(server: Reached, playing: Playing) -> dict[Viewer, list[str]]:
    """Play a world over sockets; every frame that each viewer got, the last one that of the last step."""
    people: list[Person] = []
    async with asyncio.timeout(10 * PATIENCE), AsyncExitStack() as stack:
        for key in (*playing.keys, new_key()):
            people.append(await stack.enter_async_context(person(server, key)))
            await people[-1].enters(playing.id, id="enter")
        for who in people:
            await who.until(_all_here, "for all to be there")
        gathered = [len(who.frames) for who in people]
        await _play(playing, people)
        for who in people:
            await who.until(partial(_has_seen, playing.steps), "for the last move")
    heard = zip(playing.world.viewers, people, gathered, strict=True)
    return {viewer: _cut(who, playing, since) for viewer, who, since in heard}


async def _play(playing: Playing, people: list[Person]) -> None:
    start = time.monotonic()
    sent = [0] * len(people)
    for at, (seat, move) in enumerate(playing.world.moves[: playing.steps]):
        if seat == TABLE:
            await people[0].until(partial(_has_seen, at + 1), "for the table")
            continue
        sent[seat] += 1
        await asyncio.sleep(start + (sent[seat] - BURST) / RATE - time.monotonic())
        await people[seat].say("play", move=move, at=at, id=f"move-{at}")


def _has_seen(at: int, who: Person) -> bool:
    return who.at >= at


def _all_here(who: Person) -> bool:
    return who.table["watching"] == 1 and all(chair["here"] for chair in who.table["chairs"])


def _cut(who: Person, playing: Playing, gathered: int) -> list[str]:
    """The messages received, without those about arrivals, whose times depend on the network."""
    frames, table = [], ""
    for number, frame in enumerate(who.frames):
        is_table = frame.startswith('{"is":"table"')
        if not is_table or (number >= gathered and frame != table):
            frames.append(frame.replace(playing.id, "TABLE"))
        table = frame if is_table else table
    return upto(frames, playing.steps)


def upto(frames: list[str], steps: int) -> list[str]:
    """The frames until the update of a step."""
    last = next(n for n, frame in enumerate(frames) if frame.startswith(f'{{"is":"update","at":{steps},'))
    return frames[: last + 1]
