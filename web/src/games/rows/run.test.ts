import { expect, it } from 'vitest';
import { run } from './run';

it('lays what leads to a card, nearest first', () => {
  expect(run('R7', ['R9', 'Y12'], ['R8', 'R7', 'R6'])).toEqual(['R9', 'R8', 'R7']);
  expect(run('Y14', ['Y12'], ['Y13', 'Y14'])).toEqual(['Y12', 'Y13', 'Y14']);
  expect(run('B3', ['R9'], ['R8'])).toEqual([]);
});
