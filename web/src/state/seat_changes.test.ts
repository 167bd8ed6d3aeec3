import { expect, it } from 'vitest';
import type { ChairInfo, TableInfo } from '../wire.gen';
import { seatChanges } from './seat_changes';
import { chair, seated as playing } from './samples';

const bot = (name: string, was = '') => chair(name, { bot: 'medium', was });
const at = (chairs: readonly ChairInfo[], more: Partial<TableInfo> = {}) =>
  playing(chairs, { phase: 'gathering', match: 0, ...more });
const ada = chair('Ada');
const ben = chair('Ben');

it('reports people who come, leave or change their name before a match', () => {
  expect(seatChanges(at([ada, chair('')]), at([ada, ben]))).toEqual([
    { kind: 'came', seat: 1, name: 'Ben', now: 'Ben' },
  ]);
  expect(seatChanges(at([ada, ben]), at([ada, chair('')]))).toEqual([
    { kind: 'left', seat: 1, name: 'Ben', now: '' },
  ]);
  expect(seatChanges(at([ada, ben]), at([ada, chair('Benno')]))).toEqual([
    { kind: 'renamed', seat: 1, name: 'Ben', now: 'Benno' },
  ]);
});

it('reports neither bots, nor changed places, nor the reader', () => {
  const cleo = chair('Cleo');
  expect(seatChanges(at([ada, chair('')]), at([ada, bot('Pico')]))).toEqual([]);
  expect(seatChanges(at([ada, ben, cleo]), at([cleo, ben, ada], { you: 2 }))).toEqual([]);
  expect(seatChanges(at([ada, ben]), at([chair('Adele'), ben]))).toEqual([]);
  expect(seatChanges(at([ada, ben], { you: null }), at([ada, ben], { you: 1 }))).toEqual([]);
  expect(seatChanges(playing([ada, ben]), playing([chair('Adele'), ben]))).toEqual([]);
});

it('reports people who left a match to a bot, also on a later visit, only in that match', () => {
  const left = [{ kind: 'leftToBot', seat: 1, name: 'Ben', now: 'Pico' }];
  const after = playing([ada, bot('Pico', 'Ben')]);
  expect(seatChanges(playing([ada, ben]), after)).toEqual(left);
  expect(seatChanges(undefined, after)).toEqual(left);
  expect(seatChanges(after, after)).toEqual([]);
  expect(seatChanges(after, playing([ada, bot('Pico')], { match: 2 }))).toEqual([]);
  expect(seatChanges(undefined, playing([ada, ben]))).toEqual([]);
});

it('reports changed names in a match', () => {
  expect(seatChanges(playing([ada, ben]), playing([ada, chair('Benno')]))).toEqual([
    { kind: 'renamed', seat: 1, name: 'Ben', now: 'Benno' },
  ]);
});
