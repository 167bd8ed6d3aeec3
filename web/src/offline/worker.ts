/** The server of this page, in a worker beside it: Python, and frames to and from it. */
import type { PyodideAPI } from 'pyodide';
import type { Pack } from 'virtual:pack';
import type { ToPage, ToWorker } from './talk';

/** `elfer.server.offline.host.Host`. */
interface Host {
  open(line: number): void;
  hear(line: number, frame: string): void;
  close(line: number): void;
}

const WORKER = 'elfer.server.offline.worker';
const tell = (news: ToPage): void => postMessage(news);
let host: Host | undefined;

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.is === 'load') void load(data.base, data.files, data.link).catch(failed);
  else if (data.is === 'frame') host?.hear(data.line, data.frame);
  else host?.[data.is](data.line);
});

function failed(error: unknown): void {
  tell({ is: 'failed', why: String(error) });
}

async function load(base: string, files: Pack['files'], link: string): Promise<void> {
  const { loadPyodide } = (await import(/* @vite-ignore */ `${base}pyodide.mjs`)) as {
    loadPyodide: (config: object) => Promise<PyodideAPI>;
  };
  const archives = files.filter(({ name }) => /\.(whl|zip)$/.test(name) && name !== 'python_stdlib.zip');
  const python = await loadPyodide({
    indexURL: base,
  });
  for (const { name } of archives) {
    const content = await (await fetch(`${base}${name}`)).arrayBuffer();
    python.unpackArchive(content, name.endsWith('.whl') ? 'wheel' : 'zip');
  }
  const worker = python.pyimport(WORKER);
  host = worker.start((line: number, frame: string) => tell({ is: 'frame', line, frame }), '0', link) as Host;
  tell({ is: 'ready' });
}
