import { expect, test } from 'vitest';
import { runs } from './runs';

test('numbers are told as runs', () => {
  expect(runs([11, 5, 6, 7])).toBe('5–7, 11');
  expect(runs([])).toBe('');
});
