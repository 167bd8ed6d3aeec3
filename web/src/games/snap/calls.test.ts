import { expect, it } from 'vitest';
import type { LogEntry } from '../../state/table.svelte';
import type { CalledOut, Events, Flipped, TookPiles } from '../../wire.gen';
import { callsIn, firstCall } from './calls';

const log = (...events: readonly Events['snap'][]): LogEntry<'snap'>[] =>
  events.map((event, n) => ({ n, round: 0, event }));
const called = (seat: number, word: string): CalledOut => ({ event: 'calledout', seat, word });
const flipped: Flipped = { event: 'flipped', seat: 0, card: 'R1' };
const took: TookPiles = {
  event: 'tookpiles',
  seat: 1,
  number: 1,
  sources: [0, 2],
  cards: ['R1', 'Y1'],
  quartets: null,
};

it('shows who called what since the last card, and how it ended', () => {
  const found = callsIn(
    log(called(2, 'schnipp'), flipped, called(1, 'schnapp'), called(0, 'schnipp'), took, {
      event: 'calledfalsely',
      seat: 0,
      word: 'schnipp',
      cards: null,
    }),
  );
  expect([...found]).toEqual([
    [1, { word: 'schnapp', outcome: 'right' }],
    [0, { word: 'schnipp', outcome: 'wrong' }],
  ]);
});

it('shows a draw at all who called together', () => {
  const found = callsIn(
    log(called(0, 'schnapp'), called(1, 'schnapp'), {
      event: 'calledtogether',
      seats: [0, 1],
      word: 'schnapp',
    }),
  );
  expect([...found.values()].map(({ outcome }) => outcome)).toEqual(['draw', 'draw']);
});

it('shows who was second as late, and the winner still as right', () => {
  const found = callsIn(
    log(called(1, 'schnapp'), took, called(0, 'schnapp'), called(2, 'schnapp'), {
      event: 'calledlate',
      seats: [0, 2],
      word: 'schnapp',
    }),
  );
  expect([...found].map(([seat, { outcome }]) => [seat, outcome])).toEqual([
    [1, 'right'],
    [0, 'late'],
    [2, 'late'],
  ]);
});

it('shows nothing before the first call', () => {
  expect(callsIn([]).size).toBe(0);
  expect(callsIn(log(took)).size).toBe(0);
});

it('sends the first of two words touched at once, and one for each seat', () => {
  const sent: string[] = [];
  const table = { at: 4, call: (word: string, seat?: number | null) => void sent.push(`${word} ${seat}`) };
  const call = firstCall(() => table);
  call('schnipp', 1);
  call('schnapp', 1);
  call('schnapp', 2);
  table.at = 5;
  call('schnapp', 1);
  expect(sent).toEqual(['schnipp 1', 'schnapp 2', 'schnapp 1']);
});
