"""What is compiled plays the same in plain Python, as it does while a machine has not compiled it yet."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

SCRIPT = """
import sys
import elfer
for level in ("easy", "medium", "hard"):
    for seed in (3, 4):
        match = elfer.start(sys.argv[1], seats=3, seed=seed)
        elfer.play_match(match, level, seed=seed)
        print(match.record())
"""


@pytest.mark.parametrize("id", ["classic", "three-starts", "junior", "master", "board"])
def test_levels_below_expert_decide_the_same_without_compiling(id: str) -> None:
    plain, compiled = (
        subprocess.run(
            [sys.executable, "-c", SCRIPT, id],
            env={**os.environ, "NUMBA_DISABLE_JIT": off},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for off in ("1", "0")
    )
    assert plain == compiled
    assert plain.count("[Game") == 6
