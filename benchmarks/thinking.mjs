// Lets bots think inside Pyodide, and prints how long that took: node thinking.mjs PYODIDE PACK REPOSITORY ASKED
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [pyodide, pack, repository, asked] = process.argv.slice(2);
try {
  const { loadPyodide } = await import(join(pyodide, 'pyodide.mjs'));
  const python = await loadPyodide({ stdLibURL: join(pack, 'python_stdlib.zip') });
  for (const name of readdirSync(pack).filter((name) => name.endsWith('.whl')))
    python.unpackArchive(new Uint8Array(readFileSync(join(pack, name))), 'wheel');
  python.FS.writeFile('/lib/elfer.zip', new Uint8Array(readFileSync(join(pack, 'elfer.zip'))));
  python.mountNodeFS('/repository', repository);
  // The processor's time: other programs on this machine do not count.
  globalThis.clock = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;
  python.globals.set('asked', asked);
  await python.runPythonAsync(`
import sys
sys.dont_write_bytecode = True
sys.path[:0] = ["/lib/elfer.zip", "/repository"]
import json
import js
from benchmarks.thoughts import measure
for line in measure(**json.loads(asked), clock=js.clock):
    print(line, flush=True)
`);
} catch (error) {
  // Its own text alone: Node would print the whole of Pyodide's source with it.
  console.error(String(error));
  process.exit(1);
}
