import { beforeEach, expect, it, vi } from 'vitest';
import { faceOf } from '../games';
import { face as plain } from '../games/plain/face';
import { face as rows } from '../games/rows/face';
import { loadGames } from './games.svelte';
import { Table } from './table.svelte';

const game = (id: string, family?: string) => ({
  id,
  family,
  titles: { en: id, de: id },
  seats: [2],
  options: {},
});
const answer = (...games: object[]) => Promise.resolve({ ok: true, json: () => Promise.resolve({ games }) });
const server = vi.fn<() => Promise<object>>();

/** The module as a page has it that was opened before, with what it then kept. */
async function opened(...kept: object[]) {
  vi.resetModules();
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(kept), setItem: () => undefined });
  return import('./games.svelte');
}

beforeEach(() => {
  server.mockReset();
  vi.stubGlobal('fetch', server);
});

const colours = { type: 'pair', choices: ['red', 'blue', 'green'], default: ['red', 'blue'] };
const LIST = [{ ...game('steps', 'rows'), options: { colours } }, game('ladder', 'ladders')];

it('shows a game with the face of its family, else with the plain one', async () => {
  server.mockImplementation(() => answer(...LIST));
  expect(await faceOf('steps')).toBe(rows);
  expect(await faceOf('ladder')).toBe(plain);
});

it('knows the value of an option, and its default', async () => {
  server.mockImplementation(() => answer(...LIST));
  await loadGames();
  const table = new Table('t', 'k', { send: () => Promise.reject(new Error('nothing is sent')) });
  const info = {
    is: 'table',
    id: 't',
    chairs: [],
    host: 0,
    you: 0,
    phase: 'playing',
    match: 1,
    watching: 0,
  } as const;
  table.seated({ ...info, setup: { game: 'steps', seats: 2 } });
  expect(table.option('colours')).toEqual(['red', 'blue']);
  table.seated({ ...info, setup: { game: 'steps', seats: 2, options: { colours: ['green', 'red'] } } });
  expect(table.option('colours')).toEqual(['green', 'red']);
  expect(table.option('edition')).toBeUndefined();
});

it('uses the stored list without a request', async () => {
  const { familyOf } = await opened(game('steps', 'rows'));
  expect(await familyOf('steps')).toBe('rows');
  expect(server).not.toHaveBeenCalled();
});

it('requests the list if the stored one has no families', async () => {
  server.mockImplementation(() => answer(game('steps', 'rows')));
  const { familyOf, games } = await opened(game('steps'));
  expect(games()).toEqual([]);
  expect(await familyOf('steps')).toBe('rows');
});

it('repeats the request until it succeeds', async () => {
  vi.useFakeTimers();
  server.mockRejectedValueOnce(new Error('away')).mockImplementation(() => answer(game('steps', 'rows')));
  const { familyOf } = await opened();
  const family = familyOf('steps');
  await vi.advanceTimersByTimeAsync(3000);
  expect(await family).toBe('rows');
  vi.useRealTimers();
});

it('adds the sentences of a game from another package, and replaces none of its own', async () => {
  const own = { 'event.climbed': '{seat:Who} climbs.', 'card.joker': 'a fool' };
  const { loadGames } = await opened();
  server.mockImplementation(() => answer({ ...game('ladder', 'ladders'), texts: { en: own, de: own } }));
  await loadGames();
  const { speak } = await import('../words/language.svelte');
  const { Speaker } = await import('../words/speaker');
  await speak('en');
  const speaker = new Speaker(() => ({ names: ['Ada'], you: null }));
  const { plain } = await import('../words/format');
  expect(plain(speaker.narrate({ event: 'climbed', seat: 0 }))).toBe('Ada climbs.');
  expect(speaker.card('J')).not.toBe('a fool');
});
