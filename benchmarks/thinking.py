"""Thinking time of bots without a server: `python -m benchmarks.thinking [GAME …]`.

They run inside Pyodide under Node, with the pack from `make web`; with `--here` in this Python, without NumPy
and Numba.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "src/elfer/server/web/page"
LEVELS = ("easy", "medium", "hard", "expert", "hints")


def arguments() -> argparse.Namespace:
    """The arguments of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--levels", nargs="+", default=LEVELS, choices=LEVELS)
    parser.add_argument("--seeds", type=int, default=1, help="matches at each table")
    parser.add_argument("--here", action="store_true", help="in plain Python, not in Pyodide")
    parser.add_argument("--pyodide", type=Path, default=ROOT / "web/node_modules/pyodide")
    parser.add_argument("--pack", type=Path, default=next(PAGE.glob("py/*/"), None))
    return parser.parse_args()


def main() -> None:
    args = arguments()
    asked = {"games": args.games, "levels": args.levels, "seeds": args.seeds}
    if args.here:
        sys.modules.update(dict.fromkeys(("numpy", "numba")))  # type: ignore[arg-type]
        from benchmarks.thoughts import measure

        for line in measure(**asked, clock=lambda: 1000 * time.process_time()):
            print(line, flush=True)
    elif not args.pack:
        raise SystemExit("There is no pack: run `make web`.")
    else:
        command = ["node", ROOT / "benchmarks/thinking.mjs", args.pyodide, args.pack, ROOT, json.dumps(asked)]
        raise SystemExit(subprocess.run(command).returncode)


if __name__ == "__main__":
    main()
