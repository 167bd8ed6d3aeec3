"""The games of a simulation as a Parquet file: a row per game, in the order of their deals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from heapq import heappop, heappush
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from elfer.bots.strategies import DRAWS, LENGTH, PASSES, POINTS, REASON, WINNERS
from elfer.core.refusals import BadInput
from elfer.files import check_writable, write_errors
from elfer.study.backends import Block, Plan

GAMES_PER_GROUP = 1 << 17
"""Games per row group; fixed, so that the same games give the same file."""


def check(path: Path) -> None:
    """Refuse a file that cannot be written."""
    if path.suffix.lower() != ".parquet":
        raise BadInput("games_type", path=path)
    if find_spec("pyarrow") is None:
        raise BadInput("parquet_missing")
    check_writable(path)


@contextmanager
def games_file(path: Path, plan: Plan) -> Iterator[GamesFile]:
    """A new file that takes blocks in any order."""
    check(path)
    from pyarrow import parquet

    with write_errors(path), parquet.ParquetWriter(path, _schema(plan)) as writer:
        file = GamesFile(plan, writer)
        yield file
        file.finish()


class GamesFile:
    """A file of games being written."""

    def __init__(self, plan: Plan, writer: Any) -> None:
        self.plan, self.writer = plan, writer
        self.early: list[tuple[int, Block]] = []
        """Blocks that arrived out of order, as a heap."""
        self.next = 0
        """The next deal in the file."""
        self.tables: list[Any] = []

    def add(self, blocks: Iterable[Block]) -> None:
        """Take some blocks, and write all that are in order."""
        for block in blocks:
            heappush(self.early, (block.first, block))
        while self.early and self.early[0][0] == self.next:
            self._put(heappop(self.early)[1])
        self._write(GAMES_PER_GROUP)

    def finish(self) -> None:
        """Write the rest; after an early stop some deals may be missing."""
        while self.early:
            self._put(heappop(self.early)[1])
        self._write(1)

    def _put(self, block: Block) -> None:
        self.next = block.first + len(block.rows) // self.plan.turns
        self.tables.append(_table(self.plan, block))

    def _write(self, least: int) -> None:
        """Write row groups while there are at least *least* games."""
        from pyarrow import concat_tables

        if sum(table.num_rows for table in self.tables) < least:
            return
        joined = concat_tables(self.tables)
        at = 0
        while joined.num_rows - at >= least:
            self.writer.write_table(joined.slice(at, GAMES_PER_GROUP), GAMES_PER_GROUP)
            at += GAMES_PER_GROUP
        self.tables = [joined.slice(at)]


def _schema(plan: Plan) -> Any:
    return _table(plan, Block(0, np.zeros((0, POINTS + plan.seats), np.int64), ())).schema


def _table(plan: Plan, block: Block) -> Any:
    """The games of a block as columns."""
    import pyarrow as pa

    rows, seats, turns = block.rows, range(plan.seats), plan.turns
    deals, turn = np.divmod(np.arange(len(rows)), turns)
    names = list(dict.fromkeys(plan.bots))
    entries = np.array([names.index(name) for name in plan.bots])
    won = rows[:, [WINNERS]] >> np.arange(plan.seats) & 1
    ends = np.concatenate(([0], won.sum(axis=1).cumsum()))

    def named(numbers: Any, texts: Iterable[str]) -> Any:
        return pa.DictionaryArray.from_arrays(pa.array(numbers, pa.int8()), pa.array(texts, pa.string()))

    return pa.table(
        {
            "deal": pa.array(block.first + deals, pa.int64()),
            "turn": pa.array(turn, pa.int8()),
            "seed": named(np.zeros(len(rows), np.int8), [str(plan.seed)]),
            **{f"bot_{seat}": named(entries[(seat - turn) % plan.seats], names) for seat in seats},
            "winners": pa.ListArray.from_arrays(
                pa.array(ends, pa.int32()), pa.array(won.nonzero()[1], pa.int8())
            ),
            **{f"points_{seat}": pa.array(rows[:, POINTS + seat], pa.int32()) for seat in seats},
            "moves": pa.array(rows[:, LENGTH], pa.int32()),
            "draws": pa.array(rows[:, DRAWS], pa.int32()),
            "passes": pa.array(rows[:, PASSES], pa.int32()),
            "reason": named(rows[:, REASON], block.reasons),
        }
    )
