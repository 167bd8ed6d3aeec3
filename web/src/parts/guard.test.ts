import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TapGuard } from './guard';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const tap = { detail: 1 } as MouseEvent;
const key = { detail: 0 } as MouseEvent;

test('taps are blocked for 350 ms after a change, and keys never', () => {
  const guard = new TapGuard();
  expect(guard.blocks(tap)).toBe(false);
  guard.restart();
  vi.advanceTimersByTime(349);
  expect(guard.blocks(tap)).toBe(true);
  expect(guard.blocks(key)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(guard.blocks(tap)).toBe(false);
});
