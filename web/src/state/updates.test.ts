import { beforeEach, expect, it, vi } from 'vitest';

const reload = vi.fn();
const fetched = vi.fn(() => Promise.resolve({ ok: true }));
const kept = new Map<string, string>();

/** The module as a page has it that was just loaded. */
async function loaded() {
  vi.resetModules();
  return (await import('./updates.svelte')).reloadOnce;
}

beforeEach(() => {
  kept.clear();
  reload.mockClear();
  vi.useFakeTimers({ now: 1e12 });
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

it('reloads the page once if several files are missing', async () => {
  const reloadOnce = await loaded();
  expect(await Promise.all([reloadOnce(), reloadOnce(), reloadOnce()])).toEqual([true, true, true]);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('does not reload again soon after', async () => {
  await (
    await loaded()
  )();
  vi.advanceTimersByTime(60_000);
  expect(await (await loaded())()).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(3_600_000);
  expect(await (await loaded())()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});

it('does not reload while the server does not answer', async () => {
  const reloadOnce = await loaded();
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await reloadOnce()).toBe(false);
  fetched.mockResolvedValueOnce({ ok: false });
  expect(await reloadOnce()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  expect(await reloadOnce()).toBe(true);
});

it('does not reload if nothing can be stored', async () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  });
  expect(await (await loaded())()).toBe(false);
  vi.stubGlobal('sessionStorage', undefined);
  expect(await (await loaded())()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
