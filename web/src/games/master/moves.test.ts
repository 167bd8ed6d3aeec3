import { expect, test } from 'vitest';
import type { LogEntry } from '../../state/table.svelte';
import { bridgesIn } from './bridges';
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

test('connection cards are those of the round, since its deal', () => {
  const log: LogEntry<'master'>[] = [
    { n: 1, round: 0, event: { event: 'bridged', seat: 0, card: 'R9', source: 'Y9' } },
    { n: 2, round: 1, event: { event: 'bridged', seat: 0, card: 'R3', source: 'Y3' } },
    { n: 3, round: 1, event: { event: 'dealt', round: 1 } },
    { n: 4, round: 1, event: { event: 'jokerlaid', seat: 0, field: 'R5', source: null } },
    { n: 5, round: 1, event: { event: 'jokerlaid', seat: 0, field: 'G5', source: 'R5' } },
    { n: 6, round: 1, event: { event: 'laid', seat: 0, card: 'G6' } },
  ];
  expect(bridgesIn(log, 1)).toEqual([['R5', 'G5']]);
});
