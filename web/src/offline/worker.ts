/** The worker that runs the server: Python, with frames to and from the page. */
import type { PyodideAPI } from 'pyodide';
import type { ToPage, ToWorker } from './engine.svelte';
import { IndexedDbStore } from './indexed_db';
import { VerifiedFiles } from './verified_files';

/** `elfer.server.offline.host.Host`. */
interface Host {
  open(line: number): void;
  receive(line: number, frame: string): void;
  close(line: number): void;
}
type Load = Extract<ToWorker, { is: 'load' }>;
type Pyodide = { loadPyodide(config: object): Promise<PyodideAPI> };

/** Our package, imported without being unpacked. */
const PACKAGE = '/lib/elfer.zip';
const MODULE = 'elfer.server.offline.worker';
const post = (message: ToPage): void => postMessage(message);
let host: Host | undefined;

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.is === 'load') load(data).catch((error: unknown) => post({ is: 'failed', why: String(error) }));
  else if (data.is === 'frame') host?.receive(data.line, data.frame);
  else host?.[data.is](data.line);
});

async function load({ base, files, release, link }: Load): Promise<void> {
  const verified = new VerifiedFiles(base, files, (share) => post({ is: 'progress', share }));
  const store = IndexedDbStore.open().catch(() => undefined);
  const python = await loadPython(base, verified);
  for (const { name } of files) {
    if (name.endsWith('.whl')) python.unpackArchive(await verified.content(name), 'wheel');
  }
  python.FS.writeFile(PACKAGE, await verified.content('elfer.zip'));
  python.runPython(`import sys; sys.path.insert(0, "${PACKAGE}")`);
  await verified.verified;
  const send = (line: number, frame: string): void => post({ is: 'frame', line, frame });
  const onlost = (): void => post({ is: 'saves', saves: false });
  host = (await python.pyimport(MODULE).start(await store, send, onlost, release, link)) as Host;
  post({ is: 'ready' });
}

/** Load Pyodide, whose own `fetch` calls get verified files. */
async function loadPython(base: string, verified: VerifiedFiles): Promise<PyodideAPI> {
  const original = self.fetch;
  self.fetch = verified.fetch;
  try {
    const { loadPyodide } = (await import(/* @vite-ignore */ `${base}pyodide.mjs`)) as Pyodide;
    return await loadPyodide({ indexURL: base });
  } finally {
    self.fetch = original;
  }
}
