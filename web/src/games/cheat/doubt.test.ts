import { expect, test } from 'vitest';
import type { LogEntry } from '../../state/table.svelte';
import type { Claimed, Events, Exposed, PileTaken, Proven, RoundOver } from '../../wire.gen';
import { latest } from './doubt';

const log = (...events: readonly Events['cheat'][]): LogEntry<'cheat'>[] =>
  events.map((event, i) => ({ n: i + 1, round: 0, event }));
const exposed: Exposed = { event: 'exposed', seat: 1, layer: 0, number: 3, cards: ['R5'] };
const taken: PileTaken = { event: 'piletaken', seat: 0, cards: [null, null, null], sizes: [3, 1, 2] };
const proven: Proven = { ...exposed, event: 'proven' };
const over: RoundOver = { event: 'roundover', points: [1, 0], winners: [0], reason: 'out' };
const claimed: Claimed = { event: 'claimed', seat: 1, number: 1, cards: null };

test('a doubt is news until two cards have been laid', () => {
  expect(latest(log(claimed), false)).toBeUndefined();
  expect(latest(log(claimed, exposed, taken), false)).toMatchObject({
    n: 2,
    turnedUp: { number: 3 },
    taken: { seat: 0 },
  });
  expect(latest(log(exposed, taken, claimed), false)).toBeDefined();
  expect(latest(log(exposed, taken, claimed, claimed), false)).toBeUndefined();
});

test('a doubt that ended the round is not shown in the next one', () => {
  const all = log(proven, over);
  expect(latest(all, true)?.taken).toBeUndefined();
  expect(latest(all, true)).toBeDefined();
  expect(latest(all, false)).toBeUndefined();
});
