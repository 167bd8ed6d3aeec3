/** The server of this page, in a worker beside it: Python, and frames to and from it. */
import type { PyodideAPI } from 'pyodide';
import { Fetching } from './fetching';
import { Shelf } from './shelf';
import type { ToPage, ToWorker } from './talk';

/** `elfer.server.offline.host.Host`. */
interface Host {
  open(line: number): void;
  hear(line: number, frame: string): void;
  close(line: number): void;
}
type Load = Extract<ToWorker, { is: 'load' }>;
type Pyodide = { loadPyodide(config: object): Promise<PyodideAPI> };

/** Where our own package lies; it is imported as it is. */
const OWN = '/lib/elfer.zip';
const WORKER = 'elfer.server.offline.worker';
const tell = (news: ToPage): void => postMessage(news);
let host: Host | undefined;

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.is === 'load')
    void load(data).catch((error: unknown) => tell({ is: 'failed', why: String(error) }));
  else if (data.is === 'frame') host?.hear(data.line, data.frame);
  else host?.[data.is](data.line);
});

async function load({ base, files, release, link }: Load): Promise<void> {
  const fetching = new Fetching(base, files, (share) => tell({ is: 'progress', share }));
  const shelf = Shelf.open().catch(() => undefined);
  const python = await started(base, fetching);
  for (const { name } of files) {
    if (name.endsWith('.whl')) python.unpackArchive(await fetching.content(name), 'wheel');
  }
  python.FS.writeFile(OWN, await fetching.content('elfer.zip'));
  python.runPython(`import sys; sys.path.insert(0, "${OWN}")`);
  await fetching.checked;
  const say = (line: number, frame: string): void => tell({ is: 'frame', line, frame });
  const lost = (): void => tell({ is: 'saves', saves: false });
  host = (await python.pyimport(WORKER).start(await shelf, say, lost, release, link)) as Host;
  tell({ is: 'ready' });
}

/** Python itself; it asks for its files by `fetch`. */
async function started(base: string, fetching: Fetching): Promise<PyodideAPI> {
  const own = self.fetch;
  self.fetch = fetching.fetch;
  try {
    const { loadPyodide } = (await import(/* @vite-ignore */ `${base}pyodide.mjs`)) as Pyodide;
    return await loadPyodide({ indexURL: base });
  } finally {
    self.fetch = own;
  }
}
