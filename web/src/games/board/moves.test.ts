import { expect, test } from 'vitest';
import { fieldOf, laysOf, laysOn, tileOf } from './moves';

const MOVES = ['R12', 'N13=Y13', 'N13=B13', 'RS=R1', 'RS=R20', 'R1', 'give R12', 'end'];

test('moves name their tile and field', () => {
  expect(MOVES.map(tileOf)).toEqual(['R12', 'N13', 'N13', 'RS', 'RS', 'R1', undefined, undefined]);
  expect(fieldOf('R12')).toBe('R12');
  expect(fieldOf('N13=Y13')).toBe('Y13');
});

test('a tile knows its moves', () => {
  expect(laysOf('N13', MOVES)).toEqual(['N13=Y13', 'N13=B13']);
  expect(laysOf('R12', MOVES)).toEqual(['R12']);
});

test('a field and the symbol field beside it are two', () => {
  expect(laysOn('R1', MOVES)).toEqual(['R1']);
  expect(laysOn('R1', MOVES, true)).toEqual(['RS=R1']);
});
