/** Newer versions of the page: those the service worker has fetched, and reloading where files are gone. */
import { ACTIVATE, CLEAN_UP } from '../offline/cache';
import { fileUrl } from './router';

const STAMP = 'elfer.renewed';
/** Minimum time between reloads: files missing right after one are missing from the new page, too. */
const RELOAD_PAUSE_MS = 600_000;
const SERVER_TIMEOUT_MS = 5000;
let reloading: Promise<boolean> | undefined;

/** Reload the page, at most once per pause and only if the server answers; whether it does. */
export async function reloadOnce(): Promise<boolean> {
  // Several files may be missing at once.
  reloading ??= reload();
  const done = await reloading;
  if (!done) reloading = undefined;
  return done;
}

async function reload(): Promise<boolean> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(STAMP)) < RELOAD_PAUSE_MS) return false;
    // Without a server the browser would show a page of its own.
    const signal = AbortSignal.timeout(SERVER_TIMEOUT_MS);
    const { ok } = await fetch(fileUrl(''), { cache: 'no-store', signal });
    if (!ok) return false;
    // Throws where nothing can be stored, which would mean reloading for ever.
    sessionStorage.setItem(STAMP, String(Date.now()));
  } catch {
    return false;
  }
  location.reload();
  return true;
}

class Updates {
  /** A newer version, fetched and waiting to be activated. */
  waiting = $state.raw<ServiceWorker>();
  private registration: ServiceWorkerRegistration | undefined;

  watch(registration: ServiceWorkerRegistration): void {
    this.registration = registration;
    const look = () => (this.waiting = registration.waiting ?? undefined);
    look();
    registration.addEventListener('updatefound', () =>
      registration.installing?.addEventListener('statechange', look),
    );
    registration.active?.postMessage(CLEAN_UP);
  }

  /** Reload the page in its newest version. */
  async activate(): Promise<void> {
    await this.registration?.update().catch(() => undefined);
    await installed(this.registration?.installing);
    const worker = this.registration?.waiting;
    if (!worker) return location.reload();
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    worker.postMessage(ACTIVATE);
  }
}

/** Wait until a worker is installed or has failed to. */
const installed = (worker: ServiceWorker | null | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (!worker || worker.state !== 'installing') return resolve();
    worker.addEventListener('statechange', () => resolve(), { once: true });
  });

export const updates = new Updates();
