import './base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { guardTaps } from './parts/guard';
import { Client } from './state/client.svelte';
import { loadGames } from './state/games.svelte';
import { lineHome } from './state/line.svelte';
import { settings } from './state/settings.svelte';
import { preferred, speak } from './words/language.svelte';

settings.show();
guardTaps();
const client = new Client(lineHome());
addEventListener('vite:preloadError', () => void client.missed());
// Without words nothing is mounted, and the page goes on saying what index.html says.
await speak(preferred());
client.route(location.pathname);
client.line.open();
void loadGames();
addEventListener('popstate', () => client.route(location.pathname));
addEventListener('online', () => client.line.hurry());
addEventListener('offline', () => client.line.giveUp());
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) client.line.hurry();
});
const target = document.getElementById('app');
target?.replaceChildren();
if (target) mount(App, { target, props: { client } });
// Browsers offer service workers in secure places only; on the home network the page works without.
if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/worker.js').catch(() => undefined);
