import { beforeEach, expect, it } from 'vitest';
import type { TableInfo } from '../wire.gen';
import { forgetPlace, savePlace, newKey, placeAt, placeOf, places, resumable, type Place } from './places';
import { plainText, Stored } from './persisted.svelte';
import { chair, seated } from './samples';

const stored = new Stored('places', plainText);

const place = (table: string): Place => ({ table, key: `key of ${table}`, game: 'classic', when: 1 });

beforeEach(() => stored.remove());

it('makes keys of 256 bits that differ', () => {
  const keys = new Set(Array.from({ length: 50 }, newKey));
  expect(keys.size).toBe(50);
  for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
});

it('stores one place for each table, the latest first', () => {
  savePlace(place('a'));
  savePlace(place('b'));
  savePlace({ ...place('a'), game: 'junior' });
  expect(places().map(({ table }) => table)).toEqual(['a', 'b']);
  expect(placeOf('a')?.game).toBe('junior');
  forgetPlace('a');
  expect(placeOf('a')).toBeUndefined();
  expect(placeOf('b')?.key).toBe('key of b');
});

it('stores a limited number of places', () => {
  for (let n = 0; n < 60; n++) savePlace(place(String(n)));
  expect(places()).toHaveLength(40);
  expect(places()[0]?.table).toBe('59');
});

it.each(['', '{', '{}', 'null', '7'])('is empty if the stored text is %s', (text) => {
  stored.value = text;
  expect(places()).toEqual([]);
});

const info = (more: Partial<TableInfo>) =>
  seated([chair('Mia'), chair('Pico', { bot: 'easy' })], { id: 'a', ...more });
const offered = (more: Partial<TableInfo>) => {
  savePlace(placeAt(info(more), 'key'));
  return resumable();
};

it('offers tables to resume, with the other players', () => {
  expect(offered({})).toMatchObject([{ table: 'a', others: ['Pico'], phase: 'playing' }]);
  expect(offered({ phase: 'over', chairs: [chair('Mia'), chair('Ben')] })).toMatchObject([{ phase: 'over' }]);
});

it('offers neither finished matches against bots nor old ones', () => {
  expect(offered({ phase: 'over' })).toEqual([]);
  savePlace({ ...place('b'), when: Date.now() - 3 * 86_400_000 });
  savePlace({ ...place('c'), when: Date.now() });
  expect(resumable().map(({ table }) => table)).toEqual(['c']);
});
