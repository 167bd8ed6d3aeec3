"""The offline worker in Chromium: loading, verification, storage, restoration."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route

from tests.browser.browser import Visitor, visiting
from tests.browser.offline_worker import ROOT, OfflineWorker, pack
from tests.server.people import Server, new_key
from tests.server.stores.stories import STORIES

STORIES_FILES = ("tests/server/stores/stories.py", "tests/server/offline/inside/telling.py")
TRANSPILED = """
const ts = require('typescript'); const { readFileSync } = require('node:fs');
const options = { compilerOptions: { target: 'es2022', module: 'esnext' } };
console.log(ts.transpileModule(readFileSync('src/offline/indexed_db.ts', 'utf8'), options).outputText);
"""
TOLD = """async ({ base, wheel, files }) => {
  STORAGE
  const { loadPyodide } = await import(`${base}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: base });
  const fetched = async (name) => new Uint8Array(await (await fetch(base + name)).arrayBuffer());
  python.unpackArchive(await fetched(wheel), 'wheel');
  python.FS.writeFile('/lib/elfer.zip', await fetched('elfer.zip'));
  for (const [name, text] of Object.entries(files)) {
    python.FS.mkdirTree(`/told/${name.slice(0, name.lastIndexOf('/'))}`);
    python.FS.writeFile(`/told/${name}`, text);
  }
  python.globals.set('there', await IndexedDbStore.open());
  return await python.runPythonAsync(`
import sys
sys.path[:0] = ["/lib/elfer.zip", "/told"]
from tests.server.offline.inside import telling
await telling.stories(there)
`);
}"""


@pytest.fixture
def ada(browser: Browser, server: Server) -> Iterator[Visitor]:
    with visiting(browser, server, worker=False) as visitor:
        visitor.page.set_default_timeout(120_000)
        visitor.opens("/learn/nothing")
        yield visitor


def test_a_store_in_the_browser_keeps_its_promises(ada: Visitor) -> None:
    script = subprocess.run(
        ["node", "-e", TRANSPILED], cwd=ROOT / "web", capture_output=True, text=True, check=True
    ).stdout.replace("export class", "class")
    about = pack()
    given = {
        "base": f"http://{ada.server.address}/{about['base']}",
        "wheel": next(file["name"] for file in about["files"] if file["name"].endswith(".whl")),
        "files": {name: (ROOT / name).read_text("utf-8") for name in STORIES_FILES},
    }
    assert ada.page.evaluate(TOLD.replace("STORAGE", script), given) == len(STORIES)


def test_a_match_is_kept_when_the_page_is_closed_and_is_played_to_its_end(ada: Visitor) -> None:
    first = OfflineWorker(ada)
    table, key = first.creates("classic", ["easy", "medium"])
    told = first.plays(3)
    assert first.js("[own.saves, own.share]") == [True, 1]
    first.ends()
    second = OfflineWorker(ada)
    again = second.enters(table, key)
    assert again["at"] >= told["at"]
    assert second.plays()["result"]


def test_a_file_with_a_wrong_hash_is_not_used(ada: Visitor) -> None:
    files = [
        {**file, "sha256": "0" * 64} if file["name"] == "elfer.zip" else file for file in pack()["files"]
    ]
    device = OfflineWorker(ada, files=files)
    device.loads()
    assert "elfer.zip is another file" in device.js("own.failed")
    assert device.js("own.heard") == []


def test_without_room_play_goes_on_and_it_is_said_that_nothing_is_kept(ada: Visitor) -> None:
    devtools = ada.context.new_cdp_session(ada.page)
    origin = f"http://{ada.server.address}"
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    device = OfflineWorker(ada)
    assert device.asks("duel", ["easy"], new_key())["code"] == "no_store"
    assert device.js("own.saves") is False
    device.creates("duel", ["easy"])
    assert device.plays()["result"]


def test_a_browser_that_forbids_keeping_is_played_in_all_the_same(ada: Visitor) -> None:
    def forbid(route: Route) -> None:
        script = route.fetch().text()
        route.fulfill(body=f"Object.defineProperty(self, 'indexedDB', {{ value: undefined }});{script}",
                      content_type="text/javascript")  # fmt: skip

    ada.context.route("**/assets/worker-*.js", forbid)
    device = OfflineWorker(ada)
    device.creates("guess", ["easy"])
    assert device.js("own.saves") is False
    assert device.plays()["result"]
