import { expect, test } from 'vitest';
import { sides } from './sides';

const row = [1, 2, 3, 4, 5];

test('a row with a middle has the lower numbers left of it', () => {
  expect(sides(row, new Set([3]), 3)).toEqual({ left: [1, 2], right: [4, 5] });
  expect(sides(row, new Set(row), 3)).toEqual({ left: [1, 2], right: [4, 5] });
});

test('a row that grows from both ends is parted at its gap, and one group when it is full', () => {
  expect(sides(row, new Set([1, 5]), null)).toEqual({ left: [1, 2], right: [3, 4, 5] });
  expect(sides(row, new Set([1, 2, 3, 5]), null)).toEqual({ left: [1, 2, 3, 4], right: [5] });
  expect(sides(row, new Set(row), null)).toEqual({ left: row, right: [] });
});
