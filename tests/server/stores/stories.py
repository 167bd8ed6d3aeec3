"""What every store promises, as stories that any Python can tell: also one in a browser."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

import elfer
from elfer.server.stores.store import Code, Conflict, Log, Opening, Played, Saved, Store
from elfer.server.tables import seating
from elfer.server.tables.command_ids import done_command, remember, was_done
from elfer.server.tables.seating import Table
from elfer.server.upkeep.cleanup import DAY_SECONDS
from elfer.server.wire import Setup, StartMatch

TABLE = seating.create(Setup(game="duel", seats=2), "Ada", "ada", ("easy",))
OTHER = seating.create(Setup(game="guess", seats=2, options={}), "Zoë", "zoe", ())
OPENING = Opening(1, 0, elfer.start("duel", seats=2, seed=1).record(), ("Ada", "Pico"))

Story = Callable[[Store], Coroutine[Any, Any, None]]
STORIES: dict[str, Story] = {}
"""All of them by name; each wants an empty store."""


def story(told: Story) -> Story:
    STORIES[told.__name__] = told
    return told


@contextmanager
def raises(kind: type[Exception]) -> Iterator[None]:
    try:
        yield
    except kind:
        return
    raise AssertionError(f"there was no {kind.__name__}")


async def playing(store: Store, id: str = "a") -> Table:
    """A table with its first match."""
    await store.create(id, TABLE)
    table = replace(TABLE, phase="playing", match=1)
    await store.open_match(id, table, OPENING)
    return table


async def moves(store: Store, id: str = "a", match: int = 1) -> list[Played]:
    log = await store.finished(id, match)
    assert log
    return list(log.moves)


@story
async def a_table_is_kept_by_its_id(store: Store) -> None:
    await store.create("a", TABLE)
    await store.create("b", OTHER)
    for id, table in (("a", TABLE), ("b", OTHER)):
        assert await store.load(id) == Saved(table, None)
    assert await store.load("c") is None
    with raises(Conflict):
        await store.create("a", OTHER)


@story
async def a_table_that_has_changed_is_kept_as_it_is_now(store: Store) -> None:
    await store.create("a", TABLE)
    await store.create("b", OTHER)
    changed = seating.substitute(TABLE, 0, True)
    await store.save_table("a", changed)
    for id, table in (("a", changed), ("b", OTHER)):
        saved = await store.load(id)
        assert saved
        assert saved.table == table


@story
async def a_match_is_kept_with_its_table_and_its_moves(store: Store) -> None:
    table = await playing(store)
    made = [Played(1, 0, "reveal", "c1"), Played(2, 1, "reveal"), Played(3, -1, "deal")]
    for played in made:
        await store.append("a", played)
    log = Log(OPENING, tuple(made))
    assert await store.load("a") == Saved(table, log)
    assert await store.finished("a", 1) == log
    assert await store.finished("a", 2) is None
    assert await store.finished("b", 1) is None


@story
async def moves_count_on_over_all_matches_of_a_table(store: Store) -> None:
    table = await playing(store)
    await store.append("a", Played(1, 0, "reveal", "c1"))
    second = OPENING._replace(number=2, first=1)
    await store.open_match("a", replace(table, match=2), second)
    await store.append("a", Played(2, 0, "reveal", "c2"))
    saved = await store.load("a")
    assert saved
    assert saved.log == Log(second, (Played(2, 0, "reveal", "c2"),))
    assert [played.number for played in await moves(store)] == [1]
    assert [played.number for played in await moves(store, match=2)] == [2]


@story
async def moves_are_found_in_the_order_of_their_numbers(store: Store) -> None:
    await playing(store)
    for number in (2, 12, 1, 3):
        await store.append("a", Played(number, 0, "reveal"))
    assert [played.number for played in await moves(store)] == [1, 2, 3, 12]


@story
async def a_place_has_one_move_and_a_command_is_kept_once(store: Store) -> None:
    await playing(store)
    await store.append("a", Played(1, 0, "reveal", "c1"))
    for taken in (Played(1, 1, "reveal", "c2"), Played(1, 1, "reveal"), Played(2, 0, "reveal", "c1")):
        with raises(Conflict):
            await store.append("a", taken)
    await store.append("a", Played(2, 1, "reveal", "c1"))  # another seat's
    assert len(await moves(store)) == 2


@story
async def a_move_comes_with_its_table_or_neither_does(store: Store) -> None:
    table = await playing(store)
    over = replace(table, phase="over")
    await store.append("a", Played(1, 0, "reveal"), over)
    with raises(Conflict):
        await store.append("a", Played(1, 0, "reveal"), table)
    with raises(Conflict):
        await store.open_match("a", table, OPENING)
    saved = await store.load("a")
    assert saved
    assert saved.table == over
    with raises(Conflict):
        await store.append("b", Played(1, 0, "reveal"))


@story
async def many_at_once_do_not_disturb_each_other(store: Store) -> None:
    """The third move of each table comes twice; one of the two is refused, and nothing else."""

    ids = [f"table {number}" for number in range(20)]
    for id in ids:
        await playing(store, id)
    appends = [store.append(id, Played(number, 0, "reveal")) for number in (1, 2, 3, 3, 4) for id in ids]
    outcomes = await asyncio.gather(*appends, return_exceptions=True)
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == len(ids)
    for id in ids:
        assert [played.number for played in await moves(store, id)] == [1, 2, 3, 4]


@story
async def what_comes_after_the_last_whole_move_is_cut_off(store: Store) -> None:
    table = await playing(store)
    await playing(store, "b")
    for id in ("a", "b"):
        for number in (1, 2, 4):
            await store.append(id, Played(number, 0, "reveal", f"c{number}"))
    await store.cut("a", 2, replace(table, host=None))
    saved = await store.load("a")
    assert saved
    assert saved.table.host is None
    assert [(played.number, played.command) for played in await moves(store)] == [(1, "c1"), (2, "c2")]
    assert len(await moves(store, "b")) == 3
    await store.append("a", Played(3, 0, "reveal", "c4"))


@story
async def old_tables_are_swept_away_with_all_that_happened_there(store: Store) -> None:
    table = await playing(store, "playing")
    await playing(store, "over")
    await store.append("over", Played(1, 0, "reveal", "c1"), replace(table, phase="over"))
    await playing(store, "in use")
    now = time.time()
    never, soon = now - DAY_SECONDS, now + DAY_SECONDS

    def spare(id: str) -> bool:
        return id == "in use"

    assert await store.sweep(never, never, spare, 10) == ()
    assert await store.sweep(soon, never, spare, 10) == ("over",)
    assert await store.load("over") is None
    assert await store.finished("over", 1) is None
    await store.release("playing")
    assert await store.sweep(never, soon, spare, 10) == ("playing",)
    assert await store.load("in use")
    await playing(store, "over")
    assert await moves(store, "over") == []


@story
async def old_tables_are_swept_away_in_small_numbers(store: Store) -> None:
    for number in range(7):
        await store.create(f"table {number}", TABLE)
    soon = time.time() + DAY_SECONDS
    gone: list[str] = []
    for count in (3, 3, 0):
        swept = await store.sweep(soon, soon, lambda id: id == "table 2", 3)
        assert len(swept) == count
        gone += swept
        assert set(await store.ids()) == {f"table {number}" for number in range(7)} - {*gone}
    assert "table 2" not in gone


@story
async def all_tables_are_listed(store: Store) -> None:
    assert await store.ids() == ()
    for id in ("b", "c", "a"):
        await store.create(id, TABLE)
    assert await store.ids() == ("a", "b", "c")


@story
async def what_is_asked_for_later_finds_what_was_asked_for_before(store: Store) -> None:
    await playing(store)
    asked = [store.append("a", Played(number, 0, "reveal", f"c{number}")) for number in range(1, 30)]
    *_, saved = await asyncio.gather(*asked, store.load("a"))
    assert isinstance(saved, Saved)
    assert saved.log
    assert len(saved.log.moves) == 29


@story
async def what_nobody_takes_is_only_looked_at(store: Store) -> None:
    table = await playing(store)
    await store.append("a", Played(1, 0, "reveal", "c1"))
    assert await store.peek("a") == Saved(table, Log(OPENING, (Played(1, 0, "reveal", "c1"),)))
    assert await store.peek("b") is None
    await store.append("a", Played(2, 1, "reveal"))


@story
async def a_table_that_was_released_is_loaded_again(store: Store) -> None:
    table = await playing(store)
    for number in (1, 2, 3):
        await store.release("a")
        assert await store.load("a")
        await store.append("a", Played(number, 0, "reveal"))
    await store.save_table("a", replace(table, host=None))
    assert len(await moves(store)) == 3


@story
async def a_whole_table_is_put_into_the_place_of_what_was_there(store: Store) -> None:
    assert await store.whole("a") is None
    table = await playing(store)
    await store.append("a", Played(1, 0, "reveal", "c1"))
    await store.open_match("a", replace(table, match=2), OPENING._replace(number=2, first=1, watch=True))
    await store.append("a", Played(2, 1, "reveal"))
    whole = await store.whole("a")
    assert whole
    assert [opening.number for opening in whole.openings] == [1, 2]
    assert whole.moves == (Played(1, 0, "reveal", "c1"), Played(2, 1, "reveal"))
    assert abs(whole.touched - time.time()) < DAY_SECONDS
    assert all(abs(ms / 1000 - time.time()) < DAY_SECONDS for ms in whole.times)
    await store.release("a")
    old = whole._replace(touched=1000, times=(5, 7))
    for id, wanted in (("b", old), ("a", old._replace(moves=whole.moves[:1], times=(5,))), ("b", old)):
        await store.put(id, wanted)
        assert await store.whole(id) == wanted
    assert len(await moves(store, "a", 2)) == 0
    assert await store.load("b") == Saved(whole.table, Log(whole.openings[1], (Played(2, 1, "reveal"),)))
    await store.append("b", Played(3, 1, "reveal"))


@story
async def a_code_holds_until_it_is_ended(store: Store) -> None:
    await store.keep_code("x", "a", "ada", 300)
    await store.keep_code("y", "a", "ben", 300)
    await store.end_code("b", "ada")
    assert await store.find_code("z") is None
    assert await store.find_code("x") == Code("a", "ada")
    await store.end_code("a", "ada")
    assert await store.find_code("x") is None
    assert await store.find_code("y") == Code("a", "ben")


@story
async def a_table_remembers_commands_codes_and_since_when_a_seat_is_taken(store: Store) -> None:
    table = seating.sit(replace(OTHER, match=2, phase="over"), 1, "Ben", "ben")
    table = seating.redeem(remember(table, done_command("ben", StartMatch(id="c1"))), "x", "zoe", "phone")
    await store.create("a", OTHER)
    await store.save_table("a", table)
    saved = await store.load("a")
    assert saved
    assert saved.table == table
    assert was_done(saved.table, done_command("ben", StartMatch(id="c1")))
    assert [chair.since for chair in saved.table.chairs] == [0, 3]


@story
async def a_code_ends_with_its_time_and_with_the_next_one(store: Store) -> None:
    await store.keep_code("old", "a", "ada", 300)
    await store.keep_code("over", "b", "ada", -1)
    await store.keep_code("other", "a", "ben", 300)
    await store.keep_code("new", "a", "ada", 300)
    assert await store.find_code("old") is None
    assert await store.find_code("over") is None
    assert await store.find_code("other") == Code("a", "ben")
    assert await store.find_code("new") == Code("a", "ada")


@story
async def what_is_done_is_counted(store: Store) -> None:
    assert (store.counts.jobs, store.counts.commits, store.counts.failed) == (0, 0, False)
    await store.create("a", TABLE)
    await store.save_table("a", TABLE)
    assert (store.counts.jobs, store.counts.commits, store.counts.failed) == (2, 2, False)
