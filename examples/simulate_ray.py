"""Many games on all machines of a Ray cluster, and their rows in a Parquet file.

Run it with `python examples/simulate_ray.py`: Ray is started on this machine. With the address of a cluster
(`python examples/simulate_ray.py 10.0.0.5:6379`, or `auto` on one of its machines) that one plays. The
figures are the same to the last digit, wherever they come from.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from elfer.study.simulate import simulate


def main(address: str) -> None:
    asked: dict[str, Any] = {"seats": 4, "bots": "hard,greedy", "games": 20_000, "seed": 7, "duplicate": True}
    with TemporaryDirectory() as folder:
        file = Path(folder) / "games.parquet"
        there = simulate("classic", ray=address, games_out=file, **asked)
        from pyarrow import parquet  # not before: simulate() says what to install if it is missing

        games = parquet.read_table(file)
    here = simulate("classic", **asked)
    wins = there.bots[0].wins
    print(f"hard wins {wins.value:.1%} of {there.games:,} games, between {wins.low:.1%} and {wins.high:.1%}")
    print(f"{games.num_rows:,} rows of {', '.join(games.column_names)}")
    print("the same as on one process:", there.to_dict() == here.to_dict())


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "local")
