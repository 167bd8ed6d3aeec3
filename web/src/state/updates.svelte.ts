/** Newer versions of the page, which the service worker has fetched whole, and with the parts that play here. */
const TAKE = 'take';
const TIDY = 'tidy';

class Updates {
  /** A newer version that waits to be taken. */
  waiting = $state.raw<ServiceWorker>();
  private registration: ServiceWorkerRegistration | undefined;

  watch(registration: ServiceWorkerRegistration): void {
    this.registration = registration;
    const look = () => (this.waiting = registration.waiting ?? undefined);
    look();
    registration.addEventListener('updatefound', () =>
      registration.installing?.addEventListener('statechange', look),
    );
    registration.active?.postMessage(TIDY);
  }

  /** Loads the page anew, in its newest version. */
  async take(): Promise<void> {
    await this.registration?.update().catch(() => undefined);
    await settled(this.registration?.installing);
    const worker = this.registration?.waiting;
    if (!worker) return location.reload();
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    worker.postMessage(TAKE);
  }
}

/** Waits until a worker is installed, or is not. */
const settled = (worker: ServiceWorker | null | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (!worker || worker.state !== 'installing') return resolve();
    worker.addEventListener('statechange', () => resolve(), { once: true });
  });

export const updates = new Updates();
