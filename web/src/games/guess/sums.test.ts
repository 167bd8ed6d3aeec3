import { expect, test } from 'vitest';
import type { LogEntry } from '../../state/table.svelte';
import type { Events, Guessed, RoundOver, SumShown } from '../../wire.gen';
import { lastSum } from './sums';

const log = (...events: readonly Events['guess'][]): LogEntry<'guess'>[] =>
  events.map((event, i) => ({ n: i + 1, round: 0, event }));
const guessed = (seat: number, number: number): Guessed => ({ event: 'guessed', seat, number });
const shown: SumShown = { event: 'sumshown', seat: 1, cards: ['R5', 'B20'], total: 25 };
const over: RoundOver = { event: 'roundover', points: [0, 2], winners: [1], reason: 'out' };

test('the guesses of the round of guessing belong to its sum', () => {
  const all = log(guessed(0, 9), guessed(1, 8), shown, guessed(1, 24), guessed(0, 30), shown, guessed(1, 7));
  expect(lastSum(all, false)).toMatchObject({ n: 6, total: 25, taker: 1, guesses: [30, 24] });
});

test('nothing is shown before the first sum, nor in the next round', () => {
  expect(lastSum(log(guessed(0, 9)), false)).toBeUndefined();
  const all = log(guessed(0, 9), guessed(1, 8), shown, over);
  expect(lastSum(all, true)).toBeDefined();
  expect(lastSum(all, false)).toBeUndefined();
});
