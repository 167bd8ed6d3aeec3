import './base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { guardFocus } from './parts/focus';
import { guardTaps } from './parts/guard';
import { guardKeys } from './parts/keys';
import { ALONE, fileAt, here, pathIn } from './state/address';
import { Client } from './state/client.svelte';
import { device } from './state/device.svelte';
import { loadGames } from './state/games.svelte';
import { connectHome } from './state/connection.svelte';
import { settings } from './state/settings.svelte';
import { updates } from './state/updates.svelte';
import { preferred, speak } from './words/language.svelte';

/** Nothing is to be heard of it before the page is there. */
const WAKE_MS = 300;

settings.show();
guardTaps();
guardKeys();
guardFocus();
const client = new Client(ALONE ? null : connectHome(), device);
addEventListener('vite:preloadError', () => void client.missed());
// Without words nothing is mounted, and the page goes on saying what index.html says.
await Promise.all([speak(preferred()), device.look()]);
client.route(here());
client.server?.open();
void loadGames();
addEventListener('popstate', () => client.route(here()));
// A lesson is left to where one was, which a page loaded anew would not know.
addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href*="/learn/"]') : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  client.go(pathIn(link.getAttribute('href') ?? '/'));
});
addEventListener('online', () => client.server?.hurry());
addEventListener('offline', () => client.server?.giveUp());
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) client.server?.hurry();
});
const target = document.getElementById('app');
target?.replaceChildren();
if (target) mount(App, { target, props: { client } });
// Browsers offer service workers in secure places only; on the home network the page works without.
if ('serviceWorker' in navigator && import.meta.env.PROD)
  void navigator.serviceWorker
    .register(fileAt('worker.js'))
    .then((registration) => updates.watch(registration))
    .then(() => navigator.serviceWorker.ready)
    .then(() => device.offer())
    .catch(() => undefined);
// Python loads while one chooses.
if (device.able && !client.table) setTimeout(() => void device.wake(), WAKE_MS);
