"""`elfer` with a seed for deals and bots: `python -m tests.server.seeded 7 serve`."""

from __future__ import annotations

import sys
from functools import partial

from elfer.cli import main, serve
from elfer.server.settings import Settings

if __name__ == "__main__":
    seed = int(sys.argv.pop(1))
    vars(serve)["Settings"] = partial(Settings, seed=seed)
    main()
