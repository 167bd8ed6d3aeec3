"""Cost of play without a server: `python -m benchmarks.offline [--rates 1 4 10]` prints Markdown.

Chromium throttles pages, not workers, so the pack is loaded in the page itself, as in the worker. "Cold" is a
browser with an empty cache, "warm" one with a full one; both are timed from the tap to the first cards.
Memory is the growth of the page's process without shared files: right after the load, and some seconds later,
when Chromium has released the memory of its compiler.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

from playwright.sync_api import BrowserContext, Page
from tests.browser.browser import PHONE, browsing
from tests.browser.offline_worker import pack
from tests.server.people import Server, serving

import elfer

SETTLED = 6000
"""Milliseconds after a load until memory has settled."""
LOADS = """async ({ base, wheel }) => {
  const start = performance.now();
  const fetched = async (name) => new Uint8Array(await (await fetch(base + name)).arrayBuffer());
  const files = [fetched(wheel), fetched('elfer.zip')];
  const { loadPyodide } = await import(`${base}pyodide.mjs`);
  const python = (window.python = await loadPyodide({ indexURL: base }));
  python.unpackArchive(await files[0], 'wheel');
  python.FS.writeFile('/lib/elfer.zip', await files[1]);
  python.runPython('import sys; sys.path.insert(0, "/lib/elfer.zip")');
  let first;
  const dealt = new Promise((resolve) => (first = resolve));
  const say = (line, frame) => JSON.parse(frame).is === 'update' && first(performance.now() - start);
  const host = await python.pyimport('elfer.server.offline.worker').start(undefined, say, () => 0, '', '/');
  const ready = performance.now() - start;
  host.open(1);
  const setup = { game: 'classic', seats: 4 };
  const bots = ['easy', 'medium', 'hard'];
  const create = { do: 'create', id: 'a', setup, name: 'Ada', key: 'k'.repeat(43), bots, start: true };
  host.receive(1, JSON.stringify(create));
  return { ready, first: await dealt, heap: python._module.HEAP8.length };
}"""
PLAYS = """
import json, time
import elfer
from elfer.bots import bot
def measured(id, decisions):
    seats = min(4, elfer.games()[id].seats[-1])
    told = {"moves": [], "easy": [], "medium": [], "hard": []}
    for level in ("easy", "medium", "hard"):
        bots = [bot(level, seed=seat) for seat in range(seats)]
        match, left = elfer.start(id, seats=seats, seed=5), decisions
        while not match.over and left:
            seat = match.awaited[0]
            if seat < 0:
                move = match.moves(seat)[0]
            else:
                start = time.perf_counter()
                move = bots[seat].choose(match, seat)
                told[level].append(time.perf_counter() - start)
                left -= 1
            start = time.perf_counter()
            match.play(seat, move)
            for one in range(seats):
                elfer.to_json(match.view(one))
            told["moves"].append(time.perf_counter() - start)
    return {name: [1000 * sum(all) / len(all), 1000 * max(all)] for name, all in told.items()}
json.dumps(measured(GAME, DECISIONS))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rates", type=int, nargs="+", default=[1, 4, 10])
    parser.add_argument("--decisions", type=int, default=25, help="how many decisions of each level")
    given = parser.parse_args()
    print(_weights())
    with tempfile.TemporaryDirectory() as data, serving(Path(data)) as server, browsing() as browser:
        for rate in given.rates:
            context = browser.new_context(
                viewport={"width": PHONE[0], "height": PHONE[1]}, service_workers="block"
            )
            print(f"\nCPU slowed down {rate}×:\n\n| | ready | first cards | memory |\n|---|---|---|---|")
            for name in ("cold", "warm"):
                page = _page(context, server, rate)
                print(_loaded(name, page, server), flush=True)
                if name == "cold":
                    page.close()
            print("\n| game | a move | easy | medium | hard |\n|---|---|---|---|---|")
            for id in elfer.games():
                print(_played(id, page, given.decisions), flush=True)
            context.close()


def _weights() -> str:
    """The size of the pack by part."""
    rows = [f"| `{file['name']}` | {file['bytes']:,} | {file['packed']:,} |" for file in pack()["files"]]
    bytes, packed = (sum(file[name] for file in pack()["files"]) for name in ("bytes", "packed"))
    head = "| file | bytes | on the way |\n|---|---|---|\n"
    return head + "\n".join(rows) + f"\n| together | {bytes:,} | {packed:,} |"


def _page(context: BrowserContext, server: Server, rate: int) -> Page:
    """A page with its processor throttled by this factor."""
    page = context.new_page()
    page.goto(f"http://{server.address}/learn/nothing")
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
    return page


def _loaded(name: str, page: Page, server: Server) -> str:
    about = pack()
    wheel = next(file["name"] for file in about["files"] if file["name"].endswith(".whl"))
    before = _memory(page)
    took = page.evaluate(LOADS, {"base": f"http://{server.address}/{about['base']}", "wheel": wheel})
    at_once = _memory(page) - before
    page.wait_for_timeout(SETTLED)
    needs = f"{at_once:.0f} MB, then {_memory(page) - before:.0f}, {took['heap'] / 1e6:.0f} of them Python's"
    return f"| {name} | {took['ready'] / 1000:.1f} s | {took['first'] / 1000:.1f} s | {needs} |"


def _memory(page: Page) -> float:
    """The private memory of all pages of the browser, in MB."""
    page.request_gc()
    browser = page.context.browser
    assert browser
    known = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [Path(f"/proc/{one['id']}/status") for one in known if one["type"] == "renderer"]
    lines = [line for status in pages for line in status.read_text().splitlines()]
    return sum(int(line.split()[1]) for line in lines if line.startswith("RssAnon")) / 1000


def _played(id: str, page: Page, decisions: int) -> str:
    """A row with mean and maximum of each kind, in ms."""
    script = PLAYS.replace("GAME", repr(id)).replace("DECISIONS", str(decisions))
    took: dict[str, list[float]] = json.loads(page.evaluate("(script) => python.runPython(script)", script))
    cells = [f"{mean:.1f} (≤ {most:.0f})" for mean, most in took.values()]
    return f"| `{id}` | {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
