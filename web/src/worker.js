// The shell of the page for quick starts and for saying that the server is away; live data is never kept.
const CACHE = 'elfer-__VERSION__';
const FILES = __FILES__;

self.addEventListener('install', (event) => {
  event.waitUntil(keep().then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});
self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  if (event.request.mode === 'navigate' && /^\/($|t\/|learn\/)/.test(url.pathname)) {
    event.respondWith(fetch(event.request).catch(() => caches.match('/')));
  } else if (FILES.includes(url.pathname)) {
    event.respondWith(caches.match(url.pathname).then((kept) => kept || fetch(event.request)));
  }
});

/** Keeps the page with everything it is made of. */
async function keep() {
  const page = await fetch('/', { cache: 'no-store' });
  const named = (await page.clone().text()).match(/\/assets\/[^"]+/g);
  // A server that was not started anew after a build serves the page from before, which lacks these files.
  if (!named?.every((name) => FILES.includes(name))) throw new Error('the page is of another build');
  const cache = await caches.open(CACHE);
  await cache.addAll(['/icon.svg', '/manifest.webmanifest', ...FILES]);
  await cache.put('/', page);
}
