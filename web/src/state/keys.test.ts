import { beforeEach, expect, it } from 'vitest';
import { forget, keep, newKey, placeOf, places, type Place } from './keys';
import { remember } from './memory';

const place = (table: string): Place => ({ table, key: `key of ${table}`, game: 'classic', when: 1 });

beforeEach(() => remember('places', null));

it('makes keys of 256 bits that differ', () => {
  const keys = new Set(Array.from({ length: 50 }, newKey));
  expect(keys.size).toBe(50);
  for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
});

it('keeps the place of each table once, the latest first', () => {
  keep(place('a'));
  keep(place('b'));
  keep({ ...place('a'), game: 'junior' });
  expect(places().map(({ table }) => table)).toEqual(['a', 'b']);
  expect(placeOf('a')?.game).toBe('junior');
  forget('a');
  expect(placeOf('a')).toBeUndefined();
  expect(placeOf('b')?.key).toBe('key of b');
});

it('keeps no more than it can use', () => {
  for (let n = 0; n < 60; n++) keep(place(String(n)));
  expect(places()).toHaveLength(40);
  expect(places()[0]?.table).toBe('59');
});

it.each(['', '{', '{}', 'null', '7'])('starts anew where the store has %s', (text) => {
  remember('places', text);
  expect(places()).toEqual([]);
});
