import { expect, test } from 'vitest';
import { formatRuns, runTo, sides } from './rows';

const row = [1, 2, 3, 4, 5];

test('consecutive numbers are joined', () => {
  expect(formatRuns([11, 5, 6, 7])).toBe('5–7, 11');
  expect(formatRuns([])).toBe('');
});

test('a row with a middle has the lower numbers left of it', () => {
  expect(sides(row, new Set([3]), 3)).toEqual({ left: [1, 2], right: [4, 5] });
  expect(sides(row, new Set(row), 3)).toEqual({ left: [1, 2], right: [4, 5] });
});

test('a row that grows from both ends is split at its gap, and one group when it is full', () => {
  expect(sides(row, new Set([1, 5]), null)).toEqual({ left: [1, 2], right: [3, 4, 5] });
  expect(sides(row, new Set([1, 2, 3, 5]), null)).toEqual({ left: [1, 2, 3, 4], right: [5] });
  expect(sides(row, new Set(row), null)).toEqual({ left: row, right: [] });
});

test('a run lays what leads to a card, nearest first', () => {
  expect(runTo('R7', ['R9', 'Y12'], ['R8', 'R7', 'R6'])).toEqual(['R9', 'R8', 'R7']);
  expect(runTo('Y14', ['Y12'], ['Y13', 'Y14'])).toEqual(['Y12', 'Y13', 'Y14']);
  expect(runTo('B3', ['R9'], ['R8'])).toEqual([]);
});
