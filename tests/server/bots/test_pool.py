"""Processes that think for bots, and what happens when they do not."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import elfer
from elfer import bots
from elfer.bots import Bot, Observation
from elfer.server.bots.backend import NoAnswer, Question
from elfer.server.bots.pool import BotPool
from tests.server.bots.faulty_bots import Deadly, Noting, Sleepy, Slow, Waiting, Wrong


def asked() -> tuple[Bot, Observation]:
    match, bot = elfer.start("guess", seats=2, seed=1), elfer.bot("hard", seed=1)
    return bot, bot.observe(match, 0)


def idle() -> None:
    """Get ready at once: these bots need nothing compiled."""


def hang_once(mark: Path) -> None:
    """Get ready at once, but for the first process, which never does."""
    if not mark.exists():
        mark.touch()
        time.sleep(3600)


def die_once(mark: Path) -> None:
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)


async def answered(pool: BotPool) -> str:
    """The answer of a sound bot, once a process is ready."""
    await pool.ready.wait()
    return str(await pool.ask("decide", *asked()))


def with_pool(
    story: Callable[[BotPool], Coroutine[Any, Any, None]],
    count: int = 1,
    warm_up: Callable[[], object] = idle,
    **seconds: Any,
) -> None:
    async def run() -> None:
        usual = {"answer_seconds": 60, "warm_up_seconds": 60, "compiling_seconds": 3600}
        pool = BotPool(count, warm_up=warm_up, **{**usual, **seconds})
        try:
            async with asyncio.timeout(120):
                await story(pool)
        finally:
            pool.close()

    asyncio.run(run())


def test_a_thought_is_the_bots_own() -> None:
    async def story(pool: BotPool) -> None:
        bot, seen = asked()
        assert await answered(pool) == bot.decide(seen)
        assert await pool.ask("weigh", bot, seen) == bot.weigh(seen)
        assert await pool.ask("react", bot, seen) is None

    with_pool(story)


def test_the_bots_of_every_game_are_warmed_up_by_default() -> None:
    async def story() -> None:
        pool = BotPool(0)
        assert pool.warm_up is bots.warm_up
        pool.close()

    asyncio.run(story())


@pytest.mark.parametrize("kind", [Sleepy, Deadly, Wrong])
def test_whoever_does_not_answer_costs_nobody_else_anything(kind: type[Bot]) -> None:
    async def story(pool: BotPool) -> None:
        await answered(pool)
        with pytest.raises(NoAnswer):
            await pool.ask("decide", kind("hard", 1), asked()[1])
        if kind is not Wrong:
            while pool.ready.is_set():
                await asyncio.sleep(0.01)
        assert await answered(pool)
        assert pool.replaced == (0 if kind is Wrong else 1)

    with_pool(story, answer_seconds=1 if kind is Sleepy else 60)


@pytest.mark.parametrize("fail", [hang_once, die_once])
def test_a_process_that_never_gets_ready_is_replaced(tmp_path: Path, fail: Callable[[Path], None]) -> None:
    async def story(pool: BotPool) -> None:
        with pytest.raises(NoAnswer):
            await pool.ask("decide", *asked())
        assert await answered(pool)
        assert pool.replaced == 1

    with_pool(story, warm_up=partial(fail, tmp_path / "failed"), warm_up_seconds=5)


def test_who_waits_behind_the_last_process_is_not_kept_waiting_for_its_successor() -> None:
    async def story(pool: BotPool) -> None:
        await answered(pool)
        first = pool.ask("decide", Deadly("hard", 1), asked()[1])
        behind = [pool.ask("decide", *asked()) for _ in range(3)]
        outcomes = await asyncio.gather(first, *behind, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [NoAnswer] * 4
        assert pool.waiting == 0

    with_pool(story)


def test_while_one_process_gets_ready_another_answers(tmp_path: Path) -> None:
    async def story(pool: BotPool) -> None:
        await answered(pool)
        for _ in range(5):
            assert await pool.ask("decide", *asked())
        assert pool.replaced == 0

    with_pool(story, count=2, warm_up=partial(hang_once, tmp_path / "hung"))


def test_a_question_nobody_waits_for_any_more_is_not_answered() -> None:
    async def story(pool: BotPool) -> None:
        await answered(pool)
        slow = asyncio.create_task(pool.ask("decide", Slow("hard", 1), asked()[1]))
        deadly = asyncio.create_task(pool.ask("decide", Deadly("hard", 1), asked()[1]))
        await asyncio.sleep(0)
        deadly.cancel()
        assert await slow == "slowly"
        assert await answered(pool)
        assert pool.replaced == 0

    with_pool(story)


def test_bots_moves_go_before_hints(tmp_path: Path) -> None:
    async def story(pool: BotPool) -> None:
        await answered(pool)
        seen, notes = asked()[1], tmp_path / "notes"
        busy = asyncio.create_task(pool.ask("decide", Waiting(str(tmp_path / "go"), 1), seen))
        questions: list[Question] = ["weigh", "weigh", "decide", "react", "weigh", "decide"]
        waiting = [asyncio.create_task(pool.ask(one, Noting(str(notes), 1), seen)) for one in questions]
        while pool.waiting != len(questions):  # the process has taken up the first
            await asyncio.sleep(0.01)
        (tmp_path / "go").touch()
        assert await busy == "at last"
        await asyncio.gather(*waiting)
        assert notes.read_text().split() == ["decide", "react", "decide", "weigh", "weigh", "weigh"]

    with_pool(story)


def test_who_waited_too_long_in_the_queue_gets_no_answer_and_costs_no_thought(tmp_path: Path) -> None:
    async def story(pool: BotPool) -> None:
        await answered(pool)
        seen, notes = asked()[1], tmp_path / "notes"
        busy = asyncio.create_task(pool.ask("decide", Waiting(str(tmp_path / "go"), 1), seen))
        await asyncio.sleep(0)
        pool.answer_seconds = 0.05
        with pytest.raises(NoAnswer):
            await pool.ask("decide", Noting(str(notes), 1), seen)
        pool.answer_seconds = 60
        (tmp_path / "go").touch()
        assert await busy == "at last"
        assert await answered(pool)
        assert not notes.exists()
        assert pool.replaced == 0

    with_pool(story)


def test_without_processes_there_is_no_answer() -> None:
    async def story(pool: BotPool) -> None:
        with pytest.raises(NoAnswer):
            await pool.ask("decide", *asked())

    with_pool(story, count=0)


def test_a_pool_that_is_closed_leaves_no_process_behind() -> None:
    async def story(pool: BotPool) -> None:
        await answered(pool)
        (process,) = (worker._process for worker in pool._processes)
        assert process is not None
        pool.close()
        await asyncio.to_thread(process.join, 30)
        assert process.exitcode is not None

    with_pool(story)


def test_a_pool_that_is_closed_while_its_processes_start_ends_them() -> None:
    async def run() -> None:
        pool = BotPool(1, warm_up=compile_for_ever, warm_up_seconds=3600)
        pool.close()  # before the thread has started the process

    asyncio.run(run())
    end = time.monotonic() + 60
    while any(thread.name == "bot" for thread in threading.enumerate()):
        assert time.monotonic() < end, "a process outlives its pool"
        time.sleep(0.05)


SERVER = """
import asyncio, multiprocessing, time
from functools import partial
from elfer.server.bots.pool import BotPool

async def main():
    pool = BotPool(1, warm_up=partial(time.sleep, 600))
    while not multiprocessing.active_children():
        await asyncio.sleep(0.01)
    print(multiprocessing.active_children()[0].pid, flush=True)
    await asyncio.sleep(600)

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_a_process_that_is_still_getting_ready_ends_with_its_server(tmp_path: Path) -> None:
    (script := tmp_path / "server.py").write_text(SERVER)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        bot = int(server.stdout.readline())
        server.kill()
    end = time.monotonic() + 60
    while is_there(bot):
        assert time.monotonic() < end, "the bot outlives its server"
        time.sleep(0.05)


def is_there(pid: int) -> bool:
    """Whether a process is there that has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def compile_for_ever() -> None:
    """A machine that is very slow to compile the engine."""
    time.sleep(3600)


def compile_until_there(file: str) -> None:
    while not Path(file).exists():
        time.sleep(0.01)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_while_the_engine_is_compiled_the_same_bots_play_in_plain_python(level: str) -> None:
    async def story() -> None:
        pool = BotPool(1, warm_up=compile_for_ever, compiling_seconds=0)
        try:
            async with asyncio.timeout(60):
                await pool.ready.wait()
                match = elfer.start("classic", seats=3, seed=5)
                for _ in range(20):
                    (seat,), bot = match.actors, Bot(level, 7)
                    move = match.moves(seat)[0]
                    if len(match.moves(seat)) > 1:
                        move = await pool.ask("decide", bot, bot.observe(match, seat))
                        assert move == bot.choose(match, seat)
                    match.play(seat, move)
                with pytest.raises(NoAnswer):
                    await pool.ask("weigh", bot, bot.observe(match, match.actors[0]))
        finally:
            pool.close()

    asyncio.run(story())


def test_the_process_in_plain_python_ends_when_the_engine_is_there(tmp_path: Path) -> None:
    async def story() -> None:
        compiled = tmp_path / "compiled"
        warm_up = partial(compile_until_there, str(compiled))
        pool = BotPool(1, warm_up=warm_up, compiling_seconds=0, answer_seconds=60)
        try:
            async with asyncio.timeout(60):
                await pool.ready.wait()
                assert not pool.compiled
                plain = pool._processes[-1]
                assert plain.plain
                assert plain._process
                compiled.touch()
                while not pool.compiled:
                    await asyncio.sleep(0)
                match = elfer.start("any-start", seats=3, seed=7)
                bot = elfer.bot("expert", seed=1)
                seen = bot.observe(match, match.actors[0])  # advice is the same from the first moment on
                advice = await asyncio.gather(*(pool.ask("weigh", bot, seen) for _ in range(3)))
                assert advice == [bot.weigh(seen)] * 3
                while plain._process:
                    await asyncio.sleep(0.02)
                assert pool.compiled
                assert pool.replaced == 0
        finally:
            pool.close()

    asyncio.run(story())


def test_where_the_engine_is_there_nothing_plays_in_plain_python() -> None:
    async def story() -> None:
        pool = BotPool(1, warm_up=int, compiling_seconds=3600)
        try:
            async with asyncio.timeout(60):
                await pool.ready.wait()
            pool._start_plain()
            assert [worker.plain for worker in pool._processes] == [False]
        finally:
            pool.close()

    asyncio.run(story())
