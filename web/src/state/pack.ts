/** The parts that play on this device, kept in the browser: from then on it takes no network. */
import { pack } from 'virtual:pack';
import { fileAt } from './address';

/** The caches of parts, one for each version; the service worker (`worker.js`) knows them by these names, too. */
const PREFIX = 'elfer-py-';
const CACHE = PREFIX + pack.version;
/** What is kept last: where it is, everything is. */
const WHOLE = 'py/whole';
/** Caches that this program did not make are left alone. */
const ours = (name: string): boolean => name.startsWith(PREFIX);

/** The bytes to be fetched; a plain file server does not compress them. */
export const packBytes = (compressed: boolean): number =>
  pack.files.reduce((sum, { bytes, packed }) => sum + (compressed ? packed : bytes), 0);

/** Whether this build of the page has such parts, and the browser a place for them. */
export const canKeep = (): boolean =>
  !!pack.version && 'caches' in globalThis && 'serviceWorker' in navigator && 'Worker' in globalThis;

export const isKept = async (): Promise<boolean> =>
  !!(await caches.match(fileAt(WHOLE), { cacheName: CACHE }).catch(() => undefined));

/** Fetches all parts that are not there yet, and tells how much of it is done, from 0 to 1. */
export async function keepAll(tell: (done: number) => void): Promise<void> {
  const cache = await caches.open(CACHE);
  let done = 0;
  const all = packBytes(false);
  for (const { name, bytes, sha256 } of pack.files) {
    const at = fileAt(pack.base + name);
    if (!(await cache.match(at))) {
      const answer = await fetch(at);
      if (!answer.ok || !answer.body) throw new Error(`${at}: ${answer.status}`);
      const body = await whole(answer.body, (read) => tell((done + read) / all));
      if ((await hash(body)) !== sha256) throw new Error(`${at} is not what it should be`);
      await cache.put(at, new Response(body, { headers: kind(answer) }));
    }
    tell((done += bytes) / all);
  }
  await cache.put(fileAt(WHOLE), new Response(''));
}

export async function dropAll(): Promise<void> {
  for (const name of (await caches.keys()).filter(ours)) await caches.delete(name);
}

async function whole(body: ReadableStream<Uint8Array>, tell: (read: number) => void): Promise<Blob> {
  const parts: BlobPart[] = [];
  let read = 0;
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value as Uint8Array<ArrayBuffer>);
    tell((read += next.value.length));
  }
  return new Blob(parts);
}

async function hash(body: Blob): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await body.arrayBuffer()));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const kind = (answer: Response): HeadersInit => ({
  'content-type': answer.headers.get('content-type') ?? 'application/octet-stream',
});
