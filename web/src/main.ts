import './base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { localServer } from './offline/local_server.svelte';
import { guardFocus } from './parts/focus';
import { guardTaps } from './parts/guard';
import { guardKeys } from './parts/keys';
import { Client } from './state/client.svelte';
import { connectHome } from './state/connection.svelte';
import { loadGames } from './state/games.svelte';
import { currentPath, fileUrl, pathOfHref, STATIC_SITE } from './state/router';
import { applyTheme } from './state/settings.svelte';
import { updates } from './state/updates.svelte';
import { preferred, speak } from './words/language.svelte';

/** Start Pyodide after first paint. */
const LOCAL_START_MS = 300;

applyTheme();
guardTaps();
guardKeys();
guardFocus();
const server = STATIC_SITE ? null : connectHome();
const client = new Client(server, localServer);
addEventListener('vite:preloadError', () => void client.missed());
// Without texts nothing is mounted, and the message in index.html stays.
await Promise.all([speak(preferred()), localServer.check()]);
client.route(currentPath());
server?.open();
void loadGames();
addEventListener('popstate', () => client.route(currentPath()));
// Links to lessons do not load the page, so that a lesson can lead back to where it was opened.
addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href*="/learn/"]') : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  client.go(pathOfHref(link.getAttribute('href') ?? '/'));
});
addEventListener('online', () => server?.hurry());
addEventListener('offline', () => server?.giveUp());
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) server?.hurry();
});
const target = document.getElementById('app');
target?.replaceChildren();
if (target) mount(App, { target, props: { client } });
if (localServer.available && !client.table) setTimeout(() => void localServer.start(), LOCAL_START_MS);
if (import.meta.env.PROD) await registerServiceWorker().catch(() => undefined);

/** Browsers have service workers in secure contexts only; the page works without. */
async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  updates.watch(await navigator.serviceWorker.register(fileUrl('worker.js')));
  await navigator.serviceWorker.ready;
  localServer.offer();
}
