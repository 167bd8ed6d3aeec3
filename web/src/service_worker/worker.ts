/** The service worker: keeps the page, and the pack once it is downloaded, for use without a network. */
import { pack } from 'virtual:pack';
import { files, version } from 'virtual:page';
import {
  ACTIVATE,
  CLEAN_UP,
  COMPLETE,
  isOurCache,
  isPackCache,
  PACK_CACHE,
  packFile,
  pageCache,
  sha256,
} from '../offline/cache';

declare const self: ServiceWorkerGlobalScope;

const CACHE = pageCache(version);
const SHELL = ['icon.svg', 'manifest.webmanifest'];
const PAGES = /^(index\.html|(t|here|learn)\/.*)?$/;
const PLAYING = /(^|#\/)(t|here|learn)\//;

const { scope } = self.registration;
const urlOf = (name: string): string => new URL(name, scope).href;
/** An address relative to the page's root. */
const relative = (href: string): string => href.slice(scope.length);
const cached = (name: string, cacheName?: string): Promise<Response | undefined> =>
  caches.match(urlOf(name), cacheName ? { cacheName } : {});

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(cleanUp().then(() => self.clients.claim())));
self.addEventListener('message', (event) => {
  const { installing, waiting } = self.registration;
  if (event.data === ACTIVATE) event.waitUntil(self.skipWaiting());
  if (event.data === CLEAN_UP && !waiting && !installing) event.waitUntil(cleanUp());
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { href, origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || !href.startsWith(scope)) return;
  const name = relative(origin + pathname);
  if (request.mode === 'navigate' && PAGES.test(name)) event.respondWith(page(request));
  else if (/^(assets|py)\//.test(name))
    event.respondWith(cached(name).then((found) => found ?? fetch(request)));
  else if (SHELL.includes(name))
    event.respondWith(fetch(request).catch(async () => (await cached(name)) ?? Response.error()));
});

/** The page from the network, or from the cache if it must match a downloaded pack. */
async function page(request: Request): Promise<Response> {
  const own = await cached('', CACHE);
  if (own && (await cached(COMPLETE, PACK_CACHE))) return own;
  return fetch(request).catch(() => own ?? Response.error());
}

/** Where a pack is downloaded, the new version waits until the person accepts it. */
async function install(): Promise<void> {
  const packs = await completePacks();
  await cachePage();
  if (packs.length) await cachePack(packs);
  else await self.skipWaiting();
}

async function cachePage(): Promise<void> {
  const response = await fetch(urlOf(''), { cache: 'no-store' });
  const named = (await response.clone().text()).match(/assets\/[^"]+/g);
  // A server not restarted after a build serves the earlier page, whose files are others.
  if (!named?.every((name) => files.includes(name))) throw new Error('the page is of another build');
  const cache = await caches.open(CACHE);
  await cache.addAll([...SHELL, ...files].map(urlOf));
  await cache.put(urlOf(''), response);
}

/** Cache the pack, copying files that have not changed from earlier packs. */
async function cachePack(packs: readonly string[]): Promise<void> {
  const cache = await caches.open(PACK_CACHE);
  for (const { name, sha256: expected } of pack.files) {
    const valid = async (response: Response) =>
      response.ok && (await sha256(await response.clone().arrayBuffer())) === expected;
    const earlier = await Promise.all(packs.map((each) => cached(packFile(each, name), each)));
    const old = earlier.find((response) => response !== undefined);
    const response = old && (await valid(old)) ? old : await fetch(urlOf(pack.base + name));
    if (!(await valid(response))) throw new Error(`${name}: wrong hash`);
    await cache.put(urlOf(pack.base + name), response);
  }
  await cache.put(urlOf(COMPLETE), new Response(''));
}

/** The caches of complete packs. */
async function completePacks(): Promise<string[]> {
  const names = (await caches.keys()).filter(isPackCache);
  const complete = await Promise.all(names.map((name) => cached(COMPLETE, name)));
  return names.filter((_, i) => complete[i]);
}

/** Delete the caches of other versions, unless a window is at a table and may need them. */
async function cleanUp(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.some(({ url }) => PLAYING.test(relative(url)))) return;
  const others = (await caches.keys()).filter(
    (name) => isOurCache(name) && name !== CACHE && name !== PACK_CACHE,
  );
  await Promise.all(others.map((name) => caches.delete(name)));
}
