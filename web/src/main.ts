import './base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { guardFocus } from './parts/focus';
import { guardTaps } from './parts/guard';
import { guardKeys } from './parts/keys';
import { Client } from './state/client.svelte';
import { loadGames } from './state/games.svelte';
import { Connection, connectHome } from './state/connection.svelte';
import { settings } from './state/settings.svelte';
import { preferred, speak } from './words/language.svelte';

settings.show();
guardTaps();
guardKeys();
guardFocus();
const here = location.hash === '#here' ? (await import('./offline/engine.svelte')).engine : undefined;
const client = new Client(here ? new Connection(() => here.open()) : connectHome());
addEventListener('vite:preloadError', () => void client.missed());
// Without words nothing is mounted, and the page goes on saying what index.html says.
await speak(preferred());
client.route(location.pathname);
client.connection.open();
void loadGames();
addEventListener('popstate', () => client.route(location.pathname));
// A lesson is left to where one was, which a page loaded anew would not know.
addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href^="/learn/"]') : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  client.go(link.getAttribute('href') ?? '/');
});
addEventListener('online', () => client.connection.hurry());
addEventListener('offline', () => client.connection.giveUp());
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) client.connection.hurry();
});
const target = document.getElementById('app');
target?.replaceChildren();
if (target) mount(App, { target, props: { client } });
// Browsers offer service workers in secure places only; on the home network the page works without.
if ('serviceWorker' in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register('/worker.js').catch(() => undefined);
