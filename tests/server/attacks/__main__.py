"""The long form of all attacks: `make attack`, or `python -m tests.server.attacks [--seconds N] [names…]`.

Prints what bystanders noticed of each, and what people went through at a server with a bad disk; ends with 1
where that was too much.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.server.attacks.attack import Attack
from tests.server.attacks.disk import FAULTS, Fault
from tests.server.attacks.siege import Noticed, besiege, besieged, low_high
from tests.server.attacks.suite import ATTACKS

GOAL = 0.25
"""How many seconds 99 of 100 moves of bystanders may take at most."""
SECONDS = 40.0
WIDTH = 160
"""How wide the tables are where there is no terminal."""
GOOD, BAD = "[green]met[/]", "[red]missed[/]"


def main() -> int:
    args = _arguments()
    console = Console() if sys.stdout.isatty() else Console(width=WIDTH)
    attacks = [ATTACKS[name] for name in args.names if name in ATTACKS]
    faults = [FAULTS[name] for name in args.names if name in FAULTS]
    good = [_attack_all(console, attacks, args.seconds), _fail_all(console, faults, args.seconds)]
    console.print("All went well." if all(good) else "[red]Not all went well.[/]")
    return 0 if all(good) else 1


def _arguments() -> argparse.Namespace:
    known = [*ATTACKS, *FAULTS]
    parser = argparse.ArgumentParser(prog="python -m tests.server.attacks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=f"some of: {', '.join(known)}")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long each one takes")
    args = parser.parse_args()
    for name in args.names:
        if name not in known:
            parser.error(f"there is no attack {name}; there are {', '.join(known)}")
    args.names = args.names or known
    return args


# Attacks


def _attack_all(console: Console, attacks: list[Attack], seconds: float) -> bool:
    table = Table(title="What bystanders noticed: moves confirmed after p50 / p99 ms")
    table.add_column("attack", no_wrap=True)
    table.add_column("load")
    for name in ("before", "during", "bots before", "bots", "newcomers", "cut off", "MB", "files", "goal"):
        table.add_column(name, justify="right")
    good = True
    for attack in attacks:
        console.print(f"[dim]{attack.name}: {attack.load} …[/]")
        with tempfile.TemporaryDirectory() as folder, besieged(Path(folder), attack) as (server, kept):
            quiet = max(2.0, seconds / 4)
            noticed = asyncio.run(besiege(server, attack, seconds, quiet=quiet, kept=kept))
        good &= met(noticed)
        table.add_row(*_row(attack, noticed))
        console.print(f"  [dim]{dict(noticed.tally)}[/]")
        for why in noticed.cut_off[:3]:
            console.print(f"  [red]{why}[/]")
    if attacks:
        console.print(table)
    return good


def met(noticed: Noticed) -> bool:
    """Whether no bystander was cut off, and moves were about as quick as ever."""
    return not noticed.cut_off and low_high(noticed.during)[1] < GOAL


def _row(attack: Attack, noticed: Noticed) -> tuple[str, ...]:
    spans = (noticed.before, noticed.during, noticed.bots_before, noticed.bots, noticed.entries)
    counts = (str(len(noticed.cut_off)), f"{noticed.memory / 1e6:.0f}", str(noticed.files))
    return attack.name, attack.load, *map(_ms, spans), *counts, GOOD if met(noticed) else BAD


def _ms(seconds: list[float]) -> str:
    low, high = low_high(seconds)
    return f"{1000 * low:.0f} / {1000 * high:.0f}" if seconds else "–"


# Faults


def _fail_all(console: Console, faults: list[Fault], seconds: float) -> bool:
    table = Table(title="What people went through; no gap, nothing lost, every table goes on")
    table.add_column("fault", no_wrap=True)
    table.add_column("load")
    for name in ("confirmed", "refused", "tables", "goal"):
        table.add_column(name, justify="right")
    good = True
    for fault in faults:
        console.print(f"[dim]{fault.name}: {fault.load} …[/]")
        try:
            with tempfile.TemporaryDirectory() as folder:
                suffered = fault.suffer(Path(folder), seconds)
            table.add_row(fault.name, fault.load, *map(str, suffered), GOOD)
        except Exception as error:  # whatever it is, the others are still to be tried
            good = False
            console.print(f"  [red]{type(error).__name__}: {error}[/]")
            table.add_row(fault.name, fault.load, "", "", "", BAD)
    if faults:
        console.print(table)
    return good


if __name__ == "__main__":
    sys.exit(main())
