/** The download of the pack: the files for play without a network, kept in the browser's cache. */
import { pack } from 'virtual:pack';
import { fileUrl } from '../state/router';
import { COMPLETE, isPackCache, PACK_CACHE, sha256 } from './cache';

/** The size of the download; a plain file server does not compress. */
export const packBytes = (compressed: boolean): number =>
  pack.files.reduce((sum, { bytes, packed }) => sum + (compressed ? packed : bytes), 0);

/** Whether the browser can run the pack, if this build has one. */
export const canRun = (): boolean => !!pack.version && 'Worker' in globalThis;
/** Whether the browser can keep it. */
export const canDownload = (): boolean => canRun() && 'caches' in globalThis && 'serviceWorker' in navigator;

export const isDownloaded = async (): Promise<boolean> =>
  !!(await caches.match(fileUrl(COMPLETE), { cacheName: PACK_CACHE }).catch(() => undefined));

/** Download all files not cached yet; `onprogress` gets the share done, from 0 to 1. */
export async function download(onprogress: (share: number) => void): Promise<void> {
  const cache = await caches.open(PACK_CACHE);
  const total = packBytes(false);
  let done = 0;
  for (const { name, bytes, sha256: expected } of pack.files) {
    const url = fileUrl(pack.base + name);
    if (!(await cache.match(url))) {
      const response = await fetch(url);
      if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`);
      const body = await readAll(response.body, (read) => onprogress((done + read) / total));
      if ((await sha256(await body.arrayBuffer())) !== expected) throw new Error(`${url}: wrong hash`);
      const type = response.headers.get('content-type') ?? 'application/octet-stream';
      await cache.put(url, new Response(body, { headers: { 'content-type': type } }));
    }
    onprogress((done += bytes) / total);
  }
  await cache.put(fileUrl(COMPLETE), new Response(''));
}

export async function removeDownload(): Promise<void> {
  for (const name of (await caches.keys()).filter(isPackCache)) await caches.delete(name);
}

async function readAll(body: ReadableStream<Uint8Array>, onread: (bytes: number) => void): Promise<Blob> {
  const chunks: BlobPart[] = [];
  let bytes = 0;
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value as Uint8Array<ArrayBuffer>);
    onread((bytes += next.value.length));
  }
  return new Blob(chunks);
}
