// Tells everything inside Pyodide, and prints as JSON what came of it: node node.mjs PACK REPOSITORY
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [pack, repository] = process.argv.slice(2);
try {
  const { loadPyodide } = await import(join(repository, 'web/node_modules/pyodide/pyodide.mjs'));
  const python = await loadPyodide({ stdLibURL: join(pack, 'python_stdlib.zip') });
  for (const name of readdirSync(pack).filter((name) => name.endsWith('.whl')))
    python.unpackArchive(new Uint8Array(readFileSync(join(pack, name))), 'wheel');
  python.FS.writeFile('/lib/elfer.zip', new Uint8Array(readFileSync(join(pack, 'elfer.zip'))));
  python.mountNodeFS('/repository', repository);
  const told = await python.runPythonAsync(`
import sys
sys.dont_write_bytecode = True
sys.path[:0] = ["/lib/elfer.zip", "/repository/tests/server/offline/inside", "/repository"]
import json
from tests.server.offline.inside import telling
told = {"stories": await telling.stories(), "matches": telling.matches(), "laws": telling.laws()}
json.dumps(told)
`);
  console.log(told);
} catch (error) {
  // Its own text alone: Node would print the whole of Pyodide's source with it.
  console.error(String(error));
  process.exit(1);
}
