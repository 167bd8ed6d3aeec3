// The page for when there is no network, and the parts that play without one; live data is never kept.
const CACHE = 'elfer-__VERSION__';
const FILES = __FILES__;
/** The parts that play on the device, kept once somebody has asked for it (`state/pack.ts`). */
const PACK = __PACK__;
const PACKS = 'elfer-py-';
/** What such a cache has when it has everything. */
const WHOLE = 'py/whole';
const SHELL = ['icon.svg', 'manifest.webmanifest'];
const PAGES = /^(index\.html|(t|here|learn)\/.*)?$/;
const PLAYING = /(^|#\/)(t|here|learn)\//;

const at = (name) => new URL(name, registration.scope).href;
/** An address as seen from the page's root. */
const within = (href) => href.slice(registration.scope.length);

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});
self.addEventListener('activate', (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()));
});
self.addEventListener('message', (event) => {
  if (event.data === 'take') self.skipWaiting();
  if (event.data === 'tidy' && !registration.waiting && !registration.installing) event.waitUntil(tidy());
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { href, origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || !href.startsWith(registration.scope)) return;
  const name = within(origin + pathname);
  if (request.mode === 'navigate' && PAGES.test(name)) event.respondWith(page(request));
  else if (/^(assets|py)\//.test(name))
    event.respondWith(kept(name).then((found) => found ?? fetch(request)));
  else if (SHELL.includes(name)) event.respondWith(fetch(request).catch(() => kept(name)));
});

const kept = (name, cacheName) => caches.match(at(name), cacheName ? { cacheName } : {});

/** The page: the newest one, unless it must fit the parts that are kept here. */
async function page(request) {
  const own = await kept('', CACHE);
  if (own && (await kept(WHOLE, PACKS + PACK.version))) return own;
  return fetch(request).catch(() => own ?? Response.error());
}

/** The version of before goes on until somebody wants the new one, where it plays on the device. */
async function install() {
  const before = await packs();
  await keepPage();
  if (before.length) await keepPack(before);
  else await self.skipWaiting();
}

/** Keeps the page with everything it is made of. */
async function keepPage() {
  const page = await fetch(at(''), { cache: 'no-store' });
  const named = (await page.clone().text()).match(/assets\/[^"]+/g);
  // A server that was not started anew after a build serves the page from before, which lacks these files.
  if (!named?.every((name) => FILES.includes(name))) throw new Error('the page is of another build');
  const cache = await caches.open(CACHE);
  await cache.addAll([...SHELL, ...FILES].map(at));
  await cache.put(at(''), page);
}

/** Keeps the parts that play on the device; those that are the same as before are there already. */
async function keepPack(before) {
  const cache = await caches.open(PACKS + PACK.version);
  for (const { name, sha256 } of PACK.files) {
    const old = (await Promise.all(before.map((each) => had(each, name)))).find(Boolean);
    const same = old && (await hash(old.clone())) === sha256 ? old : undefined;
    const part = same ?? (await fetch(at(PACK.base + name)));
    if (!part.ok || (await hash(part.clone())) !== sha256)
      throw new Error(`${name} is not what it should be`);
    await cache.put(at(PACK.base + name), part);
  }
  await cache.put(at(WHOLE), new Response(''));
}

/** The caches of parts that are complete. */
async function packs() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PACKS));
  const whole = await Promise.all(names.map((name) => kept(WHOLE, name)));
  return names.filter((_, i) => whole[i]);
}

const had = (cacheName, name) => kept(`py/${cacheName.slice(PACKS.length)}/${name}`, cacheName);

async function hash(answer) {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await answer.arrayBuffer()));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Lets go of other versions, unless somebody plays, whose page may still need them. */
async function tidy() {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.some(({ url }) => PLAYING.test(within(url)))) return;
  const others = (await caches.keys()).filter(
    (name) => name.startsWith('elfer-') && name !== CACHE && name !== PACKS + PACK.version,
  );
  await Promise.all(others.map((name) => caches.delete(name)));
}
