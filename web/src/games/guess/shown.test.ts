import { expect, test } from 'vitest';
import type { Happened } from '../../state/table.svelte';
import { lastShown } from './shown';

const log = (...events: readonly Happened['event'][]): Happened[] => events.map((event, i) => ({ n: i + 1, round: 0, event }));
const guessed = (seat: number, number: number) => ({ event: 'guessed', seat, number });
const shown = { event: 'sumshown', seat: 1, cards: ['R5', 'B20'], total: 25 };

test('the guesses of the round of guessing belong to its sum', () => {
  const all = log(guessed(0, 9), guessed(1, 8), shown, guessed(1, 24), guessed(0, 30), shown, guessed(1, 7));
  expect(lastShown(all, false)).toMatchObject({ n: 6, total: 25, taker: 1, guesses: [30, 24] });
});

test('nothing is shown before the first sum, nor in the next round', () => {
  expect(lastShown(log(guessed(0, 9)), false)).toBeUndefined();
  const all = log(guessed(0, 9), guessed(1, 8), shown, { event: 'roundover', winners: [1] });
  expect(lastShown(all, true)).toBeDefined();
  expect(lastShown(all, false)).toBeUndefined();
});
