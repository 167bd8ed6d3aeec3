// Runs `pack_inside.py` in Pyodide, with the folder of its archives: node tools/pack_inside.mjs FOLDER
import { readFileSync } from 'node:fs';
import { loadPyodide } from '../web/node_modules/pyodide/pyodide.mjs';

try {
  const python = await loadPyodide({ env: { PYTHONHASHSEED: '0' } });
  python.mountNodeFS('/pack', process.argv[2]);
  python.runPython('import sys; sys.argv = ["", "/pack"]');
  python.runPython(readFileSync(new URL('pack_inside.py', import.meta.url), 'utf8'));
} catch (error) {
  // Its own text alone: Node would print the whole of Pyodide's source with it.
  console.error(String(error));
  process.exit(1);
}
