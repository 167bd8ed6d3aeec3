"""The example runs as it says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[3] / "examples" / "pettingzoo_random.py"


def test_random_agents_win_all_matches_together() -> None:
    run = subprocess.run([sys.executable, SCRIPT, "junior", "3"], capture_output=True, text=True, check=True)
    lines = run.stdout.splitlines()
    assert [line.split()[0] for line in lines] == [f"player_{seat}" for seat in range(4)]
    assert sum(float(line.split()[2]) for line in lines) == 3
