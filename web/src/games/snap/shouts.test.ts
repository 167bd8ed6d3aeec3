import { expect, it } from 'vitest';
import { shouts } from './shouts';

const log = (...events: Record<string, unknown>[]) => events.map((event, n) => ({ n, round: 0, event }));
const called = (seat: number, word: string) => ({ event: 'calledout', seat, word });

it('shows who called what since the last card, and how it ended', () => {
  const found = shouts(log(called(2, 'schnipp'), { event: 'flipped', seat: 0, card: 'R1' }, called(1, 'schnapp'), called(0, 'schnipp'), { event: 'tookpiles', seat: 1 }, { event: 'calledfalsely', seat: 0 }));
  expect([...found]).toEqual([
    [1, { word: 'schnapp', outcome: 'right' }],
    [0, { word: 'schnipp', outcome: 'wrong' }],
  ]);
});

it('shows a draw at all who called together', () => {
  const found = shouts(log(called(0, 'schnapp'), called(1, 'schnapp'), { event: 'calledtogether', seats: [0, 1] }));
  expect([...found.values()].map(({ outcome }) => outcome)).toEqual(['draw', 'draw']);
});

it('shows who was second as late, and the winner still as right', () => {
  const found = shouts(log(called(1, 'schnapp'), { event: 'tookpiles', seat: 1 }, called(0, 'schnapp'), called(2, 'schnapp'), { event: 'calledlate', seats: [0, 2], word: 'schnapp' }));
  expect([...found].map(([seat, { outcome }]) => [seat, outcome])).toEqual([[1, 'right'], [0, 'late'], [2, 'late']]);
});

it('shows nothing before anybody called', () => {
  expect(shouts([]).size).toBe(0);
  expect(shouts(log({ event: 'tookpiles', seat: 1 })).size).toBe(0);
});
