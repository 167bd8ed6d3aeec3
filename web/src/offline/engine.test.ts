import { afterEach, beforeEach, expect, it, vi } from 'vitest';

vi.mock('virtual:pack', () => ({ pack: { version: '1', release: '1', base: 'py/1/', files: [] } }));

/** Workers as the page started them; `fails` makes each of them report a failure. */
class FakeWorker {
  static readonly all: FakeWorker[] = [];
  static fails = true;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: unknown = null;

  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage({ is, line }: { is: string; line?: number }) {
    const answer = (data: object) => setTimeout(() => this.onmessage?.({ data }));
    if (is === 'load') answer(FakeWorker.fails ? { is: 'failed', why: 'no memory' } : { is: 'ready' });
    if (is === 'open')
      answer({
        is: 'frame',
        line,
        frame: JSON.stringify({ is: 'welcome', version: 1, server: '0', link: '' }),
      });
  }
  terminate() {
    return undefined;
  }
}

const HOUR_MS = 3_600_000;

async function loaded() {
  vi.resetModules();
  vi.stubEnv('MODE', 'static');
  return (await import('./local_server.svelte')).localServer;
}

beforeEach(() => {
  FakeWorker.all.length = 0;
  FakeWorker.fails = true;
  vi.useFakeTimers();
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('location', { href: 'http://localhost/', hash: '' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

it('gives up after three failed starts', async () => {
  const server = await loaded();
  const started = server.start();
  await vi.advanceTimersByTimeAsync(100);
  expect([server.starting, server.available]).toEqual([true, true]);
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(await started).toBe(false);
  expect(FakeWorker.all).toHaveLength(3);
  expect([server.starting, server.failed, server.available]).toEqual([false, true, false]);
});

it('starts again when asked to', async () => {
  const server = await loaded();
  void server.start();
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  FakeWorker.fails = false;
  const started = server.start();
  expect([server.failed, server.starting]).toEqual([false, true]);
  await vi.advanceTimersByTimeAsync(100);
  expect(await started).toBe(true);
  expect([server.connection.status, server.available]).toEqual(['open', true]);
});

it('recovers from one failure', async () => {
  const server = await loaded();
  const started = server.start();
  await vi.advanceTimersByTimeAsync(100);
  FakeWorker.fails = false;
  await vi.advanceTimersByTimeAsync(2000);
  expect(await started).toBe(true);
  expect(FakeWorker.all).toHaveLength(2);
});

it('gives up where it fails soon after each start', async () => {
  const server = await loaded();
  FakeWorker.fails = false;
  void server.start();
  for (let second = 0; second < 120; second++) {
    await vi.advanceTimersByTimeAsync(1000);
    if (server.connection.status === 'open')
      FakeWorker.all.at(-1)?.onmessage?.({ data: { is: 'failed', why: 'crashed' } });
  }
  expect(FakeWorker.all).toHaveLength(3);
  expect(server.failed).toBe(true);
});
