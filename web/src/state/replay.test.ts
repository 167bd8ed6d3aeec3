import { beforeEach, expect, it, vi } from 'vitest';
import { Refusal, type Answer } from './connection.svelte';
import { loadSteps } from './replay';

const STEPS = { is: 'replay', id: 'x', steps: 3, frames: [] } as unknown as Answer;
const REQUEST = { do: 'replay', seat: null, first: 0, seen: true } as const;
const send = vi.fn<() => Promise<Answer>>();
const onsteps = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  send.mockReset().mockRejectedValue(new Refusal('too_fast', {}));
  onsteps.mockReset();
});

it('repeats the request while the server refuses', async () => {
  loadSteps({ send }, REQUEST, onsteps);
  await vi.advanceTimersByTimeAsync(2000);
  expect(send).toHaveBeenCalledTimes(3);
  send.mockResolvedValue(STEPS);
  await vi.advanceTimersByTimeAsync(5000);
  expect(send).toHaveBeenCalledTimes(4);
  expect(onsteps).toHaveBeenCalledExactlyOnceWith(STEPS);
});

it('sends no request after it is closed', async () => {
  const close = loadSteps({ send }, REQUEST, onsteps);
  await vi.advanceTimersByTimeAsync(100);
  close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(send).toHaveBeenCalledTimes(1);
});

it('ignores an answer after it is closed', async () => {
  send.mockResolvedValue(STEPS);
  loadSteps({ send }, REQUEST, onsteps)();
  await vi.advanceTimersByTimeAsync(1000);
  expect(onsteps).not.toHaveBeenCalled();
});
