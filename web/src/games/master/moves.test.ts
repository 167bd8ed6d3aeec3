import { expect, test } from 'vitest';
import { cardMove, movesOf } from './moves';

test('moves of cards are read', () => {
  expect(cardMove('R9')).toEqual({ card: 'R9', field: 'R9', from: undefined, swap: false });
  expect(cardMove('R9<Y')).toEqual({ card: 'R9', field: 'R9', from: 'Y', swap: false });
  expect(cardMove('J=R21<B')).toEqual({ card: 'J', field: 'R21', from: 'B', swap: false });
  expect(cardMove('R9xJ')).toEqual({ card: 'R9', field: 'R9', from: undefined, swap: true });
  expect(cardMove('draw')).toBeUndefined();
});

test('a card knows its moves', () => {
  const moves = ['R9', 'R1<Y', 'R1<B', 'J=R9', 'J=Y3<B', 'draw'];
  expect(movesOf('R1', moves)).toEqual(['R1<Y', 'R1<B']);
  expect(movesOf('J', moves)).toEqual(['J=R9', 'J=Y3<B']);
});
