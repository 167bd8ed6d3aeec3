/** The download of the pack: the files for play without a network, kept in the browser's cache. */
import { pack } from 'virtual:pack';
import { fileUrl } from '../state/router';
import { COMPLETE, isPackCache, PACK_CACHE } from './cache';
import { readVerified } from './verified_files';

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
  const onread = (bytes: number) => onprogress((done += bytes) / total);
  for (const file of pack.files) {
    const url = fileUrl(pack.base + file.name);
    if (await cache.match(url)) {
      onread(file.bytes);
      continue;
    }
    const response = await fetch(url);
    const type = response.headers.get('content-type') ?? 'application/octet-stream';
    const content = await readVerified(response, file, onread);
    await cache.put(url, new Response(content, { headers: { 'content-type': type } }));
  }
  await cache.put(fileUrl(COMPLETE), new Response(''));
}

export async function removeDownload(): Promise<void> {
  for (const name of (await caches.keys()).filter(isPackCache)) await caches.delete(name);
}
