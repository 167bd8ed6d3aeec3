import { beforeEach, expect, it, vi } from 'vitest';

const GAMES = [
  { id: 'duel', family: 'duel', titles: { en: 'Duel', de: 'Zweikampf' }, seats: [2], options: {} },
];
const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  kept.set('elfer.games', JSON.stringify(GAMES));
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  vi.resetModules();
});

it('offers the last match while its game exists with as many seats', async () => {
  const { saveMatch, lastMatch } = await import('./last_match');
  expect(lastMatch()).toBeUndefined();
  const match = { setup: { game: 'duel', seats: 2 }, level: 'hard' } as const;
  saveMatch(match);
  expect(lastMatch()).toEqual(match);
  saveMatch({ ...match, setup: { game: 'duel', seats: 4 } });
  expect(lastMatch()).toBeUndefined();
  saveMatch({ ...match, setup: { game: 'chess', seats: 2 } });
  expect(lastMatch()).toBeUndefined();
  saveMatch(null);
  expect(kept.has('elfer.last')).toBe(false);
});

it('ignores unreadable values', async () => {
  const { lastMatch } = await import('./last_match');
  for (const text of ['', '{', 'null', '7', '[]', '{"setup":null}']) {
    kept.set('elfer.last', text);
    expect(lastMatch()).toBeUndefined();
  }
});

it('remembers the game of the latest seat', async () => {
  const { savePlace } = await import('./places');
  const { lastGame } = await import('./last_match');
  expect(lastGame()).toBeUndefined();
  savePlace({ table: 't', key: 'k', game: 'duel', when: 1 });
  expect(lastGame()).toBe('duel');
  savePlace({ table: 't', key: 'k', game: 'chess', when: 2 });
  expect(lastGame()).toBeUndefined();
});
